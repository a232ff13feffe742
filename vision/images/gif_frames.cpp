#include "vision/images/gif_frames.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace vision {

namespace {

constexpr int mostCodes = 4096; ///< codes have at most 12 bits

// LZW: a code stands for a string, either one byte or the string of an earlier code and one
// byte more. Codes grow from codeBits + 1 bits to 12.
class LzwDecoder {
public:
    using NextBlock = std::function<FileBytes()>; // empty: there is none

    LzwDecoder(NextBlock nextBlock, int codeBits)
        : m_nextBlock(std::move(nextBlock))
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
                m_block = m_nextBlock();
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

    NextBlock m_nextBlock;
    FileBytes m_block;
    uint32_t m_bits = 0;
    int m_bitCount = 0;
    int m_clear, m_codeBits;
    int m_next = 0, m_width = 0, m_last = -1;
    std::array<uint8_t, mostCodes> m_byte{};
    std::array<int, mostCodes> m_earlier{};
};

GifPalette greys()
{
    GifPalette palette;
    for (size_t i = 0; i < palette.size(); ++i)
        palette[i] = uint8_t(i / 3);
    return palette;
}

// Which row of the frame each row of the file is, where they are interlaced.
std::vector<int64_t> interlacedRows(int64_t height)
{
    std::vector<int64_t> order;
    const auto addEvery = [&](int64_t first, int64_t step) {
        for (int64_t row = first; row < height; row += step)
            order.push_back(row);
    };
    addEvery(0, 8);
    addEvery(4, 8);
    addEvery(2, 4);
    addEvery(1, 2);
    return order;
}

GifFrame::Afterwards afterwards(int disposal)
{
    if (disposal == 2)
        return GifFrame::Afterwards::Cleared;
    return disposal == 3 ? GifFrame::Afterwards::Restored : GifFrame::Afterwards::Stays;
}

} // namespace

GifFrames::GifFrames(FileBytes file)
    : m_rest(file)
{
    const FileBytes head = take(13);
    const int flags = std::to_integer<int>(head[10]);
    m_width = littleEndian(head, 6, 2);
    m_height = littleEndian(head, 8, 2);
    m_background = std::to_integer<int>(head[11]);
    m_palette = flags & 0x80 ? readPalette(flags) : greys();
}

std::array<uint8_t, 3> GifFrames::background() const
{
    std::array<uint8_t, 3> colour;
    std::copy_n(m_palette.begin() + 3 * m_background, 3, colour.begin());
    return colour;
}

std::optional<GifFrame> GifFrames::next(Pixels pixels)
{
    if (std::exchange(m_isInFrame, false))
        passOverSubBlocks();
    GifFrame frame;
    while (true) {
        const int kind = byte();
        if (kind == ';')
            return std::nullopt;
        if (kind == '!')
            readExtension(frame);
        if (kind == ',') {
            readFrame(frame, pixels);
            return frame;
        }
    }
}

FileBytes GifFrames::take(size_t count)
{
    if (m_rest.size() < count)
        refusePicture("is a GIF that ends before its picture is whole");
    const FileBytes taken = m_rest.first(count);
    m_rest = m_rest.subspan(count);
    return taken;
}

int GifFrames::byte()
{
    return std::to_integer<int>(take(1)[0]);
}

FileBytes GifFrames::subBlock()
{
    return take(size_t(byte()));
}

void GifFrames::passOverSubBlocks()
{
    while (!subBlock().empty()) { }
}

GifPalette GifFrames::readPalette(int flags)
{
    const FileBytes colours = take(size_t(3) << ((flags & 7) + 1));
    GifPalette palette = greys();
    for (size_t i = 0; i < colours.size(); ++i)
        palette[i] = std::to_integer<uint8_t>(colours[i]);
    return palette;
}

// A graphic control says what belongs to the frame behind it, the rest is passed over.
void GifFrames::readExtension(GifFrame& frame)
{
    constexpr int graphicControl = 0xF9;
    const int kind = byte();
    const FileBytes block = subBlock();
    if (kind == graphicControl && block.size() >= 4) {
        const uint32_t flags = bigEndian(block, 0, 1);
        if (flags & 1)
            frame.clear = int(bigEndian(block, 3, 1));
        frame.afterwards = afterwards(flags >> 2 & 7);
        frame.hundredths = int(littleEndian(block, 1, 2));
    }
    if (!block.empty())
        passOverSubBlocks();
}

void GifFrames::readFrame(GifFrame& frame, Pixels pixels)
{
    const FileBytes head = take(9);
    const auto number = [&](size_t place) { return int64_t(littleEndian(head, place, 2)); };
    frame.x = number(0);
    frame.y = number(2);
    frame.width = number(4);
    frame.height = number(6);
    const int flags = std::to_integer<int>(head[8]);
    frame.palette = flags & 0x80 ? readPalette(flags) : m_palette;
    checkImageSize(frame.width, frame.height);
    const int codeBits = byte();
    if (codeBits > 8)
        refusePicture("is a GIF with codes of a width that does not exist");
    m_isInFrame = true;
    if (pixels == Pixels::Decoded)
        decode(frame, codeBits, (flags & 0x40) != 0);
}

void GifFrames::decode(GifFrame& frame, int codeBits, bool isInterlaced)
{
    std::vector<uint8_t> indices;
    LzwDecoder([this] { return subBlock(); }, codeBits)
        .decode(indices, size_t(frame.width * frame.height));
    if (!isInterlaced) {
        frame.indices = std::move(indices);
        return;
    }
    frame.indices.resize(indices.size());
    auto source = indices.begin();
    for (const int64_t row : interlacedRows(frame.height)) {
        std::copy_n(source, frame.width, frame.indices.begin() + row * frame.width);
        source += frame.width;
    }
}

} // namespace vision
