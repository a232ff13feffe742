#pragma once

#include <string>
#include <string_view>

namespace services {

/// The text of a file as UTF-8. What it is written in is told by a byte order mark, by being UTF-8,
/// by `declared` (a name such as "iso-8859-2", which the file gives itself) or, failing these, by
/// what its letters look like. A name that nobody knows is passed over.
std::string utf8Of(std::string_view bytes, const std::string& declared = {});

/// Whether the bytes can be those of a text, in whatever encoding.
bool looksLikeText(std::string_view bytes);

} // namespace services
