#pragma once

#include "services/documents/document.h"

#include <string>

namespace services {

/// A stretch of a document that is found, shown and cited as one. It lies on one page.
struct Passage {
    ByteRange bytes; ///< of the document's text, without space at its ends
    size_t page = 0; ///< an index into the document's pages
    std::string heading; ///< the headings it stands under, the highest first, joined by " › "

    bool operator==(const Passage&) const = default;
};

} // namespace services
