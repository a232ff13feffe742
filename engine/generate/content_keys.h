#pragma once

#include "engine/cache/page_table.h"
#include "engine/models/image_embedding.h"
#include "engine/tokenizers/token.h"

#include <span>
#include <vector>

namespace engine {

/// What PageTable knows each position by: a token's id, and for a picture's row the picture's
/// content and the row's number. So the same picture is found again whatever ids it was given.
std::vector<ContentKey> contentKeys(
    std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images);

} // namespace engine
