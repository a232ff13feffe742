#include "services/documents/readers/sandbox.h"

#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace services {

namespace {

using Filter = std::unique_ptr<void, decltype([](void* filter) { seccomp_release(filter); })>;

// Memory, time, threads' locks, and how a program ends.
constexpr std::initializer_list<int> harmless{SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv),
    SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(lseek), SCMP_SYS(munmap), SCMP_SYS(mremap),
    SCMP_SYS(brk), SCMP_SYS(madvise), SCMP_SYS(futex), SCMP_SYS(exit), SCMP_SYS(exit_group),
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(gettimeofday),
    SCMP_SYS(getrandom), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(getpid),
    SCMP_SYS(gettid), SCMP_SYS(restart_syscall), SCMP_SYS(sysinfo), SCMP_SYS(poll),
    SCMP_SYS(ppoll)};

// No reader asks for these unless a file has taken it over.
constexpr std::initializer_list<int> deadly{SCMP_SYS(socket), SCMP_SYS(socketpair),
    SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4),
    SCMP_SYS(sendto), SCMP_SYS(sendmsg), SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork),
    SCMP_SYS(vfork), SCMP_SYS(clone), SCMP_SYS(clone3), SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev), SCMP_SYS(creat), SCMP_SYS(unlink),
    SCMP_SYS(unlinkat), SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(link),
    SCMP_SYS(linkat), SCMP_SYS(symlink), SCMP_SYS(symlinkat), SCMP_SYS(mkdir), SCMP_SYS(mkdirat),
    SCMP_SYS(rmdir), SCMP_SYS(mknod), SCMP_SYS(mknodat), SCMP_SYS(chmod), SCMP_SYS(fchmodat),
    SCMP_SYS(chown), SCMP_SYS(fchownat), SCMP_SYS(truncate), SCMP_SYS(mount), SCMP_SYS(setns),
    SCMP_SYS(unshare), SCMP_SYS(bpf), SCMP_SYS(io_uring_setup), SCMP_SYS(openat2)};

bool addRules(scmp_filter_ctx filter)
{
    bool isAdded = true;
    const auto add = [&](uint32_t action, int call, auto... conditions) {
        isAdded = isAdded
            && seccomp_rule_add(filter, action, call, sizeof...(conditions), conditions...) == 0;
    };
    for (const int call : harmless)
        add(SCMP_ACT_ALLOW, call);
    for (const int call : deadly)
        add(SCMP_ACT_KILL_PROCESS, call);
#ifdef VIGNETTE_SANITIZED // sanitizers look at memory through a pipe
    for (const int call : {SCMP_SYS(pipe), SCMP_SYS(pipe2), SCMP_SYS(write)})
        add(SCMP_ACT_ALLOW, call);
#endif
    for (const int call : {SCMP_SYS(write), SCMP_SYS(writev)})
        for (const scmp_datum_t output : {STDOUT_FILENO, STDERR_FILENO})
            add(SCMP_ACT_ALLOW, call, SCMP_A0(SCMP_CMP_EQ, output));
    for (const scmp_datum_t access : {O_WRONLY, O_RDWR}) {
        add(SCMP_ACT_KILL_PROCESS, SCMP_SYS(open), SCMP_A1(SCMP_CMP_MASKED_EQ, O_ACCMODE, access));
        add(SCMP_ACT_KILL_PROCESS, SCMP_SYS(openat),
            SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE, access));
    }
    // Memory that is written is never run.
    for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)})
        add(SCMP_ACT_ALLOW, call, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    // How the C library spells fstat(). With a path it tells whether there is such a file, which is why
    // the root folder is empty where it can be.
    add(SCMP_ACT_ALLOW, SCMP_SYS(newfstatat),
        SCMP_A3(SCMP_CMP_MASKED_EQ, AT_EMPTY_PATH, AT_EMPTY_PATH));
    // How abort() ends this process, and no other.
    add(SCMP_ACT_ALLOW, SCMP_SYS(tgkill), SCMP_A0(SCMP_CMP_EQ, scmp_datum_t(getpid())));
    return isAdded;
}

// Replaces the root folder by an empty one that cannot be written to. Folders that a reader needs while
// it reads can be bound into it (MS_BIND, MS_RDONLY) before pivot_root(). False: not permitted.
bool enterEmptyRoot()
{
    // The new root is mounted there first. Any folder would do; this one exists everywhere.
    constexpr const char* anyFolder = "/dev";
    constexpr unsigned long flags = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;
    return unshare(CLONE_NEWNS) == 0
        && mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0
        && mount("none", anyFolder, "tmpfs", flags, "mode=0555,size=4k,nr_inodes=1") == 0
        && chdir(anyFolder) == 0 && syscall(SYS_pivot_root, ".", ".") == 0
        && umount2(".", MNT_DETACH) == 0; // the old root, which covers the new one
}

// Isolates as far as this system permits it; what follows does not depend on it.
ReaderIsolation isolate()
{
    // Gives the capabilities that the rest needs. If it fails, root may have them.
    [[maybe_unused]] const int ignored = unshare(CLONE_NEWUSER);
    ReaderIsolation isolation;
    isolation.network = unshare(CLONE_NEWNET | CLONE_NEWIPC) == 0;
    isolation.files = enterEmptyRoot();
    return isolation;
}

void forbid(__rlimit_resource_t resource)
{
    const rlimit nothing{0, 0};
    setrlimit(resource, &nothing);
}

} // namespace

std::optional<ReaderIsolation> enterSandbox()
{
    const ReaderIsolation isolation = isolate();
    prctl(PR_SET_DUMPABLE, 0);
    forbid(RLIMIT_FSIZE);
#ifndef VIGNETTE_SANITIZED
    forbid(RLIMIT_NOFILE);
#endif
    const Filter filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)));
    if (!filter || !addRules(filter.get()) || seccomp_load(filter.get()) != 0)
        return std::nullopt;
    return isolation;
}

} // namespace services
