#pragma once

#include "engine/filters/character_set.h"

#include <optional>
#include <string_view>

namespace engine {

/// The characters of a general category of Unicode, or of a group of categories, by its short name:
/// "Lu", "L", "P", "Sc". Nothing for any other name. Any thread may call it; each set is computed
/// once and kept.
std::optional<CharacterSet> unicodeCategory(std::string_view name);

} // namespace engine
