#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace bench {

/// Prints one JSON object per figure and line: {"figure", "value", "unit", "target"}.
void print(const char* figure, double value, const char* unit, std::optional<double> target = {});

/// Measured values, for percentiles.
class Samples {
public:
    void add(double value) { m_values.push_back(value); }
    size_t count() const { return m_values.size(); }

    /// The smallest value that `share` (0 … 1) of all values do not exceed; 0 without values.
    double percentile(double share) const;
    double most() const { return percentile(1); }

private:
    std::vector<double> m_values;
};

/// A group of figures that is measured together.
struct Figures {
    const char* name; ///< on the command line
    const char* description; ///< what is measured, a sentence
    void (*measure)();
};

/// Every group, in the order in which they run. A new one is a function and a row.
std::span<const Figures> figures();

} // namespace bench
