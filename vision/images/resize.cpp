#include "vision/images/resize.h"

#include "base/error.h"

#include <algorithm>
#include <cmath>
#include <numbers>

// A pixel of the result is a weighted mean of the source pixels under the filter, which is as wide
// as the scale when shrinking. Weights are fixed-point with 22 fractional bits. The sums run over
// 16-bit halves of the weights, because narrow products are what a compiler can vectorize on any
// machine; the two halves put together are the exact sum.
namespace vision {

namespace {

constexpr int precisionBits = 22;
constexpr int lowBits = 11; ///< of a weight go into its lower half

double triangle(double x)
{
    x = std::abs(x);
    return x < 1 ? 1 - x : 0;
}

double cubic(double x)
{
    constexpr double a = -0.5;
    x = std::abs(x);
    if (x < 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

double sinc(double x)
{
    if (x == 0)
        return 1;
    x *= std::numbers::pi;
    return std::sin(x) / x;
}

double lanczos(double x)
{
    return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0;
}

double box(double x)
{
    return x > -0.5 && x <= 0.5 ? 1 : 0;
}

struct Filter {
    double (*weight)(double);
    double support; ///< source pixels to each side, unscaled
};

Filter chooseFilter(Resampling resampling)
{
    switch (resampling) {
    case Resampling::Bilinear:
        return {triangle, 1};
    case Resampling::Bicubic:
        return {cubic, 2};
    case Resampling::Box:
        return {box, 0.5};
    default:
        return {lanczos, 3};
    }
}

// The source pixels that make each pixel of the result along one axis, and their weights.
struct Weights {
    struct Span {
        int64_t first = 0, count = 0;
    };
    std::vector<Span> spans;
    std::vector<int16_t> high, low; ///< [result, stride]: weight = high · 2¹¹ + low
    int64_t stride = 0; ///< a multiple of 8, so that sums have no tail; unused weights are 0
};

void splitWeights(Weights& weights, int64_t index, const std::vector<double>& values, double sum)
{
    for (size_t tap = 0; tap < values.size(); ++tap) {
        const double value = sum != 0 ? values[tap] / sum : values[tap];
        const int fixed = int(value * (1 << precisionBits) + (value < 0 ? -0.5 : 0.5));
        weights.high[index * weights.stride + tap] = int16_t(fixed >> lowBits);
        weights.low[index * weights.stride + tap] = int16_t(fixed & ((1 << lowBits) - 1));
    }
}

Weights weightsFor(int64_t sourceSize, int64_t size, const Filter& filter)
{
    const double scale = double(sourceSize) / double(size);
    const double filterScale = std::max(scale, 1.0);
    const double support = filter.support * filterScale;

    Weights weights;
    weights.stride = (int64_t(std::ceil(support)) * 2 + 1 + 7) / 8 * 8;
    weights.spans.resize(size);
    weights.high.resize(size * weights.stride);
    weights.low.resize(size * weights.stride);
    std::vector<double> values;
    for (int64_t index = 0; index < size; ++index) {
        const double center = (double(index) + 0.5) * scale;
        const auto first = std::max<int64_t>(int64_t(center - support + 0.5), 0);
        const auto end = std::min(int64_t(center + support + 0.5), sourceSize);
        double sum = 0;
        values.clear();
        for (int64_t source = first; source < end; ++source) {
            values.push_back(filter.weight(
                (double(source - first) + double(first) - center + 0.5) * (1.0 / filterScale)));
            sum += values.back();
        }
        weights.spans[index] = {first, end - first};
        splitWeights(weights, index, values, sum);
    }
    return weights;
}

uint8_t rounded(int64_t high, int64_t low)
{
    const int64_t sum = (high << lowBits) + low + (int64_t(1) << (precisionBits - 1));
    return uint8_t(std::clamp<int64_t>(sum >> precisionBits, 0, 255));
}

// The sum of `blocks` · 8 weighted pixels.
uint8_t weighted(const int16_t* pixels, const int16_t* high, const int16_t* low, int64_t blocks)
{
    int32_t highSum = 0, lowSum = 0;
    for (int64_t i = 0; i < 8 * blocks; ++i) {
        highSum += int32_t(pixels[i]) * int32_t(high[i]);
        lowSum += int32_t(pixels[i]) * int32_t(low[i]);
    }
    return rounded(highSum, lowSum);
}

// One row, with each channel on its own and widened, in `planes` [3, planeSize].
void resizeRow(
    uint8_t* out, const std::vector<int16_t>& planes, int64_t planeSize, const Weights& weights)
{
    for (size_t index = 0; index < weights.spans.size(); ++index) {
        const auto [first, count] = weights.spans[index];
        const int16_t* high = weights.high.data() + index * weights.stride;
        const int16_t* low = weights.low.data() + index * weights.stride;
        for (int channel = 0; channel < 3; ++channel)
            *out++
                = weighted(planes.data() + channel * planeSize + first, high, low, (count + 7) / 8);
    }
}

Image resizeWidth(const Image& image, int64_t width, const Filter& filter)
{
    const Weights weights = weightsFor(image.width, width, filter);
    Image out{width, image.height, std::vector<uint8_t>(3 * width * image.height)};
    const int64_t planeSize = image.width + 8; // the last sums may read past the row
    std::vector<int16_t> planes(3 * planeSize);
    for (int64_t row = 0; row < image.height; ++row) {
        const uint8_t* pixel = image.pixel(0, row);
        for (int64_t x = 0; x < image.width; ++x, pixel += 3)
            for (int channel = 0; channel < 3; ++channel)
                planes[channel * planeSize + x] = pixel[channel];
        resizeRow(out.rgb.data() + 3 * width * row, planes, planeSize, weights);
    }
    return out;
}

void addScaled(int32_t* sums, const uint8_t* row, int16_t factor, int64_t count)
{
    for (int64_t i = 0; i < count; ++i)
        sums[i] += int32_t(int16_t(row[i])) * int32_t(factor);
}

Image resizeHeight(const Image& image, int64_t height, const Filter& filter)
{
    const Weights weights = weightsFor(image.height, height, filter);
    const int64_t rowBytes = 3 * image.width;
    Image out{image.width, height, std::vector<uint8_t>(rowBytes * height)};
    std::vector<int32_t> high(rowBytes), low(rowBytes);
    for (int64_t row = 0; row < height; ++row) {
        std::fill(high.begin(), high.end(), 0);
        std::fill(low.begin(), low.end(), 0);
        for (int64_t tap = 0; tap < weights.spans[row].count; ++tap) {
            const uint8_t* source = image.pixel(0, weights.spans[row].first + tap);
            const int64_t index = row * weights.stride + tap;
            addScaled(high.data(), source, weights.high[index], rowBytes);
            addScaled(low.data(), source, weights.low[index], rowBytes);
        }
        for (int64_t i = 0; i < rowBytes; ++i)
            out.rgb[row * rowBytes + i] = rounded(high[i], low[i]);
    }
    return out;
}

// Pillow 13 begins with the height where that spares it work: the passes round to 8 bits between them,
// so the order shows.
bool beginsWithHeight(const Image& image, int64_t width, int64_t height)
{
    return height < image.height && image.height - height > 2 * (image.width - width);
}

// The source pixel whose area contains the center of each pixel of the result.
std::vector<int64_t> nearestPositions(int64_t sourceSize, int64_t size)
{
    std::vector<int64_t> positions(size);
    const double step = double(sourceSize) / double(size);
    double position = step * 0.5;
    for (int64_t& index : positions) {
        index = std::min(int64_t(position), sourceSize - 1);
        position += step;
    }
    return positions;
}

Image resizeNearest(const Image& image, int64_t width, int64_t height)
{
    const auto columns = nearestPositions(image.width, width);
    const auto rows = nearestPositions(image.height, height);
    Image out{width, height, std::vector<uint8_t>(3 * width * height)};
    uint8_t* pixel = out.rgb.data();
    for (const int64_t row : rows)
        for (const int64_t column : columns)
            pixel = std::copy_n(image.pixel(column, row), 3, pixel);
    return out;
}

} // namespace

Image resizeImage(const Image& image, int64_t width, int64_t height, Resampling resampling)
{
    CHECK(width > 0 && height > 0 && image.width > 0 && image.height > 0);
    CHECK(int64_t(image.rgb.size()) == 3 * image.width * image.height);
    if (width == image.width && height == image.height)
        return image;
    if (resampling == Resampling::Nearest)
        return resizeNearest(image, width, height);
    const Filter filter = chooseFilter(resampling);
    if (width == image.width)
        return resizeHeight(image, height, filter);
    if (height == image.height)
        return resizeWidth(image, width, filter);
    if (beginsWithHeight(image, width, height))
        return resizeWidth(resizeHeight(image, height, filter), width, filter);
    return resizeHeight(resizeWidth(image, width, filter), height, filter);
}

} // namespace vision
