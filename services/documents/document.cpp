#include "services/documents/document.h"

#include "base/utf8.h"
#include "services/documents/document_stream.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QtEndian>

#include <algorithm>
#include <string_view>

namespace services {

namespace {

ByteRange moved(ByteRange bytes, size_t by)
{
    return {bytes.from + by, bytes.to + by};
}

// Characters, of which only the first byte does not look like 10xxxxxx.
float measureLength(std::string_view utf8)
{
    return float(base::countCharacters(utf8));
}

// The part of a line that is within `wanted`, as far as its letters are equally wide.
Rectangle partOf(const PlacedRange& line, ByteRange wanted, std::string_view text)
{
    const auto length
        = [&](size_t from, size_t to) { return measureLength(text.substr(from, to - from)); };
    const size_t from = std::max(line.bytes.from, wanted.from);
    const size_t to = std::min(line.bytes.to, wanted.to);
    const float letter = line.place.width / std::max(1.F, length(line.bytes.from, line.bytes.to));
    Rectangle part = line.place;
    part.x += letter * length(line.bytes.from, from);
    part.width = letter * length(from, to);
    return part;
}

// Words of one line have the height of the line.
bool goesOn(const Rectangle& line, const Rectangle& word)
{
    const float gap = word.x - line.right();
    return word.y == line.y && word.height == line.height && gap > -line.height
        && gap < line.height;
}

} // namespace

void Document::append(const DocumentPart& part)
{
    if (part.beginsPage || pages.empty()) {
        if (!text.empty())
            text += '\n';
        pages.push_back({part.width, part.height, {text.size(), text.size()}, blocks.size(), 0});
    }
    const size_t start = text.size();
    text += part.text;
    for (Block block : part.blocks) {
        block.bytes = moved(block.bytes, start);
        for (PlacedRange& line : block.places)
            line.bytes = moved(line.bytes, start);
        blocks.push_back(std::move(block));
    }
    pages.back().bytes.to = text.size();
    pages.back().blockCount = blocks.size() - pages.back().firstBlock;
}

size_t pageAt(const Document& document, size_t byte)
{
    const auto after = std::ranges::upper_bound(
        document.pages, byte, {}, [](const Page& page) { return page.bytes.from; });
    return size_t(std::max<ptrdiff_t>(0, after - document.pages.begin() - 1));
}

std::vector<Rectangle> findRectangles(const Document& document, ByteRange bytes)
{
    std::vector<Rectangle> rectangles;
    auto block = std::ranges::upper_bound(
        document.blocks, bytes.from, {}, [](const Block& each) { return each.bytes.to; });
    for (; block != document.blocks.end() && block->bytes.from < bytes.to; ++block)
        for (const PlacedRange& stretch : block->places) {
            if (stretch.bytes.from >= bytes.to || stretch.bytes.to <= bytes.from)
                continue;
            const Rectangle place = partOf(stretch, bytes, document.text);
            if (!rectangles.empty() && goesOn(rectangles.back(), place))
                rectangles.back().width = place.right() - rectangles.back().x;
            else
                rectangles.push_back(place);
        }
    return rectangles;
}

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::documentFrom)
};

constexpr qint64 sizeBytes = 4; // in front of what is compressed: how long it was
constexpr qint64 mostCompressed = 1100; // times; zlib does not pack anything closer
constexpr qint64 mostBytes = qint64(1) << 30;

ByteRange movedBack(ByteRange bytes, size_t back)
{
    return {bytes.from - back, bytes.to - back};
}

DocumentPart partOf(const Document& document, const Page& page)
{
    DocumentPart part{true, page.width, page.height,
        document.text.substr(page.bytes.from, page.bytes.size()), {}};
    const auto first = document.blocks.begin() + ptrdiff_t(page.firstBlock);
    part.blocks.assign(first, first + ptrdiff_t(page.blockCount));
    for (Block& block : part.blocks) {
        block.bytes = movedBack(block.bytes, page.bytes.from);
        for (PlacedRange& line : block.places)
            line.bytes = movedBack(line.bytes, page.bytes.from);
    }
    return part;
}

// Checks that decompressing takes only as much memory as the bytes can account for.
bool isPlausible(const QByteArray& bytes)
{
    if (bytes.size() <= sizeBytes)
        return false;
    const qint64 announced = qFromBigEndian<quint32>(bytes.constData());
    return announced <= mostBytes && announced <= bytes.size() * mostCompressed;
}

} // namespace

QByteArray bytesOf(const Document& document)
{
    std::string bytes = streamHead();
    for (const Page& page : document.pages)
        bytes += encoded(partOf(document, page));
    bytes += encoded(
        DocumentEnd{DocumentFault::None, document.isPaged, document.isWhole, document.title});
    return qCompress(reinterpret_cast<const uchar*>(bytes.data()), qsizetype(bytes.size()));
}

Document documentFrom(const QByteArray& bytes)
{
    const QByteArray written = isPlausible(bytes) ? qUncompress(bytes) : QByteArray();
    DocumentStream stream;
    stream.take(std::as_bytes(std::span(written.constData(), size_t(written.size()))));
    if (!stream.hasEnded() || stream.fault() != DocumentFault::None)
        reject(Text::tr("The stored document is damaged."));
    return stream.takeDocument();
}

} // namespace services
