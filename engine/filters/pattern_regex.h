#pragma once

#include "engine/filters/pattern_syntax.h"
#include "engine/filters/regex_pool.h"

namespace engine {

/// The texts, in UTF-8, that a pattern matches as a whole; ^ and $ may stand anywhere. Throws
/// PatternRefusal for look-around, word boundaries, and anchors within counted repetitions.
RegexId regexOfPattern(RegexPool& pool, const PatternNode& pattern);

} // namespace engine
