#pragma once

#include "services/documents/readers/document_writer.h"
#include "services/documents/readers/pdf_fragments.h"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace services {

/// An entry of a document's table of contents.
struct PdfOutlineEntry {
    std::string key; ///< of its title, see toKey()
    int level = 1; ///< 1 … 6
};

/// What is known of a page in addition to its words.
struct PdfSurroundings {
    float bodySize = 0; ///< of the font that most of the document is set in, in points
    std::vector<PdfOutlineEntry> outline = {}; ///< those entries that lead to this page
    const std::set<std::string>& hyphenated; ///< of the document: they keep it at the end of a line
    int quarters = 0; ///< how far it was turned clockwise to read it
    float width = 0, height = 0; ///< points, after it was turned
};

/// Puts a page's text into the writer as people read it: columns one after the other, lines as
/// paragraphs, divided words whole, headings, items and rows of tables as such.
void putPage(std::vector<PdfFragment> fragments, const PdfSurroundings& surroundings,
    DocumentWriter& writer);

/// Adds the words that have a hyphen within a line.
void noteHyphens(const std::vector<PdfFragment>& fragments, std::set<std::string>& words);

/// The letters and digits of a title in small letters: how titles are compared.
std::string toKey(std::string_view title);

/// A page near another one.
struct PdfNeighbor {
    const std::vector<PdfFragment>* fragments;
    int distance; ///< in pages; negative: it is before
};

/// Finds the header and footer: the fragments of a page that have the same position, at its upper
/// or lower edge, on pages near it, and numbers there that count the pages. Text larger than `bodySize`
/// points is a heading. `height` is the page's. Returns one flag for each fragment of `page`.
std::vector<bool> findFurniture(const std::vector<PdfFragment>& page, float height, float bodySize,
    std::span<const PdfNeighbor> near);

} // namespace services
