#pragma once

#include "base/error.h"

#include <QByteArray>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// What keeps a reader away from the system in addition to the filter of system calls, without which
/// nothing is read. Systems without user namespaces permit neither.
struct ReaderIsolation {
    bool network = false; ///< it has a network of its own, without any interface
    bool files = false; ///< its root folder is empty; otherwise it can find out which files exist

    bool operator==(const ReaderIsolation&) const = default;
};

/// Why a document cannot be read. A reader tells it by number, for its own words would not be
/// trusted; `readDocument` makes a message of it.
enum class DocumentFault : uint8_t {
    None,
    UnknownForm, ///< no text, and in no form that is known
    Damaged, ///< it ends too early, or contradicts itself
    Encrypted,
    TooLarge, ///< it would unpack to more than `ReadLimits::expandedBytes`
    TooDeep, ///< it is nested deeper than `ReadLimits::nesting`
    NoText, ///< well-formed, but it contains no text, nor do its images
    NoLanguages, ///< its text is in images, and there are no language data of Tesseract to read those
    NoMemory, ///< reading it took more than a reader may have
    NoSandbox, ///< this system cannot keep a reader from files and the network, so nothing was read
    Last = NoSandbox,
};

/// How a reader rejects a document.
class Unreadable : public base::Error {
public:
    explicit Unreadable(DocumentFault fault)
        : Error(base::ErrorKind::BadFile, "the document cannot be read")
        , m_fault(fault)
    {
    }
    DocumentFault fault() const { return m_fault; }

private:
    DocumentFault m_fault;
};

/// A rectangle on a page, in points (1/72 inch) from the page's upper left corner.
struct Rectangle {
    float x = 0, y = 0, width = 0, height = 0;

    float right() const { return x + width; }
    float bottom() const { return y + height; }
    bool operator==(const Rectangle&) const = default;
};

/// Bytes [from, to) of a text in UTF-8. Both ends are between characters.
struct ByteRange {
    size_t from = 0, to = 0;

    size_t size() const { return to - from; }
    bool operator==(const ByteRange&) const = default;
};

/// The rectangle of a range of text. The range is on one line of its page and is, if that is known,
/// a single word of it; or it is the whole block if lines are not known (a text box of a slide).
struct PlacedRange {
    ByteRange bytes;
    Rectangle place;

    bool operator==(const PlacedRange&) const = default;
};

enum class BlockKind : uint8_t {
    Paragraph,
    Heading,
    ListItem,
    TableRow, ///< its cells are between " | "
    Code, ///< lines and their indentation as in the file
    /// An image or a drawing: its mark (see FigureName), its description, and words that it shows.
    Figure,
    Last = Figure,
};

/// What a reader takes in at once. It is on one page.
struct Block {
    BlockKind kind = BlockKind::Paragraph;
    uint8_t level = 0; ///< of a heading, 1 (the highest) … 6; 0 for other kinds
    ByteRange bytes;
    std::vector<PlacedRange> places; ///< in the order of the text; empty if rectangles are unknown

    bool operator==(const Block&) const = default;
};

/// A page, or a slide. A document without pages has one, whose width and height are 0.
struct Page {
    float width = 0, height = 0; ///< points
    ByteRange bytes; ///< of the document's text
    size_t firstBlock = 0, blockCount = 0; ///< of the document's blocks
    bool isScan = false; ///< it is an image of text, which is read by OCR

    bool operator==(const Page&) const = default;
};

/// The next part of a document, as its reader hands it over: a page, or a part of a document
/// without pages. The blocks' bytes are those of `text`.
struct DocumentPart {
    bool beginsPage = true; ///< false: it continues where the part before ended
    float width = 0, height = 0;
    std::string text;
    std::vector<Block> blocks;
    bool isScan = false; ///< see Page

    bool operator==(const DocumentPart&) const = default;
};

/// The content of a file, in the order in which people read it. A value: it knows nothing of the
/// file it came from.
struct Document {
    std::string title; ///< as the file tells it; often empty
    bool isPaged = false; ///< whether its pages have numbers that people know them by
    bool isWhole = true; ///< false: it was longer than what is read of a document

    /// All of it, in UTF-8; `vignette-cli documents text` prints it, and every ByteRange counts in
    /// it. Blocks are an empty line apart, items of lists and rows of tables on lines of their own.
    std::string text;
    std::vector<Page> pages;
    std::vector<Block> blocks;

    void append(const DocumentPart& part);

    bool operator==(const Document&) const = default;
};

/// A page of a document as its reader handed it over.
DocumentPart toPart(const Document& document, const Page& page);

/// The page that contains a byte, as an index; the last one that begins before it. There must be
/// pages.
size_t pageAt(const Document& document, size_t byte);

/// What to mark on the page for a passage: one rectangle for each line of it. If a line is only
/// partly within `bytes`, the part is estimated by counting characters. Empty where rectangles are
/// not known. All of `bytes` should be on one page, for the rectangles do not say which.
std::vector<Rectangle> findRectangles(const Document& document, ByteRange bytes);

/// A document in the form in which it is kept: what its reader wrote (see DocumentStream), compressed.
/// Takes a while for long ones.
QByteArray bytesOf(const Document& document);

/// Throws Error{BadFile} if that is nothing that bytesOf() made: the bytes may come from anyone.
Document documentFrom(const QByteArray& bytes);

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
