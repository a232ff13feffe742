#include "vision/images/webp_film.h"

#include <memory>
#include <utility>
#include <webp/demux.h>

namespace vision {

namespace {

constexpr size_t mostFrames = 10'000;
constexpr int64_t mostPixels = int64_t(1) << 31; ///< of all frames that are decoded
constexpr int usualTime = 100; ///< milliseconds

struct Deleter {
    void operator()(WebPDemuxer* demuxer) const { WebPDemuxDelete(demuxer); }
    void operator()(WebPAnimDecoder* decoder) const { WebPAnimDecoderDelete(decoder); }
};

WebPData dataOf(FileBytes file)
{
    return {reinterpret_cast<const uint8_t*>(file.data()), file.size()};
}

// Without a next frame, as after a broken one, the last one stays.
class Frames {
public:
    explicit Frames(FileBytes file)
    {
        const WebPData data = dataOf(file);
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

class WebpFilm final : public Film {
public:
    WebpFilm(FileBytes file, std::vector<double> starts, double seconds, Transparency transparency)
        : Film(file, std::move(starts), seconds)
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
                if (pixels > mostPixels)
                    refusePicture("is a film with too many pixels");
            }
            sink(withoutAlpha(frames.raster(), m_transparency));
        }
    }

private:
    Transparency m_transparency;
};

} // namespace

FilmPtr webpFilm(FileBytes file, Transparency transparency)
{
    const WebPData data = dataOf(file);
    const std::unique_ptr<WebPDemuxer, Deleter> demuxer(WebPDemux(&data));
    if (!demuxer || WebPDemuxGetI(demuxer.get(), WEBP_FF_FRAME_COUNT) > mostFrames)
        return nullptr;
    std::vector<double> starts;
    int64_t milliseconds = 0;
    WebPIterator frame;
    bool isThere = WebPDemuxGetFrame(demuxer.get(), 1, &frame);
    for (; isThere; isThere = WebPDemuxNextFrame(&frame)) {
        starts.push_back(double(milliseconds) / 1000);
        milliseconds += frame.duration > 0 ? frame.duration : usualTime;
    }
    WebPDemuxReleaseIterator(&frame);
    if (starts.size() < 2)
        return nullptr;
    return std::make_shared<WebpFilm>(
        file, std::move(starts), double(milliseconds) / 1000, transparency);
}

} // namespace vision
