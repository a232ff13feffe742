#pragma once

#include "engine/filters/regex_pool.h"
#include "engine/filters/schema/schema_text_set.h"

#include <string>
#include <string_view>

namespace engine {

/// How a text is written between the quotes of a JSON string: with the escapes that JSON requires
/// and no others.
std::string jsonEscaped(std::string_view utf8);

/// An automaton of these spellings for all texts of a set, which must not be empty.
ByteAutomaton jsonSpellings(const TextSet& texts);

} // namespace engine
