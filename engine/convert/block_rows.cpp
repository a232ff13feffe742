#include "engine/convert/block_rows.h"

#include "engine/convert/row_order.h"
#include "kernels/error.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <variant>

namespace engine {

using kernels::DType;

namespace {

bool isOneOf(std::string_view row, std::initializer_list<std::string_view> names)
{
    return std::ranges::find(names, row) != names.end();
}

bool isOfExperts(std::string_view row)
{
    return row.find("_exps") != row.npos || row.find("ffn_gate_inp") != row.npos;
}

bool isOfDenseMlp(std::string_view row)
{
    return isOneOf(row, {"blk.*.ffn_gate", "blk.*.ffn_up", "blk.*.ffn_down"});
}

// Norms around experts that stand beside an MLP.
bool isBesideDenseMlp(std::string_view row)
{
    return isOneOf(row, {"blk.*.pre_ffw_norm_2", "blk.*.post_ffw_norm_1", "blk.*.post_ffw_norm_2"});
}

bool isOfMlp(std::string_view row, const MlpPlan& mlp)
{
    const auto* experts = std::get_if<ExpertsPlan>(&mlp);
    if (isOfDenseMlp(row))
        return !experts || experts->shared;
    return !isBesideDenseMlp(row) || (experts && experts->shared);
}

bool isOf(const AttentionPlan*, std::string_view row)
{
    return isOneOf(row,
        {"blk.*.attn_q", "blk.*.attn_k", "blk.*.attn_v", "blk.*.attn_output", "blk.*.attn_q_norm",
            "blk.*.attn_k_norm"});
}

bool isOf(const DeltaNetPlan*, std::string_view row)
{
    return row.starts_with("blk.*.ssm_") || isOneOf(row, {"blk.*.attn_qkv", "blk.*.attn_gate"});
}

bool isOf(const ShortConvolutionPlan*, std::string_view row)
{
    return row.starts_with("blk.*.shortconv.");
}

// Whether other blocks, which have another mixer than this one, have the tensor.
template <typename Plan>
bool isElsewhere(std::string_view row, const ModelPlan& model, const BlockPlan& block)
{
    const auto has = [](const BlockPlan& each) { return std::holds_alternative<Plan>(each.mixer); };
    return isOf(static_cast<const Plan*>(nullptr), row) && !has(block)
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
        && isOneOf(row, {"blk.*.attn_k", "blk.*.attn_v", "blk.*.attn_k_norm"}))
        return false;
    return !attention->keysAreValues || row != "blk.*.attn_v";
}

bool isOfInputs(std::string_view row, const LayerInputsPlan& inputs)
{
    return inputs.width > 0 || !isOneOf(row, {"blk.*.inp_gate", "blk.*.proj", "blk.*.post_norm"});
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
            throw kernels::Error(kernels::ErrorKind::BadFile,
                "tensor " + tensor.name + " has another shape than that of the first expert");
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
        throw kernels::Error(kernels::ErrorKind::Unsupported,
            "a model whose experts are transposed cannot be converted (" + matrices.name
                + "): only those in MXFP4 are not");
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

} // namespace engine
