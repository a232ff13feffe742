#pragma once

#include "vision/images/image.h"

namespace vision {

/// The headers of a Windows bitmap (BITMAPINFOHEADER and its relatives): where the rows are, and
/// the form of a pixel.
///
///     "BM", file size u32, 0 u32, offset of the rows u32, then a header that begins with its own
///     size u32, the palette, and rows of pixels from the bottom, each padded to four bytes
struct BmpFile {
    int64_t width = 0, height = 0;
    bool isTopDown = false;
    int bitsPerPixel = 0; ///< 1, 4, 8, 16, 24 or 32
    /// 0: none; 1 and 2: run lengths of 8 and 4 bits; 3: `masks` give the bits of each channel.
    int compression = 0;
    std::vector<uint32_t> masks; ///< of red, green, blue and alpha
    std::vector<uint8_t> palette; ///< 3 · 256 bytes: red, green, blue
    FileBytes rows;

    int64_t rowBytes() const { return (width * bitsPerPixel + 31) / 32 * 4; }
    /// Bytes of a row without its padding.
    int64_t pixelBytes() const { return (width * bitsPerPixel + 7) / 8; }
};

bool isBmp(FileBytes file);

/// Throws Error{BadFile} with a message if Pillow would reject the file.
BmpFile readBmp(FileBytes file);
Raster decodeBmp(FileBytes file);

} // namespace vision
