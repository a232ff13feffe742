#include "services/documents/document.h"

#include <algorithm>
#include <string_view>

namespace services {

namespace {

ByteRange moved(ByteRange bytes, size_t by)
{
    return {bytes.from + by, bytes.to + by};
}

// Characters, of which only the first byte does not look like 10xxxxxx.
float lengthOf(std::string_view utf8)
{
    return float(
        std::ranges::count_if(utf8, [](char byte) { return (uint8_t(byte) & 0xC0) != 0x80; }));
}

// The part of a line that lies within `wanted`, as far as its letters are equally wide.
Rectangle partOf(const PlacedRange& line, ByteRange wanted, std::string_view text)
{
    const auto length
        = [&](size_t from, size_t to) { return lengthOf(text.substr(from, to - from)); };
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

std::vector<Rectangle> rectanglesOf(const Document& document, ByteRange bytes)
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

} // namespace services
