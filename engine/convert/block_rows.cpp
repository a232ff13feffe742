#include "engine/convert/block_rows.h"

#include "base/error.h"
#include "kernels/quantize.h"

#include <algorithm>
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
    if (isOfDenseMlp(row))
        return !experts || hasDenseMlp(*experts);
    return !isBesideDenseMlp(row) || (experts && hasDenseMlp(*experts));
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

bool belongsTo(const ShortConvolutionPlan*, std::string_view row)
{
    return row.starts_with("blk.*.shortconv.");
}

// True if other blocks, which have another mixer than this one, have the tensor.
template <typename Plan>
bool isElsewhere(std::string_view row, const ModelPlan& model, const BlockPlan& block)
{
    const auto has = [](const BlockPlan& each) { return std::holds_alternative<Plan>(each.mixer); };
    return belongsTo(static_cast<const Plan*>(nullptr), row) && !has(block)
        && std::ranges::any_of(model.blocks, has);
}

bool isOfMixer(std::string_view row, const ModelPlan& model, const BlockPlan& block)
{
    return !isElsewhere<AttentionPlan>(row, model, block)
        && !isElsewhere<DeltaNetPlan>(row, model, block)
        && !isElsewhere<ShortConvolutionPlan>(row, model, block);
}

// Keys and values may be those of another layer, and values keys.
bool isOfAttention(std::string_view row, const BlockPlan& block)
{
    const AttentionPlan* attention = block.findAttention();
    if (!attention)
        return true;
    if (attention->cacheOfLayer
        && isAnyRow(row, {"blk.*.attn_k", "blk.*.attn_v", "blk.*.attn_k_norm"}))
        return false;
    return !attention->keysAreValues || row != "blk.*.attn_v";
}

bool isOfInputs(std::string_view row, const LayerInputsPlan& inputs)
{
    return inputs.width > 0 || !isAnyRow(row, {"blk.*.inp_gate", "blk.*.proj", "blk.*.post_norm"});
}

PlannedTensor planStack(const TensorSource& source, const std::string& name, int64_t experts)
{
    if (const WeightTensor* stack = source.find(name))
        return plan(*stack, name, DType::F32);
    const WeightTensor& first = source.requireOfExpert(name, 0);
    PlannedTensor planned = plan(first, name, DType::F32);
    planned.shape.insert(planned.shape.begin(), experts);
    for (int64_t expert = 1; expert < experts; ++expert) {
        const WeightTensor& tensor = source.requireOfExpert(name, expert);
        if (tensor.shape != first.shape)
            throw base::Error(base::ErrorKind::BadFile,
                "tensor " + tensor.name + " has a different shape than the first expert");
        planned.sources.push_back(tensor.view);
    }
    return planned;
}

// Gate and up, whose rows take turns in the checkpoint.
void planAlternating(
    std::vector<PlannedTensor>& planned, const TensorSource& source, const std::string& prefix)
{
    const WeightTensor& matrices = source.require(prefix + "ffn_gate_up_exps.weight");
    const WeightTensor& biases = source.require(prefix + "ffn_gate_up_exps.bias");
    if (!kernels::isBlockType(matrices.view.dtype))
        throw base::Error(base::ErrorKind::Unsupported,
            "a model with transposed experts can't be converted (" + matrices.name
                + ") unless they are MXFP4");
    for (int64_t first = 0; const char* name : {"ffn_gate_exps", "ffn_up_exps"}) {
        PlannedTensor& matrix
            = planned.emplace_back(plan(matrices, prefix + name + ".weight", DType::F32));
        matrix.rowOrder = everySecond(matrices.view.rows, first);
        matrix.shape.at(matrix.shape.size() - 2) /= 2;
        PlannedTensor& bias
            = planned.emplace_back(plan(biases, prefix + name + ".bias", DType::F32));
        bias.columnOrder = everySecond(biases.view.columns, first++);
        bias.shape.back() /= 2;
    }
}

} // namespace

std::vector<std::string_view> rowsOfBlock(
    const TensorNames& names, const ModelPlan& model, const BlockPlan& block)
{
    std::vector<std::string_view> rows;
    for (const std::string_view row : canonicalNames(names))
        if (row.starts_with("blk.*.") && !isOfExperts(row) && isOfMlp(row, block.mlp)
            && isOfMixer(row, model, block) && isOfAttention(row, block)
            && isOfInputs(row, block.inputs))
            rows.push_back(row);
    return rows;
}

std::vector<PlannedTensor> planExperts(
    const TensorSource& source, const BlockPlan& block, int64_t layer)
{
    const auto* experts = std::get_if<ExpertsPlan>(&block.mlp);
    if (!experts)
        return {};
    const std::string prefix = inBlock("blk.*.", layer);
    std::vector<PlannedTensor> planned = planNamed(source, prefix + "ffn_gate_inp", DType::F32);
    if (experts->alternatesGateAndUp)
        planAlternating(planned, source, prefix);
    else if (source.find(prefix + "ffn_gate_up_exps.weight"))
        planned.push_back(planStack(source, prefix + "ffn_gate_up_exps.weight", experts->count));
    else
        for (const char* name : {"ffn_gate_exps", "ffn_up_exps"})
            planned.push_back(planStack(source, prefix + name + ".weight", experts->count));
    planned.push_back(planStack(source, prefix + "ffn_down_exps.weight", experts->count));
    for (const char* name : {"ffn_down_exps.bias", "ffn_gate_inp.scale", "ffn_down_exps.scale"})
        if (const WeightTensor* tensor = source.find(prefix + name))
            planned.push_back(plan(*tensor, prefix + name, DType::F32));
    return planned;
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

void arrangeDeltaNet(PlannedTensor& tensor, const DeltaNetPlan& plan, std::string_view row)
{
    const kernels::DeltaShape& shape = plan.shape;
    const auto inTurn = [&](int64_t headRows, int64_t before = 0) {
        return groupsInTurn(shape.valueHeads, shape.keyHeads, headRows, before);
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
