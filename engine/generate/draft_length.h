#pragma once

#include <cstdint>

namespace engine {

/// Decides how many tokens to draft for one job. It follows how many were accepted lately, stops
/// where drafting costs more than it saves, and tries again from time to time. It counts passes and
/// uses no clock, so equal histories give equal lengths.
class DraftLength {
public:
    /// `most` is the longest draft in tokens; 0: never draft.
    explicit DraftLength(int64_t most);

    /// The number of tokens to draft in the next pass; 0: none. It stays the same until observe()
    /// is called.
    int64_t next() const;

    /// Reports a decoding pass: it drafted `drafted` tokens (0: none), of which the first
    /// `accepted` were right. Must be called once for each decoding pass of the job.
    void observe(int64_t drafted, int64_t accepted);

    /// The running mean of how many tokens of a draft are accepted.
    double expected() const { return m_expected; }

private:
    int64_t m_most;
    double m_expected;
    int64_t m_passesWithout = 0;
};

} // namespace engine
