#pragma once

#include "vision/images/image.h"
#include "vision/images/raster.h"

#include <cstddef>
#include <filesystem>
#include <span>

namespace vision {

inline constexpr int64_t maxImageSide = 16384; ///< pixels
inline constexpr int64_t maxImagePixels = 100'000'000;
inline constexpr int64_t maxImageFileBytes = 64 << 20;

enum class Transparency {
    OnWhite, ///< what is transparent is laid on white, as people see it on a page
    Dropped, ///< the colours alone, whatever they show where nothing should be seen
};

/// Whether a file begins like one that decodeImage reads.
bool isImage(std::span<const std::byte> file);

/// The first picture in a PNG, JPEG, WebP, GIF, BMP, HEIC or AVIF, told apart by content: turned as
/// its EXIF orientation says, 16 bits made 8, palette and CMYK made RGB. Any thread.
/// Throws Error{BadFile} with a sentence that says what was wrong; sizes are checked before memory
/// is taken. A file is refused where Pillow refuses it.
Image decodeImage(
    std::span<const std::byte> file, Transparency transparency = Transparency::OnWhite);

/// The pixels of one reader without their alpha; they are not turned.
Image withoutAlpha(Raster raster, Transparency transparency);

/// The bytes of a picture file. Throws Error{BadFile} if it cannot be read or is larger than any
/// picture may be.
std::vector<std::byte> readPictureFile(const std::filesystem::path& path);

/// decodeImage of a file; sentences begin with its name.
Image decodeImageFile(
    const std::filesystem::path& path, Transparency transparency = Transparency::OnWhite);

} // namespace vision
