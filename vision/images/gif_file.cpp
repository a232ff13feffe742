#include "vision/images/gif_file.h"

#include <algorithm>
#include <array>
#include <optional>

namespace vision {

namespace {

using Palette = std::array<uint8_t, 3 * 256>;

constexpr int mostCodes = 4096; ///< codes have at most 12 bits

class GifReader {
public:
    explicit GifReader(FileBytes file)
        : m_rest(file)
    {
    }

    FileBytes take(size_t count)
    {
        if (m_rest.size() < count)
            refusePicture("is a GIF that ends before its picture is whole");
        const FileBytes taken = m_rest.first(count);
        m_rest = m_rest.subspan(count);
        return taken;
    }

    int byte() { return std::to_integer<int>(take(1)[0]); }
    FileBytes subBlock() { return take(byte()); } ///< empty: the last

    // Colours the file leaves out are greys, as Pillow has them.
    Palette palette(int flags)
    {
        const FileBytes colours = take(size_t(3) << ((flags & 7) + 1));
        Palette palette = greys();
        for (size_t i = 0; i < colours.size(); ++i)
            palette[i] = std::to_integer<uint8_t>(colours[i]);
        return palette;
    }

    static Palette greys()
    {
        Palette palette;
        for (size_t i = 0; i < palette.size(); ++i)
            palette[i] = uint8_t(i / 3);
        return palette;
    }

private:
    FileBytes m_rest;
};

// LZW: a code stands for a string, either one byte or the string of an earlier code and one
// byte more. Codes grow from codeBits + 1 bits to 12.
class LzwDecoder {
public:
    LzwDecoder(GifReader& reader, int codeBits)
        : m_reader(reader)
        , m_clear(1 << codeBits)
        , m_codeBits(codeBits)
    {
        reset();
    }

    void decode(std::vector<uint8_t>& pixels, size_t count)
    {
        while (pixels.size() < count)
            if (!addString(pixels))
                refusePicture("is a GIF with pixels missing");
        pixels.resize(count);
    }

private:
    void reset()
    {
        m_next = m_clear + 2;
        m_width = m_codeBits + 1;
        m_last = -1;
    }

    int nextCode()
    {
        while (m_bitCount < m_width) {
            if (m_block.empty()) {
                m_block = m_reader.subBlock();
                if (m_block.empty())
                    return m_clear + 1; // ends without the code for it
            }
            m_bits |= std::to_integer<uint32_t>(m_block.front()) << m_bitCount;
            m_bitCount += 8;
            m_block = m_block.subspan(1);
        }
        const int code = int(m_bits & ((1u << m_width) - 1));
        m_bits >>= m_width;
        m_bitCount -= m_width;
        return code;
    }

    // False at the end of the stream.
    bool addString(std::vector<uint8_t>& pixels)
    {
        const int code = nextCode();
        if (code == m_clear) {
            reset();
            return true;
        }
        if (code == m_clear + 1)
            return false;
        if (m_last < 0 ? code > m_clear : code > m_next)
            refusePicture("is a GIF with broken pixel data");
        const size_t start = pixels.size();
        appendString(pixels, code == m_next && m_last >= 0 ? m_last : code);
        if (code == m_next && m_last >= 0)
            pixels.push_back(pixels[start]);
        remember(pixels[start]);
        m_last = code;
        return true;
    }

    void appendString(std::vector<uint8_t>& pixels, int code)
    {
        const size_t start = pixels.size();
        for (; code >= m_clear; code = m_earlier[code])
            pixels.push_back(m_byte[code]);
        pixels.push_back(uint8_t(code));
        std::reverse(pixels.begin() + start, pixels.end());
    }

    void remember(uint8_t byte)
    {
        if (m_last < 0 || m_next >= mostCodes)
            return;
        m_byte[m_next] = byte;
        m_earlier[m_next] = m_last;
        if (m_next == (1 << m_width) - 1 && m_width < 12)
            ++m_width;
        ++m_next;
    }

    GifReader& m_reader;
    FileBytes m_block;
    uint32_t m_bits = 0;
    int m_bitCount = 0;
    int m_clear, m_codeBits;
    int m_next = 0, m_width = 0, m_last = -1;
    std::array<uint8_t, mostCodes> m_byte{};
    std::array<int, mostCodes> m_earlier{};
};

struct Frame {
    int64_t x = 0, y = 0, width = 0, height = 0;
    bool isInterlaced = false;
    Palette palette{};
    std::vector<uint8_t> indices; ///< in the order of the file
};

Frame readFrame(GifReader& reader, const Palette& globalPalette)
{
    const FileBytes head = reader.take(9);
    const auto number = [&](size_t place) { return int64_t(littleEndian(head, place, 2)); };
    const int flags = std::to_integer<int>(head[8]);
    Frame frame{number(0), number(2), number(4), number(6), (flags & 0x40) != 0,
        flags & 0x80 ? reader.palette(flags) : globalPalette, {}};
    checkImageSize(frame.width, frame.height);
    const int codeBits = reader.byte();
    if (codeBits > 8)
        refusePicture("is a GIF with codes of a width that does not exist");
    LzwDecoder(reader, codeBits).decode(frame.indices, size_t(frame.width * frame.height));
    return frame;
}

// Which row of the frame each row of the file is.
std::vector<int64_t> rowOrder(const Frame& frame)
{
    std::vector<int64_t> order;
    const auto addEvery = [&](int64_t first, int64_t step) {
        for (int64_t row = first; row < frame.height; row += step)
            order.push_back(row);
    };
    if (!frame.isInterlaced) {
        addEvery(0, 1);
        return order;
    }
    addEvery(0, 8);
    addEvery(4, 8);
    addEvery(2, 4);
    addEvery(1, 2);
    return order;
}

Raster onScreen(const Frame& frame, int64_t width, int64_t height, std::optional<int> clear)
{
    width = std::max(width, frame.x + frame.width);
    height = std::max(height, frame.y + frame.height);
    checkImageSize(width, height);

    std::vector<uint8_t> indices(size_t(width * height), uint8_t(clear.value_or(0)));
    const uint8_t* source = frame.indices.data();
    for (const int64_t row : rowOrder(frame)) {
        std::copy_n(source, frame.width, indices.data() + (frame.y + row) * width + frame.x);
        source += frame.width;
    }

    Raster raster{width, height, clear ? 4 : 3, {}, 1};
    raster.bytes.reserve(indices.size() * raster.channels);
    for (const uint8_t index : indices) {
        const uint8_t* colour = frame.palette.data() + 3 * index;
        raster.bytes.insert(raster.bytes.end(), colour, colour + 3);
        if (clear)
            raster.bytes.push_back(index == *clear ? 0 : 255);
    }
    return raster;
}

// An extension: a graphic control may name the transparent colour, the rest is passed over.
void readExtension(GifReader& reader, std::optional<int>& clear)
{
    constexpr int graphicControl = 0xF9;
    const int kind = reader.byte();
    FileBytes block = reader.subBlock();
    if (kind == graphicControl && block.size() >= 4 && (bigEndian(block, 0, 1) & 1))
        clear = int(bigEndian(block, 3, 1));
    while (!block.empty())
        block = reader.subBlock();
}

} // namespace

bool isGif(FileBytes file)
{
    return startsWith(file, "GIF87a", 6) || startsWith(file, "GIF89a", 6);
}

Raster decodeGif(FileBytes file)
{
    CHECK(isGif(file));
    GifReader reader(file);
    const FileBytes head = reader.take(13);
    const int64_t width = littleEndian(head, 6, 2), height = littleEndian(head, 8, 2);
    const int flags = std::to_integer<int>(head[10]);
    const Palette palette = flags & 0x80 ? reader.palette(flags) : GifReader::greys();

    std::optional<int> clear;
    while (true) {
        const int kind = reader.byte();
        if (kind == ',')
            return onScreen(readFrame(reader, palette), width, height, clear);
        if (kind == ';')
            refusePicture("is a GIF without a picture");
        if (kind == '!')
            readExtension(reader, clear);
    }
}

} // namespace vision
