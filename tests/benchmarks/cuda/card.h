#pragma once

#include "kernels/backend.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace bench {

/// What a card can do at the most, by its data sheet.
struct Peaks {
    double bytesPerSecond = 0; ///< of its memory; 0: not known
    double operationsPerSecond = 0; ///< of its tensor cores on f16 with f32 sums, no zeros skipped
};

/// The card that is measured, and in which sizes.
struct Card {
    std::unique_ptr<kernels::Backend> backend;
    Peaks peaks;
    bool isTiny = false; ///< sizes that only show that everything runs
};

/// From the command line: [--device NAME] [--tiny]. Without a card, no backend; a sentence on
/// stderr says why.
Card cardFrom(int argc, char** argv);

/// Seconds that `work` takes until the card is done with it: the median of some runs, after those
/// that make everything ready.
double secondsOf(const Card& card, const std::function<void()>& work);

} // namespace bench
