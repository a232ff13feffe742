#pragma once

#include "engine/config/architecture_keys.h"
#include "engine/config/family.h"
#include "engine/config/json_fields.h"

namespace engine {

// Which layers have a window, and which have no rotary positions. To be called with a config that
// was validated.

/// layer_types names each layer; without it the family's pattern does, or the layers from
/// max_window_layers on have a window. no_rope_layers has a 1 for each layer with positions.
void readWindows(ModelConfig& config, const JsonFields& decoder, const ConfigDefaults& defaults);

/// As llama.cpp runs GGUF files: without the windows of families that have no pattern.
void readWindows(ModelConfig& config, const ArchitectureKeys& keys, const ConfigDefaults& defaults);

} // namespace engine
