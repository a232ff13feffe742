#pragma once

#include "engine/filters/gbnf_syntax.h"
#include "engine/filters/grammar.h"

#include <span>

namespace engine {

/// Makes a grammar of parsed rules; it begins with the rule named `root`. Throws Error{BadRequest}
/// if there is no such rule, or naming a rule that is referred to and not defined.
Grammar grammarOfRules(std::span<const GbnfRule> rules);

} // namespace engine
