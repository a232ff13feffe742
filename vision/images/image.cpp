#include "vision/images/image.h"

#include "vision/images/decode.h"

#include <cstring>

namespace vision {

void refusePicture(const std::string& predicate)
{
    throw base::Error(base::ErrorKind::BadFile, "the picture " + predicate);
}

void checkImageSize(int64_t width, int64_t height)
{
    const auto size = [&] { return std::to_string(width) + " x " + std::to_string(height); };
    if (width <= 0 || height <= 0)
        refusePicture("has no pixels: its header says " + size());
    if (width > maxImageSide || height > maxImageSide || width * height > maxImagePixels)
        refusePicture("is too large: its header says " + size() + " pixels, the limit is "
            + std::to_string(maxImageSide) + " a side and "
            + std::to_string(maxImagePixels / 1'000'000) + " million in all");
}

uint32_t bigEndian(FileBytes bytes, size_t position, int count)
{
    CHECK(position + count <= bytes.size());
    uint32_t value = 0;
    for (int i = 0; i < count; ++i)
        value = value << 8 | std::to_integer<uint32_t>(bytes[position + i]);
    return value;
}

uint32_t littleEndian(FileBytes bytes, size_t position, int count)
{
    CHECK(position + count <= bytes.size());
    uint32_t value = 0;
    for (int i = count - 1; i >= 0; --i)
        value = value << 8 | std::to_integer<uint32_t>(bytes[position + i]);
    return value;
}

bool startsWith(FileBytes bytes, const char* text, size_t length)
{
    return bytes.size() >= length && std::memcmp(bytes.data(), text, length) == 0;
}

} // namespace vision
