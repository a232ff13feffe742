#pragma once

#include "engine/tokenizers/tokenizer.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace engine {

/// Guesses how an answer continues from what its job has already said or been told (prompt lookup
/// decoding, Saxena, 2023): looks for an earlier position where the end of the text so far
/// occurred, and copies what followed there.
///
/// The candidates are the earlier positions that share the longest end with the text, of at most
/// `maxNgram` tokens. Among the newest 32 of them it takes the one that agrees with the text for
/// the most tokens (up to 64) and, among equals, the newest. It follows the text token by token;
/// time and memory are linear in the length of the text.
class NgramDraft {
public:
    struct Options {
        int64_t maxNgram = 4; ///< 1 … 32 tokens: the longest end that is looked up in an index
        /// The shortest common end that counts, at least 1 token: a shorter one counts as chance.
        /// Values above maxNgram count as maxNgram.
        int64_t minMatch = 2;
    };

    /// Throws Error{BadRequest}, with the numbers, if an option is out of range.
    explicit NgramDraft(Options options);

    void push(TokenId id);
    void extend(std::span<const TokenId> ids);

    /// Forgets all but the first `count` tokens, as if the others had never been pushed.
    void truncate(int64_t count);

    /// What may come next, at most `count` tokens; empty if the end of the text never occurred
    /// before. If the copy reaches the end of the text, it continues with what it has copied, so a
    /// loop is continued. Ends before a row of an image.
    TokenIds propose(int64_t count) const;

    int64_t size() const { return int64_t(m_ids.size()); } ///< the number of tokens pushed

private:
    // All n-grams of one length. A position is the number of tokens up to and with the n-gram's
    // last.
    struct Index {
        int64_t length = 0;
        std::unordered_map<uint64_t, int32_t> newest; // hash of an n-gram → its last place
        std::vector<int32_t>
            previous; // [position − 1] → the position before it with the same hash, or 0
    };

    uint64_t hashAt(int64_t position, int64_t length) const;
    int64_t agreement(int64_t position, int64_t max) const;
    int64_t bestPosition(const Index& index) const;

    TokenIds m_ids;
    std::vector<Index> m_indexes; // the longest n-grams first
};

/// Decides how many tokens to draft for one job. It follows how many were accepted lately, stops
/// where drafting costs more than it saves, and tries again from time to time. It counts passes and
/// uses no clock, so equal histories give equal lengths.
class DraftLength {
public:
    /// `most` is the longest draft in tokens; 0: never draft.
    explicit DraftLength(int64_t max);

    /// The number of tokens to draft in the next pass; 0: none. It stays the same until observe()
    /// is called.
    int64_t next() const;

    /// Reports a decoding pass: it drafted `drafted` tokens (0: none), of which the first
    /// `accepted` were right. Must be called once for each decoding pass of the job.
    void observe(int64_t drafted, int64_t accepted);

    /// The running mean of how many tokens of a draft are accepted.
    double expected() const { return m_expected; }

private:
    int64_t m_max;
    double m_expected;
    int64_t m_passesWithout = 0;
};

} // namespace engine
