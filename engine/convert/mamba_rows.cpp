#include "engine/convert/mamba_rows.h"

#include "base/error.h"
#include "kernels/quantize.h"

#include <cmath>
#include <numeric>
#include <string>
#include <variant>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

// Takes the numbers of a vector from the source, so that they can be changed and get another shape.
void takeNumbers(PlannedTensor& tensor, int64_t count)
{
    const kernels::TensorView stored = tensor.sources.front();
    if (stored.elements() != count)
        throw Error(ErrorKind::BadFile,
            "tensor " + tensor.name + " has " + std::to_string(stored.elements())
                + " numbers where the mixer has " + std::to_string(count));
    tensor.values.resize(size_t(count));
    kernels::dequantizeRow(stored.dtype, stored.bytes, tensor.values.data(), count);
    tensor.sources.clear();
}

std::vector<float> factorsOfRows(const MambaPlan& plan)
{
    const kernels::ScanShape& shape = plan.shape;
    const int64_t widths[] = {
        shape.columns(), shape.columns(), shape.groupColumns(), shape.groupColumns(), shape.heads};
    std::vector<float> factors;
    for (size_t part = 0; part < plan.factors.size(); ++part)
        factors.insert(factors.end(), size_t(widths[part]), plan.factors[part]);
    return factors;
}

// The bias is added to what has been multiplied by the factor of the input.
void multiplyInput(PlannedTensor& tensor, const ParallelPlan& plan, bool isBias)
{
    const std::vector<float> factors = factorsOfRows(plan.mamba);
    if (isBias) {
        takeNumbers(tensor, int64_t(factors.size()));
        for (size_t row = 0; row < factors.size(); ++row)
            tensor.values[row] *= factors[row];
        return;
    }
    if (tensor.shape.front() != int64_t(factors.size()))
        throw Error(ErrorKind::BadFile,
            "tensor " + tensor.name + " must have " + std::to_string(factors.size()) + " rows");
    tensor.rowFactors = factors;
    tensor.factor *= plan.mambaInput;
}

void multiplyParallel(PlannedTensor& tensor, const ParallelPlan& plan, std::string_view row)
{
    const bool isBias = tensor.name.ends_with(".bias");
    if (row == "blk.*.ssm_in")
        multiplyInput(tensor, plan, isBias);
    else if (row == "blk.*.ssm_out")
        tensor.factor *= plan.mambaOutput;
    else if (row == "blk.*.attn_output")
        tensor.factor *= plan.attentionOutput;
    else if (!isBias && (row == "blk.*.attn_q" || row == "blk.*.attn_k" || row == "blk.*.attn_v"))
        tensor.factor *= plan.attentionInput;
}

} // namespace

const MambaPlan* findMamba(const BlockPlan& block)
{
    const auto* parallel = std::get_if<ParallelPlan>(&block.mixer);
    return parallel ? &parallel->mamba : std::get_if<MambaPlan>(&block.mixer);
}

void arrangeMamba(PlannedTensor& tensor, const MambaPlan& plan, std::string_view row)
{
    const int64_t heads = plan.shape.heads;
    if (row == "blk.*.ssm_a" || row == "blk.*.ssm_d") {
        takeNumbers(tensor, heads);
        tensor.shape = {heads, 1};
    } else if (row == "blk.*.ssm_norm") {
        takeNumbers(tensor, plan.shape.columns());
        tensor.shape = {plan.shape.groups, plan.shape.columns() / plan.shape.groups};
    }
    if (row == "blk.*.ssm_a" && plan.ratesAreLogarithms)
        for (float& rate : tensor.values)
            rate = -std::exp(rate);
}

void multiplyFactors(PlannedTensor& tensor, const BlockPlan& block, std::string_view row)
{
    if (const auto* parallel = std::get_if<ParallelPlan>(&block.mixer))
        multiplyParallel(tensor, *parallel, row);
    const auto* dense = std::get_if<DensePlan>(&block.mlp);
    if (dense && row == "blk.*.ffn_gate")
        tensor.factor *= dense->gateFactor;
    if (dense && row == "blk.*.ffn_down")
        tensor.factor *= dense->outputFactor;
}

std::vector<PlannedTensor> splitGate(const PlannedTensor& both, const DensePlan& plan)
{
    if (both.shape.size() != 2 || both.shape.front() != 2 * plan.inner)
        throw Error(ErrorKind::BadFile,
            "tensor " + both.name + " must have " + std::to_string(2 * plan.inner) + " rows");
    std::vector<PlannedTensor> halves(2, both);
    const size_t up = both.name.find("ffn_up");
    halves[0].name.replace(up, std::string_view("ffn_up").size(), "ffn_gate");
    for (size_t half = 0; half < halves.size(); ++half) {
        halves[half].shape.front() = plan.inner;
        halves[half].rowOrder.resize(size_t(plan.inner));
        std::iota(
            halves[half].rowOrder.begin(), halves[half].rowOrder.end(), int64_t(half) * plan.inner);
    }
    return halves;
}

} // namespace engine
