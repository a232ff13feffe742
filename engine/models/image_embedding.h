#pragma once

#include "engine/tokenizers/token.h"
#include "kernels/tensor.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// A picture as the decoder reads it: rows that stand where tokens would stand. Made by vision,
/// never changed afterwards, shared by the jobs that show it.
struct ImageEmbedding {
    kernels::Tensor rows; ///< [count, hidden] f32, on the decoder's device
    TokenId firstId
        = firstImageId; ///< rows are ids firstId … firstId + count − 1, unique in the process
    std::array<uint8_t, 32> contentHash{}; ///< of the upright pixels and the tower's settings

    /// What stands for the picture in a prompt's text until it is encoded: "<$EMB_1000000000$>".
    std::string alias;
    /// What the alias is replaced by before encoding: the model's own marks and, once per row, the
    /// spelling of its image token ("<fake_token_around_image><global-img><image><image>…").
    std::string promptText;

    /// Where each row stands along the axes by which the decoder turns heads, counted from where
    /// the picture begins: [count, axes]. Empty: one behind the other, as tokens do.
    std::vector<int32_t> places;

    int64_t width = 0, height = 0; ///< of the picture, in pixels, upright
    int64_t gridWidth = 0, gridHeight = 0; ///< tiles the picture was cut into; 1 × 1 if it was not
    double encodeSeconds = 0;

    int64_t count() const { return rows.view().rows; }
};

using ImageEmbeddingPtr = std::shared_ptr<const ImageEmbedding>;

/// The picture whose rows `id` is one of, or null.
inline const ImageEmbedding* findImage(std::span<const ImageEmbeddingPtr> images, TokenId id)
{
    for (const ImageEmbeddingPtr& image : images)
        if (id >= image->firstId && id - image->firstId < image->count())
            return image.get();
    return nullptr;
}

} // namespace engine
