#pragma once

#include "services/documents/document.h"
#include "services/documents/figures.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace services {

/// How much is read of one document. Content beyond the first three is left out, and the document
/// says that it is incomplete; a document beyond the others is rejected.
struct ReadLimits {
    size_t pages = 20'000;
    size_t textBytes = size_t(64) << 20;
    size_t blocks = 1'000'000;
    size_t expandedBytes = size_t(256) << 20; ///< all that is unpacked of an archive
    int nesting = 200; ///< elements, lists, messages within each other
};

/// Text as people mean it: valid UTF-8 (what is broken becomes U+FFFD), ligatures as letters, no
/// control characters, no soft hyphens or other invisible ones, one space between words, no spaces
/// at the ends of lines, at most one line end in a row, nothing before and behind.
std::string toProse(std::string_view text);

/// The ends of lines become spaces, as in formats where they mean no more.
std::string onOneLine(std::string text);

/// The same as toProse for code: lines and spaces stay as they are; empty lines before and behind go.
std::string toCode(std::string_view text);

/// A piece of a block's text and where it is. Pieces are joined by spaces, unless a word continues.
struct PlacedText {
    std::string text;
    Rectangle place; ///< empty: not known
    bool wordGoesOn = false; ///< the next piece is the rest of its last word
};

/// The first bytes of an image file within a document, at most so many; fewer if it is shorter or
/// damaged, none if it is missing.
using ImageLoader = std::function<std::string(size_t most)>;

/// An image that a document shows.
struct ShownImage {
    std::string description = {}; ///< that its author gave it; often empty
    float width = 0, height = 0; ///< points, as it is shown; 0: not known
    std::optional<Rectangle> place = {}; ///< on its page
    ImageLoader load;
};

/// Receives what readers find, in reading order. It cleans texts (`toProse`, `toCode`), leaves out
/// empty ones, and hands over part by part. Used by one thread.
class DocumentWriter {
public:
    using Sink = std::function<void(const DocumentPart&)>;

    /// Thrown when the document is longer than the limits allow; whoever called the reader
    /// continues as if it had come to the end.
    struct Full { };

    DocumentWriter(const ReadLimits& limits, Sink sink);

    const ReadLimits& limits() const { return m_limits; }

    void setTitle(std::string_view title);
    const std::string& title() const { return m_title; }

    /// Begins the next page, of so many points. Documents without pages never call it. Sizes and places that
    /// no page has are left out.
    void beginPage(float width, float height);
    bool isPaged() const { return m_pages > 0; }

    void markScan() { m_part.isScan = true; } ///< the page is an image of text

    void heading(int level, std::string_view text);
    void paragraph(std::string_view text);
    void listItem(std::string_view text);
    void tableRow(std::span<const std::string> cells);
    void code(std::string_view text);
    void add(BlockKind kind, std::string_view text, const std::optional<Rectangle>& place = {});

    /// A block of which every line has its rectangle.
    void addPlaced(BlockKind kind, int level, std::span<const PlacedText> pieces);

    /// An image, if it is large enough to show something and can be decoded. Of others only the
    /// description is written. It becomes a figure with the next number of its page.
    void image(const ShownImage& image);

    /// Only the descriptions of further images of this page are written from now on.
    void endFigures() { m_figures = maxFigures; }

    /// Called for each figure, it returns words that are read in it.
    using FigureVisitor = std::function<std::string(const FigureName&, const ImageLoader&)>;
    void setFigureVisitor(FigureVisitor visitor) { m_visitor = std::move(visitor); }

    /// Puts a figure of a page in front of its block `before`, which may be one behind the last.
    void insertFigure(size_t before, int number, std::string_view words, const Rectangle& place);

    /// What of the page, or of a document without pages, was not handed over yet.
    const DocumentPart& part() const { return m_part; }

    /// Hands over what is left. Returns whether there was any text at all.
    bool finish();

private:
    void addBlock(Block block, std::string_view text);
    void handOver();

    ReadLimits m_limits;
    Sink m_sink;
    std::string m_title;
    DocumentPart m_part;
    BlockKind m_last = BlockKind::Paragraph;
    bool m_isOpen = true; // m_part was not handed over yet
    size_t m_pages = 0, m_blocks = 0, m_bytes = 0;
    FigureVisitor m_visitor;
    int m_figures = 0; // of the page
};

} // namespace services
