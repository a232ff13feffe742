#include "tests/kernels/cuda_on_host/device_memory.h"

#include "base/error.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace cuda_on_host {

namespace {

constexpr size_t page = 4096;
constexpr size_t guard = 16 * page; // before and behind each allocation
constexpr size_t mostGivenBack = 2000;
constexpr auto unwritten = std::byte(0xa5); // around an allocation
constexpr int noNumber = 0xff; // in it: every kind of floating point number is a NaN

size_t roundedUp(size_t bytes, size_t to)
{
    return (bytes + to - 1) / to * to;
}

bool areUnwritten(const std::byte* begin, const std::byte* end)
{
    return std::all_of(begin, end, [](std::byte byte) { return byte == unwritten; });
}

} // namespace

std::byte* DeviceMemory::Region::begin() const
{
    return firstPage + pages - roundedUp(bytes, 16);
}

void DeviceMemory::Region::protect(int protection) const
{
    CHECK(mprotect(firstPage, pages, protection) == 0);
}

void DeviceMemory::Region::unmap() const
{
    munmap(firstPage - guard, pages + 2 * guard);
}

void* DeviceMemory::allocate(size_t bytes, size_t maxBytes)
{
    if (bytes > maxBytes || m_used > maxBytes - bytes)
        return nullptr;
    const size_t pages = roundedUp(std::max<size_t>(bytes, 1), page);
    void* mapped = mmap(
        nullptr, pages + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        return nullptr;
    const Region region{static_cast<std::byte*>(mapped) + guard, bytes, pages};
    region.protect(PROT_READ | PROT_WRITE);
    std::byte* begin = region.begin();
    std::fill(region.firstPage, begin, unwritten);
    std::memset(begin, noNumber, bytes);
    std::fill(begin + bytes, region.firstPage + pages, unwritten);
    if (!m_isOpen)
        region.protect(PROT_NONE);
    m_inUse.emplace(region.firstPage, region);
    m_used += bytes;
    return begin;
}

bool DeviceMemory::release(void* memory)
{
    CHECK(isAllocation(memory));
    const Region region = *inUse(memory);
    region.protect(PROT_READ | PROT_WRITE);
    const std::byte* begin = region.begin();
    const bool isKept = areUnwritten(region.firstPage, begin)
        && areUnwritten(begin + region.bytes, region.firstPage + region.pages);
    m_used -= region.bytes;
    m_inUse.erase(region.firstPage);
    // The address stays taken; the memory behind it does not.
    CHECK(mmap(region.firstPage, region.pages, PROT_NONE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0)
        != MAP_FAILED);
    m_givenBack.emplace(region.firstPage, region);
    m_oldest.push_back(region.firstPage);
    if (m_oldest.size() > mostGivenBack) {
        m_givenBack.at(m_oldest.front()).unmap();
        m_givenBack.erase(m_oldest.front());
        m_oldest.pop_front();
    }
    return isKept;
}

void DeviceMemory::releaseAll()
{
    while (!m_inUse.empty())
        release(m_inUse.begin()->second.begin());
}

// The last one that begins, with its guard, at the address or before it.
const DeviceMemory::Region* DeviceMemory::regionAt(const void* address, const Regions& regions)
{
    const auto* position = static_cast<const std::byte*>(address);
    auto after = regions.upper_bound(position + guard);
    if (after == regions.begin())
        return nullptr;
    const Region& region = (--after)->second;
    return position < region.firstPage + region.pages + guard ? &region : nullptr;
}

bool DeviceMemory::isAllocation(const void* memory) const
{
    const Region* region = inUse(memory);
    return region && region->begin() == memory;
}

bool DeviceMemory::holds(const void* begin, size_t bytes) const
{
    const Region* region = inUse(begin);
    if (!region)
        return false;
    const auto* position = static_cast<const std::byte*>(begin);
    const std::byte *first = region->begin(), *end = first + region->bytes;
    return position >= first && position <= end && bytes <= size_t(end - position);
}

bool DeviceMemory::isNear(const void* address) const
{
    return inUse(address) || regionAt(address, m_givenBack);
}

std::string DeviceMemory::describe(const void* address) const
{
    const Region* used = inUse(address);
    const Region* region = used ? used : regionAt(address, m_givenBack);
    if (!region)
        return "no memory of this GPU";
    const auto* position = static_cast<const std::byte*>(address);
    const std::byte* begin = region->begin();
    const std::string what = (used ? "an allocation of " : "memory given back, of ")
        + std::to_string(region->bytes) + " bytes";
    if (position < begin)
        return std::to_string(begin - position) + " bytes before " + what;
    if (position >= begin + region->bytes)
        return std::to_string(position - begin - ptrdiff_t(region->bytes)) + " bytes behind "
            + what;
    return "byte " + std::to_string(position - begin) + " of " + what;
}

void DeviceMemory::open()
{
    m_isOpen = true;
    for (const auto& [firstPage, region] : m_inUse)
        region.protect(PROT_READ | PROT_WRITE);
}

void DeviceMemory::close()
{
    m_isOpen = false;
    for (const auto& [firstPage, region] : m_inUse)
        region.protect(PROT_NONE);
}

} // namespace cuda_on_host
