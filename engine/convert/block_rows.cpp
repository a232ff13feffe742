#include "engine/convert/block_rows.h"

#include "base/error.h"
#include "engine/convert/mamba_rows.h"
#include "engine/layers/experts.h"
#include "kernels/quantize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

namespace engine {

namespace {

void requireAsMany(
    const PlannedTensor& tensor, int64_t count, const std::vector<int64_t>& order, const char* what)
{
    if (count != int64_t(order.size()))
        throw base::Error(base::ErrorKind::BadFile,
            "tensor " + tensor.name + " has " + std::to_string(count) + " " + what
                + " where the heads have " + std::to_string(order.size()));
}

} // namespace

std::vector<int64_t> neighborsOfHalves(int64_t heads, int64_t headRows, int64_t rotated)
{
    std::vector<int64_t> order;
    for (int64_t head = 0; head < heads; ++head)
        for (int64_t row = 0; row < headRows; ++row)
            order.push_back(
                head * headRows + (row < rotated ? row % 2 * (rotated / 2) + row / 2 : row));
    return order;
}

std::vector<int64_t> halvesOfNeighbors(int64_t heads, int64_t headRows, int64_t rotated)
{
    const std::vector<int64_t> back = neighborsOfHalves(heads, headRows, rotated);
    std::vector<int64_t> order(back.size());
    for (size_t row = 0; row < back.size(); ++row)
        order[size_t(back[row])] = int64_t(row);
    return order;
}

std::vector<int64_t> groupsInTurn(int64_t heads, int64_t groups, int64_t headRows, int64_t before)
{
    const int64_t inGroup = heads / groups;
    std::vector<int64_t> order;
    for (int64_t row = 0; row < before; ++row)
        order.push_back(row);
    for (int64_t head = 0; head < heads; ++head)
        for (int64_t row = 0; row < headRows; ++row)
            order.push_back(before + (head % groups * inGroup + head / groups) * headRows + row);
    return order;
}

std::vector<int64_t> everySecond(int64_t rows, int64_t first)
{
    std::vector<int64_t> order;
    for (int64_t row = first; row < rows; row += 2)
        order.push_back(row);
    return order;
}

void reorder(PlannedTensor& tensor, std::vector<int64_t> order)
{
    if (tensor.shape.size() == 1)
        return reorderColumns(tensor, std::move(order));
    requireAsMany(tensor, tensor.shape.front(), order, "rows");
    tensor.rowOrder = std::move(order);
}

void reorderColumns(PlannedTensor& tensor, std::vector<int64_t> order)
{
    requireAsMany(tensor, tensor.shape.back(), order, "columns");
    tensor.columnOrder = std::move(order);
}

using kernels::DType;

namespace {

bool isAnyRow(std::string_view row, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, row) != names.end();
}

bool isOfExperts(std::string_view row)
{
    for (const std::string_view part :
        {"_exps", "_shexp", "exp_probs_b", "ffn_gate_inp", "ffn_latent"})
        if (row.find(part) != row.npos)
            return true;
    return false;
}

bool isOfDenseMlp(std::string_view row)
{
    return isAnyRow(row, {"blk.*.ffn_gate", "blk.*.ffn_up", "blk.*.ffn_down"});
}

// True for a norm of experts or MLP in a block that has both.
bool isBesideDenseMlp(std::string_view row)
{
    return isAnyRow(
        row, {"blk.*.pre_ffw_norm_2", "blk.*.post_ffw_norm_1", "blk.*.post_ffw_norm_2"});
}

bool hasDenseMlp(const ExpertsPlan& experts)
{
    return experts.shared && experts.shared->hasOwnNorms;
}

bool isOfMlp(std::string_view row, const MlpPlan& mlp)
{
    const auto* experts = std::get_if<ExpertsPlan>(&mlp);
    if (std::holds_alternative<NoLayerPlan>(mlp) && (isOfDenseMlp(row) || row == "blk.*.ffn_norm"))
        return false;
    if (isOfDenseMlp(row))
        return !experts || hasDenseMlp(*experts);
    return !isBesideDenseMlp(row) || (experts && hasDenseMlp(*experts));
}

bool has(const AttentionPlan*, const BlockPlan& block)
{
    return block.findAttention();
}

bool has(const MambaPlan*, const BlockPlan& block)
{
    return findMamba(block);
}

template <typename Plan>
bool has(const Plan*, const BlockPlan& block)
{
    return std::holds_alternative<Plan>(block.mixer);
}

bool belongsTo(const AttentionPlan*, std::string_view row)
{
    return isAnyRow(row,
        {"blk.*.attn_q", "blk.*.attn_k", "blk.*.attn_v", "blk.*.attn_output", "blk.*.attn_q_norm",
            "blk.*.attn_k_norm"});
}

bool belongsTo(const DeltaNetPlan*, std::string_view row)
{
    return row.starts_with("blk.*.ssm_") || isAnyRow(row, {"blk.*.attn_qkv", "blk.*.attn_gate"});
}

bool belongsTo(const MambaPlan*, std::string_view row)
{
    return row.starts_with("blk.*.ssm_");
}

bool belongsTo(const ShortConvolutionPlan*, std::string_view row)
{
    return row.starts_with("blk.*.shortconv.");
}

// True if other blocks, which have another mixer than this one, have the tensor.
template <typename Plan>
bool isElsewhere(std::string_view row, const ModelPlan& model, const BlockPlan& block)
{
    constexpr const Plan* kind = nullptr;
    const auto hasIt = [](const BlockPlan& each) { return has(kind, each); };
    return belongsTo(kind, row) && !hasIt(block) && std::ranges::any_of(model.blocks, hasIt);
}

bool isOfMixer(std::string_view row, const ModelPlan& model, const BlockPlan& block)
{
    const MambaPlan* mamba = findMamba(block);
    if (mamba && mamba->norm == MambaPlan::Norm::None && row == "blk.*.ssm_norm")
        return false;
    if (std::holds_alternative<NoLayerPlan>(block.mixer) && row == "blk.*.attn_norm")
        return false;
    return !isElsewhere<AttentionPlan>(row, model, block)
        && !isElsewhere<MambaPlan>(row, model, block)
        && !isElsewhere<DeltaNetPlan>(row, model, block)
        && !isElsewhere<ShortConvolutionPlan>(row, model, block);
}

// Keys and values may be those of another layer, and values keys.
bool isOfAttention(std::string_view row, const BlockPlan& block)
{
    const AttentionPlan* attention = block.findAttention();
    if (!attention)
        return true;
    if (block.norms.queryAndKey == NormPlan::OfHeads::None
        && isAnyRow(row, {"blk.*.attn_q_norm", "blk.*.attn_k_norm"}))
        return false; // some models of a family have these
    if (attention->cacheOfLayer
        && isAnyRow(row, {"blk.*.attn_k", "blk.*.attn_v", "blk.*.attn_k_norm"}))
        return false;
    return !attention->keysAreValues || row != "blk.*.attn_v";
}

// Queries are compressed or not.
bool isOfLatentAttention(std::string_view row, const BlockPlan& block)
{
    const LatentAttentionPlan* latent = block.findLatentAttention();
    if (!latent)
        return true;
    if (isAnyRow(row, {"blk.*.attn_q_a", "blk.*.attn_q_a_norm", "blk.*.attn_q_b"}))
        return latent->queryRank > 0;
    return row == "blk.*.attn_q" ? latent->queryRank == 0
                                 : !isAnyRow(row, {"blk.*.attn_k", "blk.*.attn_v"});
}

bool isOfInputs(std::string_view row, const LayerInputsPlan& inputs)
{
    return inputs.width > 0 || !isAnyRow(row, {"blk.*.inp_gate", "blk.*.proj", "blk.*.post_norm"});
}

// The matrices of all experts in one tensor [experts, rows, columns] of the file.
PlannedTensor planStack(const TensorSource& source, const std::string& name, int64_t experts,
    int64_t rows, int64_t columns, bool isTransposed)
{
    PlannedTensor planned;
    planned.name = name;
    planned.shape = {experts, rows, columns};
    const std::vector<int64_t> stored
        = isTransposed ? std::vector<int64_t>{columns, rows} : std::vector<int64_t>{rows, columns};
    const auto require = [&](const WeightTensor& tensor, int64_t count) {
        if (tensor.view.elements() != count * rows * columns || tensor.shape.back() != stored[1])
            throw base::Error(base::ErrorKind::BadFile,
                "tensor " + tensor.name + " has another shape than the experts of its model");
    };
    if (const WeightTensor* stack = source.find(name)) {
        require(*stack, experts);
        kernels::TensorView all = stack->view;
        all.rows = experts * stored[0];
        all.columns = stored[1];
        for (int64_t expert = 0; expert < experts; ++expert)
            planned.sources.push_back(all.rowRange(expert * stored[0], stored[0]));
        planned.isTransposed = isTransposed;
        return planned;
    }
    for (int64_t expert = 0; expert < experts; ++expert) {
        const WeightTensor& tensor = source.requireOfExpert(name, expert);
        require(tensor, 1);
        planned.sources.push_back(tensor.view);
    }
    return planned;
}

// Makes of gate and up, which are one tensor in the checkpoint, the two that files have: half of the
// rows of each expert are of one, one above the other or by turns.
void splitGateAndUp(std::vector<PlannedTensor>& planned, const PlannedTensor& both, bool alternate)
{
    const std::string ending = "ffn_gate_up_exps.weight";
    const int64_t experts = both.shape.front(), inner = both.shape[1] / 2;
    const std::array<int64_t, 2> halves{inner, inner};
    for (const size_t part : {size_t(0), size_t(1)}) {
        PlannedTensor& half = planned.emplace_back(both);
        half.name.replace(half.name.size() - ending.size(), ending.size(),
            part == 0 ? "ffn_gate_exps.weight" : "ffn_up_exps.weight");
        half.shape[1] = inner;
        half.rowOrder = alternate ? everySecond(experts * 2 * inner, int64_t(part))
                                  : rowsOfPart(experts, halves, part);
    }
}

// The biases of gate and up, which take turns in the checkpoint.
void planAlternatingBiases(
    std::vector<PlannedTensor>& planned, const TensorSource& source, const std::string& prefix)
{
    const WeightTensor& biases = source.require(prefix + "ffn_gate_up_exps.bias");
    for (int64_t first = 0; const char* name : {"ffn_gate_exps", "ffn_up_exps"}) {
        PlannedTensor& bias
            = planned.emplace_back(plan(biases, prefix + name + ".bias", DType::F32));
        bias.columnOrder = everySecond(biases.view.columns, first++);
        bias.shape.back() /= 2;
    }
}

// The shared MLP, if there is one, latents, and what else is not of one expert.
void planAroundExperts(std::vector<PlannedTensor>& planned, const TensorSource& source,
    const std::string& prefix, const DensePlan* shared)
{
    const bool isJoined
        = shared && shared->isGated && !source.find(prefix + "ffn_gate_shexp.weight");
    for (const char* name : {"ffn_latent_down", "ffn_latent_up", "ffn_gate_shexp", "ffn_up_shexp",
             "ffn_down_shexp", "ffn_gate_inp_shexp"})
        if (isJoined && name == std::string_view("ffn_up_shexp"))
            std::ranges::move(
                splitGate(planNamed(source, prefix + name, DType::F32).front(), *shared),
                std::back_inserter(planned));
        else if (source.find(prefix + name + ".weight"))
            std::ranges::move(
                planNamed(source, prefix + name, DType::F32), std::back_inserter(planned));
    for (const char* name :
        {"ffn_down_exps.bias", "ffn_gate_inp.scale", "ffn_down_exps.scale", "exp_probs_b.bias"})
        if (const WeightTensor* tensor = source.find(prefix + name))
            planned.push_back(plan(*tensor, prefix + name, DType::F32));
    for (PlannedTensor& tensor : planned)
        if (tensor.shape.size() == 2 && tensor.shape.front() == 1)
            tensor.shape.erase(tensor.shape.begin()); // the gate of the shared MLP is a vector
}

} // namespace

std::vector<std::string_view> rowsOfBlock(
    const TensorNames& names, const ModelPlan& model, const BlockPlan& block)
{
    std::vector<std::string_view> rows;
    for (const std::string_view row : canonicalNames(names))
        if (row.starts_with("blk.*.") && !isOfExperts(row) && isOfMlp(row, block.mlp)
            && isOfMixer(row, model, block) && isOfAttention(row, block)
            && isOfLatentAttention(row, block) && isOfInputs(row, block.inputs))
            rows.push_back(row);
    return rows;
}

std::vector<PlannedTensor> planExperts(
    const TensorSource& source, const BlockPlan& block, int64_t layer, bool staysJoined)
{
    const auto* experts = std::get_if<ExpertsPlan>(&block.mlp);
    if (!experts)
        return {};
    const std::string prefix = inBlock("blk.*.", layer);
    const std::string both = prefix + "ffn_gate_up_exps.weight",
                      down = prefix + "ffn_down_exps.weight";
    const int64_t count = experts->count, inner = experts->each.inner,
                  columns = experts->columns(block.hidden);
    const bool isTransposed = areExpertsTransposed(source, prefix, inner, columns);
    std::vector<PlannedTensor> planned = planNamed(source, prefix + "ffn_gate_inp", DType::F32);
    if (experts->each.isGated && source.find(both)) {
        const PlannedTensor joined
            = planStack(source, both, count, 2 * inner, columns, isTransposed);
        if (staysJoined)
            planned.push_back(joined);
        else
            splitGateAndUp(planned, joined, experts->alternatesGateAndUp);
    } else {
        if (experts->each.isGated)
            planned.push_back(
                planStack(source, prefix + "ffn_gate_exps.weight", count, inner, columns, false));
        planned.push_back(
            planStack(source, prefix + "ffn_up_exps.weight", count, inner, columns, false));
    }
    if (experts->alternatesGateAndUp)
        planAlternatingBiases(planned, source, prefix);
    planned.push_back(planStack(source, down, count, columns, inner, isTransposed));
    const bool hasShared = experts->shared && !experts->shared->hasOwnNorms;
    planAroundExperts(planned, source, prefix, hasShared ? &experts->shared->mlp : nullptr);
    return planned;
}

std::vector<PlannedTensor> planLatentHeads(
    const TensorSource& source, const LatentAttentionPlan& latent, int64_t layer)
{
    const std::string prefix = inBlock("blk.*.", layer);
    const WeightTensor& both = source.require(prefix + "attn_kv_b.weight");
    const int64_t plain = latent.plainDim, ofHead = plain + latent.valueDim;
    if (both.view.rows != latent.heads * ofHead || both.view.columns != latent.latentRank)
        throw base::Error(base::ErrorKind::BadFile,
            "tensor " + both.name + " has another size than the heads of its model");
    if (kernels::isBlockType(both.view.dtype))
        throw base::Error(base::ErrorKind::Unsupported,
            "a model with quantized heads of keys can't be converted (" + both.name + ")");
    PlannedTensor keys = plan(both, prefix + "attn_k_b.weight", DType::F32);
    PlannedTensor values = plan(both, prefix + "attn_v_b.weight", DType::F32);
    keys.shape = {latent.heads, latent.latentRank, plain};
    values.shape = {latent.heads, latent.valueDim, latent.latentRank};
    keys.isTransposed = true;
    keys.sources.clear();
    values.sources.clear();
    for (int64_t row = 0; row < both.view.rows; row += ofHead) {
        keys.sources.push_back(both.view.rowRange(row, plain));
        values.sources.push_back(both.view.rowRange(row + plain, latent.valueDim));
    }
    return {keys, values};
}

namespace {

// Sets the rates of decay from the vector with their logarithms.
void takeRates(PlannedTensor& tensor, const std::vector<int64_t>& order)
{
    reorder(tensor, order);
    const kernels::TensorView logarithms = tensor.sources.front();
    std::vector<float> stored(size_t(logarithms.columns));
    kernels::dequantizeRow(logarithms.dtype, logarithms.bytes, stored.data(), logarithms.columns);
    for (const int64_t head : order)
        tensor.values.push_back(-std::exp(stored[size_t(head)]));
}

} // namespace

std::vector<PlannedTensor> planJoinedInput(
    const TensorSource& source, const DeltaNetPlan& plan, int64_t layer)
{
    const std::string prefix = inBlock("blk.*.", layer);
    const WeightTensor& joined = source.require(prefix + "ssm_in.weight");
    const std::array<int64_t, 4> rowsOfHead = plan.inputRows();
    const int64_t all = plan.mixedColumns() + plan.shape.valueColumns();
    if (joined.shape.size() != 2 || joined.shape.front() != all)
        throw base::Error(base::ErrorKind::BadFile,
            "tensor " + joined.name + " must have " + std::to_string(all) + " rows");
    std::vector<PlannedTensor> planned(
        2, engine::plan(joined, prefix + "attn_qkv.weight", DType::F32));
    planned[1].name = prefix + "attn_gate.weight";
    for (size_t part = 0; part < rowsOfHead.size(); ++part) {
        std::vector<int64_t>& order = planned[part / 3].rowOrder;
        const std::vector<int64_t> own = rowsOfPart(plan.shape.keyHeads, rowsOfHead, part);
        order.insert(order.end(), own.begin(), own.end());
    }
    for (PlannedTensor& tensor : planned)
        tensor.shape.front() = int64_t(tensor.rowOrder.size());
    return planned;
}

void arrangeDeltaNet(PlannedTensor& tensor, const DeltaNetPlan& plan, std::string_view row)
{
    const kernels::DeltaShape& shape = plan.shape;
    const bool takesTurns = shape.sharing == kernels::DeltaShape::Sharing::InTurn;
    const auto inTurn = [&](int64_t headRows, int64_t before = 0) {
        return groupsInTurn(shape.valueHeads, takesTurns ? shape.keyHeads : 1, headRows, before);
    };
    if (row == "blk.*.attn_qkv" || row == "blk.*.ssm_conv1d")
        reorder(tensor, inTurn(shape.valueDim, 2 * shape.keyColumns()));
    else if (row == "blk.*.attn_gate")
        reorder(tensor, inTurn(shape.valueDim));
    else if (row == "blk.*.ssm_alpha" || row == "blk.*.ssm_beta" || row == "blk.*.ssm_dt.bias")
        reorder(tensor, inTurn(1));
    else if (row == "blk.*.ssm_out")
        reorderColumns(tensor, inTurn(shape.valueDim));
    else if (row == "blk.*.ssm_a")
        takeRates(tensor, inTurn(1));
}

} // namespace engine
