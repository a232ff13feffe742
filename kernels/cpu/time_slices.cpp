#include <linux/sched/types.h> // cannot be included together with <sched.h>, as thread_pool.h does
#include <sys/syscall.h>
#include <unistd.h>

namespace kernels::cpu {

bool requestShortTimeSlices(); // in thread_pool.h

namespace {

constexpr auto timeSlice = decltype(sched_attr::sched_runtime)(100'000); // nanoseconds

bool readAttributes(sched_attr& attributes)
{
    attributes = {};
    attributes.size = sizeof attributes;
    return syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) == 0;
}

} // namespace

bool requestShortTimeSlices()
{
    sched_attr attributes;
    if (!readAttributes(attributes))
        return false;
    attributes.sched_runtime = timeSlice; // of a thread without deadlines: its time slice
    if (syscall(SYS_sched_setattr, 0, &attributes, 0) != 0 || !readAttributes(attributes))
        return false;
    return attributes.sched_runtime == timeSlice;
}

} // namespace kernels::cpu
