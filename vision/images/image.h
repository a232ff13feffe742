#pragma once

#include "base/error.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vision {

class Video;

/// An image: 8-bit sRGB, upright, rows from the top, three bytes per pixel, no padding.
struct Image {
    int64_t width = 0, height = 0;
    std::vector<uint8_t> rgb; ///< 3 · width · height
    int64_t tokens = 0; ///< that it may take in a prompt, see withImageTokens(); 0: the default
    /// All frames of a moving image, of which this is the first. Null: it does not move.
    std::shared_ptr<const Video> video = {};

    const uint8_t* pixel(int64_t x, int64_t y) const { return rgb.data() + 3 * (y * width + x); }
};

/// The frames of an animated image, which are decoded when somebody reads them. Never changes; any
/// thread may use it.
class Video {
public:
    using Sink = std::function<void(Image&& frame)>;

    virtual ~Video() = default;

    int64_t count() const { return int64_t(m_starts.size()); } ///< of frames: at least 2
    /// The times at which frames are first shown, in seconds from the beginning, ascending.
    const std::vector<double>& starts() const { return m_starts; }
    double seconds() const { return m_seconds; } ///< how long all of it is shown
    /// The file. Videos of the same bytes have the same frames.
    std::span<const std::byte> file() const { return m_file; }

    /// Decodes the frames with these numbers, which ascend and may repeat, and hands them over in
    /// their order, each in the size of the image that has the video. Frames behind a broken one
    /// look like the last intact one. Throws Error{BadFile} if the video takes too much work.
    virtual void read(std::span<const int64_t> frames, const Sink& sink) const = 0;

protected:
    /// There must be at least two starts.
    Video(std::span<const std::byte> file, std::vector<double> starts, double seconds)
        : m_file(file.begin(), file.end())
        , m_starts(std::move(starts))
        , m_seconds(seconds)
    {
    }

private:
    std::vector<std::byte> m_file;
    std::vector<double> m_starts;
    double m_seconds;
};

using VideoPtr = std::shared_ptr<const Video>;

/// The bytes of an image file; every reader of this folder takes them in this form.
using FileBytes = std::span<const std::byte>;

/// What the reader of a format returns: 8 bits per channel, rows from the top, not yet laid on
/// white and not yet turned.
struct Raster {
    int64_t width = 0, height = 0;
    int channels = 3; ///< 3: red, green, blue; 4: also alpha, 0 is transparent, not premultiplied
    std::vector<uint8_t> bytes; ///< channels · width · height
    int orientation = 1; ///< the EXIF orientation, 1 … 8, which upright() undoes
};

/// Throws Error{BadFile} with the message "the picture " + `predicate`.
[[noreturn]] void refusePicture(const std::string& predicate);

/// Throws Error{BadFile} if an image is empty or larger than decode.h allows. Must be called before
/// memory is allocated.
void checkImageSize(int64_t width, int64_t height);

/// Reads a number of `count` bytes that has the most (or the least) significant byte first. The
/// bytes must exist (CHECK).
uint32_t bigEndian(FileBytes bytes, size_t position, int count);
uint32_t littleEndian(FileBytes bytes, size_t position, int count);

bool startsWith(FileBytes bytes, const char* text, size_t length);

} // namespace vision
