#pragma once

#include "engine/config/config_fields.h"
#include "engine/config/family.h"
#include "engine/config/json_fields.h"
#include "engine/config/model_config.h"

namespace engine {

/// Reads what config.json says of experts, if the family has any. Must be called with a config
/// whose sizes were read. Throws Error{BadFile} naming the key if the numbers cannot be, and
/// Error{Unsupported} for a way of choosing experts that is not known.
void readExperts(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults);

/// Does the same with a GGUF file, whose tensors say which layers have experts, a bias for choosing
/// them and a shared MLP.
void readExperts(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file,
    const ConfigDefaults& defaults);

} // namespace engine
