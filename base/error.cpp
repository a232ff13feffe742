#include "base/error.h"

#include <cstdio>
#include <cstdlib>

namespace base {

Error outOfMemory(const std::string& what)
{
    return {ErrorKind::OutOfMemory, "Not enough memory for " + what + "."};
}

void failCheck(const char* condition, const char* file, int line)
{
    std::fprintf(stderr, "%s:%d: this must hold, but does not: %s\n", file, line, condition);
    std::abort();
}

} // namespace base
