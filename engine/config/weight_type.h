#pragma once

#include "engine/files/weight_file.h"

#include <cstdint>
#include <string>

namespace engine {

/// The name of the stored type that takes the most bytes of the file, to be shown to users: "Q8_0",
/// or "GPTQ as F16" for what is unpacked to that type. Multi-token-prediction heads of a model with
/// so many layers don't count. Empty if the file has no tensors.
std::string commonWeightType(const WeightFile& file, int64_t layers);

} // namespace engine
