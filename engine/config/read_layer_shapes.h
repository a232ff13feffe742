#pragma once

#include "engine/config/architecture_keys.h"
#include "engine/config/family.h"
#include "engine/config/json_fields.h"
#include "engine/config/model_config.h"

namespace engine {

// What differs between layers with a window and those without, and what some layers take from
// others, of families whose defaults have a fullHeadDim (Gemma 4). To be called after the sizes
// were read, of which the head dimension and the number of key and value heads become those of the
// layers without a window.

/// Throws Error{BadFile} naming the key, and Error{Unsupported} for a choice that is not known.
void readLayerShapes(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults);
void readLayerShapes(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file,
    const ConfigDefaults& defaults);

/// The number under a key that may also be a list with one for each layer: the highest of them. Those
/// of multi-token-prediction heads don't count.
int64_t highestOf(const ModelConfig& config, const ArchitectureKeys& keys, const std::string& key);

} // namespace engine
