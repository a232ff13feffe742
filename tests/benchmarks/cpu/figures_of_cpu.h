#pragma once

#include "tests/benchmarks/cpu/peaks.h"
#include "tests/benchmarks/cuda/figures.h"

#include <string>

namespace bench {

// What is measured of the CPU, a file each. Only figures with `filter` in their names; their
// targets are shares of what the CPU was measured to reach at the most.

/// Products and attention on one thread; `peaks` are its.
void measureKernels(const std::string& filter, const ProcessorPeaks& peaks);

/// Whole models of random weights, on all threads.
void measureModels(const std::string& filter, bool isTiny);

} // namespace bench
