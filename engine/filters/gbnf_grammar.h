#pragma once

#include "engine/filters/gbnf_syntax.h"
#include "engine/filters/grammar.h"

#include <span>

namespace engine {

/// The grammar of these rules, from the rule `root` on. Throws Error{BadRequest} if there is none,
/// or naming a rule that is referred to and not defined.
Grammar grammarOfRules(std::span<const GbnfRule> rules);

} // namespace engine
