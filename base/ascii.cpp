#include "base/ascii.h"

#include <algorithm>

namespace base {

std::string_view trimmed(std::string_view text)
{
    const size_t begin = std::min(text.find_first_not_of(whitespace), text.size());
    return text.substr(begin, text.find_last_not_of(whitespace) + 1 - begin);
}

std::string toLowerAscii(std::string_view text)
{
    std::string lower(text);
    for (char& letter : lower)
        if (letter >= 'A' && letter <= 'Z')
            letter = char(letter | 0x20);
    return lower;
}

std::string percentDecoded(std::string_view text)
{
    std::string decoded;
    for (size_t at = 0; at < text.size(); ++at) {
        const bool isEscape = text[at] == '%' && at + 2 < text.size() && hexValue(text[at + 1]) >= 0
            && hexValue(text[at + 2]) >= 0;
        decoded += isEscape ? char(hexValue(text[at + 1]) * 16 + hexValue(text[at + 2])) : text[at];
        at += isEscape ? 2 : 0;
    }
    return decoded;
}

} // namespace base
