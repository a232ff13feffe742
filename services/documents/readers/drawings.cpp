#include "services/documents/readers/drawings.h"

#include "services/documents/readers/image_files.h"
#include "services/documents/readers/package.h"
#include "vision/images/image.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace services {

namespace {

using Bytes = std::string_view;

constexpr size_t maxMetafile = size_t(32) << 20;
constexpr size_t headBytes = 64;

// 0 if the number is not all there.
uint32_t number(Bytes bytes, size_t at, int count)
{
    return at + size_t(count) <= bytes.size()
        ? vision::littleEndian(std::as_bytes(std::span(bytes)), at, count)
        : 0;
}

Bytes part(Bytes bytes, size_t at, size_t length)
{
    return at <= bytes.size() && length <= bytes.size() - at ? bytes.substr(at, length) : Bytes();
}

bool isEmf(Bytes file)
{
    return number(file, 0, 4) == 1 && part(file, 40, 4) == " EMF";
}

constexpr uint32_t placeable = 0x9AC6CDD7; // of a WMF file

bool isWmf(Bytes file)
{
    if (number(file, 0, 4) == placeable)
        return true;
    const uint32_t kind = number(file, 0, 2), version = number(file, 4, 2);
    return (kind == 1 || kind == 2) && number(file, 2, 2) == 9
        && (version == 0x100 || version == 0x300);
}

void put(std::string& into, uint32_t value)
{
    for (int byte = 0; byte < 4; ++byte)
        into += char(value >> (8 * byte) & 0xFF);
}

// A bitmap in memory, as a file: a BMP, or the PNG or JPEG that it contains.
std::string toImageFile(Bytes header, Bytes pixels)
{
    constexpr uint32_t jpeg = 4, png = 5; // compression
    const uint32_t compression = number(header, 16, 4);
    if (compression == jpeg || compression == png)
        return std::string(pixels);
    constexpr size_t fileHeader = 14;
    std::string file = "BM";
    put(file, uint32_t(fileHeader + header.size() + pixels.size()));
    put(file, 0);
    put(file, uint32_t(fileHeader + header.size()));
    return file.append(header).append(pixels);
}

// The bytes of a bitmap's header with its masks and colors.
size_t headerLength(Bytes bitmap)
{
    constexpr uint32_t masks = 3; // compression
    const uint32_t size = number(bitmap, 0, 4), bits = number(bitmap, 14, 2);
    const uint32_t used = std::min<uint32_t>(number(bitmap, 32, 4), 256);
    const uint32_t colors = used > 0 ? used : bits <= 8 ? 1U << bits : 0;
    const size_t extra = size == 40 && number(bitmap, 16, 4) == masks ? 12 : 0;
    return size + extra + size_t(colors) * 4;
}

// Keeps the largest of the image files that it is given.
class Largest {
public:
    void take(std::string file)
    {
        const std::optional<QSize> size = sizeOfImageFile(file);
        const qint64 pixels = size ? qint64(size->width()) * size->height() : 0;
        if (pixels <= m_pixels)
            return;
        m_pixels = pixels;
        m_file = std::move(file);
    }

    std::optional<std::string> file()
    {
        return m_pixels > 0 ? std::optional(std::move(m_file)) : std::nullopt;
    }

private:
    qint64 m_pixels = 0;
    std::string m_file;
};

// An image file within the data of another program (EMF+).
void takeComment(Bytes record, Largest& largest)
{
    for (const Bytes beginning : {Bytes("\x89PNG\r\n\x1A\n"), Bytes("\xFF\xD8\xFF")})
        if (const size_t at = record.find(beginning); at != Bytes::npos)
            largest.take(std::string(record.substr(at)));
}

// The records of EMF that draw a bitmap, and where its header's offset and length are, before those of its
// pixels.
struct BitmapRecord {
    uint32_t kind;
    size_t at;
};

constexpr std::array bitmapsOfEmf{BitmapRecord{76, 84}, BitmapRecord{77, 84}, BitmapRecord{80, 48},
    BitmapRecord{81, 48}, BitmapRecord{114, 84}, BitmapRecord{116, 84}};

void takeEmf(Bytes file, Largest& largest)
{
    constexpr uint32_t comment = 70;
    for (size_t at = 0; at + 8 <= file.size();) {
        const uint32_t kind = number(file, at, 4), size = number(file, at + 4, 4);
        const Bytes record = part(file, at, size);
        if (size < 8 || record.empty())
            return;
        at += size;
        if (kind == comment)
            takeComment(record, largest);
        const auto* bitmap = std::ranges::find(bitmapsOfEmf, kind, &BitmapRecord::kind);
        if (bitmap == bitmapsOfEmf.end())
            continue;
        const auto field = [&](size_t index) { return number(record, bitmap->at + 4 * index, 4); };
        const Bytes header = part(record, field(0), field(1));
        const Bytes pixels = part(record, field(2), field(3));
        if (header.size() >= 40 && !pixels.empty())
            largest.take(toImageFile(header, pixels));
    }
}

constexpr std::array bitmapsOfWmf{BitmapRecord{0x0940, 22}, BitmapRecord{0x0B41, 26},
    BitmapRecord{0x0D33, 24}, BitmapRecord{0x0F43, 28}};

void takeWmf(Bytes file, Largest& largest)
{
    constexpr size_t placeableHeader = 22, header = 18;
    size_t at = (number(file, 0, 4) == placeable ? placeableHeader : 0) + header;
    while (at + 6 <= file.size()) {
        const size_t size = size_t(number(file, at, 4)) * 2; // it counts words
        const Bytes record = part(file, at, size);
        if (size < 6 || record.empty())
            return;
        const auto* found
            = std::ranges::find(bitmapsOfWmf, number(record, 4, 2), &BitmapRecord::kind);
        at += size;
        if (found == bitmapsOfWmf.end() || record.size() <= found->at)
            continue;
        const Bytes bitmap = record.substr(found->at);
        const size_t length = headerLength(bitmap);
        if (length >= 40 && length < bitmap.size())
            largest.take(toImageFile(bitmap.substr(0, length), bitmap.substr(length)));
    }
}

} // namespace

std::optional<std::string> imageInMetafile(std::string_view file)
{
    Largest largest;
    if (isEmf(file))
        takeEmf(file, largest);
    else if (isWmf(file))
        takeWmf(file, largest);
    return largest.file();
}

ImageLoader withoutMetafile(const ImageLoader& load)
{
    if (!load)
        return load;
    const std::string head = load(headBytes);
    if (!isEmf(head) && !isWmf(head))
        return load;
    return [load](size_t most) {
        return imageInMetafile(load(maxMetafile)).value_or(std::string()).substr(0, most);
    };
}

namespace {

bool isSvg(Bytes head)
{
    return head.find("<svg") != Bytes::npos || head.find(":svg") != Bytes::npos;
}

// The words of elements that people read, each once.
void appendWords(std::string& words, const pugi::xml_node& node, int nesting)
{
    constexpr size_t maxWords = 2000; // bytes
    if (nesting == 0)
        return;
    for (const pugi::xml_node child : node.children()) {
        const std::string_view name = localName(child);
        if (name != "title" && name != "desc" && name != "text") {
            appendWords(words, child, nesting - 1);
            continue;
        }
        const std::string text = onOneLine(toProse(textWithin(child, nesting)));
        if (!text.empty() && words.size() + text.size() < maxWords)
            words += (words.empty() ? "" : " ") + text;
    }
}

} // namespace

std::string describeDrawing(const ShownImage& image)
{
    constexpr size_t svgHead = 2000, maxSvg = size_t(4) << 20;
    constexpr int nesting = 100;
    const bool isSized = image.width > 0 && image.height > 0;
    if (!image.load || (isSized && std::min(image.width, image.height) < minFigureSide))
        return {};
    const std::string head = image.load(svgHead);
    if (isEmf(head))
        return "Drawing that can't be shown (EMF)";
    if (isWmf(head))
        return "Drawing that can't be shown (WMF)";
    if (!isSvg(head))
        return {};
    std::string words;
    try {
        const XmlDocument drawing(image.load(maxSvg));
        appendWords(words, drawing.root(), nesting);
    } catch (const Unreadable&) {
        words.clear(); // it is damaged
    }
    return words;
}

} // namespace services
