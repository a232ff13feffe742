#include "services/documents/readers/sandbox.h"

#include <cerrno>
#include <fcntl.h>
#include <initializer_list>
#include <linux/landlock.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <string>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

bool addRules(scmp_filter_ctx filter, bool mayOpen)
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
    if (mayOpen) {
        constexpr scmp_datum_t change = O_ACCMODE | O_CREAT | O_TRUNC;
        add(SCMP_ACT_ALLOW, SCMP_SYS(open), SCMP_A1(SCMP_CMP_MASKED_EQ, change, O_RDONLY));
        add(SCMP_ACT_ALLOW, SCMP_SYS(openat), SCMP_A2(SCMP_CMP_MASKED_EQ, change, O_RDONLY));
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

bool writeTo(const char* path, const std::string& text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool isWritten
        = file >= 0 && write(file, text.data(), text.size()) == ssize_t(text.size());
    close(file);
    return isWritten;
}

// A user of one's own, who may make folders in a file system of one's own.
void enterUserNamespace()
{
    const std::string user = "0 " + std::to_string(geteuid()) + " 1";
    const std::string group = "0 " + std::to_string(getegid()) + " 1";
    if (unshare(CLONE_NEWUSER)
        == 0) // if it fails, root may have the capabilities that the rest needs
        writeTo("/proc/self/setgroups", "deny") && writeTo("/proc/self/uid_map", user)
            && writeTo("/proc/self/gid_map", group);
}

constexpr unsigned long guarded = MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC;

// Shows a folder under the same path below `root`. Folders that do not exist are left out.
bool bind(const std::string& root, const std::string& folder)
{
    if (access(folder.c_str(), R_OK | X_OK) != 0)
        return true;
    const std::string target = root + folder;
    for (size_t end = target.find('/', root.size() + 1);; end = target.find('/', end + 1)) {
        if (mkdir(target.substr(0, end).c_str(), 0555) != 0 && errno != EEXIST)
            return false;
        if (end == std::string::npos)
            break;
    }
    return mount(folder.c_str(), target.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0
        && mount(nullptr, target.c_str(), nullptr, MS_REMOUNT | MS_BIND | guarded, nullptr) == 0;
}

// Replaces the root folder by one that has only these folders and cannot be written to. False: not
// permitted.
bool enterEmptyRoot(std::span<const char* const> folders)
{
    // The new root is mounted there first. Any folder would do; this one exists everywhere.
    constexpr const char* anyFolder = "/dev";
    constexpr const char* options = "mode=0555,size=64k,nr_inodes=64";
    if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
        || mount(
               "none", anyFolder, "tmpfs", guarded & ~MS_RDONLY, "mode=0755,size=64k,nr_inodes=64")
            != 0)
        return false;
    for (const char* folder : folders)
        if (!bind(anyFolder, folder))
            return false;
    return mount("none", anyFolder, nullptr, MS_REMOUNT | guarded, options) == 0
        && chdir(anyFolder) == 0 && syscall(SYS_pivot_root, ".", ".") == 0
        && umount2(".", MNT_DETACH) == 0; // the old root, which covers the new one
}

// Lets this process open files in these folders only. False: the system cannot do it.
bool openOnly(std::span<const char* const> folders)
{
    constexpr __u64 all = LANDLOCK_ACCESS_FS_MAKE_SYM * 2 - 1;
    landlock_ruleset_attr handled{};
    handled.handled_access_fs = all;
    const int rules = int(syscall(SYS_landlock_create_ruleset, &handled, sizeof(handled), 0));
    if (rules < 0)
        return false;
    for (const char* folder : folders) {
        landlock_path_beneath_attr rule{};
        rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
        rule.parent_fd = open(folder, O_PATH | O_CLOEXEC);
        if (rule.parent_fd >= 0)
            syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        close(rule.parent_fd);
    }
    const bool isGuarded = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    close(rules);
    return isGuarded;
}

// Isolates as far as this system permits it; what follows does not depend on it.
ReaderIsolation isolate(std::span<const char* const> folders)
{
    enterUserNamespace();
    ReaderIsolation isolation;
    isolation.network = unshare(CLONE_NEWNET | CLONE_NEWIPC) == 0;
    isolation.files = enterEmptyRoot(folders);
    return isolation;
}

void limit(__rlimit_resource_t resource, rlim_t most)
{
    const rlimit limit{most, most};
    setrlimit(resource, &limit);
}

} // namespace

std::optional<ReaderIsolation> enterSandbox(std::span<const char* const> folders)
{
    const ReaderIsolation isolation = isolate(folders);
    const bool mayOpen = !folders.empty() && (isolation.files || openOnly(folders));
    prctl(PR_SET_DUMPABLE, 0);
    limit(RLIMIT_FSIZE, 0);
#ifndef VIGNETTE_SANITIZED
    limit(RLIMIT_NOFILE, mayOpen ? 64 : 0);
#endif
    const Filter filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)));
    if (!filter || !addRules(filter.get(), mayOpen) || seccomp_load(filter.get()) != 0)
        return std::nullopt;
    return isolation;
}

} // namespace services
