#pragma once

#include "engine/models/model.h"

namespace engine {

/// Throws Error{BadRequest}, with the numbers, if the entry holds an id that is neither in the
/// vocabulary nor a row of its pictures, or a picture whose rows do not have `hidden` numbers.
void checkEntry(const BatchEntry& entry, const ModelConfig& config);

} // namespace engine
