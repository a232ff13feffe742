#include "vision/images/gif.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace vision {

namespace {

constexpr int maxCodes = 4096; ///< codes have at most 12 bits

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
        if (m_last < 0 || m_next >= maxCodes)
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
    std::array<uint8_t, maxCodes> m_byte{};
    std::array<int, maxCodes> m_earlier{};
};

GifPalette grays()
{
    GifPalette palette;
    for (size_t i = 0; i < palette.size(); ++i)
        palette[i] = uint8_t(i / 3);
    return palette;
}

// The rows of an interlaced frame in the order in which the file stores them.
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
    m_palette = flags & 0x80 ? readPalette(flags) : grays();
}

std::array<uint8_t, 3> GifFrames::background() const
{
    std::array<uint8_t, 3> color;
    std::copy_n(m_palette.begin() + 3 * m_background, 3, color.begin());
    return color;
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
    const FileBytes colors = take(size_t(3) << ((flags & 7) + 1));
    GifPalette palette = grays();
    for (size_t i = 0; i < colors.size(); ++i)
        palette[i] = std::to_integer<uint8_t>(colors[i]);
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
    const auto number = [&](size_t position) { return int64_t(littleEndian(head, position, 2)); };
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

bool isGif(FileBytes file)
{
    return startsWith(file, "GIF87a", 6) || startsWith(file, "GIF89a", 6);
}

Raster decodeGif(FileBytes file)
{
    CHECK(isGif(file));
    GifFrames frames(file);
    const auto first = frames.next();
    if (!first)
        refusePicture("is a GIF without a picture");
    return onScreen(*first, frames.width(), frames.height());
}

Raster onScreen(const GifFrame& frame, int64_t width, int64_t height)
{
    width = std::max(width, frame.x + frame.width);
    height = std::max(height, frame.y + frame.height);
    checkImageSize(width, height);

    std::vector<uint8_t> indices(size_t(width * height), uint8_t(frame.clear.value_or(0)));
    for (int64_t row = 0; row < frame.height; ++row)
        std::copy_n(frame.indices.data() + row * frame.width, frame.width,
            indices.data() + (frame.y + row) * width + frame.x);

    Raster raster{width, height, frame.clear ? 4 : 3, {}, 1};
    raster.bytes.reserve(indices.size() * raster.channels);
    for (const uint8_t index : indices) {
        const uint8_t* color = frame.palette.data() + 3 * index;
        raster.bytes.insert(raster.bytes.end(), color, color + 3);
        if (frame.clear)
            raster.bytes.push_back(index == *frame.clear ? 0 : 255);
    }
    return raster;
}

namespace {

constexpr size_t maxFrames = 10'000;
constexpr int64_t maxPixels = int64_t(1) << 31; ///< of all frames, as stored and as shown
constexpr int shortestTime = 2, defaultTime = 10; ///< hundredths of a second

// What frames are laid on, one after the other.
class Screen {
public:
    Screen(const GifFrame& first, const GifFrames& frames)
        : m_raster(withAlpha(onScreen(first, frames.width(), frames.height())))
        , m_background(frames.background())
    {
        remember(first);
    }

    const Raster& raster() const { return m_raster; }

    void draw(const GifFrame& frame)
    {
        endLast();
        remember(frame);
        forEachPixel(frame, [&](uint8_t* pixel, size_t position) {
            const uint8_t index = frame.indices[position];
            if (index == frame.clear)
                return;
            std::copy_n(frame.palette.data() + 3 * index, 3, pixel);
            pixel[3] = 255;
        });
    }

private:
    static Raster withAlpha(Raster raster)
    {
        if (raster.channels == 4)
            return raster;
        Raster out{raster.width, raster.height, 4, {}, 1};
        out.bytes.reserve(raster.bytes.size() / 3 * 4);
        for (size_t position = 0; position < raster.bytes.size(); position += 3) {
            const auto color = raster.bytes.begin() + ptrdiff_t(position);
            out.bytes.insert(out.bytes.end(), color, color + 3);
            out.bytes.push_back(255);
        }
        return out;
    }

    template <typename Act>
    void forEachPixel(const GifFrame& frame, Act act)
    {
        const int64_t bottom = std::min(frame.y + frame.height, m_raster.height);
        const int64_t right = std::min(frame.x + frame.width, m_raster.width);
        for (int64_t y = frame.y; y < bottom; ++y)
            for (int64_t x = frame.x; x < right; ++x)
                act(m_raster.bytes.data() + 4 * (y * m_raster.width + x),
                    size_t((y - frame.y) * frame.width + x - frame.x));
    }

    void remember(const GifFrame& frame)
    {
        m_last = frame;
        m_last.indices.clear();
        m_before = frame.afterwards == GifFrame::Afterwards::Restored ? m_raster.bytes
                                                                      : std::vector<uint8_t>();
    }

    void endLast()
    {
        if (m_last.afterwards == GifFrame::Afterwards::Restored)
            m_raster.bytes = std::move(m_before);
        if (m_last.afterwards != GifFrame::Afterwards::Cleared)
            return;
        const uint8_t alpha = m_last.clear ? 0 : 255;
        forEachPixel(m_last, [&](uint8_t* pixel, size_t) {
            std::copy_n(m_background.data(), 3, pixel);
            pixel[3] = alpha;
        });
    }

    Raster m_raster;
    std::array<uint8_t, 3> m_background;
    GifFrame m_last; // without its pixels
    std::vector<uint8_t> m_before; // the screen before the last frame, if that is restored
};

// Nothing where the file ends, orderly or not.
std::optional<GifFrame> nextFrame(GifFrames& frames, GifFrames::Pixels pixels)
{
    try {
        return frames.next(pixels);
    } catch (const base::Error&) {
        return std::nullopt;
    }
}

class GifVideo final : public Video {
public:
    GifVideo(FileBytes file, std::vector<double> starts, double seconds, Transparency transparency)
        : Video(file, std::move(starts), seconds)
        , m_transparency(transparency)
    {
    }

    void read(std::span<const int64_t> wanted, const Sink& sink) const override
    {
        GifFrames frames(file());
        Screen screen(*frames.next(), frames);
        int64_t shown = 0, pixels = 0;
        for (const int64_t number : wanted) {
            for (; shown < number; ++shown) {
                const auto frame = nextFrame(frames, GifFrames::Pixels::Decoded);
                if (!frame)
                    break;
                count(pixels, frame->width * frame->height);
                screen.draw(*frame);
            }
            count(pixels, screen.raster().width * screen.raster().height);
            sink(withoutAlpha(screen.raster(), m_transparency));
        }
    }

private:
    static void count(int64_t& pixels, int64_t more)
    {
        pixels += more;
        if (pixels > maxPixels)
            refusePicture("is a video with too many pixels");
    }

    Transparency m_transparency;
};

} // namespace

VideoPtr gifVideo(FileBytes file, Transparency transparency)
{
    GifFrames frames(file);
    std::vector<double> starts;
    int64_t hundredths = 0;
    while (const auto frame = nextFrame(frames, GifFrames::Pixels::PassedOver)) {
        starts.push_back(double(hundredths) / 100);
        hundredths += frame->hundredths < shortestTime ? defaultTime : frame->hundredths;
        if (starts.size() == maxFrames)
            break;
    }
    if (starts.size() < 2)
        return nullptr;
    return std::make_shared<GifVideo>(
        file, std::move(starts), double(hundredths) / 100, transparency);
}

} // namespace vision
