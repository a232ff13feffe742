#pragma once

#include "engine/convert/planned_tensor.h"
#include "engine/models/families/model_plan.h"

#include <string_view>
#include <vector>

namespace engine {

/// The rows of `names` for which `block`, a block of `model`, has tensors, such as "blk.*.attn_q",
/// without those of its experts.
std::vector<std::string_view> rowsOfBlock(
    const TensorNames& names, const ModelPlan& model, const BlockPlan& block);

/// Plans the router and the experts of a block as llama.cpp's converter writes them, the matrices of
/// all experts in one tensor. Nothing if the block has no experts. Throws Error{BadFile} naming what
/// is missing, and Error{Unsupported} for matrices that a checkpoint has transposed.
std::vector<PlannedTensor> planExperts(
    const TensorSource& source, const BlockPlan& block, int64_t layer);

} // namespace engine
