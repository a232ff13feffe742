#include "vision/images/webp.h"

#include "vision/images/decode.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <webp/decode.h>
#include <webp/demux.h>

// "RIFF", length u32 of the rest, "WEBP", then chunks: name, length u32, that many bytes and one
// more if the length is odd. A frame of an animation is an ANMF chunk: x / 2, y / 2, width − 1,
// height − 1, duration, each u24, a byte of flags, then the chunks of a still image.

namespace vision {

namespace {

constexpr size_t riffHeader = 12, chunkHeader = 8, frameHeader = 16;

const uint8_t* data(FileBytes bytes)
{
    return reinterpret_cast<const uint8_t*>(bytes.data());
}

// The first chunk of that name, whole.
std::optional<FileBytes> findChunk(FileBytes file, const char* name)
{
    size_t position = riffHeader;
    while (file.size() - position >= chunkHeader) {
        const size_t length = littleEndian(file, position + 4, 4);
        if (file.size() - position - chunkHeader < length)
            return std::nullopt;
        if (startsWith(file.subspan(position), name, 4))
            return file.subspan(position + chunkHeader, length);
        position += chunkHeader + length + (length & 1);
        if (position > file.size())
            return std::nullopt;
    }
    return std::nullopt;
}

WebPBitstreamFeatures readFeatures(FileBytes file)
{
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(data(file), file.size(), &features) != VP8_STATUS_OK)
        refusePicture("is a broken WebP: its header cannot be read");
    return features;
}

Raster decodeStill(FileBytes file, int64_t divisor)
{
    const WebPBitstreamFeatures features = readFeatures(file);
    const auto divided = [divisor](int64_t side) { return (side + divisor - 1) / divisor; };
    Raster raster{
        divided(features.width), divided(features.height), features.has_alpha ? 4 : 3, {}, 1};
    const int64_t rowBytes = raster.channels * raster.width;
    raster.bytes.resize(size_t(rowBytes * raster.height));

    WebPDecoderConfig config;
    WebPInitDecoderConfig(&config);
    config.options.use_scaling = divisor > 1;
    config.options.scaled_width = int(raster.width);
    config.options.scaled_height = int(raster.height);
    config.output.colorspace = features.has_alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {raster.bytes.data(), int(rowBytes), raster.bytes.size()};
    if (WebPDecode(data(file), file.size(), &config) != VP8_STATUS_OK)
        refusePicture("is a WebP with broken pixel data, or ends too early");
    return raster;
}

void appendNumber(std::vector<std::byte>& out, uint32_t value, int count)
{
    for (int i = 0; i < count; ++i)
        out.push_back(std::byte(value >> 8 * i & 255));
}

void appendText(std::vector<std::byte>& out, const char* text)
{
    for (; *text; ++text)
        out.push_back(std::byte(*text));
}

// The chunks of a frame as a file of their own, which an alpha chunk asks an extended header for.
std::vector<std::byte> stillFile(FileBytes frame)
{
    const FileBytes chunks = frame.subspan(frameHeader);
    std::vector<std::byte> out;
    appendText(out, "RIFF");
    appendNumber(out, uint32_t(4 + chunkHeader + 10 + chunks.size()), 4);
    appendText(out, "WEBPVP8X");
    appendNumber(out, 10, 4);
    appendNumber(out, startsWith(chunks, "ALPH", 4) ? 0x10 : 0, 4);
    out.insert(out.end(), frame.begin() + 6, frame.begin() + 12); // width − 1, height − 1
    out.insert(out.end(), chunks.begin(), chunks.end());
    return out;
}

Raster onCanvas(const Raster& frame, int64_t x, int64_t y, int64_t width, int64_t height)
{
    if (x + frame.width > width || y + frame.height > height)
        refusePicture("is a broken WebP: its first frame is outside");
    Raster canvas{width, height, 4, std::vector<uint8_t>(size_t(4) * width * height), 1};
    for (int64_t row = 0; row < frame.height; ++row)
        for (int64_t column = 0; column < frame.width; ++column) {
            const uint8_t* source
                = frame.bytes.data() + frame.channels * (row * frame.width + column);
            uint8_t* target = canvas.bytes.data() + 4 * ((y + row) * width + x + column);
            target[3] = 255;
            std::copy_n(source, frame.channels, target);
        }
    return canvas;
}

Raster decodeFirstFrame(FileBytes file, const WebPBitstreamFeatures& canvas)
{
    const auto frame = findChunk(file, "ANMF");
    if (!frame || frame->size() < frameHeader + chunkHeader)
        refusePicture("is an animated WebP without a whole first frame");
    const std::vector<std::byte> still = stillFile(*frame);
    const WebPBitstreamFeatures features = readFeatures(still);
    checkImageSize(features.width, features.height);
    return onCanvas(decodeStill(still, 1), 2 * littleEndian(*frame, 0, 3),
        2 * littleEndian(*frame, 3, 3), canvas.width, canvas.height);
}

} // namespace

bool isWebp(FileBytes file)
{
    return file.size() >= riffHeader && startsWith(file, "RIFF", 4)
        && startsWith(file.subspan(8), "WEBP", 4);
}

Raster decodeWebp(FileBytes file)
{
    CHECK(isWebp(file));
    const WebPBitstreamFeatures features = readFeatures(file);
    if (features.has_animation)
        checkImageSize(features.width, features.height);
    Raster raster = features.has_animation
        ? decodeFirstFrame(file, features)
        : decodeStill(file, scaleDivisor(features.width, features.height));
    if (const auto exif = findChunk(file, "EXIF"))
        raster.orientation = exifOrientation(*exif);
    return raster;
}

namespace {

constexpr size_t maxFrames = 10'000;
constexpr int64_t maxPixels = int64_t(1) << 31; ///< of all frames that are decoded
constexpr int defaultTime = 100; ///< milliseconds

struct Deleter {
    void operator()(WebPDemuxer* demuxer) const { WebPDemuxDelete(demuxer); }
    void operator()(WebPAnimDecoder* decoder) const { WebPAnimDecoderDelete(decoder); }
};

WebPData toData(FileBytes file)
{
    return {reinterpret_cast<const uint8_t*>(file.data()), file.size()};
}

// Decodes frames in order. If there is no next frame, as after a broken one, the last one stays.
class Frames {
public:
    explicit Frames(FileBytes file)
    {
        const WebPData data = toData(file);
        WebPAnimDecoderOptions options;
        WebPAnimDecoderOptionsInit(&options);
        options.color_mode = MODE_RGBA;
        m_decoder.reset(WebPAnimDecoderNew(&data, &options));
        WebPAnimInfo info;
        if (!m_decoder || !WebPAnimDecoderGetInfo(m_decoder.get(), &info))
            refusePicture("is a broken animated WebP");
        m_raster = {info.canvas_width, info.canvas_height, 4, {}, 1};
    }

    int64_t pixels() const { return m_raster.width * m_raster.height; }
    const Raster& raster() const { return m_raster; }

    void next()
    {
        uint8_t* canvas = nullptr;
        int end = 0;
        if (WebPAnimDecoderGetNext(m_decoder.get(), &canvas, &end))
            m_raster.bytes.assign(canvas, canvas + 4 * pixels());
        else if (m_raster.bytes.empty())
            refusePicture("is an animated WebP without a whole first frame");
    }

private:
    std::unique_ptr<WebPAnimDecoder, Deleter> m_decoder;
    Raster m_raster;
};

class WebpVideo final : public Video {
public:
    WebpVideo(FileBytes file, std::vector<double> starts, double seconds, Transparency transparency)
        : Video(file, std::move(starts), seconds)
        , m_transparency(transparency)
    {
    }

    void read(std::span<const int64_t> wanted, const Sink& sink) const override
    {
        Frames frames(file());
        int64_t shown = -1, pixels = 0;
        for (const int64_t number : wanted) {
            for (; shown < number; ++shown) {
                frames.next();
                pixels += frames.pixels();
                if (pixels > maxPixels)
                    refusePicture("is a video with too many pixels");
            }
            sink(withoutAlpha(frames.raster(), m_transparency));
        }
    }

private:
    Transparency m_transparency;
};

} // namespace

VideoPtr webpVideo(FileBytes file, Transparency transparency)
{
    const WebPData data = toData(file);
    const std::unique_ptr<WebPDemuxer, Deleter> demuxer(WebPDemux(&data));
    if (!demuxer || WebPDemuxGetI(demuxer.get(), WEBP_FF_FRAME_COUNT) > maxFrames)
        return nullptr;
    std::vector<double> starts;
    int64_t milliseconds = 0;
    WebPIterator frame;
    bool isThere = WebPDemuxGetFrame(demuxer.get(), 1, &frame);
    for (; isThere; isThere = WebPDemuxNextFrame(&frame)) {
        starts.push_back(double(milliseconds) / 1000);
        milliseconds += frame.duration > 0 ? frame.duration : defaultTime;
    }
    WebPDemuxReleaseIterator(&frame);
    if (starts.size() < 2)
        return nullptr;
    return std::make_shared<WebpVideo>(
        file, std::move(starts), double(milliseconds) / 1000, transparency);
}

} // namespace vision
