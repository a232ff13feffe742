#pragma once

#include "vision/tiling.h"

#include <cstdint>
#include <vector>

namespace vision {

// How LLaVA-NeXT reads pictures of any shape (LLaVA 1.6, Liu et al., 2024), as transformers does it.

/// Cuts a picture: it is scaled until it fits the rectangle of PixelConfig::pinpoints in which most
/// of it is seen and, of several such, the least is left over. There it lies in the middle of black,
/// and the rectangle is cut into tiles. The whole picture as one more tile stands before them. Sets
/// all of `tiling` but the numbers of rows.
void cutAtPinpoints(Tiling& tiling, const VisionConfig& config);

/// Tiling::rowOrder of a picture that was cut so, whose tiles have `side` rows in each of `side`
/// lines: those of the overview, then line by line those that show the picture and not the black
/// around it, and behind each line the row that ends it.
std::vector<int32_t> unpaddedRows(const Tiling& tiling, PixelSize picture, int64_t side);

} // namespace vision
