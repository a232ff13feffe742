#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace cuda_on_host {

/// The memory of one GPU. The host cannot touch it except while it is open, which it is while the
/// GPU works. Each allocation ends, up to 15 bytes, where memory begins that nobody can touch; what
/// was given back, except for long ago, stays untouchable. New memory is filled with numbers that
/// are none.
class DeviceMemory {
public:
    /// Aligned to 16 bytes, which is all that kernels may count on here. Null if more than
    /// `maxBytes` would be in use.
    void* allocate(size_t bytes, size_t maxBytes);

    /// True if it was an allocation that was kept to: false if bytes before or behind it were
    /// written. `memory` is the begin of an allocation.
    bool release(void* memory);
    void releaseAll();

    bool isAllocation(const void* memory) const;
    /// True if all the bytes are in one allocation.
    bool holds(const void* begin, size_t bytes) const;
    /// True if the address is near an allocation of now or of earlier.
    bool isNear(const void* address) const;
    /// "4 bytes behind an allocation of 1024 bytes"
    std::string describe(const void* address) const;

    void open();
    void close();

    size_t usedBytes() const { return m_used; }

private:
    struct Region {
        std::byte* firstPage;
        size_t bytes; // requested
        size_t pages; // its bytes with what is before and behind them

        std::byte* begin() const;
        void protect(int protection) const;
        void unmap() const;
    };
    using Regions = std::map<const std::byte*, Region>; // by the first page

    static const Region* regionAt(const void* address, const Regions& regions);
    const Region* inUse(const void* address) const { return regionAt(address, m_inUse); }

    Regions m_inUse, m_givenBack;
    std::deque<const std::byte*> m_oldest; // of those given back, the first to be forgotten
    size_t m_used = 0;
    bool m_isOpen = false;
};

} // namespace cuda_on_host
