#include "services/documents/document.h"

#include "base/utf8.h"
#include "services/documents/document_stream.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QtEndian>

#include <algorithm>
#include <string>
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
        pages.push_back(
            {part.width, part.height, {text.size(), text.size()}, blocks.size(), 0, part.isScan});
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
constexpr qint64 maxBytes = qint64(1) << 30;

ByteRange movedBack(ByteRange bytes, size_t back)
{
    return {bytes.from - back, bytes.to - back};
}

// Checks that decompressing takes only as much memory as the bytes can account for.
bool isPlausible(const QByteArray& bytes)
{
    if (bytes.size() <= sizeBytes)
        return false;
    const qint64 announced = qFromBigEndian<quint32>(bytes.constData());
    return announced <= maxBytes && announced <= bytes.size() * mostCompressed;
}

} // namespace

DocumentPart toPart(const Document& document, const Page& page)
{
    DocumentPart part{true, page.width, page.height,
        document.text.substr(page.bytes.from, page.bytes.size()), {}, page.isScan};
    const auto first = document.blocks.begin() + ptrdiff_t(page.firstBlock);
    part.blocks.assign(first, first + ptrdiff_t(page.blockCount));
    for (Block& block : part.blocks) {
        block.bytes = movedBack(block.bytes, page.bytes.from);
        for (PlacedRange& line : block.places)
            line.bytes = movedBack(line.bytes, page.bytes.from);
    }
    return part;
}

QByteArray bytesOf(const Document& document)
{
    std::string bytes = streamHead();
    for (const Page& page : document.pages)
        bytes += encoded(toPart(document, page));
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

namespace {

bool isSpace(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r' || byte == '\f';
}

std::string withoutSpace(std::string_view text)
{
    std::string kept;
    std::ranges::copy_if(text, std::back_inserter(kept), [](char byte) { return !isSpace(byte); });
    return kept;
}

// The occurrence that begins nearest to `wanted`.
std::optional<size_t> nearest(std::string_view text, std::string_view words, size_t wanted)
{
    const size_t before = text.rfind(words, wanted);
    const size_t behind = text.find(words, wanted);
    if (before == std::string_view::npos && behind == std::string_view::npos)
        return std::nullopt;
    if (before == std::string_view::npos)
        return behind;
    if (behind == std::string_view::npos)
        return before;
    return wanted - before <= behind - wanted ? before : behind;
}

// Byte by byte of a text, those that are space passed over: where its n-th byte is.
size_t placeWithSpace(std::string_view text, size_t count)
{
    size_t at = 0;
    for (; at < text.size(); ++at)
        if (!isSpace(text[at]) && count-- == 0)
            break;
    return at;
}

// The end of a part that begins at `from` and may be so long.
size_t endOfPart(const Document& document, ByteRange page, size_t from, size_t most)
{
    if (page.to - from <= most)
        return page.to;
    const size_t latest = from + most;
    const auto after = std::ranges::upper_bound(
        document.blocks, latest, {}, [](const Block& block) { return block.bytes.from; });
    if (after != document.blocks.begin() && std::prev(after)->bytes.from > from)
        return std::prev(after)->bytes.from;
    return std::max(from + 1, base::characterStart(document.text, latest));
}

} // namespace

std::optional<ByteRange> findPassage(
    const Document& document, std::string_view passage, ByteRange stoodAt)
{
    const std::string_view text = document.text;
    const size_t wanted = std::min(stoodAt.from, text.size());
    if (passage.empty())
        return std::nullopt;
    if (const auto at = nearest(text, passage, wanted))
        return ByteRange{*at, *at + passage.size()};

    const std::string words = withoutSpace(passage), all = withoutSpace(text);
    if (words.empty())
        return std::nullopt;
    const auto at = nearest(all, words, withoutSpace(text.substr(0, wanted)).size());
    if (!at)
        return std::nullopt;
    return ByteRange{placeWithSpace(text, *at), placeWithSpace(text, *at + words.size() - 1) + 1};
}

std::vector<TextPart> splitIntoParts(const Document& document, size_t most)
{
    std::vector<TextPart> parts;
    for (size_t page = 0; page < document.pages.size(); ++page) {
        const ByteRange bytes = document.pages[page].bytes;
        size_t from = bytes.from;
        do {
            const size_t to = endOfPart(document, bytes, from, most);
            parts.push_back({page, {from, to}});
            from = to;
        } while (from < bytes.to);
    }
    if (parts.empty())
        parts.push_back({0, {0, document.text.size()}});
    return parts;
}

} // namespace services
