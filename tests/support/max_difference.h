#pragma once

#include <cmath>
#include <limits>
#include <span>

namespace tests {

/// Largest difference; infinite if the sizes differ or a number is none.
inline double maxDifference(std::span<const float> actual, std::span<const float> expected)
{
    if (actual.size() != expected.size())
        return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (size_t i = 0; i < actual.size(); ++i) {
        const double difference = std::abs(double(actual[i]) - double(expected[i]));
        if (!(difference <= largest)) // a NaN as well
            largest = std::isnan(difference) ? std::numeric_limits<double>::infinity() : difference;
    }
    return largest;
}

} // namespace tests
