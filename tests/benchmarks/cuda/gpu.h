#pragma once

#include "kernels/backend.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <regex>
#include <string>

namespace bench {

/// What a GPU can do at the most, by its data sheet.
struct Peaks {
    double bytesPerSecond = 0; ///< of its memory; 0: not known
    double operationsPerSecond = 0; ///< of its tensor cores on f16 with f32 sums, no zeros skipped
};

/// The GPU that is measured, and in which sizes.
struct Gpu {
    std::unique_ptr<kernels::Backend> backend;
    Peaks peaks;
    bool isTiny = false; ///< sizes that only show that everything runs
    int runs = 15; ///< timed repetitions of each figure, of which the median counts
    std::regex only{""}; ///< measures only figures whose name contains a match

    bool wants(const std::string& figure) const { return std::regex_search(figure, only); }
};

/// Parses the command line: [--device NAME] [--tiny] [--only PATTERN] [--runs COUNT]. Without a GPU the
/// result has no backend, and a message on stderr says why.
Gpu gpuFrom(int argc, char** argv);

/// Seconds that `work` takes until the GPU is done with it: the median of some runs, after those
/// that make everything ready.
double secondsOf(const Gpu& gpu, const std::function<void()>& work);

} // namespace bench
