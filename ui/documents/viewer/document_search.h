#pragma once

#include "services/documents/document.h"

#include <QString>

#include <vector>

namespace ui {

/// A place where words were found in a document.
struct DocumentHit {
    size_t page = 0; ///< an index into the document's pages
    services::ByteRange bytes;

    bool operator==(const DocumentHit&) const = default;
};

/// More are not looked for.
inline constexpr size_t mostDocumentHits = 10'000;

/// Where these words stand, regardless of case, in the order of the text. What stands on two pages is
/// not found. Any thread may call it.
std::vector<DocumentHit> findIn(const services::Document& document, const QString& words);

} // namespace ui
