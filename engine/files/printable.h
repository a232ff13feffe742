#pragma once

#include <string>
#include <string_view>

namespace engine {

/// Makes text from a file fit to stand in an error sentence: every byte that is not printable ASCII
/// becomes '?', and the middle of a text longer than `maxLength` bytes becomes "...".
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
