#pragma once

#include "engine/filters/schema/schema_text_set.h"

#include <optional>
#include <string_view>

namespace engine {

/// The texts that have a format.
struct Format {
    TextSet texts;
    std::optional<uint64_t> maxLength; ///< characters; what `texts` leaves to be checked besides
};

/// A `format` of JSON Schema 2020-12, after the RFC it names. Nothing for a name the standard does
/// not define: such a format is a note to people and constrains nothing.
///
/// Where an RFC leaves doubt the narrower reading is taken, so that every validator agrees: no leap
/// seconds, no year 0, capital T and Z, no comments in addresses. "regex" knows groups in groups to
/// a depth of three, and no look-around. Thread-safe; each is made once.
std::optional<Format> formatNamed(std::string_view name);

} // namespace engine
