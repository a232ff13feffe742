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

} // namespace base
