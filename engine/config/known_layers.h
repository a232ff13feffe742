#pragma once

#include "engine/config/model_config.h"
#include "engine/files/weight_file.h"

namespace engine {

/// Throws Error{BadFile} if the file has tensors of a layer that the configuration does not count: it
/// would compute something else than the model. Multi-token-prediction heads, which have tensors of
/// their own such as blk.32.nextn.eh_proj or model.layers.32.eh_proj, must be behind the last layer.
void requireKnownLayers(const WeightFile& file, const ModelConfig& config);

} // namespace engine
