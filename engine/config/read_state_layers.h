#pragma once

#include "engine/config/architecture_keys.h"
#include "engine/config/family.h"
#include "engine/config/json_fields.h"
#include "engine/config/model_config.h"

namespace engine {

/// Reads from config.json which layers keep a state in place of keys and values, and how large it
/// is, if the family has such layers. To be called with a config whose sizes were read. Throws
/// Error{Unsupported} for a kind of layers that is not known.
void readStateLayers(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults);

/// Does the same with a GGUF file, in which such layers may be those without heads of keys.
void readStateLayers(
    ModelConfig& config, const ArchitectureKeys& keys, const ConfigDefaults& defaults);

} // namespace engine
