#pragma once

#include "engine/sampling/candidate.h"

#include <span>

namespace engine {

/// What tokens are chosen from, of a row or of several one behind the other: all logits of the
/// vocabulary or, where that is enough, the highest of them.
struct Logits {
    std::span<const float> all = {};
    std::span<const Candidate> highest = {}; ///< of each row as many, highest first, equal ones by
                                             ///< id; where there are fewer, the rest have the id −1
};

} // namespace engine
