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

/// Error{DeviceLost}: a logit is NaN or +inf.
kernels::Error invalidLogits();

/// The logits of a vocabulary in blocks of 64, as many as a word of a TokenMask has bits, and the
/// highest of each block. The best tokens are found without a look into most blocks.
class LogitBlocks {
public:
    static constexpr size_t blockSize = size_t(kernels::weightRun); ///< tokens
    static constexpr float lowestBar = std::numeric_limits<float>::lowest(); ///< all reach it

    /// Leaves out what `allowed` (null: all) does not allow. Both must outlive it. Throws
    /// Error{DeviceLost} if any logit is NaN or +inf.
    LogitBlocks(std::span<const float> logits, const TokenMask* allowed);

    float highest() const; ///< −inf if no token is left

    /// A bar that at least `count` tokens reach, and not many more; the lowest if there is no
    /// telling or too few are left. `count` is at least 1.
    float barFor(size_t count) const;

    /// The tokens whose logits reach the bar, by id; never one of −inf.
    std::vector<Candidate> reaching(float bar) const;

    /// Σ exp((logit − highest) / temperature), 10⁻⁶ of itself off at most: what Ops::weighRuns
    /// gives for each block, added up in double in their order. Some token is left.
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
