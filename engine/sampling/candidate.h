#pragma once

#include "engine/tokenizers/token.h"

namespace engine {

/// A token that may be chosen.
struct Candidate {
    TokenId id = 0;
    float logit = 0;
    double probability = 0; ///< after Candidates::softmax
};

/// Logits order as probabilities do, without their rounding; equal ones by id.
inline bool isLikelier(const Candidate& left, const Candidate& right)
{
    return left.logit != right.logit ? left.logit > right.logit : left.id < right.id;
}

} // namespace engine
