#pragma once

#include "engine/models/model.h"

namespace engine {

/// The picture whose rows `id` belongs to, or null.
const ImageEmbedding* findImage(const BatchEntry& entry, TokenId id);

/// Throws Error{BadRequest} with the numbers if the entry holds an id that is neither in the
/// vocabulary nor a row of its pictures, or a picture whose rows are not `hidden` wide.
void checkEntry(const BatchEntry& entry, const ModelConfig& config);

} // namespace engine
