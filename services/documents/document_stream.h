#pragma once

#include "services/documents/document.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace engine {
class ByteReader;
}

namespace services {

/// The form in which a document goes through the pipe between a reader and the program:
///
///     "VGD1", then records: kind u8, length of the rest u32, the rest
///     'I'  a ReaderIsolation: network u8, files u8; the first record that a reader writes, and
///          missing where a document is stored
///     'P'  a DocumentPart: beginsPage u8 (1; 3 for a scanned page; 0), width f32, height f32, length of text u32, text,
///          number of blocks u32, of each: kind u8, level u8, from u32, to u32,
///          number of rectangles u32, of each: from u32, to u32, x y width height f32
///     'E'  the end: fault u8, isPaged u8, isWhole u8, length of title u32, title
///
/// Numbers are little-endian. The end comes exactly once, with nothing behind it.

/// How a document ends.
struct DocumentEnd {
    DocumentFault fault = DocumentFault::None;
    bool isPaged = false;
    bool isWhole = true;
    std::string title;
};

/// True if a rectangle may be written: finite numbers, of less than 10^6 points.
bool isPlace(const Rectangle& place);

std::string streamHead();
std::string encoded(const ReaderIsolation& isolation);
std::string encoded(const DocumentPart& part);
std::string encoded(const DocumentEnd& end);

/// Takes such bytes as they come and builds the document of them. They come from a process that
/// read a hostile file, so nothing of them is believed: texts are UTF-8, ranges are within them and
/// in order, rectangles are finite numbers, and there is never more than a document may have.
class DocumentStream {
public:
    static constexpr size_t maxTextBytes = size_t(256) << 20;
    static constexpr size_t maxBlocks = 4'000'000; ///< and as many rectangles
    static constexpr size_t maxPages = 100'000;

    /// Throws base::Error{BadFile} if that is not what a reader may write.
    void take(std::span<const std::byte> bytes);

    bool hasEnded() const { return m_hasEnded; }
    DocumentFault fault() const { return m_fault; } ///< once it has ended
    /// Nothing before the reader has reported it.
    const std::optional<ReaderIsolation>& isolation() const { return m_isolation; }
    const Document& document() const { return m_document; } ///< as far as it has come
    Document takeDocument() { return std::move(m_document); }

private:
    size_t takeRecord(std::span<const std::byte> bytes); // its length; 0: not all of it is there
    void takeIsolation(engine::ByteReader& reader);

    std::vector<std::byte> m_waiting;
    Document m_document;
    DocumentFault m_fault = DocumentFault::None;
    std::optional<ReaderIsolation> m_isolation;
    size_t m_places = 0;
    bool m_hasBegun = false, m_hasEnded = false;
};

} // namespace services
