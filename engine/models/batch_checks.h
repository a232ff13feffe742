#pragma once

#include "engine/models/model.h"

#include <cstdint>

namespace engine {

/// Throws Error{BadRequest}, with the numbers, if the entry holds an id that is neither in the
/// vocabulary nor a row of its pictures, or a picture whose rows do not have `hidden` numbers or
/// stand along other axes than the model's positions. And what checkReach() throws.
void checkEntry(const BatchEntry& entry, const ModelConfig& config);

/// Throws Error{Unsupported}, with the numbers, if sequences of this model cannot hold so many
/// tokens: beyond the trained context, dynamic NTK scaling turns all tokens anew with each new one.
void checkReach(const ModelConfig& config, int64_t tokens);

} // namespace engine
