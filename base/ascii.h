#pragma once

#include <string>
#include <string_view>

namespace base {

inline constexpr std::string_view whitespace = " \t\r\n";

/// True for the ASCII digits 0 to 9.
constexpr bool isDigit(char32_t character)
{
    return character >= U'0' && character <= U'9';
}

/// Returns the value of a hexadecimal digit in either case; −1 for other characters.
constexpr int hexValue(char32_t character)
{
    if (isDigit(character))
        return int(character - U'0');
    const char32_t lower = character | 0x20;
    return lower >= U'a' && lower <= U'f' ? int(lower - U'a') + 10 : -1;
}

/// Returns the part of the text without whitespace at both ends.
std::string_view trimmed(std::string_view text);

/// Returns the text with the ASCII letters A to Z in lower case, whatever the locale.
std::string toLowerAscii(std::string_view text);

/// Returns the text with each "%41" replaced by the byte that it stands for. A percent sign without
/// two hexadecimal digits after it stays.
std::string percentDecoded(std::string_view text);

} // namespace base
