#pragma once

#include "services/documents/document.h"

#include <optional>
#include <string_view>

namespace services {

/// Finds a passage that was read from a document in its present text: at the bytes where it was, or
/// else the nearest range with the same words, however they are spaced. Nothing if it is gone.
/// Takes time linear in the document, so it is for a background thread.
std::optional<ByteRange> findPassage(
    const Document& document, std::string_view passage, ByteRange stoodAt);

/// A range of a text that is shown at once.
struct TextPart {
    size_t page = 0; ///< an index into the document's pages
    ByteRange bytes;

    bool operator==(const TextPart&) const = default;
};

/// Cuts a document into what is shown at once: its pages, and of what is longer than `most` bytes
/// parts of about that length, between blocks where it can be. There is at least one.
std::vector<TextPart> splitIntoParts(const Document& document, size_t most);

} // namespace services
