#pragma once

#include "engine/convert/planned_file.h"
#include "engine/layers/block_plan.h"
#include "engine/models/families/model_plan.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace engine {

// Orders say for each row of a file which row of the source it is.

/// Returns the order that makes the two rows of a rotated pair neighbors. In the source they are
/// half of `rotated` apart: within a head, row 2·i + half comes from row half·rotated/2 + i. See
/// kernels::RotaryStyle.
std::vector<int64_t> neighborsOfHalves(int64_t heads, int64_t headRows, int64_t rotated);

/// The other way round.
std::vector<int64_t> halvesOfNeighbors(int64_t heads, int64_t headRows, int64_t rotated);

/// Returns the order for heads of `headRows` rows that share others: those of one group are
/// adjacent in the source and take the groups in turn in the file. The `before` rows in front of
/// them stay.
std::vector<int64_t> groupsInTurn(
    int64_t heads, int64_t groups, int64_t headRows, int64_t before = 0);

/// Every second row of `rows`, from `first` on.
std::vector<int64_t> everySecond(int64_t rows, int64_t first);

/// Gives the rows of a matrix or the numbers of a vector this order, which must have as many: throws
/// Error{BadFile} if it has not.
void reorder(PlannedTensor& tensor, std::vector<int64_t> order);

/// The same of the columns of a matrix.
void reorderColumns(PlannedTensor& tensor, std::vector<int64_t> order);

/// The rows of `names` for which `block`, a block of `model`, has tensors, such as "blk.*.attn_q",
/// without those of its experts.
std::vector<std::string_view> rowsOfBlock(
    const TensorNames& names, const ModelPlan& model, const BlockPlan& block);

/// Plans the router, the experts and the shared MLP of a block as llama.cpp's converter writes them,
/// the matrices of all experts in one tensor, and gate and up in two unless they stay joined. Nothing
/// if the block has no experts. Throws Error{BadFile} naming what is missing or has another shape.
std::vector<PlannedTensor> planExperts(
    const TensorSource& source, const BlockPlan& block, int64_t layer, bool staysJoined);

/// Plans what a gated DeltaNet reads where a checkpoint has it joined, see DeltaNetPlan::inputRows(), as
/// llama.cpp's converter writes it: attn_qkv and attn_gate. Throws Error{BadFile} for a tensor of
/// another size than the plan's.
std::vector<PlannedTensor> planJoinedInput(
    const TensorSource& source, const DeltaNetPlan& plan, int64_t layer);

/// Plans the heads of keys and values of latent attention, which a checkpoint has in one matrix, as
/// llama.cpp's converter writes them: apart, and those of keys transposed. Throws Error{BadFile} for
/// a matrix of another size than the plan's, and Error{Unsupported} for one of a quantized type.
std::vector<PlannedTensor> planLatentHeads(
    const TensorSource& source, const LatentAttentionPlan& plan, int64_t layer);

/// Makes of a tensor of a gated DeltaNet, "blk.*.ssm_out", what llama.cpp's converter makes of it:
/// value heads take the key heads in turn (kernels::DeltaShape::Sharing) if they do so in the plan of
/// the file, and rates of decay are numbers and not logarithms. Other tensors stay as they are. Throws Error{BadFile} for a tensor
/// of another size than the plan's.
void arrangeDeltaNet(PlannedTensor& tensor, const DeltaNetPlan& plan, std::string_view row);

} // namespace engine
