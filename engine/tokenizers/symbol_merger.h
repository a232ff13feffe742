#pragma once

#include "engine/tokenizers/token.h"

#include <queue>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

/// A stretch of a word that merges with its neighbours.
struct Symbol {
    std::string_view text; ///< of the word; empty: merged into the symbol before it
    TokenId id = -1; ///< −1: no token
    int64_t previous = -1, next = -1; ///< −1: none
};

/// What two neighbours become, and how early: the lowest order first, then the leftmost.
struct Merge {
    double order = 0;
    TokenId id = -1;
};

/// Merges neighbours for as long as `find(left, right)` gives a Merge. The symbols must stand one
/// after the other in one text. O(n log n) calls and steps.
template <typename Find>
void mergeSymbols(std::vector<Symbol>& symbols, Find find)
{
    struct Candidate {
        Merge merge;
        int64_t left, right;
        size_t length; // of both texts: what is left of them later shows whether this is outdated
        bool operator<(const Candidate& other) const // the top of the queue is the largest
        {
            return merge.order > other.merge.order
                || (merge.order == other.merge.order && left > other.left);
        }
    };
    std::priority_queue<Candidate> candidates;
    const auto consider = [&](int64_t left, int64_t right) {
        if (left < 0 || right < 0)
            return;
        if (const std::optional<Merge> merge = find(symbols[left], symbols[right]))
            candidates.push(
                {*merge, left, right, symbols[left].text.size() + symbols[right].text.size()});
    };

    for (size_t i = 0; i < symbols.size(); ++i) {
        symbols[i].previous = static_cast<int64_t>(i) - 1;
        symbols[i].next = i + 1 < symbols.size() ? static_cast<int64_t>(i) + 1 : -1;
        consider(symbols[i].previous, static_cast<int64_t>(i));
    }
    while (!candidates.empty()) {
        const Candidate best = candidates.top();
        candidates.pop();
        Symbol& left = symbols[best.left];
        Symbol& right = symbols[best.right];
        if (left.text.empty() || right.text.empty() || left.next != best.right
            || left.text.size() + right.text.size() != best.length)
            continue;
        left.text = {left.text.data(), best.length};
        left.id = best.merge.id;
        left.next = right.next;
        right.text = {};
        if (right.next >= 0)
            symbols[right.next].previous = best.left;
        consider(left.previous, best.left);
        consider(best.left, left.next);
    }
}

} // namespace engine
