#pragma once

#include "engine/filters/character_set.h"

#include <optional>
#include <string_view>

namespace engine {

/// The characters of a general category of Unicode, or of a group of them, by its short name: "Lu",
/// "L", "P", "Sc". Nothing for another name. Any thread; found once and kept.
std::optional<CharacterSet> unicodeCategory(std::string_view name);

} // namespace engine
