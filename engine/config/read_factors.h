#pragma once

#include "engine/config/config_fields.h"
#include "engine/config/family.h"
#include "engine/config/json_fields.h"
#include "engine/config/model_config.h"
#include "engine/files/weight_file.h"

#include <cstdint>
#include <string>

namespace engine {

/// Reads the factors that the family names. Throws Error{BadFile} for one that isn't a number above
/// 0. `rope` is the object in which the decoder keeps what concerns its positions.
void readFactors(ModelConfig& config, const JsonFields& decoder, const JsonFields& rope,
    const ConfigFactors& factors);
void readFactors(ModelConfig& config, const ArchitectureKeys& keys, const ConfigFactors& factors);

/// The name of the stored type that takes the most bytes of the file, to be shown to users: "Q8_0",
/// or "GPTQ as F16" for what is unpacked to that type. Multi-token-prediction heads of a model with
/// so many layers don't count. Empty if the file has no tensors.
std::string commonWeightType(const WeightFile& file, int64_t layers);

} // namespace engine
