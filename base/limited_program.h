#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace base {

/// A program that reads a file nobody vouches for, in a process of its own.
struct LimitedProgram {
    enum class End {
        Well, ///< with status 0
        Badly, ///< with another status, by a signal, or it could not be started
        TookTooLong,
        WroteTooMuch,
    };
    using Sink = std::function<void(std::span<const std::byte>)>;

    /// The path under which the program finds its input.
    static constexpr const char* inputPath = "/dev/fd/3";

    std::filesystem::path path;
    std::vector<std::string> arguments;
    std::chrono::seconds time{60}; ///< on the clock or of a CPU, after which it is ended
    std::chrono::seconds silence = std::chrono::hours(24); ///< without output; likewise
    int64_t maxOutput = int64_t(1) << 30; ///< bytes on its standard output
    int64_t maxMemory = int64_t(4) << 30; ///< bytes of addresses
    int niceness = 0; ///< added to that of the calling thread; 19 at most, the lowest priority
    /// Called several times a second while it runs; true ends it: it took too long. May be empty.
    std::function<bool()> isCancelled = {};

    /// Runs it on `input` and hands over its standard output piece by piece; blocks. The program has
    /// no other open files, no environment and no terminal, cannot write files and ends with this
    /// process. What `sink` throws ends it, too. Any thread may call it.
    End run(std::span<const std::byte> input, const Sink& sink) const;

    /// The same, on a file that is open for reading (and stays the caller's).
    End run(int file, const Sink& sink) const;

    /// The program of that name in the folders of PATH; nothing if there is none.
    static std::optional<std::filesystem::path> find(std::string_view name);
};

/// A program that is started before its input is there, so that it can prepare itself meanwhile. Its limits
/// are those of LimitedProgram. Its standard input is a pipe that ends when the input is complete; the
/// input is empty if none came. It ends with the thread that has made this object.
class StartedProgram {
public:
    /// Takes a millisecond. run() ends badly if the program couldn't be started.
    explicit StartedProgram(const LimitedProgram& program);
    ~StartedProgram(); ///< ends the program
    StartedProgram(const StartedProgram&) = delete;
    StartedProgram& operator=(const StartedProgram&) = delete;

    /// Gives it `input`, from when on its time counts, and does what LimitedProgram::run() does. Must be
    /// called once at most; any thread may call it.
    LimitedProgram::End run(std::span<const std::byte> input, const LimitedProgram::Sink& sink);

private:
    struct Parts;

    const LimitedProgram m_program;
    std::unique_ptr<Parts> m_parts; // null: it could not be started
};

} // namespace base
