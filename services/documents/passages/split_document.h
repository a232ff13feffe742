#pragma once

#include "services/documents/passages/passage.h"
#include "services/documents/passages/token_count.h"

#include <vector>

namespace services {

/// How long passages are, in tokens.
struct PassageSize {
    size_t usual = 200; ///< what stands together is gathered up to this
    size_t most = 250; ///< a block up to this stays whole
    size_t least = 60; ///< a shorter section is joined with the one behind it

    bool operator==(const PassageSize&) const = default;
};

/// Cuts a document where its structure allows: between sections, then between blocks; a block that is
/// too long between lines, sentences, words and at last characters. Every block is in exactly one
/// passage, or in several that follow each other; headings are with the text below them.
std::vector<Passage> splitDocument(const Document& document, const PassageSize& size = {},
    const TokenCounter& count = estimatedTokens);

} // namespace services
