#pragma once

#include "engine/layers/step.h"
#include "engine/models/model.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

// The positions of the rows of images among the tokens of a sequence.

/// The tokens [first, end), which are rows of one image in their order, see
/// ImageEmbedding::rowsTogether.
struct ImageSegment {
    int64_t first = 0, end = 0;
    const ImageEmbedding* image = nullptr;
};

/// All such segments, each as long as possible.
std::vector<ImageSegment> imageSegments(
    std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images);

/// True if every image among the ids is complete and has a token after it, as models require that
/// see images as a whole.
bool hasWholeImages(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images);

/// The end of a prompt's chunk that begins at `begin` and does not cut an image: at most `end`,
/// unless a single image reaches beyond it.
int64_t endBetweenImages(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images,
    int64_t begin, int64_t end);

/// The difference between the positions by which the tokens after `ids` are rotated and their
/// positions in the sequence. It is not 0 if an image takes fewer positions along its axes than it
/// has rows (M-RoPE); an image counts from its last row on. It depends only on the ids, so it is
/// the same whether keys and values were computed, shared, read from the disk or taken back.
int64_t rotaryOffset(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images);

/// What layers need to know about the new tokens of an entry, apart from their order.
struct ImagePositions {
    std::vector<PositionSpan> spans; ///< of images
    std::vector<int32_t> angles; ///< [tokens, axes]; empty: each is rotated by its position
};
ImagePositions imagePositions(const BatchEntry& entry, int64_t axes);

} // namespace engine
