#pragma once

#include <sys/resource.h>

namespace base {

/// Lowers the priority of the calling thread, for work that must not delay what the user waits for.
/// `niceness` is from 1 to 19, the lowest priority. A thread can't raise its priority again, and those
/// that it starts inherit it.
inline void lowerThreadPriority(int niceness)
{
    setpriority(PRIO_PROCESS, 0, niceness); // on Linux this concerns the thread, not the process
}

} // namespace base
