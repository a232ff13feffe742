#pragma once

#include "engine/config/family.h"
#include "engine/config/json_fields.h"
#include "engine/config/model_config.h"

namespace engine {

/// Reads what config.json says of experts, if the family has any. To be called with a config whose
/// sizes were read. Throws Error{BadFile} naming the key if the numbers cannot be.
void readExperts(ModelConfig& config, const JsonFields& fields, const ConfigDefaults& defaults);

} // namespace engine
