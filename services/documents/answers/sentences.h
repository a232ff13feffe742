#pragma once

#include "services/documents/document.h"

#include <string_view>
#include <vector>

namespace services {

/// The sentences of a text, in order and without the space around them. The end of a line ends a
/// sentence, too: lists and tables have one a line.
std::vector<ByteRange> sentencesOf(std::string_view text);

} // namespace services
