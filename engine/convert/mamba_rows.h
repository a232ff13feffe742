#pragma once

#include "engine/convert/planned_file.h"
#include "engine/layers/block_plan.h"

#include <string_view>
#include <vector>

namespace engine {

/// The Mamba-2 mixer of a block, or of one that has attention, too; null if there is none.
const MambaPlan* findMamba(const BlockPlan& block);

/// Makes of a tensor of a Mamba-2 mixer, "blk.*.ssm_a", what llama.cpp's converter makes of it: rates
/// of decay are numbers and not logarithms, the numbers of heads are rows, and norms have a row for
/// each group. Other tensors stay as they are. Throws Error{BadFile} for a tensor of another size
/// than the plan's.
void arrangeMamba(PlannedTensor& tensor, const MambaPlan& plan, std::string_view row);

/// Multiplies a tensor of a block by the factors of its plan, which a file cannot state.
void multiplyFactors(PlannedTensor& tensor, const BlockPlan& block, std::string_view row);

/// Makes of an MLP's ffn_up, which has the rows of the gate above its own, the two tensors that files
/// have, of which the first is the gate. Throws Error{BadFile} if it has another number of rows.
std::vector<PlannedTensor> splitGate(const PlannedTensor& both, const DensePlan& plan);

} // namespace engine
