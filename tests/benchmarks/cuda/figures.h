#pragma once

#include "tests/benchmarks/cuda/gpu.h"

#include <optional>
#include <string>

namespace bench {

/// A figure as a share: `amount` a second, of at most `peak`.
struct Share {
    const char* of; ///< "bandwidth", "tensor peak"
    double amount = 0, peak = 0;
};

/// Prints one JSON object per figure and line: {"figure", "value", "unit", "target"} and, where it
/// is known, {"share", "share_of"}. A target is of the share if there is one, else of the value; of a
/// share whose peak is not known, none.
void print(const std::string& figure, double value, const char* unit,
    std::optional<double> target = {}, const std::optional<Share>& share = {});

// What is measured, a file each.
void measureDecoding(Gpu& gpu);
void measureExperts(Gpu& gpu);
void measureAttention(Gpu& gpu);
void measureTowers(Gpu& gpu);
void measureProducts(Gpu& gpu);

} // namespace bench
