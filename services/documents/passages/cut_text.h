#pragma once

#include "services/documents/document.h"
#include "services/documents/passages/token_count.h"

#include <string_view>
#include <vector>

namespace services {

/// A stretch of text and how long it is.
struct MeasuredRange {
    ByteRange bytes;
    size_t tokens = 0;
};

/// Cuts `bytes` of a text into stretches of at most `most` tokens, in order and without gaps: between
/// lines, where those are too long between sentences, then words, then characters. Neighbours are
/// joined again as far as they fit.
std::vector<MeasuredRange> cutText(
    std::string_view text, ByteRange bytes, size_t most, const TokenCounter& count);

} // namespace services
