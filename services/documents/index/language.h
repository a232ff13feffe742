#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace services {

/// A language in Latin letters whose endings are known.
enum class Language : uint8_t {
    English,
    German,
    French,
    Spanish,
    Italian,
    Portuguese,
    Dutch,
    Swedish,
    Unknown, ///< its words are compared as they are
};

/// All but Unknown.
std::span<const Language> knownLanguages();

/// The language of most of the function words at the beginning of a text in UTF-8; Unknown if there
/// are none, or as many of two. Any thread may call it.
Language languageOf(std::string_view text);

} // namespace services
