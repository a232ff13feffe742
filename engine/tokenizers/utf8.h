#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace engine {

/// One step through text that claims to be UTF-8.
struct Utf8Character {
    enum class State {
        Whole,
        Broken, ///< `length` bytes that can never become a character: a maximal subpart
        Unfinished, ///< the text ends inside a character that is right so far
    };
    char32_t value = 0xFFFD;
    size_t length = 1;
    State state = State::Broken;
};

/// The character that begins at byte `at`, which must lie inside the text.
Utf8Character utf8At(std::string_view text, size_t at);

void appendUtf8(std::string& text, char32_t character);

/// How many U+FFFD broken bytes become.
enum class BrokenUtf8 { OnePerSubpart, OnePerByte };

/// The text with everything broken replaced by U+FFFD.
std::string repairedUtf8(std::string_view text, BrokenUtf8 broken = BrokenUtf8::OnePerSubpart);

bool isUtf8(std::string_view text);

/// At most so many bytes of the text, whole characters only, with "…" where more was there.
std::string beginning(std::string_view text, size_t mostBytes);

inline constexpr std::string_view replacementCharacter = "\xEF\xBF\xBD"; ///< U+FFFD

} // namespace engine
