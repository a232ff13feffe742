#pragma once

#include "engine/layers/weights.h"

#include <cstdint>
#include <string_view>

namespace engine {

/// Loads the weight of a convolution of single columns, [columns, taps] in the file, in the form
/// that Ops::convolve() takes: [taps, columns], in f32.
Weight tapsOf(const Weights& weights, std::string_view name, int64_t columns, int64_t taps);

} // namespace engine
