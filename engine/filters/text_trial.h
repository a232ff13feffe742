#pragma once

#include "engine/filters/filter.h"
#include "engine/filters/token_trie.h"

#include <span>
#include <vector>

namespace engine {

/// Processor time of this thread so far, in microseconds: other programs disturb it little.
double threadMicroseconds();

/// How a constraint met a text: for tests, benchmarks and people who write schemas.
struct TextTrial {
    bool accepted = false;
    std::vector<double> maskMicroseconds; ///< of each mask, in order
};

/// Follows a text as a model would have written it. It is accepted if every token is in the mask
/// before it and the answer may end after the last; the trial stops at the first that is not.
TextTrial tryText(
    const Constraint& constraint, const TokenTrie& trie, std::span<const TokenId> tokens);

} // namespace engine
