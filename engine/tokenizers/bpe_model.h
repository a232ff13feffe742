#pragma once

#include "engine/tokenizers/tokenizer.h"
#include "engine/tokenizers/vocabulary.h"

#include <queue>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// A segment of a word, which may merge with its neighbors.
struct Symbol {
    /// A part of the word; empty once this symbol has merged into the one before it.
    std::string_view text;
    TokenId id = -1; ///< −1: no token
    int64_t previous = -1, next = -1; ///< indices of the neighbors; −1 if there is none
};

/// What two neighbors become and how early they merge: the lowest order first and, of equal orders,
/// the leftmost.
struct Merge {
    double order = 0;
    TokenId id = -1; ///< −1 if the text is no token
};

/// Merges neighbors as long as `find(left, right)` returns a Merge. The symbols must follow one
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

/// What pairs of tokens merge to. All is in one array (open addressing, at most half full), since
/// most look-ups find nothing and would miss the CPU's caches several times elsewhere.
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
        Slot& slot = m_slots[findSlot(pair)];
        if (slot.merged.id >= 0)
            return;
        slot = {pair, merged};
        ++m_count;
    }

    Merged find(uint64_t pair) const
    {
        return m_slots.empty() ? Merged() : m_slots[findSlot(pair)].merged;
    }

private:
    struct Slot {
        uint64_t pair = 0;
        Merged merged; // free without an id
    };

    // The slot in which the pair is or would be.
    size_t findSlot(uint64_t pair) const
    {
        const size_t mask = m_slots.size() - 1;
        size_t position = size_t(pair * 0x9E3779B97F4A7C15u >> (64 - std::bit_width(mask)));
        while (m_slots[position].merged.id >= 0 && m_slots[position].pair != pair)
            position = (position + 1) & mask;
        return position;
    }

    void grow()
    {
        std::vector<Slot> old(m_slots.empty() ? 16 : 2 * m_slots.size());
        old.swap(m_slots);
        for (const Slot& slot : old)
            if (slot.merged.id >= 0)
                m_slots[findSlot(slot.pair)] = slot;
    }

    std::vector<Slot> m_slots; // a power of two of them
    size_t m_count = 0;
};

/// Byte pair encoding (Sennrich et al., 2016, arXiv:1508.07909). A word begins as its characters;
/// then neighbors merge, always the pair that comes first in a list of pairs.
class BpeModel final : public TokenModel {
public:
    struct Options {
        /// Stands for a character that is no piece; −1: such characters are left out.
        TokenId unknown = -1;
        bool fuseUnknown = false; ///< several unknown characters in a row become one `unknown`
        /// A character that is no piece becomes "<0x0A>" tokens, one per byte.
        bool byteFallback = false;
        bool ignoreMerges = false; ///< a word that is a piece as a whole becomes that one token
        bool lineBreaksAreWhole = false; ///< does the same for words of nothing but "\n"
        /// Precedes every character but the first of a word in the vocabulary.
        std::string continuingPrefix;
        std::string wordSuffix; ///< follows the last character of a word in the vocabulary
    };

    explicit BpeModel(std::shared_ptr<const Vocabulary> vocabulary)
        : BpeModel(std::move(vocabulary), Options())
    {
    }
    BpeModel(std::shared_ptr<const Vocabulary> vocabulary, Options options);

    /// Appends a pair to the list of merges. Returns false, and appends nothing, if the left piece,
    /// the right piece or the two together are no piece of the vocabulary.
    bool addMerge(std::string_view left, std::string_view right);

    void encode(std::string_view word, TokenIds& ids) const override;
    bool mayBeCutBefore(std::string_view border) const override;

private:
    static constexpr size_t numLetters = 0x180; // the Latin ones, and those that stand for bytes

    MergeTable::Merged findMerge(const struct Symbol& left, const struct Symbol& right) const;
    void mergeFew(std::vector<struct Symbol>& symbols) const;
    void mergeMany(std::vector<struct Symbol>& symbols) const;
    bool isTakenWhole(std::string_view word) const;
    std::vector<struct Symbol> splitSymbols(std::string_view word) const;
    TokenId idOfCharacter(std::string_view character, bool first, bool last) const;
    bool hasAllBytes(std::string_view character) const;

    std::shared_ptr<const Vocabulary> m_vocabulary;
    Options m_options;
    MergeTable m_merges; // by both ids
    std::vector<TokenId> m_letters; // ids of the pieces of one character, by its number
    uint32_t m_nextRank = 0;
};

/// SentencePiece's variant of byte pair encoding, which has scores in place of a list of merges:
/// two neighbors merge if together they are a piece, those with the highest score first. A
/// character that is no piece at the end becomes "<0x0A>" tokens, or the tokens of its bare bytes,
/// or `unknown`. Takes any bytes, also broken UTF-8.
class ScoreMergeModel final : public TokenModel {
public:
    /// `scores` has one score for each piece, by id.
    ScoreMergeModel(
        std::shared_ptr<const Vocabulary> vocabulary, std::vector<float> scores, TokenId unknown);

    void encode(std::string_view word, TokenIds& ids) const override;
    bool mayBeCutBefore(std::string_view) const override { return true; }

private:
    void appendBytes(std::string_view bytes, TokenIds& ids) const;

    std::shared_ptr<const Vocabulary> m_vocabulary;
    std::vector<float> m_scores;
    TokenId m_unknown;
    size_t m_longestPiece = 0; // bytes
};

} // namespace engine
