#pragma once

#include "engine/config/architecture_keys.h"
#include "engine/config/family.h"
#include "engine/config/json_fields.h"

namespace engine {

/// Reads the factors that the family names. Throws Error{BadFile} for one that is no number above
/// 0. `rope` is the object in which the decoder keeps what concerns its positions.
void readFactors(ModelConfig& config, const JsonFields& decoder, const JsonFields& rope,
    const ConfigFactors& factors);
void readFactors(ModelConfig& config, const ArchitectureKeys& keys, const ConfigFactors& factors);

} // namespace engine
