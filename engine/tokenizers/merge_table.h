#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace engine {

/// What pairs of tokens merge to. All lies in one array (open addressing, at most half full), since
/// most look-ups find nothing and would miss the processor's caches several times elsewhere.
class MergeTable {
public:
    struct Merged {
        uint32_t rank = UINT32_MAX; ///< in the list of merges
        int32_t id = -1; ///< −1: the two do not merge
    };

    /// Does nothing if the pair is there.
    void add(uint64_t pair, Merged merged)
    {
        if (2 * (m_count + 1) > m_slots.size())
            grow();
        Slot& slot = m_slots[placeOf(pair)];
        if (slot.merged.id >= 0)
            return;
        slot = {pair, merged};
        ++m_count;
    }

    Merged find(uint64_t pair) const
    {
        return m_slots.empty() ? Merged() : m_slots[placeOf(pair)].merged;
    }

private:
    struct Slot {
        uint64_t pair = 0;
        Merged merged; // free without an id
    };

    // Where the pair is or would be.
    size_t placeOf(uint64_t pair) const
    {
        const size_t mask = m_slots.size() - 1;
        size_t place = size_t(pair * 0x9E3779B97F4A7C15u >> (64 - std::bit_width(mask)));
        while (m_slots[place].merged.id >= 0 && m_slots[place].pair != pair)
            place = (place + 1) & mask;
        return place;
    }

    void grow()
    {
        std::vector<Slot> old(m_slots.empty() ? 16 : 2 * m_slots.size());
        old.swap(m_slots);
        for (const Slot& slot : old)
            if (slot.merged.id >= 0)
                m_slots[placeOf(slot.pair)] = slot;
    }

    std::vector<Slot> m_slots; // a power of two of them
    size_t m_count = 0;
};

} // namespace engine
