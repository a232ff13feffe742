#pragma once

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

} // namespace services
