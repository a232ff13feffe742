#include "vision/images/exif.h"

#include <algorithm>
#include <utility>

namespace vision {

namespace {

// TIFF: "II" or "MM" (byte order), 42, offset of a directory: a count u16, then entries of 12
// bytes: tag u16, type u16, count u32, value.
class TiffReader {
public:
    explicit TiffReader(FileBytes bytes)
        : m_bytes(bytes)
        , m_isBigEndian(startsWith(bytes, "MM", 2))
    {
    }

    bool isTiff() const
    {
        return m_bytes.size() >= 8 && (m_isBigEndian || startsWith(m_bytes, "II", 2))
            && number(2, 2) == 42;
    }

    uint32_t number(size_t position, int count) const
    {
        if (position > m_bytes.size() || m_bytes.size() - position < size_t(count))
            return 0;
        return m_isBigEndian ? bigEndian(m_bytes, position, count)
                             : littleEndian(m_bytes, position, count);
    }

private:
    FileBytes m_bytes;
    bool m_isBigEndian;
};

constexpr uint32_t orientationTag = 0x0112;

} // namespace

int exifOrientation(FileBytes block)
{
    if (startsWith(block, "Exif\0\0", 6))
        block = block.subspan(6);
    const TiffReader tiff(block);
    if (!tiff.isTiff())
        return 1;
    const size_t directory = tiff.number(4, 4);
    const uint32_t entries = tiff.number(directory, 2);
    for (uint32_t entry = 0; entry < entries; ++entry) {
        const size_t position = directory + 2 + size_t(12) * entry;
        if (tiff.number(position, 2) != orientationTag)
            continue;
        const uint32_t type = tiff.number(position + 2, 2);
        if (type != 3 && type != 4) // u16 or u32
            return 1;
        const uint32_t value = tiff.number(position + 8, type == 3 ? 2 : 4);
        return value >= 1 && value <= 8 ? int(value) : 1;
    }
    return 1;
}

Raster upright(Raster image)
{
    const int orientation = std::exchange(image.orientation, 1);
    if (orientation <= 1 || orientation > 8)
        return image;
    const bool isTransposed = orientation >= 5;
    const bool fromRight
        = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool fromBottom
        = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;

    Raster out
        = {isTransposed ? image.height : image.width, isTransposed ? image.width : image.height,
            image.channels, std::vector<uint8_t>(image.bytes.size()), 1};
    uint8_t* pixel = out.bytes.data();
    for (int64_t y = 0; y < out.height; ++y)
        for (int64_t x = 0; x < out.width; ++x) {
            int64_t sourceX = isTransposed ? y : x;
            int64_t sourceY = isTransposed ? x : y;
            if (fromRight)
                sourceX = image.width - 1 - sourceX;
            if (fromBottom)
                sourceY = image.height - 1 - sourceY;
            const uint8_t* source
                = image.bytes.data() + image.channels * (sourceY * image.width + sourceX);
            pixel = std::copy_n(source, image.channels, pixel);
        }
    return out;
}

} // namespace vision
