#include "vision/images/decode.h"

#include "vision/images/bmp_file.h"
#include "vision/images/gif.h"
#include "vision/images/heif_file.h"
#include "vision/images/jpeg_file.h"
#include "vision/images/png_file.h"
#include "vision/images/stb_file.h"
#include "vision/images/video_file.h"
#include "vision/images/webp.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace vision {

namespace {

constexpr ImageFormat formats[] = {
    {isPng, decodePng}, {isJpeg, decodeJpeg}, {isWebp, decodeWebp}, {isGif, decodeGif},
    {isBmp, decodeBmp}, {isHeif, decodeHeif}, {isStbImage, decodeStbImage},
    {isVideo, decodeVideo}, // behind HEIC and AVIF, which begin like MP4
};

// Null if no format has files that begin like this one.
const ImageFormat* findFormat(FileBytes file, std::span<const ImageFormat> more)
{
    for (const auto table : {more, std::span<const ImageFormat>(formats)})
        for (const ImageFormat& format : table)
            if (format.isOfIt(file))
                return &format;
    return nullptr;
}

Raster decodeRaster(FileBytes file, std::span<const ImageFormat> more)
{
    if (file.empty())
        refusePicture("is an empty file");
    if (int64_t(file.size()) > maxImageFileBytes)
        refusePicture("is larger than " + std::to_string(maxImageFileBytes >> 20) + " MiB");
    if (const ImageFormat* format = findFormat(file, more))
        return format->decode(file);
    refusePicture(
        "isn't a supported image (PNG, JPEG, WebP, GIF, BMP, HEIC, AVIF, PSD, PNM, TGA) or video");
}

// Null for what does not move.
VideoPtr openVideo(FileBytes file, Transparency transparency)
{
    if (isGif(file))
        return gifVideo(file, transparency);
    if (isWebp(file))
        return webpVideo(file, transparency);
    return isVideo(file) && !isHeif(file) ? fileVideo(file) : nullptr;
}

} // namespace

std::vector<std::byte> readImageFile(const std::filesystem::path& path)
{
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error)
        refusePicture("cannot be read: " + error.message());
    if (int64_t(std::min<uintmax_t>(size, INT64_MAX)) > maxImageFileBytes)
        refusePicture("is larger than " + std::to_string(maxImageFileBytes >> 20) + " MiB");
    std::vector<std::byte> bytes(size);
    std::ifstream file(path, std::ios::binary);
    file.read(reinterpret_cast<char*>(bytes.data()), std::streamsize(size));
    if (!file)
        refusePicture("cannot be read");
    return bytes;
}

bool isImage(FileBytes file, std::span<const ImageFormat> more)
{
    return findFormat(file, more) != nullptr;
}

Image withoutAlpha(Raster raster, Transparency transparency)
{
    if (raster.channels == 3)
        return {raster.width, raster.height, std::move(raster.bytes)};
    Image image{raster.width, raster.height, std::vector<uint8_t>(raster.bytes.size() / 4 * 3)};
    const uint8_t* source = raster.bytes.data();
    for (size_t index = 0; index < image.rgb.size(); index += 3, source += 4) {
        const int alpha = transparency == Transparency::OnWhite ? source[3] : 255;
        for (size_t channel = 0; channel < 3; ++channel)
            image.rgb[index + channel]
                = uint8_t((source[channel] * alpha + 255 * (255 - alpha) + 127) / 255);
    }
    return image;
}

Image decodeImage(FileBytes file, Transparency transparency, std::span<const ImageFormat> more)
{
    Raster raster = decodeRaster(file, more);
    const bool isTurned = raster.orientation != 1;
    Image image = withoutAlpha(upright(std::move(raster)), transparency);
    if (!isTurned)
        image.video = openVideo(file, transparency);
    return image;
}

Image decodeImageFile(
    const std::filesystem::path& path, Transparency transparency, std::span<const ImageFormat> more)
{
    try {
        return decodeImage(readImageFile(path), transparency, more);
    } catch (const base::Error& error) {
        throw base::Error(error.kind(), path.filename().string() + ": " + error.what());
    }
}

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
