#pragma once

#include "kernels/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vision {

/// The bytes of a picture file; every reader of this folder takes them in this form.
using FileBytes = std::span<const std::byte>;

/// What the reader of a format returns: 8 bits per channel, rows from the top, not yet laid on
/// white and not yet turned.
struct Raster {
    int64_t width = 0, height = 0;
    int channels = 3; ///< 3: red, green, blue; 4: also alpha, 0 is transparent, not premultiplied
    std::vector<uint8_t> bytes; ///< channels · width · height
    int orientation = 1; ///< the EXIF orientation, 1 … 8, which upright() undoes
};

/// Throws Error{BadFile} with the sentence "the picture " + `predicate`.
[[noreturn]] void refusePicture(const std::string& predicate);

/// Throws Error{BadFile} if a picture is empty or larger than decode.h allows. To be called before
/// memory is taken.
void checkImageSize(int64_t width, int64_t height);

/// Reads a number of `count` bytes that has the most (or the least) significant byte first. The
/// bytes must exist (CHECK).
uint32_t bigEndian(FileBytes bytes, size_t position, int count);
uint32_t littleEndian(FileBytes bytes, size_t position, int count);

bool startsWith(FileBytes bytes, const char* text, size_t length);

} // namespace vision
