#pragma once

#include "engine/filters/regex_pool.h"
#include "engine/filters/schema/schema_text_set.h"

#include <string>
#include <string_view>

namespace engine {

// How texts are written within the quotes of JSON: with the escapes that it needs and no others.

/// The text as it stands between quotes.
std::string jsonEscaped(std::string_view utf8);

/// The bytes between the quotes for the texts of a set that is not empty.
ByteAutomaton jsonSpellings(const TextSet& texts);

} // namespace engine
