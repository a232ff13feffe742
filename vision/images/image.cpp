#include "vision/images/image.h"

#include "vision/images/decode.h"

#include <cstring>

namespace vision {

void refusePicture(const std::string& predicate)
{
    throw base::Error(base::ErrorKind::BadFile, "the picture " + predicate);
}

namespace {

void checkSize(int64_t width, int64_t height, int64_t maxSide, int64_t maxPixels)
{
    const auto size = [&] { return std::to_string(width) + " x " + std::to_string(height); };
    if (width <= 0 || height <= 0)
        refusePicture("has no pixels: its header says " + size());
    if (width > maxSide || height > maxSide || width * height > maxPixels)
        refusePicture("is too large: its header says " + size() + " pixels, the limit is "
            + std::to_string(maxSide) + " a side and " + std::to_string(maxPixels / 1'000'000)
            + " million in all");
}

} // namespace

void checkImageSize(int64_t width, int64_t height)
{
    checkSize(width, height, maxImageSide, maxImagePixels);
}

bool isImageSize(int64_t width, int64_t height)
{
    return width <= maxImageSide && height <= maxImageSide && width * height <= maxImagePixels;
}

int64_t scaleDivisor(int64_t width, int64_t height)
{
    checkSize(width, height, maxScaledSide, maxScaledPixels);
    int64_t divisor = 1;
    while (!isImageSize((width + divisor - 1) / divisor, (height + divisor - 1) / divisor))
        ++divisor;
    return divisor;
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
