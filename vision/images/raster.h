#pragma once

#include "kernels/error.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vision {

/// The bytes of a picture file, as every reader in this folder takes them.
using FileBytes = std::span<const std::byte>;

/// What a reader of one format hands over: 8 bits a channel, rows from the top, neither laid on
/// white nor turned yet. A value.
struct Raster {
    int64_t width = 0, height = 0;
    int channels = 3; ///< 3: red, green, blue; 4: and alpha, 0 = transparent, not premultiplied
    std::vector<uint8_t> bytes; ///< channels · width · height
    int orientation = 1; ///< EXIF's, 1 … 8: how the rows lie in the upright picture
};

/// Throws Error{BadFile}: "the picture " and what is wrong with it.
[[noreturn]] void refusePicture(const std::string& predicate);

/// Refuses a picture that is empty or larger than decode.h allows. Call before memory is taken.
void checkImageSize(int64_t width, int64_t height);

/// Numbers of `count` bytes, most or least significant first. The bytes must be there (CHECK).
uint32_t bigEndian(FileBytes bytes, size_t position, int count);
uint32_t littleEndian(FileBytes bytes, size_t position, int count);

bool startsWith(FileBytes bytes, const char* text, size_t length);

} // namespace vision
