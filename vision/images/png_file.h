#pragma once

#include "vision/images/image.h"

#include <array>
#include <string_view>

namespace vision {

/// The chunks of a PNG file, judged as Pillow judges them. Checksums are checked for the chunks
/// before the pixel data (IDAT) but not from there on; the checksum inside the pixel data is
/// checked. The file may be cut off between two chunks after the pixel data.
///
///     "\x89PNG\r\n\x1a\n", then chunks: length u32, name, that many bytes, CRC-32 of name and
///     bytes
struct PngFile {
    int64_t width = 0, height = 0;
    int bitDepth = 0; ///< 1, 2, 4, 8 or 16
    int colorType = 0; ///< 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGBA
    bool isInterlaced = false;
    std::vector<uint8_t> palette; ///< the chunk PLTE
    std::vector<uint8_t> transparency; ///< the chunk tRNS
    std::vector<uint8_t> pixels; ///< the filtered rows, decompressed from IDAT
    int orientation = 1;

    bool hasAlpha() const { return colorType >= 4 || !transparency.empty(); }
};

/// Throws Error{BadFile} with a message that says what is wrong.
PngFile readPng(FileBytes file);

/// Writes the same image as a PNG with correct checksums, only the chunks that its pixels need, and
/// pixel data stored without compression.
std::vector<std::byte> writePlainPng(const PngFile& png);

bool isPng(FileBytes file);
Raster decodePng(FileBytes file);

} // namespace vision
