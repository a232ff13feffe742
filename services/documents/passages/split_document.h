#pragma once

#include "services/documents/document.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// A part of a document that is stored, found, shown and cited as one. It is on one page.
struct Passage {
    int page = 0; ///< from 1; 0: the document has no pages
    /// The headings it is under, the highest first, joined by " › "; at the end the heads of a table's
    /// columns ("Item | Price"), if it begins below them.
    std::string heading;
    std::string text;
    ByteRange bytes; ///< of the document's text, without space at its ends
    std::vector<Rectangle> rectangles; ///< on its page; empty if unknown

    bool operator==(const Passage&) const = default;
};

/// The number of tokens that a text in UTF-8 is to a model.
using TokenCounter = std::function<size_t(std::string_view)>;

/// About as many as the usual models take, where none is asked: a token for seven letters or part of
/// them, for a sign, and for a character of a script that has a sign for each syllable or word.
size_t estimatedTokens(std::string_view text);

/// A range of text and how long it is.
struct MeasuredRange {
    ByteRange bytes;
    size_t tokens = 0;
};

/// Cuts `bytes` of a text into parts of at most `most` tokens, in order and without gaps: between
/// lines, where those are too long between sentences, then words, then characters. Neighbors are
/// joined again as far as they fit.
std::vector<MeasuredRange> cutText(
    std::string_view text, ByteRange bytes, size_t most, const TokenCounter& count);

/// How long passages are, in tokens.
struct PassageSize {
    size_t usual = 200; ///< related blocks are gathered up to this
    size_t most = 250; ///< a block up to this stays whole
    size_t least = 60; ///< a shorter section is joined with the one behind it

    bool operator==(const PassageSize&) const = default;
};

/// The words by which a model knows where a passage is: its page and, in a table, the heads of its columns; the
/// whole heading if there are no pages.
std::string passageLocation(int page, std::string_view heading);

/// Cuts a document where its structure allows: between sections, then between blocks; a block that is
/// too long between lines, sentences, words and at last characters. Every block is in exactly one
/// passage, or in several that follow each other; headings are with the text below them.
std::vector<Passage> splitDocument(const Document& document, const PassageSize& size = {},
    const TokenCounter& count = estimatedTokens);

} // namespace services
