#include "engine/convert/block_rows.h"

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

} // namespace

std::vector<std::string_view> rowsOfBlock(const TensorNames& names, const BlockPlan& block)
{
    const bool isDense = std::holds_alternative<DensePlan>(block.mlp);
    std::vector<std::string_view> rows;
    for (const std::string_view row : canonicalNames(names))
        if (row.starts_with("blk.*.") && !isOfExperts(row) && (isDense || !isOfDenseMlp(row)))
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
    for (const char* name : {"ffn_gate_exps", "ffn_up_exps", "ffn_down_exps"})
        planned.push_back(planStack(source, prefix + name + ".weight", experts->count));
    return planned;
}

} // namespace engine
