#pragma once

#include "engine/config/config_fields.h"
#include "engine/config/family.h"
#include "engine/config/json_fields.h"
#include "engine/config/model_config.h"

namespace engine {

// What differs between layers with a window and those without, and what some layers take from
// others, of families whose defaults have a fullHeadDim (Gemma 4). Must be called after the sizes
// were read, of which the head dimension and the number of key and value heads become those of the
// layers without a window.

/// Throws Error{BadFile} naming the key, and Error{Unsupported} for a choice that is not known.
void readLayerShapes(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults);
void readLayerShapes(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file,
    const ConfigDefaults& defaults);

/// The number under a key that may also be a list with one for each layer: the highest of them. Those
/// of multi-token-prediction heads don't count.
int64_t maxOverLayers(
    const ModelConfig& config, const ArchitectureKeys& keys, const std::string& key);

/// The number under a key that may also be a list of the same number for each layer. Throws
/// Error{Unsupported} if layers differ.
int64_t sameInLayers(
    const ModelConfig& config, const ArchitectureKeys& keys, const std::string& key);

/// Reads from config.json which layers keep a state in place of keys and values, and how large it
/// is, if the family has such layers. Must be called with a config whose sizes were read. Throws
/// Error{Unsupported} for a kind of layers that is not known.
void readStateLayers(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults);

/// Does the same with a GGUF file, in which such layers may be those without heads of keys.
void readStateLayers(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file,
    const ConfigDefaults& defaults);

// What readStateLayers() reads of families with Mamba-2.
void readMamba(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults);
void readMamba(ModelConfig& config, const ArchitectureKeys& keys, const GgufFile& file);

/// The number of layers where each is named by its kind; `otherwise` in families where none is.
int64_t countNamedLayers(
    const JsonFields& fields, const ConfigDefaults& defaults, int64_t otherwise);

/// Reads the widths of latent attention and the scale of its scores, if the family has it; `rope` is
/// the object with the fields of rope scaling. Must be called after positions and factors were read.
/// Throws Error{Unsupported} for a choice that is not known.
void readLatents(ModelConfig& config, const JsonFields& fields, const JsonFields& rope,
    const ConfigDefaults& defaults);

/// Does the same with a GGUF file, old or new: old ones give keys and values the lengths of heads
/// that are computed, new ones those of heads that are cached.
void readLatents(ModelConfig& config, const ArchitectureKeys& keys, const ConfigDefaults& defaults);

// The functions below find the layers that have a window and those without rotary positions.
// `config` must have been validated.

/// layer_types names each layer; without it the family's pattern does, or the layers from
/// max_window_layers on have a window. no_rope_layers has a 1 for each layer with positions.
void readWindows(ModelConfig& config, const JsonFields& decoder, const ConfigDefaults& defaults);

/// Reads GGUF files as llama.cpp runs them: without the windows of families that have no pattern.
void readWindows(ModelConfig& config, const ArchitectureKeys& keys, const ConfigDefaults& defaults);

} // namespace engine
