#pragma once

#include "engine/filters/filter.h"
#include "engine/filters/grammar.h"
#include "engine/filters/token_trie.h"

#include <memory>
#include <string_view>

namespace engine {

/// Makes a constraint that accepts the texts of `grammar`. Its jobs share what they compute about
/// states; when that has grown large, new jobs start afresh. Throws Error{BadRequest} if a rule is
/// not defined or is left-recursive, or if no text belongs to the grammar. Its filters throw
/// Error{BadRequest} if a text needs too many states.
ConstraintPtr compileGrammar(std::shared_ptr<const TokenTrie> trie, Grammar grammar);

/// Makes a constraint that accepts the texts of a grammar in GBNF (llama.cpp, grammars/README.md),
/// beginning with the rule `root`. Throws Error{BadRequest} naming the line of a mistake, and as
/// compileGrammar() does.
ConstraintPtr grammarConstraint(std::shared_ptr<const TokenTrie> trie, std::string_view gbnf);

} // namespace engine
