#include "vision/images/stb_decoder.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

namespace vision {

namespace {

constexpr int constantBits = 13, columnBits = 2; ///< fractional bits of constants; kept by columns

constexpr int64_t fixed(double value, int bits)
{
    return int64_t(value * (int64_t(1) << bits) + 0.5);
}

constexpr int64_t constant(double value)
{
    return fixed(value, constantBits);
}

using Line = std::array<int64_t, 8>;

// The 8-point transform of Loeffler, Ligtenberg and Moschytz (1989), scaled by √8 · 2¹³.
Line transform(const Line& in)
{
    const int64_t turned = (in[2] + in[6]) * constant(0.541196100);
    const int64_t low = turned - in[6] * constant(1.847759065);
    const int64_t high = turned + in[2] * constant(0.765366865);
    const int64_t sum = (in[0] + in[4]) << constantBits;
    const int64_t difference = (in[0] - in[4]) << constantBits;
    const std::array<int64_t, 4> even
        = {sum + high, difference + low, difference - low, sum - high};

    const int64_t all = (in[7] + in[3] + in[5] + in[1]) * constant(1.175875602);
    const int64_t outer = -(in[7] + in[1]) * constant(0.899976223);
    const int64_t inner = -(in[5] + in[3]) * constant(2.562915447);
    const int64_t third = all - (in[7] + in[3]) * constant(1.961570560);
    const int64_t fifth = all - (in[5] + in[1]) * constant(0.390180644);
    const std::array<int64_t, 4> odd = {
        in[1] * constant(1.501321110) + outer + fifth,
        in[3] * constant(3.072711026) + inner + third,
        in[5] * constant(2.053119869) + inner + fifth,
        in[7] * constant(0.298631336) + outer + third,
    };

    Line out;
    for (int i = 0; i < 4; ++i) {
        out[i] = even[i] + odd[i];
        out[7 - i] = even[i] - odd[i];
    }
    return out;
}

int64_t roundedShift(int64_t value, int bits)
{
    return (value + (int64_t(1) << (bits - 1))) >> bits;
}

uint8_t clamped(int64_t value)
{
    return uint8_t(std::clamp<int64_t>(value, 0, 255));
}

} // namespace

void inverseCosineTransform(uint8_t* out, int stride, int16_t coefficients[64])
{
    std::array<Line, 8> rows;
    for (int column = 0; column < 8; ++column) {
        Line line;
        for (int row = 0; row < 8; ++row)
            line[row] = coefficients[8 * row + column];
        line = transform(line);
        for (int row = 0; row < 8; ++row)
            rows[row][column] = roundedShift(line[row], constantBits - columnBits);
    }
    for (int row = 0; row < 8; ++row) {
        const Line line = transform(rows[row]);
        for (int column = 0; column < 8; ++column)
            out[row * stride + column]
                = clamped(roundedShift(line[column], constantBits + columnBits + 3) + 128);
    }
}

uint8_t* doubleRow(uint8_t* out, uint8_t* near, uint8_t* far, int width, int)
{
    const auto mixed = [&](int x) { return 3 * near[x] + far[x]; };
    for (int x = 0; x < width; ++x) {
        if (width <= 2) {
            out[2 * x] = out[2 * x + 1] = near[x];
            continue;
        }
        const int middle = mixed(x);
        out[2 * x] = uint8_t((3 * middle + mixed(std::max(x - 1, 0)) + 8) >> 4);
        out[2 * x + 1] = uint8_t((3 * middle + mixed(std::min(x + 1, width - 1)) + 7) >> 4);
    }
    return out;
}

uint8_t* doubleWidth(uint8_t* out, uint8_t* row, uint8_t*, int width, int)
{
    for (int x = 0; x < width; ++x) {
        const bool hasLeft = width > 2 && x > 0, hasRight = width > 2 && x < width - 1;
        out[2 * x] = hasLeft ? uint8_t((3 * row[x] + row[x - 1] + 1) >> 2) : row[x];
        out[2 * x + 1] = hasRight ? uint8_t((3 * row[x] + row[x + 1] + 2) >> 2) : row[x];
    }
    return out;
}

void toRgb(uint8_t* out, const uint8_t* luma, const uint8_t* blueChroma, const uint8_t* redChroma,
    int count, int step)
{
    constexpr int bits = 16;
    constexpr auto half = int(1) << (bits - 1);
    constexpr auto redOfRed = int(fixed(1.40200, bits)), blueOfBlue = int(fixed(1.77200, bits));
    constexpr auto greenOfRed = int(fixed(0.71414, bits)), greenOfBlue = int(fixed(0.34414, bits));
    for (int x = 0; x < count; ++x, out += step) {
        const int blue = blueChroma[x] - 128, red = redChroma[x] - 128;
        out[0] = clamped(luma[x] + ((redOfRed * red + half) >> bits));
        out[1] = clamped(luma[x] + ((half - greenOfBlue * blue - greenOfRed * red) >> bits));
        out[2] = clamped(luma[x] + ((blueOfBlue * blue + half) >> bits));
        if (step == 4)
            out[3] = 255;
    }
}

} // namespace vision

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

// Why stb rejected the last image of this thread. It does not always say.
std::string failureReason()
{
    const char* reason = std::exchange(stbi__g_failure_reason, nullptr);
    return reason ? std::string(" (") + reason + ")" : std::string();
}

} // namespace

Raster decodeJpegWithStb(FileBytes file, int64_t width, int64_t height)
{
    // Coefficients of a progressive JPEG are 16 bits, its blocks padded to four by four.
    stbAllocationLimit = size_t(width + 64) * size_t(height + 64) * 8 + spare;
    stbi__context context;
    stbi__start_mem(&context, reinterpret_cast<const stbi_uc*>(file.data()), int(file.size()));
    int decodedWidth = 0, decodedHeight = 0;
    const StbMemory pixels(loadJpeg(context, decodedWidth, decodedHeight), std::free);
    const std::string reason = failureReason();
    if (!pixels)
        refusePicture("has broken pixel data" + reason);
    if (decodedWidth != width || decodedHeight != height)
        refusePicture("has two headers that contradict each other");
    return {width, height, 3, {pixels.get(), pixels.get() + 3 * width * height}, 1};
}

} // namespace vision
