#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace services {

/// The lines of a text without their ends, which may be those of any system.
inline std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const size_t length = std::min(text.find_first_of("\r\n"), text.size());
        lines.push_back(text.substr(0, length));
        const size_t end = text.substr(length, 2) == "\r\n" ? 2 : 1;
        text.remove_prefix(std::min(length + end, text.size()));
    }
    return lines;
}

} // namespace services
