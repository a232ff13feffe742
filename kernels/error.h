#pragma once

#include <stdexcept>
#include <string>

namespace kernels {

enum class ErrorKind {
    BadFile, ///< a file, or a text given by the user, is not what it must be
    BadRequest, ///< a request that cannot be met as it was made
    Unsupported, ///< well formed, but this version cannot do it
    OutOfMemory,
    DeviceLost,
    Cancelled,
};

/// The one exception of the engine: it ends the job it was thrown in, never the program.
/// what() is a sentence the user can read; the kind lets the caller choose what to offer next.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& message)
        : std::runtime_error(message)
        , m_kind(kind)
    {
    }
    ErrorKind kind() const { return m_kind; }

private:
    ErrorKind m_kind;
};

[[noreturn]] void failCheck(const char* condition, const char* file, int line);

} // namespace kernels

/// States what the programmer believes. A false CHECK is a bug, so it stops the program.
#define CHECK(condition) \
    ((condition) ? void(0) : ::kernels::failCheck(#condition, __FILE__, __LINE__))
