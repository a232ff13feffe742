#pragma once

#include "engine/filters/schema/schema_text_set.h"

#include <optional>
#include <string_view>

namespace engine {

/// The texts that a format allows: those of `texts` that are not longer than `maxLength`.
struct Format {
    TextSet texts;
    std::optional<uint64_t> maxLength; ///< in characters; nothing: no limit
};

/// Returns a `format` of JSON Schema 2020-12, as the RFC that the standard names defines it, or
/// nothing for a name that the standard does not define: such a format is an annotation and
/// constrains nothing.
///
/// Where an RFC leaves a choice, the narrower reading is taken so that every validator agrees: no
/// leap seconds, no year 0, capital T and Z, no comments in addresses. "regex" knows groups inside
/// groups to a depth of three, and no look-around. Any thread may call it; each format is made
/// once.
std::optional<Format> formatNamed(std::string_view name);

} // namespace engine
