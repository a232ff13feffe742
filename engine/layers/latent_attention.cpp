#include "engine/layers/latent_attention.h"

#include "base/error.h"
#include "engine/layers/block.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"
#include "kernels/quantize.h"

#include <cstddef>
#include <string>

namespace engine {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

NormPlan normPlan(const LatentAttentionPlan& plan)
{
    return {.kind = NormPlan::Kind::Rms, .epsilon = plan.epsilon};
}

std::optional<Linear> queryDown(const Weights& weights, const LatentAttentionPlan& plan,
    int64_t hidden, const std::string& name)
{
    if (plan.queryRank == 0)
        return std::nullopt;
    return Linear(weights, name, plan.queryRank, hidden);
}

const Rotary& findRotary(const LatentAttentionPlan& plan, std::span<const Rotary> rotaries)
{
    CHECK(plan.rotary < rotaries.size());
    return rotaries[plan.rotary];
}

} // namespace

LatentAttention::HeadMatrices::HeadMatrices(Weight stacked, int64_t heads)
    : all(std::move(stacked))
{
    const int64_t rows = all.view().rows / heads;
    for (int64_t head = 0; head < heads; ++head)
        each.push_back(all.view().rowRange(head * rows, rows));
}

// In attn_kv_b the rows of a head's keys are [plain, latent]: transposed. Blocks of quantized types
// cannot be, so their numbers become halves.
LatentAttention::HeadMatrices LatentAttention::keyHeads(
    const Weights& weights, const LatentAttentionPlan& plan, const std::string& prefix)
{
    const int64_t heads = plan.heads, latent = plan.latentRank, plain = plan.plainDim;
    const std::string ready = prefix + "attn_k_b.weight", both = prefix + "attn_kv_b.weight";
    if (weights.has(ready))
        return {weights.matrix(ready, heads * latent, plain), heads};
    const std::vector<float> numbers
        = weights.numbers(both, {heads * (plain + plan.valueDim), latent});
    const DType stored = weights.type(both);
    const DType type = kernels::isBlockType(stored) ? DType::F16 : stored;
    Tensor turned(weights.backend(), type, heads * latent, plain);
    std::vector<std::byte> bytes(size_t(turned.view().sizeInBytes()));
    std::vector<float> row(static_cast<size_t>(plain));
    for (int64_t head = 0; head < heads; ++head)
        for (int64_t column = 0; column < latent; ++column) {
            const float* first = numbers.data() + head * (plain + plan.valueDim) * latent + column;
            for (int64_t i = 0; i < plain; ++i)
                row[size_t(i)] = first[i * latent];
            kernels::quantizeRow(type, row.data(),
                bytes.data() + (head * latent + column) * turned.view().rowStride(), plain);
        }
    weights.backend().upload(turned, bytes.data());
    weights.backend().synchronize(); // before the bytes go
    return {Weight(std::move(turned)), heads};
}

LatentAttention::HeadMatrices LatentAttention::valueHeads(
    const Weights& weights, const LatentAttentionPlan& plan, const std::string& prefix)
{
    const int64_t heads = plan.heads, latent = plan.latentRank, values = plan.valueDim;
    const std::string ready = prefix + "attn_v_b.weight";
    if (weights.has(ready))
        return {weights.matrix(ready, heads * values, latent), heads};
    kernels::Backend& backend = weights.backend();
    const int64_t ofHead = plan.plainDim + values;
    const Weight both = weights.matrix(prefix + "attn_kv_b.weight", heads * ofHead, latent);
    Tensor own(backend, both.view().dtype, heads * values, latent);
    for (int64_t head = 0; head < heads; ++head)
        backend.copy(own.view().rowRange(head * values, values),
            both.view().rowRange(head * ofHead + plan.plainDim, values));
    backend.synchronize(); // before the whole matrix goes
    return {Weight(std::move(own)), heads};
}

LatentAttention::LatentAttention(const Weights& weights, const LatentAttentionPlan& plan,
    const BlockPlan& block, const BlockPosition& position)
    : m_plan(plan)
    , m_rotary(findRotary(plan, position.rotaries))
    , m_layer(position.layer)
    , m_queryDown(queryDown(weights, plan, block.hidden, position.prefix + "attn_q_a"))
    , m_queryNorm(m_queryDown
              ? Norm(weights, position.prefix + "attn_q_a_norm", plan.queryRank, normPlan(plan))
              : Norm())
    , m_query(weights, position.prefix + (m_queryDown ? "attn_q_b" : "attn_q"),
          plan.projectedColumns(), m_queryDown ? plan.queryRank : block.hidden)
    , m_keyValue(weights, position.prefix + "attn_kv_a_mqa", plan.rowColumns(), block.hidden)
    , m_latentNorm(weights, position.prefix + "attn_kv_a_norm", plan.latentRank, normPlan(plan))
    , m_keyHeads(keyHeads(weights, plan, position.prefix))
    , m_valueHeads(valueHeads(weights, plan, position.prefix))
    , m_output(weights, position.prefix + position.names.attentionOutput, block.hidden,
          plan.heads * plan.valueDim)
{
}

// scratchSizes() in block_plan.cpp states what this takes, in the same order.
void LatentAttention::forward(Step& step, TensorView out, TensorView x) const
{
    const int64_t heads = m_plan.heads;
    const Scratch queries = step.scratch(x.rows, heads * m_plan.rowColumns());
    project(step, queries, x);
    cacheRows(step, x);
    const Scratch seen = step.scratch(x.rows, heads * m_plan.latentRank);
    step.ops().attendCached(seen, queries, step.cache().keys(m_layer), step.cache().values(m_layer),
        step.placement(), step.reach(m_plan.reach), m_plan.shape());
    const Scratch values = step.scratch(x.rows, heads * m_plan.valueDim);
    step.ops().matmulExperts(values.view().reshaped(x.rows * heads, m_plan.valueDim),
        seen.view().reshaped(x.rows * heads, m_plan.latentRank), m_valueHeads.each, {});
    m_output.forward(step, out, values);
}

void LatentAttention::project(Step& step, TensorView queries, TensorView x) const
{
    const Scratch projected = step.scratch(x.rows, m_plan.projectedColumns());
    if (m_queryDown) {
        const Scratch low = step.scratch(x.rows, m_plan.queryRank);
        m_queryDown->forward(step, low, x);
        m_queryNorm.forward(step, low, low);
        m_query.forward(step, projected, low);
    } else {
        m_query.forward(step, projected, x);
    }
    absorb(step, queries, projected);
}

// Turns the queries of each head, [plain | rotated], into [what is multiplied with latents | turned].
void LatentAttention::absorb(Step& step, TensorView queries, TensorView projected) const
{
    const int64_t rows = queries.rows * m_plan.heads, plain = m_plan.plainDim;
    const TensorView from = projected.reshaped(rows, plain + m_plan.rotatedDim);
    const TensorView to = queries.reshaped(rows, m_plan.rowColumns());
    {
        const Scratch rotated = step.scratch(rows, m_plan.rotatedDim);
        step.ops().takeColumns(rotated, from, plain);
        m_rotary.forward(step,
            rotated.view().reshaped(queries.rows, m_plan.heads * m_plan.rotatedDim),
            int(m_plan.rotatedDim));
        step.ops().putColumns(to, rotated, m_plan.latentRank);
    }
    const Scratch own = step.scratch(rows, plain);
    const Scratch absorbed = step.scratch(rows, m_plan.latentRank);
    step.ops().takeColumns(own, from, 0);
    step.ops().matmulExperts(absorbed, own, m_keyHeads.each, {});
    step.ops().putColumns(to, absorbed, 0);
}

void LatentAttention::cacheRows(Step& step, TensorView x) const
{
    const Scratch rows = step.scratch(x.rows, m_plan.rowColumns());
    m_keyValue.forward(step, rows, x);
    {
        const Scratch latent = step.scratch(x.rows, m_plan.latentRank);
        step.ops().takeColumns(latent, rows, 0);
        m_latentNorm.forward(step, latent, latent);
        step.ops().putColumns(rows, latent, 0);
    }
    const Scratch rotated = step.scratch(x.rows, m_plan.rotatedDim);
    step.ops().takeColumns(rotated, rows, m_plan.latentRank);
    m_rotary.forward(step, rotated, int(m_plan.rotatedDim));
    step.ops().putColumns(rows, rotated, m_plan.latentRank);
    step.ops().writeCache(step.cache().keys(m_layer), rows, step.placement());
}

std::vector<Linear*> LatentAttention::linears()
{
    std::vector<Linear*> linears{&m_query, &m_keyValue, &m_output};
    if (m_queryDown)
        linears.insert(linears.begin(), &*m_queryDown);
    return linears;
}

} // namespace engine
