#include "kernels/fit_codes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kernels {

namespace {

constexpr float nothing = 1e-15f; // groups with smaller values are zeros
constexpr size_t maxValues = 32;

// Sums over a group from which the best scale of given codes follows by least squares.
struct ScaleSums {
    float product = 0; // Σ importance · value · code
    float square = 0; // Σ importance · code²

    void add(float importance, float value, float code)
    {
        product += importance * value * code;
        square += importance * code * code;
    }
    float scale() const { return square != 0 ? product / square : 0; }
};

float largestByMagnitude(std::span<const float> values)
{
    float largest = 0;
    for (const float value : values)
        if (std::fabs(value) > std::fabs(largest))
            largest = value;
    return largest;
}

// Σ importance · (scale · code − offset − value)²
float fitError(const ShiftedFit& fit, std::span<const float> values,
    std::span<const float> importance, const uint8_t* codes)
{
    float error = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        const float difference = fit.scale * float(codes[i]) + -fit.offset - values[i];
        error += importance[i] * (difference * difference);
    }
    return error;
}

void roundToSteps(
    std::span<const float> values, float lowest, float inverse, int top, uint8_t* codes)
{
    for (size_t i = 0; i < values.size(); ++i)
        codes[i] = uint8_t(nearestCode(inverse * (values[i] - lowest), 0, top));
}

// The best line through the values over their codes; nothing changes if there is none.
bool fitLine(ShiftedFit& fit, std::span<const float> values, std::span<const float> importance,
    const uint8_t* codes)
{
    float weight = 0, value = 0, code = 0, square = 0, product = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        weight += importance[i];
        value += importance[i] * values[i];
        const float weighted = importance[i] * float(codes[i]);
        code += weighted;
        square += weighted * float(codes[i]);
        product += weighted * values[i];
    }
    const float determinant = weight * square - code * code;
    if (!(determinant > 0))
        return false;
    fit.scale = (weight * product - value * code) / determinant;
    const float lowest = (square * value - code * product) / determinant;
    fit.offset = -lowest;
    if (lowest > 0)
        fit = {product / square, 0};
    return true;
}

// One code after the other takes the value that serves the whole group better, until none does.
void improve(ScaleSums& sums, std::span<const float> values, int top,
    std::span<const float> importance, uint8_t* codes)
{
    constexpr int maxRounds = 5;
    for (int round = 0; round < maxRounds; ++round) {
        bool hasChanged = false;
        for (size_t i = 0; i < values.size(); ++i) {
            ScaleSums others = sums;
            others.product -= importance[i] * values[i] * float(codes[i]);
            others.square -= importance[i] * float(codes[i]) * float(codes[i]);
            if (!(others.product > 0 && others.square > 0))
                continue;
            const int code = nearestCode(values[i] * others.square / others.product, 0, top);
            if (code == codes[i])
                continue;
            others.add(importance[i], values[i], float(code));
            if (others.product * others.product * sums.square
                > sums.product * sums.product * others.square) {
                codes[i] = uint8_t(code);
                sums = others;
                hasChanged = true;
            }
        }
        if (!hasChanged)
            return;
    }
}

} // namespace

int nearestCode(float value, int low, int high)
{
    if (!(value > float(low)))
        return low;
    return value >= float(high) ? high : int(std::nearbyint(value));
}

float fitSymmetric(
    std::span<const float> values, int limit, const float* importance, uint8_t* codes)
{
    std::fill_n(codes, values.size(), uint8_t(0));
    const float largest = largestByMagnitude(values);
    if (!(std::fabs(largest) >= nothing))
        return 0;
    float scale = 0, best = 0;
    const auto attempt = [&](float inverse, bool isFirst) {
        ScaleSums sums;
        for (size_t i = 0; i < values.size(); ++i) {
            const float weight = importance ? importance[i] : values[i] * values[i];
            sums.add(weight, values[i], float(nearestCode(inverse * values[i], -limit, limit - 1)));
        }
        if (!isFirst && !(sums.square > 0 && sums.product * sums.product > best * sums.square))
            return;
        scale = sums.scale();
        best = scale * sums.product;
        for (size_t i = 0; i < values.size(); ++i)
            codes[i] = uint8_t(limit + nearestCode(inverse * values[i], -limit, limit - 1));
    };
    attempt(-float(limit) / largest, true);
    for (int tenths = -9; tenths <= 9; ++tenths)
        if (tenths != 0)
            attempt(-(float(limit) + 0.1f * float(tenths)) / largest, false);
    return scale;
}

ShiftedFit fitShifted(std::span<const float> values, int top, std::span<const float> importance,
    const FitSteps& steps, uint8_t* codes)
{
    const auto [low, high] = std::ranges::minmax(values);
    const float lowest = std::min(low, 0.f);
    std::fill_n(codes, values.size(), uint8_t(0));
    if (!(high > lowest))
        return {0, -lowest};
    const float inverse = float(top) / (high - lowest);
    ShiftedFit best{1 / inverse, -lowest};
    roundToSteps(values, lowest, inverse, top, codes);
    float bestError = fitError(best, values, importance, codes);
    float from = lowest; // where codes are counted from: the best offset so far
    float range = high - lowest;
    for (int step = 0; step <= steps.count; ++step) {
        const float tried = (steps.first + steps.step * float(step) + float(top)) / range;
        uint8_t attempt[maxValues];
        roundToSteps(values, from, tried, top, attempt);
        ShiftedFit fit;
        if (!fitLine(fit, values, importance, attempt))
            continue;
        if (const float error = fitError(fit, values, importance, attempt); error < bestError) {
            std::copy_n(attempt, values.size(), codes);
            bestError = error;
            best = fit;
            from = -fit.offset;
            range = high - from;
        }
    }
    return best;
}

float fitPositive(
    std::span<const float> values, int top, std::span<const float> importance, uint8_t* codes)
{
    const float largest = std::max(0.f, *std::ranges::max_element(values));
    std::fill_n(codes, values.size(), uint8_t(0));
    if (!(largest >= nothing))
        return 0;
    const auto errorWith = [&](float inverse) {
        float error = 0;
        for (size_t i = 0; i < values.size(); ++i) {
            const int code = nearestCode(inverse * values[i], 0, top);
            const float difference = values[i] - 1 / inverse * float(code);
            error += importance[i] * difference * difference;
        }
        return error;
    };
    float inverse = float(top) / largest, bestError = errorWith(inverse);
    for (int tenths = -4; tenths <= 4; ++tenths) {
        const float tried = (0.1f * float(tenths) + float(top)) / largest;
        if (const float error = tenths == 0 ? bestError : errorWith(tried); error < bestError) {
            bestError = error;
            inverse = tried;
        }
    }
    ScaleSums sums;
    for (size_t i = 0; i < values.size(); ++i) {
        codes[i] = uint8_t(nearestCode(inverse * values[i], 0, top));
        sums.add(importance[i], values[i], float(codes[i]));
    }
    improve(sums, values, top, importance, codes);
    return sums.square > 0 ? sums.product / sums.square : 0;
}

} // namespace kernels
