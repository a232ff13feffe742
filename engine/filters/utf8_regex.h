#pragma once

#include "engine/filters/character_set.h"
#include "engine/filters/regex_pool.h"

namespace engine {

/// Matches one character of the set in UTF-8. Surrogates have no UTF-8 and are left out.
RegexId utf8Regex(RegexPool& pool, const CharacterSet& set);

} // namespace engine
