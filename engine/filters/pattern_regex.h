#pragma once

#include "engine/filters/pattern_syntax.h"
#include "engine/filters/regex_pool.h"

namespace engine {

/// Makes an expression of the UTF-8 texts that a pattern matches from beginning to end; ^ and $ may
/// stand anywhere. Throws PatternRefusal for look-around, word boundaries, and anchors within
/// counted repetitions.
RegexId regexOfPattern(RegexPool& pool, const PatternNode& pattern);

} // namespace engine
