#include "engine/cache/page_moves.h"

#include "kernels/error.h"

#include <unordered_map>

namespace engine {

namespace {

using SourceByTarget = std::unordered_map<int32_t, int32_t>;

// Fills `target`, which holds nothing that is still needed, then the page that came from, and so
// on, until a page is reached into which nothing moves.
void fillBackwards(int32_t target, SourceByTarget& pending, std::vector<PageMove>& copies)
{
    for (auto move = pending.find(target); move != pending.end(); move = pending.find(target)) {
        copies.push_back({move->second, target});
        target = move->second;
        pending.erase(move);
    }
}

} // namespace

std::vector<PageMove> inCopyOrder(std::span<const PageMove> moves)
{
    SourceByTarget pending, targetBySource;
    for (const PageMove& move : moves)
        CHECK(pending.emplace(move.to, move.from).second
            && targetBySource.emplace(move.from, move.to).second);

    std::vector<PageMove> copies;
    for (const PageMove& move : moves)
        if (!targetBySource.contains(move.to))
            fillBackwards(move.to, pending, copies);

    for (const PageMove& move : moves) { // what is left are circles
        if (!pending.contains(move.to))
            continue;
        copies.push_back({move.to, bufferPage});
        fillBackwards(move.to, pending, copies);
        copies.back().from = bufferPage; // not move.to, which has other content by now
    }
    return copies;
}

} // namespace engine
