#pragma once

#include "engine/layers/weights.h"

namespace engine {

/// x / √(mean(x²) + epsilon) · weight, row by row: see Ops::rmsNorm.
struct RmsNorm {
    Weight weight; ///< f32 [1, columns]
    float epsilon = 1e-5f;
};

} // namespace engine
