#pragma once

#include "engine/tokenizers/token.h"

namespace engine {

/// A token that may be chosen.
struct Candidate {
    TokenId id = 0;
    float logit = 0;
    double probability = 0; ///< set by Candidates::softmax()
};

/// Orders tokens from likely to unlikely, by their logits rather than by probabilities, which are
/// rounded; tokens with equal logits by id.
inline bool isLikelier(const Candidate& left, const Candidate& right)
{
    return left.logit != right.logit ? left.logit > right.logit : left.id < right.id;
}

} // namespace engine
