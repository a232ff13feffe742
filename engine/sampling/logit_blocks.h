#pragma once

#include "engine/sampling/candidate.h"
#include "kernels/error.h"
#include "kernels/weight_runs.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace engine {

class TokenMask;

/// The Error{DeviceLost} for a logit that is NaN or +inf.
kernels::Error invalidLogits();

/// The logits of a vocabulary in blocks of 64, as many as a word of a TokenMask has bits, with the
/// highest logit of each block. So the best tokens are found without looking into most blocks.
class LogitBlocks {
public:
    static constexpr size_t blockSize = size_t(kernels::weightRun); ///< in tokens
    /// A bar that every logit reaches.
    static constexpr float lowestBar = std::numeric_limits<float>::lowest();

    /// Leaves out the tokens that `allowed` (null: all) does not allow. Both arguments must outlive
    /// it. Throws Error{DeviceLost} if a logit is NaN or +inf.
    LogitBlocks(std::span<const float> logits, const TokenMask* allowed);

    float highest() const; ///< −inf if no token is left

    /// Returns a logit that at least `count` (1 or more) tokens reach, and not many more; lowestBar
    /// if that cannot be told or fewer tokens are left.
    float barFor(size_t count) const;

    /// The tokens whose logits are at least `bar`, by id, without those of −inf.
    std::vector<Candidate> reaching(float bar) const;

    /// Σ exp((logit − highest) / temperature), with a relative error of at most 10⁻⁶: the values
    /// that Ops::weighRuns gives for each block, added in double precision in the order of the
    /// blocks. At least one token must be left.
    double sumOfWeights(float temperature) const;

private:
    std::span<const float> block(size_t index) const;
    uint64_t allowedIn(size_t index) const;
    float highestAllowed(size_t index) const;

    std::span<const float> m_logits;
    const TokenMask* m_allowed;
    std::vector<float> m_highest; // of each block, of the allowed
};

} // namespace engine
