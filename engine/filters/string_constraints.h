#pragma once

#include "engine/filters/filter.h"
#include "engine/filters/token_trie.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Constraints by strings and patterns. Strings and patterns are UTF-8; each throws
// Error{BadRequest} with a sentence that says what cannot be enforced.

/// The answer begins with one of the strings and goes on freely; it may end at once. Where one
/// string begins with a shorter one, the shorter one is enough. There must be at least one.
ConstraintPtr prefixConstraint(
    std::shared_ptr<const TokenTrie> trie, const std::vector<std::string>& prefixes);

enum class LetterCase { Exact, Ignored };

/// The answer is one of the strings, of which there must be one. `Ignored` takes every letter in
/// the cases Unicode has for it, one character for one.
ConstraintPtr selectConstraint(std::shared_ptr<const TokenTrie> trie,
    const std::vector<std::string>& choices, LetterCase letterCase = LetterCase::Exact);

/// The whole answer matches the pattern (ECMA-262, see pattern_syntax.h).
ConstraintPtr regexConstraint(std::shared_ptr<const TokenTrie> trie, std::string_view pattern);

} // namespace engine
