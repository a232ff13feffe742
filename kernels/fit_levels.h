#pragma once

#include <cstdint>
#include <span>

namespace kernels {

// Searches for the scale with which a group of weights loses least when it is stored as a few whole
// numbers. They are the searches of llama.cpp's quantizers, done in the same order, so that files
// come out alike. `importance` weighs the squared error of each value; each function writes a level
// for every value.

/// value ≈ scale · (level − limit), with levels from 0 to 2 · limit − 1. Without importance a value
/// weighs its own square. Returns the scale, which may be negative.
float fitSymmetric(
    std::span<const float> values, int limit, const float* importance, uint8_t* levels);

/// value ≈ scale · level − offset, with levels from 0 to `top`; the offset is not negative.
struct ShiftedFit {
    float scale = 0, offset = 0;
};

/// The scales to try: those that spread top + first, top + first + step, … levels over the range of
/// the values.
struct FitSteps {
    float first, step;
    int count;
};

inline constexpr FitSteps importantSteps{-0.9f, 0.05f, 36}; ///< where importance is given

ShiftedFit fitShifted(std::span<const float> values, int top, std::span<const float> importance,
    const FitSteps& steps, uint8_t* levels);

/// value ≈ scale · level for values that are not negative, with levels from 0 to `top`. Returns the
/// scale.
float fitPositive(
    std::span<const float> values, int top, std::span<const float> importance, uint8_t* levels);

/// The nearest whole number within [low, high], halves to the even one; low for NaN.
int nearestLevel(float value, int low, int high);

} // namespace kernels
