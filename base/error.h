#pragma once

#include <stdexcept>
#include <string>

namespace base {

/// What kind of thing went wrong, so that a caller can decide what to offer.
enum class ErrorKind {
    BadFile, ///< a file, or a text that the user gave, is damaged or not of the expected form
    BadRequest, ///< a request cannot be met as it was made
    Unsupported, ///< the input is well-formed, but this version cannot handle it
    OutOfMemory,
    DeviceLost,
    Cancelled,
};

/// The one exception of the engine: it ends the job it was thrown in, never the program. what() is
/// a message the user can read; the kind lets the caller choose what to offer next.
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

/// An Error{OutOfMemory} that says "There is not enough memory for `what`."
Error outOfMemory(const std::string& what);

[[noreturn]] void failCheck(const char* condition, const char* file, int line);

} // namespace base

/// States what the programmer believes. A false CHECK is a bug, so it stops the program.
#define CHECK(condition) ((condition) ? void(0) : ::base::failCheck(#condition, __FILE__, __LINE__))
