#pragma once

#include "vision/images/image.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace vision {

inline constexpr int64_t maxImageSide = 16384; ///< pixels
inline constexpr int64_t maxImagePixels = 100'000'000;
/// Up to these, images are scaled to what is above if their format lets them be decoded in rows: JPEG,
/// PNG that isn't interlaced, and WebP that isn't animated.
inline constexpr int64_t maxScaledSide = 65'500, maxScaledPixels = 256 << 20;
inline constexpr int64_t maxImageFileBytes = 64 << 20;

/// What becomes of transparent pixels.
enum class Transparency {
    OnWhite, ///< the image is laid on white, as on a page
    Dropped, ///< the alpha channel is ignored and the colors under it are shown
};

/// The reader of a format. `decode` throws Error{BadFile}.
struct ImageFormat {
    bool (*isOfIt)(FileBytes file);
    Raster (*decode)(FileBytes file);
};

/// True if an image is no larger than maxImageSide and maxImagePixels.
bool isImageSize(int64_t width, int64_t height);

/// The least number by which both sides of an image are divided, and rounded up, so that
/// isImageSize() is true. Throws Error{BadFile} if the image is empty or larger than maxScaledSide
/// and maxScaledPixels. Must be called before memory is allocated.
int64_t scaleDivisor(int64_t width, int64_t height);

/// True if the file begins like one of a format that decodeImage() reads. `more` are formats of the
/// caller's, which are tried first.
bool isImage(FileBytes file, std::span<const ImageFormat> more = {});

/// Decodes the first image of a PNG, JPEG, WebP, GIF, BMP, HEIC, AVIF, PSD, PNM or TGA file or of a
/// video, with Image::video if a GIF, a WebP or a video has more of them; the content tells which. The
/// result is turned as the EXIF orientation says; 16 bits become 8; palettes and CMYK become RGB. Images
/// of more than maxImagePixels are scaled, if they can be. Any thread may call it. Throws Error{BadFile}
/// with a message that says what is wrong. Sizes are checked before memory is taken. A file is
/// rejected if Pillow rejects it, unless nothing but the end marker of a JPEG is missing.
Image decodeImage(FileBytes file, Transparency transparency = Transparency::OnWhite,
    std::span<const ImageFormat> more = {});

/// The pixels of a raster without its alpha channel. They are not turned.
Image withoutAlpha(Raster raster, Transparency transparency);

/// Reads the bytes of an image file. Throws Error{BadFile} if it cannot be read or has more than
/// maxImageFileBytes.
std::vector<std::byte> readImageFile(const std::filesystem::path& path);

/// Decodes a file. Error messages begin with its name.
Image decodeImageFile(const std::filesystem::path& path,
    Transparency transparency = Transparency::OnWhite, std::span<const ImageFormat> more = {});

/// The orientation, 1 … 8, in an EXIF block: a TIFF header, which "Exif\0\0" may precede. 1 if the
/// block does not say or is damaged: an image is not rejected because of its EXIF block.
int exifOrientation(FileBytes block);

/// Turns or mirrors an image whose rows are as `image.orientation` says, so that it is upright.
Raster upright(Raster image);

} // namespace vision
