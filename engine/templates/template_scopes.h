#pragma once

#include "engine/templates/template_expression_parser.h"

namespace engine {

/// Finds the names that count as undefined at the beginning of each scope, although a scope around
/// it or the caller knows them: Jinja decides before a template runs which names a scope has. One
/// that is assigned there, and not read there before, hides the outer one from the beginning, which
/// loops and macros inside notice: in "{% for m in messages %}{{ x }}{% endfor %}{% set x = 1 %}",
/// x is undefined.
void findUnsetNames(template_syntax::Body& wholeTemplate);

} // namespace engine
