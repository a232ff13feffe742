#pragma once

#include "engine/sampling/candidate.h"

#include <compare>
#include <cstdint>
#include <span>

namespace engine {

/// Asks for the `count` highest logits of a row among the ids below `among`.
struct TopLogits {
    int64_t count = 0; ///< at most kernels::Ops::mostHighest; 0: all logits are wanted
    int64_t among = 0;
    /// Above 0: the weights of a softmax at this temperature are wanted, too.
    float temperature = 0;

    auto operator<=>(const TopLogits&) const = default;
};

/// What tokens are chosen from, for one row or several rows one after the other: all logits of the
/// vocabulary or, if that may be enough, the highest of them.
struct Logits {
    std::span<const float> all = {};
    /// The same number of each row, highest first, equal ones by id; if a row has fewer, the others
    /// have the id −1.
    std::span<const Candidate> highest = {};
    /// For each row with a TopLogits::temperature, the result of kernels::Ops::weighRuns for all
    /// its logits.
    std::span<const float> weights = {};
};

} // namespace engine
