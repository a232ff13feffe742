#pragma once

#include "engine/filters/filter.h"
#include "engine/filters/grammar.h"
#include "engine/filters/token_trie.h"

#include <memory>
#include <string_view>

namespace engine {

/// A constraint that takes the texts of `grammar`. Its jobs share what they find out about its
/// states; when that has grown large, new jobs begin afresh. Throws Error{BadRequest} if a rule is
/// not defined or begins with itself, or if no text at all belongs to the grammar. Its filters
/// throw Error{BadRequest} where a text takes unreasonably many states.
ConstraintPtr compileGrammar(std::shared_ptr<const TokenTrie> trie, Grammar grammar);

/// The texts of a grammar in GBNF, the notation of llama.cpp, from the rule `root` on. Throws
/// Error{BadRequest} naming the line of a mistake, and where compileGrammar does.
ConstraintPtr grammarConstraint(std::shared_ptr<const TokenTrie> trie, std::string_view gbnf);

} // namespace engine
