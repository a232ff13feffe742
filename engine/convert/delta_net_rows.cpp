#include "engine/convert/delta_net_rows.h"

#include "engine/convert/row_order.h"
#include "kernels/dequantize.h"

#include <cmath>

namespace engine {

namespace {

// Of the vector with their logarithms.
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
