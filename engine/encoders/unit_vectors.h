#pragma once

#include "engine/encoders/encoder.h"

#include <span>
#include <string>
#include <vector>

namespace engine {

/// Makes a vector one unit long.
void makeUnit(std::span<float> vector);

/// The vectors of texts, each one unit long. Throws what Encoder::encode throws.
std::vector<std::vector<float>> unitVectorsOf(Encoder& encoder, std::span<const std::string> texts);

} // namespace engine
