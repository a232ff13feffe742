#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// Says that the content of page `from` has to be moved to page `to`.
struct PageMove {
    int32_t from = 0, to = 0;
    bool operator==(const PageMove&) const = default;
};

inline constexpr int32_t bufferPage = -1; ///< stands for a page of memory beside the cache

/// Returns copies that, done one after the other, have the effect of all `moves` at once. If moves
/// form a circle, one of its pages is kept in bufferPage meanwhile. All `from` of `moves` must be
/// distinct, and so must all `to`.
std::vector<PageMove> inCopyOrder(std::span<const PageMove> moves);

} // namespace engine
