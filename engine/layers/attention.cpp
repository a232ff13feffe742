#include "engine/layers/attention.h"

#include "base/error.h"
#include "engine/layers/block.h"
#include "engine/layers/relative_positions.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"
#include "kernels/interleaved.h"

#include <array>

namespace engine {

using kernels::TensorView;
using OfHeads = NormPlan::OfHeads;

namespace {

Norm headNorm(
    const Weights& weights, const std::string& name, const BlockPlan& plan, int64_t rowColumns)
{
    NormPlan norm = plan.norms;
    if (norm.queryAndKey == OfHeads::None)
        return {};
    if (norm.kind == NormPlan::Kind::Layer) // heads go without a bias
        norm.kind = NormPlan::Kind::Rms;
    const bool isEach = norm.queryAndKey == OfHeads::Each;
    const int64_t columns = isEach ? plan.attention().shape.headDim : rowColumns;
    if (!norm.headsHaveWeights)
        return Norm::withoutWeight(weights.backend(), columns, norm.epsilon);
    return {weights, name, columns, norm};
}

Norm valueNorm(const Weights& weights, const BlockPlan& plan)
{
    if (!plan.norms.ofValues)
        return {};
    return Norm::withoutWeight(
        weights.backend(), plan.attention().shape.headDim, plan.norms.epsilon);
}

Linear::Bias qkvBias(const AttentionPlan& plan)
{
    return plan.requiresBias ? Linear::Bias::Required : Linear::Bias::IfInFile;
}

int64_t pairedHead(const AttentionPlan& plan)
{
    return plan.pairedHeads ? plan.shape.headDim : 0;
}

// The rows from `first` on, if the file has queries, keys and values in one tensor.
std::optional<RowPart> partOfQkv(
    const Weights& weights, const BlockPlan& plan, const BlockPosition& position, int64_t first)
{
    const std::string name = position.prefix + "attn_qkv";
    if (!weights.has(name + ".weight"))
        return std::nullopt;
    const AttentionPlan& attention = plan.attention();
    return RowPart{name, first, attention.queryColumns() + 2 * attention.keyColumns()};
}

Linear queryMap(const Weights& weights, const BlockPlan& plan, const BlockPosition& position)
{
    const AttentionPlan& attention = plan.attention();
    return {weights, position.prefix + "attn_q", attention.queryOutputs(), plan.hidden,
        qkvBias(attention), pairedHead(attention), partOfQkv(weights, plan, position, 0)};
}

// The map of x to keys or values, if the plan has one.
std::optional<Linear> keyMap(
    const Weights& weights, const BlockPlan& plan, const BlockPosition& position)
{
    const AttentionPlan& attention = plan.attention();
    if (attention.cacheOfLayer)
        return std::nullopt;
    return Linear(weights, position.prefix + "attn_k", attention.keyColumns(), plan.hidden,
        qkvBias(attention), pairedHead(attention),
        partOfQkv(weights, plan, position, attention.queryColumns()));
}

std::optional<Linear> valueMap(
    const Weights& weights, const BlockPlan& plan, const BlockPosition& position)
{
    const AttentionPlan& attention = plan.attention();
    if (attention.cacheOfLayer || attention.keysAreValues)
        return std::nullopt;
    return Linear(weights, position.prefix + "attn_v", attention.keyColumns(), plan.hidden,
        qkvBias(attention), 0,
        partOfQkv(weights, plan, position, attention.queryColumns() + attention.keyColumns()));
}

std::optional<Linear> gateMap(
    const Weights& weights, const BlockPlan& plan, const BlockPosition& position)
{
    const AttentionPlan& attention = plan.attention();
    if (!attention.hasGateWeight)
        return std::nullopt;
    return Linear(weights, position.prefix + "attn_gate", attention.queryColumns(), plan.hidden);
}

// The position in its file of each number of a head, see RotaryPlan::headParts.
std::vector<int64_t> headOrder(int64_t headDim, int64_t parts)
{
    const int64_t half = headDim / 2, part = headDim / parts;
    CHECK(part % 2 == 0 && part * parts == headDim);
    std::vector<int64_t> order;
    for (int64_t number = 0; number < 2 * half; ++number) {
        const int64_t pair = number % half;
        order.push_back(pair / (part / 2) * part + number / half * (part / 2) + pair % (part / 2));
    }
    return order;
}

const Rotary* findRotary(const AttentionPlan& plan, std::span<const Rotary> rotaries)
{
    if (!plan.rotary)
        return nullptr;
    CHECK(*plan.rotary < rotaries.size());
    return &rotaries[*plan.rotary];
}

} // namespace

Attention::Attention(const Weights& weights, const BlockPlan& plan, const BlockPosition& position)
    : m_plan(plan.attention())
    , m_rotary(findRotary(m_plan, position.rotaries))
    , m_layer(m_plan.cacheOfLayer.value_or(position.layer))
    , m_query(queryMap(weights, plan, position))
    , m_key(keyMap(weights, plan, position))
    , m_value(valueMap(weights, plan, position))
    , m_gate(gateMap(weights, plan, position))
    , m_output(weights, position.prefix + position.names.attentionOutput, plan.hidden,
          m_plan.queryColumns())
    , m_queryNorm(headNorm(weights, position.prefix + "attn_q_norm", plan, m_plan.queryColumns()))
    , m_keyNorm(m_key
              ? headNorm(weights, position.prefix + "attn_k_norm", plan, m_plan.keyColumns())
              : Norm())
    , m_valueNorm(m_key ? valueNorm(weights, plan) : Norm())
    , m_normsAfterRotation(plan.norms.headsAfterRotation)
{
    if (m_rotary && m_rotary->headParts() > 1)
        reorderHeads();
    if (position.relative)
        projectDistances(*position.relative);
    m_isTogether = placeTogether();
    if (!m_plan.hasSinks)
        return;
    m_sinks = weights.vector(position.prefix + "attn_sinks.weight", m_plan.shape.heads);
    m_plan.shape.sinks = m_sinks;
}

void Attention::reorderHeads()
{
    const std::vector<int64_t> order = headOrder(m_plan.shape.headDim, m_rotary->headParts());
    for (Linear* map : {&m_query, m_key ? &*m_key : nullptr})
        if (map)
            map->reorder(order);
    for (Norm* norm : {&m_queryNorm, &m_keyNorm})
        if (!norm->isEmpty() && norm->columns() == int64_t(order.size()))
            norm->reorder(m_query.backend(), order);
}

namespace {

// The rows of each head by themselves, if the device multiplies with them faster in another type.
kernels::Tensor layOutDistances(kernels::Tensor table, const kernels::AttentionShape& shape)
{
    kernels::Backend& backend = *table.backend();
    const int64_t rows = table.view().rows, headDim = shape.headDim;
    const kernels::DType type
        = backend.productType(kernels::DType::F32, rows, headDim, kernels::Fidelity::Rounded);
    if (!kernels::isInterleaved(type))
        return table;
    kernels::Tensor heads(backend, kernels::DType::F32, shape.heads * rows, headDim);
    for (int64_t head = 0; head < shape.heads; ++head)
        backend.ops().takeColumns(heads.view().rowRange(head * rows, rows), table, head * headDim);
    kernels::Tensor panels(backend, type, shape.heads * rows, headDim);
    backend.layOut(panels, heads);
    backend.synchronize(); // before what was projected is released
    return panels;
}

} // namespace

// The table of distances passes the maps of queries and keys once and for all.
void Attention::projectDistances(const RelativePositions& relative)
{
    CHECK(m_plan.over == AttentionPlan::Over::Spans && m_key);
    kernels::Backend& backend = m_query.backend();
    const auto project = [&](const Linear& map) {
        kernels::Tensor table(backend, kernels::DType::F32, relative.table().rows, map.outputs());
        const kernels::Ops::Product product{table, map.weight(), map.bias()};
        backend.ops().matmulEach({&product, 1}, relative.table());
        return layOutDistances(std::move(table), m_plan.shape);
    };
    if (relative.plan().addsKeys)
        m_relativeKeys = project(*m_key);
    if (relative.plan().addsQueries)
        m_relativeQueries = project(m_query);
    m_plan.shape.relative = {m_relativeKeys, m_relativeQueries, relative.rows()};
}

// Queries, keys and values of a tower are alike, and its products small: a GPU is busy with all
// three of them at once.
bool Attention::placeTogether()
{
    return m_plan.over == AttentionPlan::Over::Spans && m_key && m_value
        && m_query.backend().isAccelerator()
        && Linear::placeTogether(std::array{&m_query, &*m_key, &*m_value});
}

void Attention::forward(Step& step, TensorView out, TensorView x) const
{
    forwardTo(step, {}, out, x);
}

void Attention::addTo(Step& step, TensorView into, TensorView delta, TensorView x) const
{
    if (!m_isTogether || !isPlain())
        return forwardTo(step, into, delta, x);
    const Scratch all = step.scratch(3 * x.rows, m_plan.queryColumns());
    const Scratch attended = step.scratch(x.rows, m_plan.queryColumns());
    const auto part = [&](int64_t i) { return all.view().rowRange(i * x.rows, x.rows); };
    const kernels::Ops::AttentionLayers layers{m_query.weight(), m_key->weight(), m_value->weight(),
        m_output.weight(), m_query.bias(), m_key->bias(), m_value->bias(), m_output.bias()};
    step.ops().attentionAdd(into, x, layers, {part(0), part(1), part(2), attended, delta},
        step.spans(m_plan.spans), m_plan.shape);
}

// Whether nothing happens to queries, keys and values between their products and attention over
// spans, or to its result before the last product.
bool Attention::isPlain() const
{
    return m_key && m_value && !m_rotary && m_queryNorm.isEmpty() && m_keyNorm.isEmpty()
        && m_valueNorm.isEmpty() && !m_plan.gatesOutput && m_plan.queryGrowth == 0
        && m_plan.shape.sinks.isEmpty() && m_query.isProduct() && m_key->isProduct()
        && m_value->isProduct() && m_output.isProduct();
}

void Attention::forwardTo(Step& step, TensorView residual, TensorView out, TensorView x) const
{
    if (m_isTogether) {
        const Scratch all = step.scratch(3 * x.rows, m_plan.queryColumns());
        const auto part = [&](int64_t i) { return all.view().rowRange(i * x.rows, x.rows); };
        return forwardTo(step, residual, out, x, {part(0), part(1), part(2)}, {});
    }
    const int64_t keyRows = m_key ? x.rows : 0;
    const Scratch q = step.scratch(x.rows, m_plan.queryColumns());
    const Scratch k = step.scratch(keyRows, m_plan.keyColumns());
    const Scratch v = step.scratch(keyRows, m_plan.keyColumns());
    const Scratch gate = step.scratch(m_plan.gatesOutput ? x.rows : 0, m_plan.queryColumns());
    forwardTo(step, residual, out, x, {q, k, v}, gate);
}

void Attention::forwardTo(Step& step, TensorView residual, TensorView out, TensorView x,
    const Projected& projected, TensorView gate) const
{
    project(step, projected, gate, x);
    const Scratch attended = step.scratch(x.rows, m_plan.queryColumns());
    if (m_plan.over == AttentionPlan::Over::Cache)
        attendCached(step, attended, projected);
    else
        attendSpans(step, attended, projected);
    if (m_plan.gatesOutput) {
        step.ops().activate(gate, kernels::Activation::Sigmoid);
        step.ops().multiply(attended, gate);
    }
    if (residual.isEmpty())
        m_output.forward(step, out, attended);
    else
        m_output.addTo(step, residual, out, attended);
}

void Attention::project(Step& step, const Projected& out, TensorView gate, TensorView x) const
{
    const bool isDealt = m_plan.gatesOutput && !m_gate;
    const Scratch both = step.scratch(isDealt ? x.rows : 0, m_plan.queryOutputs());
    const TensorView query = isDealt ? both.view() : out.q;
    if (m_key) {
        const Linear& value = m_value ? *m_value : *m_key;
        const std::array<Linear::Output, 3> outputs{
            {{m_query, query}, {*m_key, out.k}, {value, out.v}}};
        Linear::forwardEach(step, outputs, x);
    } else {
        m_query.forward(step, query, x);
    }
    if (m_gate)
        m_gate->forward(step, gate, x);
    if (isDealt)
        step.ops().deal(std::array{out.q, gate}, both, m_plan.shape.headDim);
    if (!m_normsAfterRotation) {
        normHeads(step, out.q, m_queryNorm);
        normHeads(step, out.k, m_keyNorm);
    }
    normHeads(step, out.v, m_valueNorm);
    if (m_plan.queryGrowth != 0)
        step.ops().scaleByPosition(
            out.q, step.placement().positions, m_plan.queryGrowth, m_plan.queryGrowthPeriod);
}

void Attention::normHeads(Step& step, TensorView x, const Norm& norm) const
{
    if (norm.isEmpty())
        return;
    const TensorView heads = x.reshaped(x.elements() / norm.columns(), norm.columns());
    norm.forward(step, heads, heads);
}

void Attention::attendCached(Step& step, TensorView attended, const Projected& projected) const
{
    if (m_key)
        turnAndCache(step, projected);
    else
        turnAndNorm(step, projected.q, m_queryNorm);
    step.ops().attendCached(attended, projected.q, step.cache().keys(m_layer),
        step.cache().values(m_layer), step.placement(), step.reach(m_plan.reach), m_plan.shape);
}

void Attention::attendSpans(Step& step, TensorView attended, const Projected& projected) const
{
    const auto& [q, k, v] = projected;
    turnAndNorm(step, q, m_queryNorm);
    turnAndNorm(step, k, m_keyNorm);
    step.ops().attendSpans(attended, q, k, v, step.spans(m_plan.spans), m_plan.shape);
}

void Attention::turnAndCache(Step& step, const Projected& projected) const
{
    const auto& [q, k, v] = projected;
    const TensorView keys = step.cache().keys(m_layer), values = step.cache().values(m_layer);
    const auto rotation = m_rotary ? m_rotary->common(step.parts()) : std::nullopt;
    if (rotation && !m_normsAfterRotation)
        return step.ops().rotateAndCache(q, k, v, keys, values, step.placement(), step.angles(),
            *rotation, m_plan.shape.headDim);
    turnAndNorm(step, q, m_queryNorm);
    turnAndNorm(step, k, m_keyNorm);
    step.ops().writeCache(keys, k, step.placement());
    step.ops().writeCache(values, v, step.placement());
}

void Attention::turn(Step& step, TensorView x) const
{
    if (m_rotary)
        m_rotary->forward(step, x, m_plan.shape.headDim);
}

// What is done to queries or keys behind their norm, if that is before the rotation.
void Attention::turnAndNorm(Step& step, TensorView x, const Norm& norm) const
{
    turn(step, x);
    if (m_normsAfterRotation)
        normHeads(step, x, norm);
}

std::vector<Linear*> Attention::linears()
{
    std::vector<Linear*> linears{&m_query, &m_output};
    if (m_value)
        linears.insert(linears.begin() + 1, &*m_value);
    if (m_key)
        linears.insert(linears.begin() + 1, &*m_key);
    if (m_gate)
        linears.push_back(&*m_gate);
    return linears;
}

} // namespace engine
