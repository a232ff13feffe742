#include "kernels/fit_levels.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace kernels {

namespace {

constexpr float nothing = 1e-15f; // groups with smaller values are zeros
constexpr size_t mostValues = 32;

// Sums over a group from which the best scale of given levels follows by least squares.
struct ScaleSums {
    float product = 0; // Σ importance · value · level
    float square = 0; // Σ importance · level²

    void add(float importance, float value, float level)
    {
        product += importance * value * level;
        square += importance * level * level;
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

// Σ importance · (scale · level − offset − value)²
float errorOf(const ShiftedFit& fit, std::span<const float> values,
    std::span<const float> importance, const uint8_t* levels)
{
    float error = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        const float difference = fit.scale * float(levels[i]) + -fit.offset - values[i];
        error += importance[i] * (difference * difference);
    }
    return error;
}

void levelsOf(std::span<const float> values, float lowest, float inverse, int top, uint8_t* levels)
{
    for (size_t i = 0; i < values.size(); ++i)
        levels[i] = uint8_t(nearestLevel(inverse * (values[i] - lowest), 0, top));
}

// The best line through the values over their levels; nothing changes if there is none.
bool fitLine(ShiftedFit& fit, std::span<const float> values, std::span<const float> importance,
    const uint8_t* levels)
{
    float weight = 0, value = 0, level = 0, square = 0, product = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        weight += importance[i];
        value += importance[i] * values[i];
        const float weighted = importance[i] * float(levels[i]);
        level += weighted;
        square += weighted * float(levels[i]);
        product += weighted * values[i];
    }
    const float determinant = weight * square - level * level;
    if (!(determinant > 0))
        return false;
    fit.scale = (weight * product - value * level) / determinant;
    const float lowest = (square * value - level * product) / determinant;
    fit.offset = -lowest;
    if (lowest > 0)
        fit = {product / square, 0};
    return true;
}

// One level after the other takes the value that serves the whole group better, until none does.
void improve(ScaleSums& sums, std::span<const float> values, int top,
    std::span<const float> importance, uint8_t* levels)
{
    constexpr int mostRounds = 5;
    for (int round = 0; round < mostRounds; ++round) {
        bool hasChanged = false;
        for (size_t i = 0; i < values.size(); ++i) {
            ScaleSums others = sums;
            others.product -= importance[i] * values[i] * float(levels[i]);
            others.square -= importance[i] * float(levels[i]) * float(levels[i]);
            if (!(others.product > 0 && others.square > 0))
                continue;
            const int level = nearestLevel(values[i] * others.square / others.product, 0, top);
            if (level == levels[i])
                continue;
            others.add(importance[i], values[i], float(level));
            if (others.product * others.product * sums.square
                > sums.product * sums.product * others.square) {
                levels[i] = uint8_t(level);
                sums = others;
                hasChanged = true;
            }
        }
        if (!hasChanged)
            return;
    }
}

} // namespace

int nearestLevel(float value, int low, int high)
{
    if (!(value > float(low)))
        return low;
    return value >= float(high) ? high : int(std::nearbyint(value));
}

float fitSymmetric(
    std::span<const float> values, int limit, const float* importance, uint8_t* levels)
{
    std::fill_n(levels, values.size(), uint8_t(0));
    const float largest = largestByMagnitude(values);
    if (!(std::fabs(largest) >= nothing))
        return 0;
    float scale = 0, best = 0;
    const auto attempt = [&](float inverse, bool isFirst) {
        ScaleSums sums;
        for (size_t i = 0; i < values.size(); ++i) {
            const float weight = importance ? importance[i] : values[i] * values[i];
            sums.add(
                weight, values[i], float(nearestLevel(inverse * values[i], -limit, limit - 1)));
        }
        if (!isFirst && !(sums.square > 0 && sums.product * sums.product > best * sums.square))
            return;
        scale = sums.scale();
        best = scale * sums.product;
        for (size_t i = 0; i < values.size(); ++i)
            levels[i] = uint8_t(limit + nearestLevel(inverse * values[i], -limit, limit - 1));
    };
    attempt(-float(limit) / largest, true);
    for (int tenths = -9; tenths <= 9; ++tenths)
        if (tenths != 0)
            attempt(-(float(limit) + 0.1f * float(tenths)) / largest, false);
    return scale;
}

ShiftedFit fitShifted(std::span<const float> values, int top, std::span<const float> importance,
    const FitSteps& steps, uint8_t* levels)
{
    const auto [low, high] = std::ranges::minmax(values);
    const float lowest = std::min(low, 0.f);
    std::fill_n(levels, values.size(), uint8_t(0));
    if (!(high > lowest))
        return {0, -lowest};
    const float inverse = float(top) / (high - lowest);
    ShiftedFit best{1 / inverse, -lowest};
    levelsOf(values, lowest, inverse, top, levels);
    float bestError = errorOf(best, values, importance, levels);
    float from = lowest; // where levels are counted from: the best offset so far
    float range = high - lowest;
    for (int step = 0; step <= steps.count; ++step) {
        const float tried = (steps.first + steps.step * float(step) + float(top)) / range;
        uint8_t attempt[mostValues];
        levelsOf(values, from, tried, top, attempt);
        ShiftedFit fit;
        if (!fitLine(fit, values, importance, attempt))
            continue;
        if (const float error = errorOf(fit, values, importance, attempt); error < bestError) {
            std::copy_n(attempt, values.size(), levels);
            bestError = error;
            best = fit;
            from = -fit.offset;
            range = high - from;
        }
    }
    return best;
}

float fitPositive(
    std::span<const float> values, int top, std::span<const float> importance, uint8_t* levels)
{
    const float largest = std::max(0.f, *std::ranges::max_element(values));
    std::fill_n(levels, values.size(), uint8_t(0));
    if (!(largest >= nothing))
        return 0;
    const auto errorWith = [&](float inverse) {
        float error = 0;
        for (size_t i = 0; i < values.size(); ++i) {
            const int level = nearestLevel(inverse * values[i], 0, top);
            const float difference = values[i] - 1 / inverse * float(level);
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
        levels[i] = uint8_t(nearestLevel(inverse * values[i], 0, top));
        sums.add(importance[i], values[i], float(levels[i]));
    }
    improve(sums, values, top, importance, levels);
    return sums.square > 0 ? sums.product / sums.square : 0;
}

} // namespace kernels
