#include "engine/layers/taps.h"

#include <vector>

namespace engine {

Weight tapsOf(const Weights& weights, std::string_view name, int64_t columns, int64_t taps)
{
    const std::vector<float> ofColumns = weights.numbers(name, {columns, taps});
    std::vector<float> ofTaps(ofColumns.size());
    for (int64_t column = 0; column < columns; ++column)
        for (int64_t tap = 0; tap < taps; ++tap)
            ofTaps[size_t(tap * columns + column)] = ofColumns[size_t(column * taps + tap)];
    return weights.place(ofTaps, columns);
}

} // namespace engine
