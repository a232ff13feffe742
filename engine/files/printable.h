#pragma once

#include <string>
#include <string_view>

namespace engine {

/// Text from a file, fit to stand in a message: what is not printable ASCII becomes '?', and the
/// middle of a long text is left out.
inline std::string printable(std::string_view text, size_t maxLength = 300)
{
    std::string shown(text);
    if (shown.size() > maxLength)
        shown.replace(maxLength / 2, shown.size() - maxLength + 3, "...");
    for (char& letter : shown)
        if (letter < ' ' || letter > '~')
            letter = '?';
    return shown;
}

} // namespace engine
