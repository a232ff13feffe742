#pragma once

#include "vision/images/raster.h"

#include <array>
#include <string_view>

namespace vision {

/// The chunks of a PNG, judged as Pillow judges them: checksums count for every chunk before the
/// pixel data (IDAT), not from there on; what follows the pixel data may be cut off between
/// chunks; the checksum inside the pixel data counts.
///
///     "\x89PNG\r\n\x1a\n", then chunks: length u32, name, that many bytes, CRC-32 of name and
///     bytes
struct PngFile {
    int64_t width = 0, height = 0;
    int bitDepth = 0; ///< 1, 2, 4, 8, 16
    int colorType = 0; ///< 0 grey, 2 RGB, 3 palette, 4 grey + alpha, 6 RGBA
    bool isInterlaced = false;
    std::vector<uint8_t> palette; ///< PLTE
    std::vector<uint8_t> transparency; ///< tRNS
    std::vector<uint8_t> pixels; ///< filtered rows, as IDAT holds them compressed
    int orientation = 1;

    bool hasAlpha() const { return colorType >= 4 || !transparency.empty(); }
};

/// Throws Error{BadFile} saying what is broken.
PngFile readPng(FileBytes file);

/// The same picture as a PNG with sound checksums and nothing but what its pixels need, the pixel
/// data stored without compression.
std::vector<std::byte> writePlainPng(const PngFile& png);

bool isPng(FileBytes file);
Raster decodePng(FileBytes file);

} // namespace vision
