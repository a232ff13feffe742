#include "kernels/page_supply.h"

#include <algorithm>
#include <ctime>
#include <sys/mman.h>
#include <unistd.h>

namespace kernels {
namespace {

constexpr double slowPage = 1.5e-3; // seconds; small ones for the same memory take half of it

// Of this thread: programs that run beside it do not make a page dear.
double processorSeconds()
{
    timespec time = {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

uintptr_t roundedDown(uintptr_t address, int64_t unit)
{
    return address / uintptr_t(unit) * uintptr_t(unit);
}

} // namespace

void PageSupply::count(double seconds)
{
    if (seconds > slowPage)
        m_saved -= lossOfOne;
    else if (m_saved < mostLost)
        ++m_saved;
}

// All of this is only advice: pages that it does not bring come when they are touched.
void PageSupply::provide(void* begin, int64_t bytes)
{
    const uintptr_t last = reinterpret_cast<uintptr_t>(begin) + uintptr_t(bytes);
    for (uintptr_t at = roundedDown(reinterpret_cast<uintptr_t>(begin), sysconf(_SC_PAGESIZE));
         at < last;) {
        const uintptr_t end = std::min(last, roundedDown(at, hugePage) + hugePage);
        void* const part = reinterpret_cast<void*>(at);
        const bool isHuge = hugePagesPay() && end - at == hugePage;
        madvise(part, end - at, isHuge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
        const double start = processorSeconds();
        madvise(part, end - at, MADV_POPULATE_WRITE);
        if (isHuge)
            count(processorSeconds() - start);
        else
            madvise(part, end - at, MADV_HUGEPAGE); // when it finds the time
        at = end;
    }
}

void PageSupply::takeBack(void* begin, int64_t bytes)
{
    const int64_t page = sysconf(_SC_PAGESIZE);
    const auto address = reinterpret_cast<uintptr_t>(begin);
    const uintptr_t first = roundedDown(address + uintptr_t(page - 1), page);
    const uintptr_t end = roundedDown(address + uintptr_t(bytes), page);
    if (first < end)
        madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
}

} // namespace kernels
