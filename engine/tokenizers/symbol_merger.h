#pragma once

#include "engine/tokenizers/token.h"

#include <queue>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace engine {

/// A stretch of a word, which may merge with the stretches beside it.
struct Symbol {
    /// A part of the word; empty once this symbol has merged into the one before it.
    std::string_view text;
    TokenId id = -1; ///< −1: no token
    int64_t previous = -1, next = -1; ///< indices of the neighbours; −1 if there is none
};

/// What two neighbours become and how early they merge: the lowest order first and, of equal
/// orders, the leftmost.
struct Merge {
    double order = 0;
    TokenId id = -1; ///< −1 if the text is no token
};

/// Merges neighbours as long as `find(left, right)` returns a Merge. The symbols must follow one
/// another in one text. Needs O(n log n) steps and calls of `find`.
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
    std::vector<Candidate> room;
    room.reserve(2 * symbols.size()); // most that are ever considered
    std::priority_queue<Candidate> candidates(std::less<Candidate>(), std::move(room));
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
