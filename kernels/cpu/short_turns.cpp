#include "kernels/cpu/short_turns.h"

#include <linux/sched/types.h> // cannot be included together with <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace kernels::cpu {
namespace {

constexpr auto shortestTurn = decltype(sched_attr::sched_runtime)(100'000); // nanoseconds

bool readAttributes(sched_attr& attributes)
{
    attributes = {};
    attributes.size = sizeof attributes;
    return syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) == 0;
}

} // namespace

bool askForShortTurns()
{
    sched_attr attributes;
    if (!readAttributes(attributes))
        return false;
    attributes.sched_runtime = shortestTurn; // of a thread without deadlines: its turn
    if (syscall(SYS_sched_setattr, 0, &attributes, 0) != 0 || !readAttributes(attributes))
        return false;
    return attributes.sched_runtime == shortestTurn;
}

} // namespace kernels::cpu
