// Stands in for vignette-reader, and does what its input says: what a reader would try that a file
// has taken over, or that it has driven mad.
#include "services/documents/document_stream.h"
#include "services/documents/readers/sandbox.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <netinet/in.h>
#include <string>
#include <string_view>
#include <sys/mman.h>
#include <sys/socket.h>
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

volatile bool isMad = true;

void doIt(std::string_view what)
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

int main()
{
    char what[64] = {};
    if (read(3, what, sizeof(what) - 1) < 0 || !services::enterSandbox())
        return 3;
    say(services::streamHead());
    doIt(what);
    endWell();
}
