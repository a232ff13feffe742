#include "base/limited_program.h"

#include "base/offline_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace base {

namespace {

using Clock = std::chrono::steady_clock;
using End = LimitedProgram::End;

class FileDescriptor {
public:
    explicit FileDescriptor(int number)
        : m_number(number)
    {
    }
    ~FileDescriptor() { close(); }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;

    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }
    int release() { return std::exchange(m_number, -1); }
    void close()
    {
        if (isOpen())
            ::close(release());
    }

private:
    int m_number;
};

// False if not all bytes could be written to the file, which is at its beginning again.
bool writeAll(int file, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = write(file, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR)
            return false;
        bytes = bytes.subspan(size_t(std::max<ssize_t>(written, 0)));
    }
    return lseek(file, 0, SEEK_SET) == 0;
}

// An empty file that exists in memory only. −1 if that fails.
int memoryFile()
{
    return memfd_create("vignette-input", MFD_CLOEXEC);
}

void limit(__rlimit_resource_t resource, int64_t max, int64_t grace = 0)
{
    const rlimit value{rlim_t(max), rlim_t(max + grace)};
    setrlimit(resource, &value);
}

// What is needed between clone() and execve(), where memory may not be taken.
struct Start {
    const char* path;
    char* const* arguments;
    char* const* environment;
    int input, standardInput, output, nothing;
    __rlimit_resource_t memoryKind;
    int64_t memory, file, seconds;
    int niceness;
    bool isOffline;
    sigset_t signals; // those that are blocked
};

// Makes them the descriptors 0 to 3 and closes all others. They are duplicated to high numbers
// first, because some of them may already have one of these numbers.
bool placeDescriptors(const Start& start)
{
    constexpr int apart = 10;
    const std::array<int, 4> wanted{
        start.standardInput, start.output, start.nothing, start.input};
    std::array<int, 4> copies{};
    for (size_t i = 0; i < wanted.size(); ++i)
        copies[i] = fcntl(wanted[i], F_DUPFD, apart);
    for (size_t i = 0; i < wanted.size(); ++i)
        if (copies[i] < 0 || dup2(copies[i], int(i)) < 0)
            return false;
    return close_range(unsigned(wanted.size()), ~0U, 0) == 0;
}

// True if nobody reads the output any more: the parent ended before this could be noticed otherwise.
bool isAbandoned()
{
    pollfd output{STDOUT_FILENO, 0, 0};
    return poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

// Starts the only device of a new network, by which the parts of a program may talk to each other.
void startLoopback()
{
    const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    ifreq loopback{};
    loopback.ifr_name[0] = 'l';
    loopback.ifr_name[1] = 'o';
    loopback.ifr_flags = IFF_UP | IFF_RUNNING;
    if (any >= 0)
        ioctl(any, SIOCSIFFLAGS, &loopback);
}

int become(void* argument)
{
    const auto& start = *static_cast<const Start*>(argument);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); // orphans stay its descendants
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (start.isOffline) {
        startLoopback();
        // Its processes have numbers of their own. Containers may forbid this, and few programs care.
        mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr);
    }
    setsid();
    if (nice(start.niceness) < 0)
        errno = 0; // it runs all the same
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, start.file);
    limit(start.memoryKind, start.memory);
    limit(RLIMIT_CPU, start.seconds, 1); // SIGXCPU comes first, which tells it from another end
    if (!placeDescriptors(start) || isAbandoned())
        _exit(127);
    for (int signal = 1; signal < NSIG; ++signal) // a pending one must not call a handler of the parent
        if (struct sigaction action; sigaction(signal, nullptr, &action) == 0
            && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN) {
            action = {};
            action.sa_handler = SIG_DFL;
            sigaction(signal, &action, nullptr);
        }
    sigprocmask(SIG_SETMASK, &start.signals, nullptr);
    execve(start.path, start.arguments, start.environment);
    _exit(127);
}

// Starts the program and returns its process; −1 if that fails. Until execve(), for which only the calling
// thread waits, it shares this process's memory. A copy of the page tables, as fork() makes it, would hold
// up every thread for tens of milliseconds, the window's too. What runs offline is the first process of its
// own process namespace: when it ends, the kernel ends all that it has started.
pid_t startProcess(Start& start)
{
#ifdef VIGNETTE_SANITIZED // sanitizers note what the child does with its descriptors
    constexpr int sharing = 0;
#else
    constexpr int sharing = CLONE_VM | CLONE_VFORK;
#endif
    constexpr size_t stackBytes = size_t(128) << 10;
    const int room
        = start.isOffline ? CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWPID | CLONE_NEWNS : 0;
    std::vector<std::max_align_t> stack(stackBytes / sizeof(std::max_align_t));
    sigset_t all;
    sigfillset(&all); // handlers of this process must not run in the child
    pthread_sigmask(SIG_SETMASK, &all, &start.signals);
    const pid_t id
        = clone(become, stack.data() + stack.size(), sharing | room | SIGCHLD, &start);
    pthread_sigmask(SIG_SETMASK, &start.signals, nullptr);
    return id;
}

// The words as execve() takes them.
std::vector<char*> pointersTo(std::vector<std::string>& words)
{
    std::vector<char*> list;
    for (std::string& word : words)
        list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

// Adds what a process has started, and what that has started. Each is stopped before its children
// are listed, so that it starts no more.
void addDescendants(pid_t parent, std::vector<pid_t>& found)
{
    kill(parent, SIGSTOP);
    const std::filesystem::path tasks = "/proc/" + std::to_string(parent) + "/task";
    std::error_code none;
    for (const auto& task : std::filesystem::directory_iterator(tasks, none)) {
        std::ifstream children(task.path() / "children");
        for (pid_t child = 0; children >> child;) {
            found.push_back(child);
            addDescendants(child, found);
        }
    }
}

// Ends the program, if it still runs, and waits for it.
class Child {
public:
    explicit Child(pid_t id)
        : m_id(id)
    {
    }
    ~Child()
    {
        if (m_id <= 0)
            return;
        std::vector<pid_t> started; // browsers leave the group
        addDescendants(m_id, started);
        kill(-m_id, SIGKILL);
        kill(m_id, SIGKILL); // if it isn't the first of its group yet
        for (const pid_t process : started)
            kill(process, SIGKILL);
        wait();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // Its status as waitpid() tells it.
    int wait()
    {
        int status = 0;
        while (waitpid(m_id, &status, 0) < 0 && errno == EINTR) { }
        m_id = 0;
        return status;
    }

    bool waitUntil(Clock::time_point end, const std::function<bool()>& isCancelled, int& status)
    {
        while (Clock::now() < end && !(isCancelled && isCancelled())) {
            if (waitpid(m_id, &status, WNOHANG) == m_id) {
                m_id = 0;
                return true;
            }
            poll(nullptr, 0, 2); // its output has ended, so it is about to
        }
        return false;
    }

private:
    pid_t m_id;
};

// False: there is none until then, or it is not wanted any more.
bool awaitOutput(int output, Clock::time_point until, const std::function<bool()>& isCancelled)
{
    constexpr std::chrono::milliseconds askEvery(50);
    while (!isCancelled || !isCancelled()) {
        const auto left
            = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
        pollfd wanted{output, POLLIN, 0};
        if (left.count() <= 0)
            return false;
        if (poll(&wanted, 1, int((isCancelled ? std::min(left, askEvery) : left).count())) != 0)
            return true;
    }
    return false;
}

// Well: the output has ended.
End readAll(int output, Clock::time_point end, const LimitedProgram& program,
    const LimitedProgram::Sink& sink)
{
    std::vector<std::byte> buffer(size_t(1) << 18);
    for (int64_t total = 0;;) {
        const auto until = std::min<Clock::time_point>(end, Clock::now() + program.silence);
        if (!awaitOutput(output, until, program.isCancelled))
            return End::TookTooLong;
        const ssize_t count = read(output, buffer.data(), buffer.size());
        if (count == 0)
            return End::Well;
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return End::Badly;
        total += count;
        if (total > program.maxOutput)
            return End::WroteTooMuch;
        sink(std::span(buffer).first(size_t(count)));
    }
}

// A program that runs, and its standard output.
struct Running {
    Running(int outputFile, pid_t id)
        : output(outputFile)
        , child(id)
    {
    }

    FileDescriptor output;
    Child child;
};

// Starts a program on a file. `offline`: null if it may use its network, and has no room beyond its
// input. `standardInput`: −1 if it is empty. Null if it could not be started.
std::unique_ptr<Running> start(
    const LimitedProgram& program, const OfflineRoom* offline, int file, int standardInput)
{
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return nullptr;
    FileDescriptor output(ends[0]);
    const FileDescriptor written(ends[1]), nothing(open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!nothing.isOpen())
        return nullptr;

    const OfflineRoom room = offline ? *offline : OfflineRoom();
    std::vector<std::string> words{program.path.string()}, variables = room.environment;
    words.insert(words.end(), program.arguments.begin(), program.arguments.end());
    const std::vector<char*> list = pointersTo(words), environment = pointersTo(variables);
    Start start{.path = words.front().c_str(),
        .arguments = list.data(),
        .environment = environment.data(),
        .input = file,
        .standardInput = standardInput < 0 ? nothing.number() : standardInput,
        .output = written.number(),
        .nothing = nothing.number(),
        .memoryKind = room.limitsAddresses ? RLIMIT_AS : RLIMIT_DATA,
        .memory = program.maxMemory,
        .file = room.maxFile,
        .seconds = int64_t(program.time.count()),
        .niceness = program.niceness,
        .isOffline = offline != nullptr,
        .signals = {}};
    const pid_t id = startProcess(start);
    return id < 0 ? nullptr : std::make_unique<Running>(output.release(), id);
}

// Reads what the program writes until it ends, which it must do until `end`.
End finish(Running& running, const LimitedProgram& program, Clock::time_point end,
    const LimitedProgram::Sink& sink)
{
    const End reading = readAll(running.output.number(), end, program, sink);
    if (reading != End::Well)
        return reading;
    int status = 0;
    const auto silenceEnd = std::min<Clock::time_point>(end, Clock::now() + program.silence);
    if (!running.child.waitUntil(silenceEnd, program.isCancelled, status))
        return End::TookTooLong;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return End::TookTooLong;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? End::Well : End::Badly;
}

End runOn(const LimitedProgram& program, const OfflineRoom* offline, int file,
    const LimitedProgram::Sink& sink)
{
    const Clock::time_point end = Clock::now() + program.time;
    const auto running = start(program, offline, file, -1);
    return running ? finish(*running, program, end, sink) : End::Badly;
}

End runOn(const LimitedProgram& program, const OfflineRoom* offline,
    std::span<const std::byte> input, const LimitedProgram::Sink& sink)
{
    const FileDescriptor file(memoryFile());
    return file.isOpen() && writeAll(file.number(), input)
        ? runOn(program, offline, file.number(), sink)
        : End::Badly;
}

} // namespace

End LimitedProgram::run(std::span<const std::byte> input, const Sink& sink) const
{
    return runOn(*this, nullptr, input, sink);
}

End LimitedProgram::run(int file, const Sink& sink) const
{
    return runOn(*this, nullptr, file, sink);
}

End runOffline(const LimitedProgram& program, const OfflineRoom& room,
    std::span<const std::byte> input, const LimitedProgram::Sink& sink)
{
    return runOn(program, &room, input, sink);
}

struct StartedProgram::Parts {
    Parts(int inputFile, int pipeEnd)
        : input(inputFile)
        , untilComplete(pipeEnd)
    {
    }

    FileDescriptor input;
    FileDescriptor untilComplete; // the program waits while it is open
    std::unique_ptr<Running> running;
};

StartedProgram::StartedProgram(const LimitedProgram& program)
    : m_program(program)
{
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return;
    const FileDescriptor standardInput(ends[0]);
    auto parts = std::make_unique<Parts>(memoryFile(), ends[1]);
    if (parts->input.isOpen())
        parts->running
            = start(m_program, nullptr, parts->input.number(), standardInput.number());
    if (parts->running)
        m_parts = std::move(parts);
}

StartedProgram::~StartedProgram() = default;

End StartedProgram::run(std::span<const std::byte> input, const LimitedProgram::Sink& sink)
{
    const Clock::time_point end = Clock::now() + m_program.time;
    if (!m_parts || !writeAll(m_parts->input.number(), input))
        return End::Badly;
    m_parts->untilComplete.close();
    return finish(*m_parts->running, m_program, end, sink);
}

std::optional<std::filesystem::path> LimitedProgram::find(std::string_view name)
{
    const char* all = std::getenv("PATH");
    std::string_view folders = all ? all : "";
    while (!folders.empty()) {
        const size_t length = std::min(folders.find(':'), folders.size());
        const std::filesystem::path path = std::filesystem::path(folders.substr(0, length)) / name;
        if (path.is_absolute() && access(path.c_str(), X_OK) == 0)
            return path;
        folders.remove_prefix(std::min(length + 1, folders.size()));
    }
    return std::nullopt;
}

} // namespace base
