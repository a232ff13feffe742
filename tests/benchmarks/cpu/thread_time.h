#pragma once

#include <ctime>

namespace bench {

/// CPU time that the calling thread has used: what other programs do counts little in it.
inline double threadSeconds()
{
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

} // namespace bench
