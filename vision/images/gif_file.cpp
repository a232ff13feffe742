#include "vision/images/gif_file.h"

#include "vision/images/gif_frames.h"

#include <algorithm>

namespace vision {

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
        const uint8_t* colour = frame.palette.data() + 3 * index;
        raster.bytes.insert(raster.bytes.end(), colour, colour + 3);
        if (frame.clear)
            raster.bytes.push_back(index == *frame.clear ? 0 : 255);
    }
    return raster;
}

} // namespace vision
