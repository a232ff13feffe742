#pragma once

#include "engine/layers/step.h"
#include "engine/models/model.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

// Where the rows of pictures stand among the tokens of a sequence.

/// Tokens [first, end) that are rows of one picture, in their order.
struct PictureRun {
    int64_t first = 0, end = 0;
    const ImageEmbedding* picture = nullptr;
};

/// All of them, as long as they can be.
std::vector<PictureRun> pictureRuns(
    std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> pictures);

/// Whether every picture among the ids stands there whole, with a token behind it: what a model
/// asks for that sees pictures whole.
bool holdsWholePictures(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> pictures);

/// The end of a chunk of a prompt, at most `end`, that does not cut a picture; `begin` is where the
/// chunk begins. Behind `end` only where a single picture reaches that far.
int64_t endBetweenPictures(std::span<const TokenId> ids,
    std::span<const ImageEmbeddingPtr> pictures, int64_t begin, int64_t end);

/// By how much the places by which the tokens behind `ids` are turned differ from those they have
/// in the sequence. Not 0 where a picture takes fewer places along its axes than it has rows
/// (M-RoPE). A picture counts from its last row on. It follows from the ids alone, so it holds
/// however a sequence came by its keys and values: read, shared, from the disk, or taken back.
int64_t rotaryOffset(std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> pictures);

/// What layers want to know of the new tokens of an entry beyond their order.
struct PicturePlaces {
    std::vector<PlaceSpan> spans; ///< of pictures
    std::vector<int32_t> angles; ///< [tokens, axes]; empty: each is turned by its place
};
PicturePlaces picturePlaces(const BatchEntry& entry, int64_t axes);

} // namespace engine
