#pragma once

#include "engine/cache/page_table.h"
#include "engine/models/image_embedding.h"
#include "engine/tokenizers/token.h"

#include <span>
#include <vector>

namespace engine {

/// The keys by which PageTable knows each position: for a token its id, for a row of a picture a
/// number made from the content of the picture and the index of the row. So the same picture is
/// found again whatever ids its rows were given.
std::vector<ContentKey> contentKeys(
    std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images);

} // namespace engine
