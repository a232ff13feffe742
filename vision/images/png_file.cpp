#include "vision/images/png_file.h"

#include "vision/images/decode.h"
#include "vision/images/stb_decoder.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace vision {

namespace {

constexpr char signature[] = "\x89PNG\r\n\x1a\n";
constexpr size_t signatureLength = 8;

std::array<uint32_t, 256> makeCrcTable()
{
    std::array<uint32_t, 256> table{};
    for (uint32_t byte = 0; byte < 256; ++byte) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = crc & 1 ? 0xEDB88320 ^ (crc >> 1) : crc >> 1;
        table[byte] = crc;
    }
    return table;
}

uint32_t crc32(FileBytes bytes)
{
    static const std::array<uint32_t, 256> table = makeCrcTable();
    uint32_t crc = ~0u;
    for (const std::byte byte : bytes)
        crc = table[(crc ^ std::to_integer<uint32_t>(byte)) & 255] ^ (crc >> 8);
    return ~crc;
}

uint32_t adler32(const std::vector<uint8_t>& bytes)
{
    constexpr size_t longestRun = 5552; // sums of so many bytes cannot overflow
    uint32_t low = 1, high = 0;
    for (size_t start = 0; start < bytes.size(); start += longestRun) {
        const size_t end = std::min(start + longestRun, bytes.size());
        for (size_t i = start; i < end; ++i)
            high += low += bytes[i];
        low %= 65521;
        high %= 65521;
    }
    return high << 16 | low;
}

std::vector<uint8_t> copyOf(FileBytes bytes)
{
    const auto* first = reinterpret_cast<const uint8_t*>(bytes.data());
    return {first, first + bytes.size()};
}

struct Chunk {
    std::string name;
    FileBytes data; ///< what the file holds of it
    bool isCut = false; ///< the file ends inside the data
    FileBytes named; ///< name and data, what the checksum is over
    FileBytes checksum; ///< shorter than 4 bytes if the file ends
};

class ChunkReader {
public:
    explicit ChunkReader(FileBytes file)
        : m_rest(file.subspan(signatureLength))
    {
    }

    bool hasHeader() const { return m_rest.size() >= 8; }

    /// Four letters, digits or underscores are where the next name must be.
    bool hasName() const
    {
        return hasHeader() && std::all_of(m_rest.begin() + 4, m_rest.begin() + 8, [](std::byte b) {
            const int letter = std::to_integer<int>(b);
            return letter < 128 && (std::isalnum(letter) || letter == '_');
        });
    }

    Chunk next()
    {
        Chunk chunk;
        const size_t length = bigEndian(m_rest, 0, 4);
        chunk.name.assign(reinterpret_cast<const char*>(m_rest.data()) + 4, 4);
        const size_t held = std::min(length, m_rest.size() - 8);
        chunk.isCut = held < length;
        chunk.data = m_rest.subspan(8, held);
        chunk.named = m_rest.subspan(4, held + 4);
        m_rest = m_rest.subspan(8 + held);
        chunk.checksum = m_rest.first(std::min<size_t>(4, m_rest.size()));
        m_rest = m_rest.subspan(chunk.checksum.size());
        return chunk;
    }

private:
    FileBytes m_rest;
};

void checkChecksum(const Chunk& chunk)
{
    if (chunk.checksum.size() < 4 || bigEndian(chunk.checksum, 0, 4) != crc32(chunk.named))
        refusePicture("is a broken PNG: the checksum of its " + chunk.name + " chunk is wrong");
}

// Sizes below which a chunk cannot be what its name says.
size_t leastLength(const PngFile& png, const std::string& name)
{
    if (name == "IHDR")
        return 13;
    if (name == "tRNS" && (png.colorType == 0 || png.colorType == 2))
        return png.colorType == 0 ? 2 : 6;
    struct Least {
        const char* name;
        size_t bytes;
    };
    for (const Least& least : {Least{"gAMA", 4}, {"cHRM", 32}, {"sRGB", 1}, {"pHYs", 9},
             {"acTL", 8}, {"fcTL", 26}, {"iCCP", 2}})
        if (name == least.name)
            return least.bytes;
    return 0;
}

void readHeader(PngFile& png, FileBytes data)
{
    if (png.width != 0)
        refusePicture("is a broken PNG: it has two headers");
    png.width = bigEndian(data, 0, 4);
    png.height = bigEndian(data, 4, 4);
    png.bitDepth = std::to_integer<int>(data[8]);
    png.colorType = std::to_integer<int>(data[9]);
    png.isInterlaced = data[12] != std::byte{0};
    if (data[11] != std::byte{0})
        refusePicture("is a PNG with a filter method that does not exist");
}

void readChunk(PngFile& png, const Chunk& chunk)
{
    if (chunk.isCut)
        refusePicture("is a PNG that ends inside its " + chunk.name + " chunk");
    if (chunk.data.size() < leastLength(png, chunk.name))
        refusePicture("is a broken PNG: its " + chunk.name + " chunk is too short");
    if (chunk.name == "IHDR")
        readHeader(png, chunk.data);
    else if (chunk.name == "PLTE")
        png.palette = copyOf(chunk.data);
    else if (chunk.name == "tRNS")
        png.transparency = copyOf(chunk.data);
    else if (chunk.name == "eXIf")
        png.orientation = exifOrientation(chunk.data);
}

bool isKindOfPixel(int bitDepth, int colorType)
{
    switch (colorType) {
    case 0:
        return bitDepth == 1 || bitDepth == 2 || bitDepth == 4 || bitDepth == 8 || bitDepth == 16;
    case 3:
        return bitDepth == 1 || bitDepth == 2 || bitDepth == 4 || bitDepth == 8;
    case 2:
    case 4:
    case 6:
        return bitDepth == 8 || bitDepth == 16;
    default:
        return false;
    }
}

void checkHeader(const PngFile& png)
{
    if (!isKindOfPixel(png.bitDepth, png.colorType))
        refusePicture("is a PNG with pixels of a kind that does not exist (bit depth "
            + std::to_string(png.bitDepth) + ", color type " + std::to_string(png.colorType) + ")");
    checkImageSize(png.width, png.height);
}

int64_t bitsPerPixel(const PngFile& png)
{
    constexpr int channels[] = {1, 0, 3, 1, 2, 0, 4};
    return channels[png.colorType] * png.bitDepth;
}

int64_t rowsSize(const PngFile& png, int64_t width, int64_t height)
{
    return width > 0 ? height * (1 + (width * bitsPerPixel(png) + 7) / 8) : 0;
}

// Bytes of the filtered rows. An interlaced image is seven smaller ones, each every so many pixels
// from a place of its own (Adam7).
int64_t pixelBytes(const PngFile& png)
{
    if (!png.isInterlaced)
        return rowsSize(png, png.width, png.height);
    constexpr int firstX[] = {0, 4, 0, 2, 0, 1, 0}, stepX[] = {8, 8, 4, 4, 2, 2, 1};
    constexpr int firstY[] = {0, 0, 4, 0, 2, 0, 1}, stepY[] = {8, 8, 8, 4, 4, 2, 2};
    int64_t bytes = 0;
    for (int pass = 0; pass < 7; ++pass)
        bytes += rowsSize(png, (png.width - firstX[pass] + stepX[pass] - 1) / stepX[pass],
            (png.height - firstY[pass] + stepY[pass] - 1) / stepY[pass]);
    return bytes;
}

// The rows out of the joined IDAT chunks. A stream that properly ends too early leaves the rest
// black, a longer one is cut.
std::vector<uint8_t> inflateRows(const PngFile& png, FileBytes stream, bool isCut)
{
    const auto needed = size_t(pixelBytes(png));
    auto rows = inflateWithStb(stream, 2 * needed + (1 << 16));
    if (!rows)
        refusePicture(
            isCut ? "is a PNG that ends inside its pixel data" : "is a PNG with broken pixel data");
    const bool isSound
        = stream.size() >= 6 && adler32(*rows) == bigEndian(stream, stream.size() - 4, 4);
    if (!isSound && !(isCut && rows->size() == needed))
        refusePicture(isCut ? "is a PNG that ends inside its pixel data"
                            : "is a PNG whose pixel data has a wrong checksum");
    rows->resize(needed);
    return std::move(*rows);
}

void readPixels(PngFile& png, ChunkReader& chunks, Chunk chunk)
{
    checkHeader(png);
    std::vector<std::byte> joined;
    bool isCut = false;
    while (true) {
        joined.insert(joined.end(), chunk.data.begin(), chunk.data.end());
        isCut = chunk.isCut;
        if (isCut || !chunks.hasName())
            break;
        chunk = chunks.next();
        if (chunk.name != "IDAT")
            break;
    }
    isCut = isCut || (chunk.name == "IDAT" && !chunks.hasHeader());
    png.pixels = inflateRows(png, joined, isCut);

    const bool hasFollower = chunk.name != "IDAT";
    const Chunk first = chunk;
    if (hasFollower && first.name != "IEND")
        readChunk(png, first);
    while (hasFollower && chunk.name != "IEND" && chunks.hasName()) {
        chunk = chunks.next();
        if (chunk.name != "IEND")
            readChunk(png, chunk);
    }
}

void append(std::vector<std::byte>& out, uint32_t value, int count)
{
    for (int shift = 8 * (count - 1); shift >= 0; shift -= 8)
        out.push_back(std::byte(value >> shift & 255));
}

void append(std::vector<std::byte>& out, std::string_view text)
{
    for (const char letter : text)
        out.push_back(std::byte(letter));
}

void append(std::vector<std::byte>& out, std::span<const uint8_t> data)
{
    const auto* bytes = reinterpret_cast<const std::byte*>(data.data());
    out.insert(out.end(), bytes, bytes + data.size());
}

void appendChunk(std::vector<std::byte>& out, const char* name, std::span<const uint8_t> data)
{
    append(out, uint32_t(data.size()), 4);
    const size_t start = out.size();
    append(out, std::string_view(name));
    append(out, data);
    append(out, crc32(FileBytes(out).subspan(start)), 4);
}

// A zlib stream of stored blocks: a byte that says whether it is the last, length u16 and its
// complement (least significant byte first), the bytes.
std::vector<uint8_t> storedStream(const std::vector<uint8_t>& bytes)
{
    constexpr size_t longestBlock = 65535;
    std::vector<uint8_t> out = {0x78, 0x01};
    out.reserve(bytes.size() + 5 * (bytes.size() / longestBlock + 1) + 6);
    for (size_t start = 0; start < bytes.size(); start += longestBlock) {
        const size_t length = std::min(longestBlock, bytes.size() - start);
        out.push_back(start + length == bytes.size());
        for (const size_t value : {length, longestBlock - length})
            out.insert(out.end(), {uint8_t(value & 255), uint8_t(value >> 8)});
        out.insert(out.end(), bytes.begin() + start, bytes.begin() + start + length);
    }
    const uint32_t sum = adler32(bytes);
    for (const int shift : {24, 16, 8, 0})
        out.push_back(sum >> shift & 255);
    return out;
}

// 256 colors, so that every index has one: those the file does not name are as Pillow has them,
// black after a palette that is too short, grays where there is none.
std::vector<uint8_t> fullPalette(const PngFile& png)
{
    std::vector<uint8_t> palette = png.palette;
    if (palette.empty())
        for (int index = 0; index < 256; ++index)
            palette.insert(palette.end(), 3, uint8_t(index));
    palette.resize(3 * 256);
    return palette;
}

} // namespace

bool isPng(FileBytes file)
{
    return startsWith(file, signature, signatureLength);
}

PngFile readPng(FileBytes file)
{
    CHECK(isPng(file));
    PngFile png;
    ChunkReader chunks(file);
    while (true) {
        if (!chunks.hasHeader())
            refusePicture("is a PNG that ends before its pixel data");
        if (!chunks.hasName())
            refusePicture("is a broken PNG: no chunk begins where one must");
        Chunk chunk = chunks.next();
        if (chunk.name == "IEND")
            refusePicture("is a PNG without pixel data");
        if (chunk.name == "IDAT") {
            readPixels(png, chunks, chunk);
            return png;
        }
        readChunk(png, chunk);
        checkChecksum(chunk);
    }
}

// The part of tRNS that stb receives. A gray of two or four bits is transparent, as Pillow has it,
// where its eight-bit value is the number given, so the number is brought down to the bits of the
// samples. What 16-bit colors are transparent is decided after they have eight bits: see
// clearColour.
std::vector<uint8_t> plainTransparency(const PngFile& png)
{
    std::vector<uint8_t> key = png.transparency;
    if (key.empty() || png.colorType >= 4 || (png.colorType == 2 && png.bitDepth == 16))
        return {};
    if (png.colorType == 3 || png.colorType == 2) {
        key.resize(std::min<size_t>(png.colorType == 3 ? 256 : 6, key.size()));
        return key;
    }
    key.resize(2);
    const int value = key[0] << 8 | key[1];
    if (png.bitDepth == 1)
        return {0, uint8_t(value != 0)};
    if (png.bitDepth > 4)
        return key;
    const int step = 255 / ((1 << png.bitDepth) - 1);
    const int grey = value & 0xff;
    if (grey % step != 0)
        return {};
    return {0, uint8_t(grey / step)};
}

// Does as Pillow does, which compares the upper byte of a 16-bit color with the lower one of tRNS.
void clearColour(Raster& raster, const PngFile& png)
{
    if (png.colorType != 2 || png.bitDepth != 16 || png.transparency.size() < 6)
        return;
    const uint8_t colour[3] = {png.transparency[1], png.transparency[3], png.transparency[5]};
    for (size_t pixel = 0; pixel < raster.bytes.size(); pixel += 4) {
        if (std::equal(colour, colour + 3, raster.bytes.begin() + std::ptrdiff_t(pixel)))
            raster.bytes[pixel + 3] = 0;
    }
}

std::vector<std::byte> writePlainPng(const PngFile& png)
{
    std::vector<std::byte> out;
    append(out, std::string_view(signature, signatureLength));

    std::vector<std::byte> header;
    append(header, uint32_t(png.width), 4);
    append(header, uint32_t(png.height), 4);
    for (const int value : {png.bitDepth, png.colorType, 0, 0, int(png.isInterlaced)})
        append(header, uint32_t(value), 1);
    appendChunk(out, "IHDR", {reinterpret_cast<const uint8_t*>(header.data()), header.size()});

    if (png.colorType == 3)
        appendChunk(out, "PLTE", fullPalette(png));
    if (const auto transparency = plainTransparency(png); !transparency.empty())
        appendChunk(out, "tRNS", transparency);
    appendChunk(out, "IDAT", storedStream(png.pixels));
    appendChunk(out, "IEND", {});
    return out;
}

Raster decodePng(FileBytes file)
{
    const PngFile png = readPng(file);
    Raster raster
        = decodePngWithStb(writePlainPng(png), png.width, png.height, png.hasAlpha() ? 4 : 3);
    clearColour(raster, png);
    raster.orientation = png.orientation;
    return raster;
}

} // namespace vision
