#pragma once

#include "engine/convert/planned_tensor.h"
#include "engine/layers/block_plan.h"

#include <string_view>

namespace engine {

/// Makes of a tensor of a gated DeltaNet, "blk.*.ssm_out", what llama.cpp's converter makes of it:
/// value heads take the key heads in turn (kernels::DeltaShape::Sharing), and rates of decay are
/// numbers and not logarithms. Other tensors stay as they are. Throws Error{BadFile} for a tensor
/// of another size than the plan's.
void arrangeDeltaNet(PlannedTensor& tensor, const DeltaNetPlan& plan, std::string_view row);

} // namespace engine
