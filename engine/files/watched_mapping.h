#pragma once

#include <cstddef>
#include <span>

namespace engine {

/// Watches a file's mapping for pages that can no longer be read: another program shortened the
/// file, or its disk or mount went away. Reading such a page raises SIGBUS, which would end the
/// program; while a mapping is watched the page and those after it read as zeros instead, and
/// isWhole() is false from then on. Faults outside watched mappings go to whoever else handled
/// SIGBUS.
///
/// Move-only. Any thread may read the mapping and ask isWhole().
class WatchedMapping {
public:
    WatchedMapping() = default;

    /// `bytes` must be a whole mapping, as mmap returned it, and stay mapped longer than this
    /// object exists. Throws Error{Unsupported} if the program has already mapped as many files as
    /// it can watch.
    explicit WatchedMapping(std::span<const std::byte> bytes);
    ~WatchedMapping();
    WatchedMapping(WatchedMapping&& other) noexcept;
    WatchedMapping& operator=(WatchedMapping&& other) noexcept;

    /// True if every page that was read so far came from the file.
    bool isWhole() const;

    /// isWhole() is false from now on: what was read past the mapping showed that the file is shorter.
    void markDamaged() const;

    static constexpr size_t mostWatched = 4096;

private:
    static constexpr size_t none = mostWatched;

    size_t m_place = none; // in the table that the signal handler reads
};

} // namespace engine
