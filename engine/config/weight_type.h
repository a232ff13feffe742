#pragma once

#include "engine/files/weight_file.h"

#include <string>

namespace engine {

/// The stored type that takes most bytes of the file, for people: "Q8_0". Empty without tensors.
std::string commonWeightType(const WeightFile& file);

} // namespace engine
