#pragma once

#include "engine/cache/page_table.h"
#include "engine/config/model_config.h"
#include "engine/models/image_embedding.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

/// The factors by which LongRope turns a sequence, see takesLongFactors().
enum class RopeFactors { Short, Long };
RopeFactors ropeFactors(const ModelConfig& config, int64_t reach);

/// The keys by which PageTable knows each position: for a token its id, for a row of a picture a
/// number made from the content of the picture and the index of the row. So the same picture is
/// found again whatever ids its rows were given. The first key of a sequence with long factors is
/// another one than with short ones, so that neither finds the pages of the other.
std::vector<ContentKey> contentKeys(std::span<const TokenId> ids,
    std::span<const ImageEmbeddingPtr> images, RopeFactors factors = RopeFactors::Short);

} // namespace engine
