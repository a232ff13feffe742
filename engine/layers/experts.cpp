#include "engine/layers/experts.h"

#include "base/error.h"
#include "engine/layers/step.h"
#include "kernels/interleaved.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace engine {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

// All or none: the matrices where the device can read them as they are in the file.
std::vector<TensorView> borrowed(kernels::Backend& backend, std::span<const TensorView> inFile)
{
    std::vector<TensorView> views;
    for (const TensorView view : inFile) {
        const TensorView own = isAligned(view) ? backend.borrow(view) : TensorView();
        if (!own.bytes)
            return {};
        views.push_back(own);
    }
    return views;
}

std::vector<std::byte> transposed(TensorView matrix)
{
    const auto number = size_t(kernels::rowBytes(matrix.dtype, 1));
    std::vector<std::byte> turned(size_t(matrix.sizeInBytes()));
    std::byte* to = turned.data();
    for (int64_t column = 0; column < matrix.columns; ++column)
        for (int64_t row = 0; row < matrix.rows; ++row, to += number)
            std::memcpy(to,
                matrix.data<std::byte>() + size_t(row * matrix.columns + column) * number, number);
    return turned;
}

} // namespace

ExpertWeights::ExpertWeights(const Weights& weights, const std::string& name, int64_t experts,
    int64_t outputs, int64_t inputs)
{
    const std::vector<TensorView> inFile = weights.ofExperts(name, experts, outputs, inputs);
    kernels::Backend& backend = weights.backend();
    m_each = borrowed(backend, inFile);
    if (!m_each.empty())
        return;
    takeMemory(backend, inFile.front().dtype, experts, outputs, inputs);
    for (size_t expert = 0; expert < m_each.size(); ++expert)
        backend.upload(m_each[expert], inFile[expert].bytes);
}

void ExpertWeights::takeMemory(kernels::Backend& backend, kernels::DType type, int64_t experts,
    int64_t outputs, int64_t inputs)
{
    m_copy = Tensor(backend, type, experts * outputs, inputs);
    for (int64_t expert = 0; expert < experts; ++expert)
        m_each.push_back(m_copy.view().rowRange(expert * outputs, outputs));
}

ExpertWeights ExpertWeights::transposed(const Weights& weights, const std::string& name,
    int64_t experts, int64_t outputs, int64_t inputs)
{
    const std::vector<TensorView> inFile = weights.ofExperts(name, experts, inputs, outputs);
    const DType type = inFile.front().dtype;
    if (kernels::isBlockType(type))
        throw base::Error(base::ErrorKind::Unsupported,
            "The matrices " + name + " have a type that cannot be transposed.");
    ExpertWeights turned;
    turned.takeMemory(weights.backend(), type, experts, outputs, inputs);
    for (size_t expert = 0; expert < inFile.size(); ++expert) {
        const std::vector<std::byte> matrix = engine::transposed(inFile[expert]);
        weights.backend().upload(turned.m_each[expert], matrix.data());
        weights.backend().synchronize(); // before the matrix goes
    }
    return turned;
}

void ExpertWeights::layOut(WeightLayouts& layouts, kernels::Backend& backend)
{
    for (TensorView& matrix : m_each) {
        Weight weight(matrix);
        if (!layouts.layOut(backend, weight))
            return; // nor are the others, which have the same type and shape
        matrix = weight.view();
        m_laidOut.push_back(std::move(weight));
    }
    m_copy = {};
}

std::vector<TensorView> ExpertWeights::rows(int64_t first, int64_t count) const
{
    std::vector<TensorView> rows;
    for (const TensorView matrix : m_each)
        rows.push_back(matrix.rowRange(first, count));
    return rows;
}

bool areExpertsTransposed(
    const TensorSource& source, const std::string& prefix, int64_t inner, int64_t columns)
{
    const WeightTensor* both = source.find(prefix + "ffn_gate_up_exps.weight");
    const WeightTensor* down = source.find(prefix + "ffn_down_exps.weight");
    const auto isTurned = [](const WeightTensor& tensor, int64_t outputs, int64_t inputs) {
        const std::vector<int64_t>& shape = tensor.shape;
        return shape.size() == 3 && outputs != inputs && shape[1] == inputs && shape[2] == outputs;
    };
    return both && down && (isTurned(*both, 2 * inner, columns) || isTurned(*down, columns, inner));
}

namespace {

std::vector<TensorView> weightViews(const ExpertWeights& weights)
{
    return {weights.each().begin(), weights.each().end()};
}

ExpertWeights load(const Weights& weights, const std::string& name, int64_t experts,
    int64_t outputs, int64_t inputs, bool isTransposed)
{
    return isTransposed ? ExpertWeights::transposed(weights, name, experts, outputs, inputs)
                        : ExpertWeights(weights, name, experts, outputs, inputs);
}

// The factor of each expert's matrix, which GGUF files have for NVFP4, in a row for each expert.
Weight factorsIfInFile(
    const Weights& weights, const std::string& name, int64_t experts, int64_t outputs)
{
    if (!weights.has(name + ".scale"))
        return {};
    std::vector<float> rows;
    for (const float factor : weights.numbers(name + ".scale", {experts}))
        rows.insert(rows.end(), size_t(outputs), factor);
    return weights.place(rows, outputs);
}

Weight biasesIfInFile(
    const Weights& weights, const std::string& name, int64_t experts, int64_t outputs)
{
    if (!weights.has(name + ".bias"))
        return {};
    return weights.matrix(name + ".bias", experts, outputs);
}

} // namespace

Experts::Experts(const Weights& weights, const std::string& prefix, const ExpertsPlan& plan,
    const BlockPlan& block, Step* hostStep)
    : m_plan(plan)
    , m_hostStep(hostStep)
    , m_router(weights, prefix + "ffn_gate_inp", plan.count, block.hidden)
{
    const int64_t columns = plan.columns(block.hidden);
    loadMaps(hostStep ? weights.on(hostStep->backend()) : weights, prefix, columns);
    findMaps();
    const std::string scales = prefix + "ffn_down_exps.scale";
    if (weights.has(scales))
        m_scales = weights.vector(scales, plan.count);
    if (plan.hasChoiceBias)
        m_choiceBias = weights.vector(prefix + "exp_probs_b.bias", plan.count);
    if (plan.latent > 0) {
        m_toLatent.emplace(weights, prefix + "ffn_latent_down", columns, block.hidden);
        m_fromLatent.emplace(weights, prefix + "ffn_latent_up", block.hidden, columns);
    }
    if (plan.shared)
        loadShared(weights, prefix, block);
}

void Experts::loadShared(const Weights& weights, const std::string& prefix, const BlockPlan& block)
{
    const SharedMlpPlan& shared = *m_plan.shared;
    m_shared.emplace(weights, prefix, shared.mlp, block.hidden, shared.hasOwnNorms ? "" : "_shexp");
    if (shared.isGated)
        m_sharedGate.emplace(weights, prefix + "ffn_gate_inp_shexp", 1, block.hidden);
    if (shared.hasOwnNorms)
        loadNorms(weights, prefix, block);
}

// The router's norm has a weight that is divided by the root of the width.
void Experts::loadNorms(const Weights& weights, const std::string& prefix, const BlockPlan& block)
{
    const auto norm
        = [&](const char* name) { return Norm(weights, prefix + name, block.hidden, block.norms); };
    m_sharedEndNorm = norm("post_ffw_norm_1");
    m_norm = norm("pre_ffw_norm_2");
    m_endNorm = norm("post_ffw_norm_2");
    m_routerNorm = Norm::scaled(weights, prefix + "ffn_gate_inp.scale", block.hidden,
        block.norms.epsilon, float(1 / std::sqrt(double(block.hidden))));
}

void Experts::loadMaps(const Weights& weights, const std::string& prefix, int64_t columns)
{
    const int64_t experts = m_plan.count, inner = m_plan.each.inner;
    const std::string gate = prefix + "ffn_gate_exps", up = prefix + "ffn_up_exps",
                      both = prefix + "ffn_gate_up_exps", down = prefix + "ffn_down_exps";
    const bool isTransposed = areExpertsTransposed(weights.source(), prefix, inner, columns);
    if (m_plan.each.isGated && (m_plan.alternatesGateAndUp || weights.hasExperts(both))) {
        m_gateWeights = load(weights, both, experts, 2 * inner, columns, isTransposed);
    } else {
        m_upWeights = {weights, up, experts, inner, columns};
        if (m_plan.each.isGated)
            m_gateWeights = {weights, gate, experts, inner, columns};
    }
    m_downWeights = load(weights, down, experts, columns, inner, isTransposed);
    const bool isJoined = m_plan.each.isGated && m_upWeights.each().empty();
    const int64_t gateOutputs = m_plan.alternatesGateAndUp ? 2 * inner : inner;
    const std::string& gateBias = m_plan.alternatesGateAndUp ? both : gate;
    m_gate.biases = biasesIfInFile(weights, gateBias, experts, gateOutputs);
    m_gate.factors = factorsIfInFile(weights, isJoined ? both : gate, experts, gateOutputs);
    m_up.factors = factorsIfInFile(weights, isJoined ? both : up, experts, inner);
    m_up.biases = biasesIfInFile(weights, up, experts, inner);
    m_down.biases = biasesIfInFile(weights, down, experts, columns);
}

// True if gate and up are stored in one matrix, one above the other.
bool Experts::hasGateAndUpInOne() const
{
    return m_plan.each.isGated && m_upWeights.each().empty() && !m_plan.alternatesGateAndUp;
}

void Experts::findMaps()
{
    const int64_t inner = m_plan.each.inner;
    m_gate.weights
        = hasGateAndUpInOne() ? m_gateWeights.rows(0, inner) : weightViews(m_gateWeights);
    m_up.weights
        = hasGateAndUpInOne() ? m_gateWeights.rows(inner, inner) : weightViews(m_upWeights);
    m_down.weights = weightViews(m_downWeights);
}

void Experts::layOut(WeightLayouts& layouts)
{
    kernels::Backend& backend = m_hostStep ? m_hostStep->backend() : m_router.backend();
    if (!hasGateAndUpInOne() || m_plan.each.inner % kernels::panelRows == 0)
        m_gateWeights.layOut(layouts, backend);
    m_upWeights.layOut(layouts, backend);
    m_downWeights.layOut(layouts, backend);
    findMaps();
}

void Experts::forward(Step& step, TensorView out, TensorView x, TensorView residual) const
{
    if (m_plan.shared && m_plan.shared->hasOwnNorms)
        return forwardWithOwnNorms(step, out, x, residual);
    mix(step, out, x, x);
    if (m_shared)
        addShared(step, out, x);
}

void Experts::addShared(Step& step, TensorView out, TensorView x) const
{
    const Scratch delta = step.scratch(out.rows, out.columns);
    if (!m_sharedGate)
        return m_shared->addTo(step, out, delta, x);
    const Scratch gate = step.scratch(out.rows, 1);
    const Scratch gated = step.scratch(out.rows, out.columns);
    m_sharedGate->forward(step, gate, x);
    step.ops().activate(gate, kernels::Activation::Sigmoid);
    m_shared->forward(step, delta, x);
    step.ops().sumExperts(gated, delta, gate);
    step.ops().add(out, gated);
}

void Experts::forwardWithOwnNorms(
    Step& step, TensorView out, TensorView x, TensorView residual) const
{
    m_shared->forward(step, out, x);
    m_sharedEndNorm.forward(step, out, out);
    const Scratch mixed = step.scratch(out.rows, out.columns);
    const Scratch normed = step.scratch(out.rows, out.columns);
    m_routerNorm.forward(step, mixed, residual);
    m_norm.forward(step, normed, residual);
    mix(step, mixed, normed, mixed);
    m_endNorm.forward(step, mixed, mixed);
    step.ops().add(out, mixed);
}

// `routed` is what the router reads; `out` may be the same.
void Experts::mix(Step& step, TensorView out, TensorView x, TensorView routed) const
{
    if (!m_toLatent)
        return mixColumns(step, out, x, routed);
    const Scratch sum = step.scratch(x.rows, m_plan.latent);
    const Scratch latent = step.scratch(x.rows, m_plan.latent);
    m_toLatent->forward(step, latent, x);
    mixColumns(step, sum, latent, routed);
    m_fromLatent->forward(step, out, sum);
}

// The same without latents.
void Experts::mixColumns(Step& step, TensorView out, TensorView x, TensorView routed) const
{
    if (m_hostStep)
        return mixOnHost(step, out, x, routed);
    const Scratch chosen = step.integerScratch(x.rows, m_plan.used);
    const Scratch factors = step.scratch(x.rows, m_plan.used);
    const Choice choice{chosen, factors};
    choose(step, choice, routed);
    sumChosen(step, out, x, choice);
}

namespace {

// What the host needs to know of a pass, in one matrix so that it is copied at once. Each part
// begins at a cache line:
//
//     x [tokens, hidden] | experts i32 [tokens, used] | weights [tokens, used]
struct HostInput {
    int64_t rows, hidden, used;

    static int64_t wholeLines(int64_t numbers) { return (numbers + 15) / 16 * 16; }
    int64_t numbers() const { return wholeLines(rows * hidden) + 2 * wholeLines(rows * used); }

    TensorView x(TensorView all) const { return {all.bytes, DType::F32, rows, hidden}; }
    TensorView experts(TensorView all) const
    {
        return {all.data<float>() + wholeLines(rows * hidden), DType::I32, rows, used};
    }
    TensorView weights(TensorView all) const
    {
        return {experts(all).data<int32_t>() + wholeLines(rows * used), DType::F32, rows, used};
    }
};

} // namespace

// The device waits meanwhile: the rest of the layer reads the sum.
void Experts::mixOnHost(Step& step, TensorView out, TensorView x, TensorView routed) const
{
    const HostInput input{x.rows, x.columns, m_plan.used};
    const Scratch onDevice = step.scratch(1, input.numbers());
    choose(step, {input.experts(onDevice), input.weights(onDevice)}, routed);
    step.ops().takeColumns(input.x(onDevice), x, 0);

    const Scratch onHost = m_hostStep->scratch(1, input.numbers());
    const Scratch sum = m_hostStep->scratch(out.rows, out.columns);
    step.backend().download(onHost.view().bytes, onDevice);
    sumChosen(*m_hostStep, sum, input.x(onHost), {input.experts(onHost), input.weights(onHost)});
    m_hostStep->backend().synchronize();
    step.backend().upload(out, sum.view().bytes);
}

// out = Σ weight · expert(x) over the experts that are chosen for a row.
void Experts::sumChosen(Step& step, TensorView out, TensorView x, const Choice& choice) const
{
    const int64_t rows = x.rows * m_plan.used;
    const Scratch inner = step.scratch(rows, m_plan.each.inner);
    openInner(step, inner, x, choice.experts);
    const Scratch products = step.scratch(rows, out.columns);
    apply(step, m_down, products, inner, choice.experts);
    step.ops().sumExperts(out, products, choice.weights);
}

void Experts::openInner(Step& step, TensorView inner, TensorView x, TensorView chosen) const
{
    if (!m_plan.each.isGated) {
        apply(step, m_up, inner, x, chosen);
        return step.ops().activate(inner, m_plan.each.activation);
    }
    const Scratch up = step.scratch(inner.rows, inner.columns);
    open(step, inner, up, x, chosen);
    if (m_plan.each.gateLimit > 0)
        step.ops().gateClamped(inner, up, m_plan.each.gateLimit);
    else
        step.ops().gate(inner, up, m_plan.each.activation);
}

void Experts::open(
    Step& step, TensorView gate, TensorView up, TensorView x, TensorView chosen) const
{
    if (!m_plan.alternatesGateAndUp) {
        apply(step, m_gate, gate, x, chosen);
        return apply(step, m_up, up, x, chosen);
    }
    const Scratch both = step.scratch(gate.rows, gate.columns + up.columns);
    apply(step, m_gate, both, x, chosen);
    step.ops().deal(std::array{gate, up}, both, 1);
}

void Experts::choose(Step& step, const Choice& choice, TensorView x) const
{
    kernels::ExpertWeighting weighting = m_plan.weighting;
    weighting.scales = m_scales;
    weighting.choiceBias = m_choiceBias;
    const Scratch scores = step.scratch(x.rows, m_plan.count);
    m_router.forward(step, scores, x);
    if (weighting.choosesByScores()) {
        step.ops().findHighest(choice.experts, choice.weights, scores, m_plan.count);
    } else {
        const Scratch ranks = step.scratch(x.rows, m_plan.count);
        step.ops().rankExperts(ranks, scores, weighting);
        step.ops().findHighest(choice.experts, choice.weights, ranks, m_plan.count);
    }
    step.ops().weighExperts(choice.weights, scores, choice.experts, weighting);
}

void Experts::apply(
    Step& step, const Map& map, TensorView out, TensorView x, TensorView chosen) const
{
    step.ops().matmulExperts(out, x, map.weights, chosen);
    if (map.factors.isEmpty() && map.biases.isEmpty())
        return;
    const Scratch rows = step.scratch(out.rows, out.columns);
    if (!map.factors.isEmpty()) {
        step.ops().gatherRows(rows, map.factors, chosen.reshaped(1, out.rows));
        step.ops().multiply(out, rows);
    }
    if (!map.biases.isEmpty()) {
        step.ops().gatherRows(rows, map.biases, chosen.reshaped(1, out.rows));
        step.ops().add(out, rows);
    }
}

std::vector<Linear*> Experts::linears()
{
    std::vector<Linear*> linears{&m_router};
    for (std::optional<Linear>* linear : {&m_toLatent, &m_fromLatent, &m_sharedGate})
        if (*linear)
            linears.push_back(&**linear);
    if (m_shared)
        for (Linear* linear : m_shared->linears())
            linears.push_back(linear);
    return linears;
}

} // namespace engine
