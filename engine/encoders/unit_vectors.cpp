#include "engine/encoders/unit_vectors.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace engine {

void makeUnit(std::span<float> vector)
{
    const float squares = std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.F);
    const float length = std::max(std::sqrt(squares), 1e-12F);
    for (float& number : vector)
        number /= length;
}

std::vector<std::vector<float>> unitVectorsOf(Encoder& encoder, std::span<const std::string> texts)
{
    const std::vector<float> all = encoder.encode(texts);
    const auto columns = ptrdiff_t(encoder.columns());
    std::vector<std::vector<float>> vectors;
    for (auto at = all.begin(); at != all.end(); at += columns)
        makeUnit(vectors.emplace_back(at, at + columns));
    return vectors;
}

} // namespace engine
