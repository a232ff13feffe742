#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// What page `from` holds is to stand in page `to`.
struct PageMove {
    int32_t from = 0, to = 0;
    bool operator==(const PageMove&) const = default;
};

inline constexpr int32_t bufferPage = -1; ///< a page beside the cache

/// Copies that, done one after the other, bring about `moves`, which are meant to happen at once.
/// Where moves form a circle, one page waits in bufferPage. All `from` of `moves` must be distinct,
/// and all `to`.
std::vector<PageMove> inCopyOrder(std::span<const PageMove> moves);

} // namespace engine
