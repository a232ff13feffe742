#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// The text of a file as UTF-8. Its encoding is recognized by a byte order mark, by being UTF-16,
/// ISO 2022 or (mostly) UTF-8, by `declared` (a name such as "iso-8859-2", which the file gives
/// itself) or, failing these, by what its letters look like. A name that is unknown, or that the bytes
/// contradict, is passed over.
std::string decodeText(std::string_view bytes, const std::string& declared = {});

/// The same text, in UTF-8 if it is UTF-16 or has a byte order mark; other encodings stay.
std::string withoutWideEncoding(std::string_view bytes);

/// True if the bytes can be those of a text, in whatever encoding.
bool looksLikeText(std::string_view bytes);

/// The lines of a text without their ends, which may be those of any system.
inline std::vector<std::string_view> splitLines(std::string_view text)
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
