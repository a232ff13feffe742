#pragma once

#include "engine/tokenizers/tokenizer.h"
#include "kernels/tensor.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// An image as the decoder reads it: rows that take the place of tokens. The vision tower makes it;
/// it never changes afterwards, and all jobs that contain the image share it.
struct ImageEmbedding {
    kernels::Tensor rows; ///< [count, hidden] f32, on the decoder's device
    /// The i-th, of the same shape and on the same device, is added to the hidden states of the rows
    /// behind the decoder's i-th layer (DeepStack). Mostly there are none.
    std::vector<kernels::Tensor> deepRows;
    /// The rows have the ids firstId … firstId + count − 1, which are unique in the process.
    TokenId firstId = firstImageId;
    std::array<uint8_t, 32> contentHash{}; ///< of the upright pixels and the settings of the tower

    /// The image's placeholder in the text of a prompt until the text is encoded, see
    /// engine/generate/image_prompt.h: "<$EMB_1000000000$>". Empty: it cannot be there.
    std::string alias;
    /// Replaces the alias before encoding: the model's own separators and, once for each row, the
    /// spelling of its image token ("<fake_token_around_image><global-img><image><image>…").
    std::string promptText;
    std::string rowText; ///< how promptText spells each row: "<image>"
    /// What surrounds the number of the image among those of a prompt, counted from 0, in front of
    /// promptText. Both empty: images are not numbered.
    std::array<std::string, 2> numberMarks;

    /// [count, axes]: the position of each row along the axes by which the decoder rotates heads,
    /// counted from the beginning of the image. Empty: one after the other, as for tokens.
    std::vector<int32_t> positions;
    /// A video whose rows are in groups of so many, with text between them: positions then count
    /// from the beginning of each group. 0: all rows are together.
    int64_t rowsTogether = 0;

    int64_t width = 0, height = 0; ///< of the upright image, in pixels
    /// Tiles that the image was cut into; 1 × 1 if it was not.
    int64_t gridWidth = 0, gridHeight = 0;
    double encodeSeconds = 0;
    /// The image is unlike those that the model was trained on, and nothing that the model says
    /// about it can be trusted. False also where nobody can tell.
    bool isForeign = false;

    int64_t count() const { return rows.view().rows; }
    int64_t rowBytes() const ///< that rows and deepRows take
    {
        return rows.view().sizeInBytes() * (1 + int64_t(deepRows.size()));
    }
};

using ImageEmbeddingPtr = std::shared_ptr<const ImageEmbedding>;

/// The image to which the row `id` belongs, or null.
inline const ImageEmbedding* findImage(std::span<const ImageEmbeddingPtr> images, TokenId id)
{
    for (const ImageEmbeddingPtr& image : images)
        if (id >= image->firstId && id - image->firstId < image->count())
            return image.get();
    return nullptr;
}

} // namespace engine
