#include "services/system/core_dumps.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <sys/resource.h>

namespace services {

namespace {

bool wantsCoreDumps()
{
#ifdef NDEBUG
    const char* wish = std::getenv("VIGNETTE_CORE_DUMPS");
    return wish && std::string_view(wish) == "1";
#else
    return true;
#endif
}

// Where core dumps are piped to a program, Linux ignores a limit of 0, but never dumps at a limit of
// one byte; a file must hold a page at least (core(5), do_coredump()).
constexpr rlim_t noDump = 1;

} // namespace

void preventCoreDumps()
{
    rlimit limit{};
    if (wantsCoreDumps() || getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    limit.rlim_cur = std::min(limit.rlim_max, noDump);
    setrlimit(RLIMIT_CORE, &limit);
}

} // namespace services
