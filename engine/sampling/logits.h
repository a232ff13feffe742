#pragma once

#include "engine/sampling/candidate.h"

#include <compare>
#include <cstdint>
#include <span>

namespace engine {

/// So many of the highest logits of a row, among the ids below `among`.
struct TopLogits {
    int64_t count = 0; ///< 0: all logits are wanted; at most kernels::Ops::mostHighest
    int64_t among = 0;
    float temperature = 0; ///< above 0: the weights of a softmax at it are wanted, too

    auto operator<=>(const TopLogits&) const = default;
};

/// What tokens are chosen from, of a row or of several one behind the other: all logits of the
/// vocabulary or, where that may be enough, the highest of them.
struct Logits {
    std::span<const float> all = {};
    std::span<const Candidate> highest = {}; ///< of each row as many, highest first, equal ones by
                                             ///< id; where there are fewer, the rest have the id −1
    std::span<const float> weights = {}; ///< of each row with a TopLogits::temperature: what
                                         ///< kernels::Ops::weighRuns says of all its logits
};

} // namespace engine
