#pragma once

#include "engine/config/model_config.h"
#include "engine/files/fingerprint.h"
#include "engine/files/weight_file.h"

namespace engine {

/// Which model a config and its weights are: of every field of the config that the decoder's work
/// depends on (FieldRole::Shapes), the names, types and shapes of all tensors, and samples of their bytes, so that it
/// costs milliseconds whatever the size. Two trainings of one model differ in nearly every weight,
/// and so in the samples.
Fingerprint identityOf(const ModelConfig& config, const WeightFile& weights);

} // namespace engine
