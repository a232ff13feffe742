#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace base {

/// One character of a text that should be UTF-8, or the invalid bytes in its place.
struct Utf8Character {
    enum class State {
        Whole,
        Broken, ///< `length` bytes that can never become a character: a maximal subpart
        Unfinished, ///< the text ends inside a character that is valid so far
    };
    char32_t value = 0xFFFD;
    size_t length = 1;
    State state = State::Broken;
};

/// Returns the character that begins at byte `at`, which must be inside the text.
Utf8Character utf8At(std::string_view text, size_t at);

void appendUtf8(std::string& text, char32_t character);

/// How many U+FFFD replace broken bytes: one for each maximal subpart (Unicode, section 3.9), or
/// one for each byte.
enum class BrokenUtf8 { OnePerSubpart, OnePerByte };

/// Returns the text with everything broken or unfinished replaced by U+FFFD.
std::string repairedUtf8(std::string_view text, BrokenUtf8 broken = BrokenUtf8::OnePerSubpart);

bool isUtf8(std::string_view text);

/// Returns the beginning of the text: whole characters, at most `mostBytes` bytes, followed by "…"
/// if something was left out.
std::string beginning(std::string_view text, size_t mostBytes);

inline constexpr std::string_view replacementCharacter = "\xEF\xBF\xBD"; ///< U+FFFD

/// True if a byte of UTF-8 text continues a character that began before it.
inline bool isInsideCharacter(std::string_view text, size_t byte)
{
    return byte < text.size() && (uint8_t(text[byte]) & 0xC0) == 0x80;
}

/// Returns where the character that contains byte `byte` of UTF-8 text begins; `byte` itself at the end.
inline size_t characterStart(std::string_view text, size_t byte)
{
    for (int back = 0; back < 3 && byte > 0 && isInsideCharacter(text, byte); ++back)
        --byte;
    return byte;
}

/// Returns the first position from `byte` on that is not inside a character of UTF-8 text.
inline size_t nextCharacterStart(std::string_view text, size_t byte)
{
    while (isInsideCharacter(text, byte))
        ++byte;
    return byte;
}

/// Returns the number of characters of UTF-8 text, of which each has one byte that isn't 10xxxxxx.
size_t countCharacters(std::string_view text);

/// Returns the characters of a text; U+FFFD in place of each maximal subpart that is none.
std::u32string decodeUtf8(std::string_view text);

/// Makes text from a file safe to show in an error message: bytes that aren't printable ASCII become
/// '?', and the middle of a text longer than `maxLength` bytes becomes "...".
std::string printable(std::string_view text, size_t maxLength = 300);

} // namespace base
