#pragma once

#include "engine/filters/filter.h"
#include "engine/filters/token_trie.h"

#include <span>
#include <vector>

namespace engine {

/// The processor time that this thread has used so far, in microseconds. Other programs disturb it
/// less than the time of day.
double threadMicroseconds();

/// The result of trying a text against a constraint, for tests, benchmarks and authors of schemas.
struct TextTrial {
    bool accepted = false;
    std::vector<double> maskMicroseconds; ///< processor time of each mask, in order
};

/// Follows a text as if a model had written these tokens. It is accepted if every token is in the
/// mask before it and the answer may end after the last one. The trial stops at the first token
/// that is not in the mask.
TextTrial tryText(
    const Constraint& constraint, const TokenTrie& trie, std::span<const TokenId> tokens);

} // namespace engine
