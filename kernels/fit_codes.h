#pragma once

#include <cstdint>
#include <span>

namespace kernels {

// Searches for the scale with which a group of weights loses least when it is stored as a few whole
// numbers. They are the searches of llama.cpp's quantizers, done in the same order, so that files
// come out alike. `importance` weighs the squared error of each value; each function writes a code
// for every value.

/// value ≈ scale · (code − limit), with codes from 0 to 2 · limit − 1. Without importance a value
/// weighs its own square. Returns the scale, which may be negative.
float fitSymmetric(
    std::span<const float> values, int limit, const float* importance, uint8_t* codes);

/// value ≈ scale · code − offset, with codes from 0 to `top`; the offset is not negative.
struct ShiftedFit {
    float scale = 0, offset = 0;
};

/// The scales to try: those that spread top + first, top + first + step, … codes over the range of
/// the values.
struct FitSteps {
    float first, step;
    int count;
};

inline constexpr FitSteps importantSteps{-0.9f, 0.05f, 36}; ///< where importance is given

ShiftedFit fitShifted(std::span<const float> values, int top, std::span<const float> importance,
    const FitSteps& steps, uint8_t* codes);

/// value ≈ scale · code for values that are not negative, with codes from 0 to `top`. Returns the
/// scale.
float fitPositive(
    std::span<const float> values, int top, std::span<const float> importance, uint8_t* codes);

/// The nearest whole number within [low, high], halves to the even one; low for NaN.
int nearestCode(float value, int low, int high);

} // namespace kernels
