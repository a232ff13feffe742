#include "vision/images/decode.h"

#include "vision/images/bmp_file.h"
#include "vision/images/exif.h"
#include "vision/images/gif_file.h"
#include "vision/images/gif_film.h"
#include "vision/images/heif_file.h"
#include "vision/images/jpeg_file.h"
#include "vision/images/png_file.h"
#include "vision/images/video_file.h"
#include "vision/images/webp_file.h"
#include "vision/images/webp_film.h"

#include <algorithm>
#include <fstream>

namespace vision {

namespace {

struct Format {
    bool (*isOfIt)(FileBytes file);
    Raster (*decode)(FileBytes file);
};

constexpr Format formats[] = {
    {isPng, decodePng}, {isJpeg, decodeJpeg}, {isWebp, decodeWebp}, {isGif, decodeGif},
    {isBmp, decodeBmp}, {isHeif, decodeHeif},
    {isVideo, decodeVideo}, // behind HEIC and AVIF, which begin like MP4
};

Raster decodeRaster(FileBytes file)
{
    if (file.empty())
        refusePicture("is an empty file");
    if (int64_t(file.size()) > maxImageFileBytes)
        refusePicture("is larger than " + std::to_string(maxImageFileBytes >> 20) + " MiB");
    for (const Format& format : formats)
        if (format.isOfIt(file))
            return format.decode(file);
    refusePicture(
        "cannot be read: a PNG, JPEG, WebP, GIF, BMP, HEIC or AVIF was expected, or a video");
}

// Null for what does not move.
FilmPtr filmOf(FileBytes file, Transparency transparency)
{
    if (isGif(file))
        return gifFilm(file, transparency);
    if (isWebp(file))
        return webpFilm(file, transparency);
    return isVideo(file) && !isHeif(file) ? videoFilm(file) : nullptr;
}

} // namespace

std::vector<std::byte> readPictureFile(const std::filesystem::path& path)
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

bool isImage(std::span<const std::byte> file)
{
    return std::any_of(std::begin(formats), std::end(formats),
        [file](const Format& format) { return format.isOfIt(file); });
}

Image withoutAlpha(Raster raster, Transparency transparency)
{
    if (raster.channels == 3)
        return {raster.width, raster.height, std::move(raster.bytes)};
    Image image{raster.width, raster.height, std::vector<uint8_t>(raster.bytes.size() / 4 * 3)};
    const uint8_t* source = raster.bytes.data();
    for (size_t place = 0; place < image.rgb.size(); place += 3, source += 4) {
        const int alpha = transparency == Transparency::OnWhite ? source[3] : 255;
        for (size_t channel = 0; channel < 3; ++channel)
            image.rgb[place + channel]
                = uint8_t((source[channel] * alpha + 255 * (255 - alpha) + 127) / 255);
    }
    return image;
}

Image decodeImage(std::span<const std::byte> file, Transparency transparency)
{
    Raster raster = decodeRaster(file);
    const bool isTurned = raster.orientation != 1;
    Image image = withoutAlpha(upright(std::move(raster)), transparency);
    if (!isTurned)
        image.film = filmOf(file, transparency);
    return image;
}

Image decodeImageFile(const std::filesystem::path& path, Transparency transparency)
{
    try {
        return decodeImage(readPictureFile(path), transparency);
    } catch (const kernels::Error& error) {
        throw kernels::Error(error.kind(), path.filename().string() + ": " + error.what());
    }
}

} // namespace vision
