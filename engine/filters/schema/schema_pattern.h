#pragma once

#include "engine/filters/schema/schema_text_set.h"

#include <string_view>

namespace engine {

/// The texts in which a regular expression of ECMA-262 finds a match, as JSON Schema's `pattern`
/// defines it: not anchored, `.` does not match line breaks, \d and \w know ASCII only. Look-ahead
/// is supported at the outermost level. Throws PatternRefusal if the pattern is malformed or not
/// regular (back-references, look-behind), and TextSetTooLarge if it needs too many states.
TextSet textsMatching(std::string_view pattern);

} // namespace engine
