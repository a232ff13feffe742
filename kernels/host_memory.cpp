#include "kernels/host_memory.h"

#include "base/error.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace kernels {

namespace {

constexpr double slowPage = 1.5e-3; // seconds; small ones for the same memory take half of it

// CPU time of this thread, so that other running programs do not make a page look expensive.
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
    else if (m_saved < maxLost)
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

// Weights and caches are read from end to end: with huge pages, the CPU need not look up where each
// 4 KiB of them are, and reads a fifth more a second. Without them everything works as well.
void* allocateHostMemory(int64_t bytes, bool inHugePages)
{
    CHECK(bytes >= 0);
    constexpr int64_t hugePage = PageSupply::hugePage;
    const bool isLarge = bytes >= 2 * hugePage;
    void* memory = nullptr;
    if (posix_memalign(&memory, isLarge ? hugePage : 64, size_t(bytes > 0 ? bytes : 1)) != 0)
        throw base::outOfMemory(
            "another " + std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB");
    if (isLarge)
        madvise(memory, size_t(bytes / hugePage * hugePage),
            inHugePages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    return memory;
}

void releaseHostMemory(void* memory)
{
    std::free(memory);
}

int64_t availableHostMemory()
{
    std::ifstream file("/proc/meminfo"); // lines like "MemAvailable:   16142084 kB"
    std::string key, unit;
    for (int64_t kibibytes = 0; file >> key >> kibibytes && std::getline(file, unit);)
        if (key == "MemAvailable:")
            return kibibytes * 1024;
    return 0;
}

} // namespace kernels
