#pragma once

#include "engine/filters/filter.h"
#include "engine/filters/token_trie.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

/// The functions of this header make constraints of UTF-8 strings and patterns. They throw
/// Error{BadRequest} with a message that says what cannot be enforced.
///
/// The answer must begin with one of the strings, of which there must be at least one; what follows
/// is free, and the answer may end at once. If one string begins with a shorter one, the shorter
/// one is enough.
ConstraintPtr prefixConstraint(
    std::shared_ptr<const TokenTrie> trie, const std::vector<std::string>& prefixes);

enum class LetterCase { Exact, Ignored };

/// The answer must be one of the strings, of which there must be at least one. `Ignored` accepts
/// every letter in the cases that Unicode has for it, one character for one character.
ConstraintPtr selectConstraint(std::shared_ptr<const TokenTrie> trie,
    const std::vector<std::string>& choices, LetterCase letterCase = LetterCase::Exact);

/// The whole answer must match the pattern (ECMA-262, see pattern_syntax.h).
ConstraintPtr regexConstraint(std::shared_ptr<const TokenTrie> trie, std::string_view pattern);

/// The CPU time that this thread has used so far, in microseconds. Other programs disturb it less
/// than the time of day.
double threadMicroseconds();

/// The result of trying a text against a constraint, for tests, benchmarks and authors of schemas.
struct TextTrial {
    bool accepted = false;
    std::vector<double> maskMicroseconds; ///< CPU time of each mask, in order
};

/// Follows a text as if a model had written these tokens. It is accepted if every token is in the
/// mask before it and the answer may end after the last one. The trial stops at the first token
/// that is not in the mask.
TextTrial tryText(
    const Constraint& constraint, const TokenTrie& trie, std::span<const TokenId> tokens);

} // namespace engine
