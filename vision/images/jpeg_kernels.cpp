#include "vision/images/jpeg_kernels.h"

#include <algorithm>
#include <array>

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
