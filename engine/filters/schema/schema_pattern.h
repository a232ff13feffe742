#pragma once

#include "engine/filters/schema/schema_text_set.h"

#include <string_view>

namespace engine {

/// The texts that a regular expression of ECMA-262 finds something in, as JSON Schema's `pattern`
/// means it: not anchored, `.` without line breaks, \d and \w for ASCII only. Look-ahead works at
/// the outermost level. Throws PatternRefusal where the pattern is malformed or not regular
/// (back-references, look-behind), TextSetTooLarge where it needs too many states.
TextSet textsMatching(std::string_view pattern);

} // namespace engine
