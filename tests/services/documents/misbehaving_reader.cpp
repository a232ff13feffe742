// Stands in for vignette-reader, and does what its input says: what a reader would try that a file
// has taken over, or that it has driven mad.
#include "services/documents/document_stream.h"
#include "services/documents/readers/sandbox.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

void say(const std::string& bytes)
{
    if (write(STDOUT_FILENO, bytes.data(), bytes.size()) < 0)
        _exit(1);
}

void end(services::DocumentFault fault)
{
    say(services::encoded(services::DocumentEnd{fault, false, true, {}}));
    _exit(0);
}

// What comes through if nothing stopped it.
void endWell()
{
    services::DocumentPart part{true, 0, 0, "it was let through\n", {{}}};
    part.blocks[0].bytes = {0, 18};
    say(services::encoded(part));
    end(services::DocumentFault::None);
}

void takeMemory(size_t bytes)
{
    const std::unique_ptr<char[]> memory(new char[bytes]);
    std::memset(memory.get(), 1, bytes);
    volatile char last = memory[bytes - 1];
    (void)last;
}

// Forbids what enterSandbox() calls, as a container does.
void denyNamespaces()
{
    const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    for (const int call : {SCMP_SYS(unshare), SCMP_SYS(mount)})
        seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
    if (seccomp_load(filter) != 0)
        _exit(3);
    seccomp_release(filter);
}

// The way to ask for a file that the filter of system calls lets through.
bool exists(const char* path)
{
    struct stat status;
    return fstatat(AT_FDCWD, path, &status, AT_EMPTY_PATH) == 0;
}

volatile bool isMad = true;

void doIt(std::string_view what, const char* program)
{
    if (what == "socket")
        socket(AF_INET, SOCK_STREAM, 0);
    else if (what == "write a file")
        open("/tmp/vignette-misbehaved", O_WRONLY | O_CREAT, 0600);
    else if (what == "write it another way")
        openat(AT_FDCWD, "/tmp/vignette-misbehaved", O_RDWR | O_CREAT | O_TRUNC, 0600);
    else if (what == "run a program")
        execl("/bin/true", "true", nullptr);
    else if (what == "remove a file")
        unlink("/tmp/vignette-misbehaved");
    else if (what == "another process")
        fork();
    else if (what == "signal")
        kill(getppid(), SIGTERM) == 0 ? void() : _exit(4);
    else if (what == "read a file")
        open("/etc/passwd", O_RDONLY) >= 0 ? void() : _exit(4);
    else if (what == "open a file beside a folder" || what == "the same without namespaces")
        open("/etc/passwd", O_RDONLY) >= 0 ? void() : _exit(4);
    else if (what == "change a file in a folder")
        open("/usr/share/fonts/vignette-misbehaved", O_WRONLY | O_CREAT, 0600);
    else if (what == "open a folder" && open("/usr/share/fonts", O_RDONLY) < 0)
        _exit(4);
    else if (what == "look for a file")
        exists("/etc/passwd") ? void() : _exit(4);
    else if (what == "look for a file above")
        exists("../../../../../../etc/passwd") ? void() : _exit(4);
    else if (what == "look for its program")
        exists(program) ? void() : _exit(4);
    else if (what == "look for a process")
        exists("/proc/1") ? void() : _exit(4);
    else if (what == "run what it wrote")
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                == MAP_FAILED
            ? _exit(4)
            : void();
    else if (what == "memory")
        takeMemory(size_t(4) << 30);
    else if (what == "loop")
        while (isMad) { }
    else if (what == "much")
        while (isMad)
            say(std::string(1 << 20, 'x'));
    else if (what == "crash")
        raise(SIGSEGV);
    else if (what == "nonsense")
        say(std::string(1000, '\xff'));
    else if (what == "no sandbox")
        end(services::DocumentFault::NoSandbox);
    else if (what == "unfinished")
        _exit(0);
}

} // namespace

int main(int, char** arguments)
{
    char what[64] = {};
    if (read(3, what, sizeof(what) - 1) < 0)
        return 3;
    const std::string_view wish = what;
    if (wish.ends_with("no namespaces") || wish.ends_with("without namespaces"))
        denyNamespaces();
    constexpr const char* fonts = "/usr/share/fonts";
    const bool hasFolder = wish.ends_with("folder") || wish.starts_with("the same");
    const auto isolation = services::enterSandbox({&fonts, hasFolder ? size_t(1) : 0});
    if (!isolation)
        return 3;
    say(services::streamHead());
    say(services::encoded(*isolation));
    doIt(wish, arguments[0]);
    endWell();
}
