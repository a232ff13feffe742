#pragma once

#include "vision/images/image.h"

#include <cstdint>
#include <span>
#include <vector>

namespace vision {

/// The numbers by which a KnownWorld judges a picture, in the order in which its file counts them.
///
///  - `seen`: the picture as the tower reads it, in whole tiles of 8 × 8 pixels. At each of four
/// sizes, halved from one to the next: how flat it is (the share of steps from a pixel to its
/// neighbour that are at most 1, 2, 4 … 64 of 255), the same along its edges, and how much more its
/// rows change than its columns. Then how few colours it has, how saturated and how bright it is.
///  - `rows` [n, rowWidth]: what the tower made of it; the mean, deviation and largest of each
/// column.
///
/// Any thread may call it.
std::vector<float> worldFeatures(const Image& seen, std::span<const float> rows, int64_t rowWidth);

} // namespace vision
