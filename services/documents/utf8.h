#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utf8proc.h>

namespace services {

/// Whether all of a text is valid UTF-8.
inline bool isUtf8(std::string_view text)
{
    const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    for (auto left = utf8proc_ssize_t(text.size()); left > 0;) {
        utf8proc_int32_t character;
        const utf8proc_ssize_t length = utf8proc_iterate(at, left, &character);
        if (length <= 0)
            return false;
        at += length;
        left -= length;
    }
    return true;
}

/// Whether a byte of a text in UTF-8 is not the first of its character.
inline bool isInsideCharacter(std::string_view text, size_t byte)
{
    return (uint8_t(text[byte]) & 0xC0) == 0x80;
}

} // namespace services
