#pragma once

#include "engine/tokenizers/token.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace engine {

/// Guesses how an answer goes on from what its job has already said or been told: finds where the
/// end of the text so far occurred before, and copies what followed there.
///
/// Of all earlier places those count that share the longest end with the text, an end of at most
/// `maxNgram` tokens. Of the newest 32 of these it is the one where even more tokens before agree,
/// up to 64, and the newest among equals. Follows the text token by token; time and memory are
/// linear in its length.
class NgramDraft {
public:
    struct Options {
        int64_t maxNgram = 4; ///< tokens, 1 … 32: so long an end is looked for in an index
        int64_t minMatch = 2; ///< tokens, at least 1: a shorter end in common is taken for chance;
                              ///< more than maxNgram counts as maxNgram
    };

    /// Throws Error{BadRequest} with the numbers if an option is out of range.
    explicit NgramDraft(Options options);

    void push(TokenId id);
    void extend(std::span<const TokenId> ids);

    /// Forgets all but the first `count` tokens, as if the rest had never been pushed.
    void truncate(int64_t count);

    /// What may come next, at most `count` tokens; empty if the end is new. Where the copy reaches
    /// the end of the text it goes on with itself, so a loop is continued. Ends before a row of a
    /// picture.
    TokenIds propose(int64_t count) const;

    int64_t size() const { return int64_t(m_ids.size()); } ///< tokens followed

private:
    // All n-grams of one length. A place is the number of tokens up to and with the n-gram's last.
    struct Index {
        int64_t length = 0;
        std::unordered_map<uint64_t, int32_t> newest; // hash of an n-gram → its last place
        std::vector<int32_t> previous; // [place − 1] → the place before it with the same hash, or 0
    };

    uint64_t hashAt(int64_t place, int64_t length) const;
    int64_t agreement(int64_t place, int64_t most) const;
    int64_t bestPlace(const Index& index) const;

    TokenIds m_ids;
    std::vector<Index> m_indexes; // the longest n-grams first
};

} // namespace engine
