#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace engine {

/// A hash table of ids, for values that are stored elsewhere under consecutive ids. The caller
/// compares the values: it says which of the ids with a given hash belongs to the value that is
/// looked for.
class IdTable {
public:
    /// Returns the id inserted under `hash` for which `isIt(id)` is true, or nothing.
    template <typename IsIt>
    std::optional<uint32_t> find(uint64_t hash, IsIt isIt) const
    {
        if (m_slots.empty())
            return std::nullopt;
        for (size_t slot = hash & mask();; slot = (slot + 1) & mask()) {
            const Slot& entry = m_slots[slot];
            if (entry.id == none)
                return std::nullopt;
            if (entry.hash == uint32_t(hash >> 32) && isIt(entry.id))
                return entry.id;
        }
    }

    /// Inserts an id. Its value must not be in the table yet.
    void insert(uint64_t hash, uint32_t id)
    {
        if (m_size * 2 >= m_slots.size())
            grow();
        place(Slot{uint32_t(hash >> 32), uint32_t(hash), id});
        ++m_size;
    }

private:
    static constexpr uint32_t none = ~uint32_t(0);
    struct Slot {
        uint32_t hash = 0; // the upper half
        uint32_t home = 0; // the lower half: where to begin looking
        uint32_t id = none;
    };

    size_t mask() const { return m_slots.size() - 1; }

    void place(Slot entry)
    {
        size_t slot = entry.home & mask();
        while (m_slots[slot].id != none)
            slot = (slot + 1) & mask();
        m_slots[slot] = entry;
    }

    void grow()
    {
        std::vector<Slot> old(m_slots.empty() ? 256 : m_slots.size() * 2);
        old.swap(m_slots);
        for (const Slot& entry : old)
            if (entry.id != none)
                place(entry);
    }

    std::vector<Slot> m_slots; // a power of two, at most half full
    size_t m_size = 0;
};

/// Mixes `value` into `hash` with the finaliser of MurmurHash3 (Appleby).
inline uint64_t stirred(uint64_t hash, uint64_t value)
{
    hash ^= value + 0x9E3779B97F4A7C15 + (hash << 6) + (hash >> 2);
    hash ^= hash >> 33;
    hash *= 0xFF51AFD7ED558CCD;
    hash ^= hash >> 33;
    hash *= 0xC4CEB9FE1A85EC53;
    hash ^= hash >> 33;
    return hash;
}

} // namespace engine
