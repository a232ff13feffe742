#pragma once

#include <cstdint>

namespace engine {

/// How many tokens are worth drafting for one job: follows how many were accepted of late, stops
/// where drafting does not pay and looks again from time to time. Counts only, no clock, so equal
/// histories give equal lengths.
class DraftLength {
public:
    /// `most`: the longest draft, tokens; 0: never draft.
    explicit DraftLength(int64_t most);

    /// Tokens to draft in the next pass; 0: none. The same until `observe` is called.
    int64_t next() const;

    /// How a pass went that drafted `drafted` tokens (0: a pass without a draft), of which the
    /// first `accepted` were right. Call it once for each decoding pass of the job.
    void observe(int64_t drafted, int64_t accepted);

    double expected() const { return m_expected; } ///< accepted tokens of a draft, a running mean

private:
    int64_t m_most;
    double m_expected;
    int64_t m_passesWithout = 0;
};

} // namespace engine
