#include "vision/images/gif_film.h"

#include "vision/images/gif_file.h"
#include "vision/images/gif_frames.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace vision {

namespace {

constexpr size_t mostFrames = 10'000;
constexpr int64_t mostPixels = int64_t(1) << 31; ///< of all frames, as stored and as shown
constexpr int shortestTime = 2, usualTime = 10; ///< hundredths of a second

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
        forEachPixel(frame, [&](uint8_t* pixel, size_t place) {
            const uint8_t index = frame.indices[place];
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
        for (size_t place = 0; place < raster.bytes.size(); place += 3) {
            const auto colour = raster.bytes.begin() + ptrdiff_t(place);
            out.bytes.insert(out.bytes.end(), colour, colour + 3);
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
    } catch (const kernels::Error&) {
        return std::nullopt;
    }
}

class GifFilm final : public Film {
public:
    GifFilm(FileBytes file, std::vector<double> starts, double seconds, Transparency transparency)
        : Film(file, std::move(starts), seconds)
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
        if (pixels > mostPixels)
            refusePicture("is a film with too many pixels");
    }

    Transparency m_transparency;
};

} // namespace

FilmPtr gifFilm(FileBytes file, Transparency transparency)
{
    GifFrames frames(file);
    std::vector<double> starts;
    int64_t hundredths = 0;
    while (const auto frame = nextFrame(frames, GifFrames::Pixels::PassedOver)) {
        starts.push_back(double(hundredths) / 100);
        hundredths += frame->hundredths < shortestTime ? usualTime : frame->hundredths;
        if (starts.size() == mostFrames)
            break;
    }
    if (starts.size() < 2)
        return nullptr;
    return std::make_shared<GifFilm>(
        file, std::move(starts), double(hundredths) / 100, transparency);
}

} // namespace vision
