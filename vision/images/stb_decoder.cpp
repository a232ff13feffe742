#include "vision/images/stb_decoder.h"

#include "vision/images/jpeg_kernels.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace {

// No single allocation of stb may be larger. Per thread, because decoding runs in any.
thread_local size_t stbAllocationLimit = 0;

void* stbAllocate(size_t bytes)
{
    return bytes <= stbAllocationLimit ? std::malloc(bytes) : nullptr;
}

void* stbReallocate(void* memory, size_t bytes)
{
    return bytes <= stbAllocationLimit ? std::realloc(memory, bytes) : nullptr;
}

} // namespace

// stb's way to double the width of chroma, which it offers no hook for, mixes up the last two
// pixels of a row. This gives its definition another name, so that its use finds ours.
static uint8_t* stbi__resample_row_h_2(uint8_t* out, uint8_t* near, uint8_t* far, int width, int)
{
    return vision::doubleWidth(out, near, far, width, 0);
}
#define stbi__resample_row_h_2(...) stbiUnusedResampleRow(__VA_ARGS__)

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(bytes) stbAllocate(bytes)
#define STBI_REALLOC(memory, bytes) stbReallocate(memory, bytes)
#define STBI_FREE(memory) std::free(memory)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace vision {

namespace {

using StbMemory = std::unique_ptr<uint8_t, decltype(&std::free)>;

constexpr size_t spare = 1 << 20; ///< bytes for tables and rounding up to whole blocks

// stb's own way through a JPEG, with our kernels in place of its own.
uint8_t* loadJpeg(stbi__context& context, int& width, int& height)
{
    const std::unique_ptr<stbi__jpeg> jpeg = std::make_unique<stbi__jpeg>();
    jpeg->s = &context;
    stbi__setup_jpeg(jpeg.get());
    jpeg->idct_block_kernel = inverseCosineTransform;
    jpeg->resample_row_hv_2_kernel = doubleRow;
    jpeg->YCbCr_to_RGB_kernel = toRgb;
    int channels = 0;
    return load_jpeg_image(jpeg.get(), &width, &height, &channels, 3);
}

// Why stb refused the last picture of this thread. It does not always say.
std::string failureReason()
{
    const char* reason = std::exchange(stbi__g_failure_reason, nullptr);
    return reason ? std::string(" (") + reason + ")" : std::string();
}

Raster rasterOf(
    const StbMemory& pixels, int64_t width, int64_t height, int channels, bool hasRightSize)
{
    const std::string reason = failureReason();
    if (!pixels)
        refusePicture("has broken pixel data" + reason);
    if (!hasRightSize)
        refusePicture("has two headers that contradict each other");
    return {width, height, channels, {pixels.get(), pixels.get() + channels * width * height}, 1};
}

} // namespace

Raster decodePngWithStb(FileBytes file, int64_t width, int64_t height, int channels)
{
    stbAllocationLimit = size_t(width + 64) * size_t(height + 64) * 8 + spare;
    int decodedWidth = 0, decodedHeight = 0, channelsInFile = 0;
    const StbMemory pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), int(file.size()),
            &decodedWidth, &decodedHeight, &channelsInFile, channels),
        std::free);
    return rasterOf(
        pixels, width, height, channels, decodedWidth == width && decodedHeight == height);
}

Raster decodeJpegWithStb(FileBytes file, int64_t width, int64_t height)
{
    // Coefficients of a progressive JPEG are 16 bits, its blocks padded to four by four.
    stbAllocationLimit = size_t(width + 64) * size_t(height + 64) * 8 + spare;
    stbi__context context;
    stbi__start_mem(&context, reinterpret_cast<const stbi_uc*>(file.data()), int(file.size()));
    int decodedWidth = 0, decodedHeight = 0;
    const StbMemory pixels(loadJpeg(context, decodedWidth, decodedHeight), std::free);
    return rasterOf(pixels, width, height, 3, decodedWidth == width && decodedHeight == height);
}

std::optional<std::vector<uint8_t>> inflateWithStb(FileBytes stream, size_t maxBytes)
{
    constexpr uint32_t largestWindow = 0x78; // 32 KiB, deflate; stb does not look
    if (stream.empty() || bigEndian(stream, 0, 1) > largestWindow)
        return std::nullopt;
    stbAllocationLimit = 2 * maxBytes + spare; // stb doubles what it has
    int length = 0;
    const StbMemory bytes(reinterpret_cast<uint8_t*>(stbi_zlib_decode_malloc_guesssize(
                              reinterpret_cast<const char*>(stream.data()), int(stream.size()),
                              int(std::min<size_t>(maxBytes, 1 << 30)), &length)),
        std::free);
    if (!bytes || size_t(length) > maxBytes)
        return std::nullopt;
    return std::vector<uint8_t>(bytes.get(), bytes.get() + length);
}

} // namespace vision
