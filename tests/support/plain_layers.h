#pragma once

#include "engine/layers/block_plan.h"
#include "tests/support/memory_weights.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

// What blocks compute, once more: loops over rows of doubles that know nothing of the engine but
// its plans and the names of its tensors.

namespace tests {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

inline Row plainLinear(const MemoryWeights& weights, const std::string& name, const Row& x)
{
    const kernels::TensorView weight = weights.view(name + ".weight");
    const kernels::TensorView bias = weights.view(name + ".bias");
    Row out;
    for (int64_t r = 0; r < weight.rows; ++r) {
        double sum = bias.isEmpty() ? 0 : double(bias.data<float>()[r]);
        for (size_t k = 0; k < x.size(); ++k)
            sum += x[k] * double(weight.data<float>()[size_t(r) * x.size() + k]);
        out.push_back(sum);
    }
    return out;
}

inline Row plainNorm(const MemoryWeights& weights, const std::string& name, const Row& x,
    const engine::NormPlan& plan)
{
    using Kind = engine::NormPlan::Kind;
    const bool isLayer = plan.kind == Kind::Layer || plan.kind == Kind::LayerWithoutBias;
    double mean = 0, square = 0;
    for (const double value : x)
        mean += isLayer ? value / double(x.size()) : 0;
    for (const double value : x)
        square += (value - mean) * (value - mean) / double(x.size());
    const kernels::TensorView weight = weights.view(name + ".weight");
    const kernels::TensorView bias = weights.view(name + ".bias");
    Row out;
    for (size_t i = 0; i < x.size(); ++i)
        out.push_back((x[i] - mean) / std::sqrt(square + double(plan.epsilon))
                * (weight.isEmpty() ? 1 : double(weight.data<float>()[i]))
            + (bias.isEmpty() ? 0 : double(bias.data<float>()[i])));
    return out;
}

inline double plainActivation(kernels::Activation activation, double x)
{
    if (activation == kernels::Activation::ReluSquared)
        return x > 0 ? x * x : 0;
    return activation == kernels::Activation::Silu
        ? x / (1 + std::exp(-x))
        : 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); // GeluErf
}

/// What a block adds to, and how its rows see and turn.
struct PlainBlock {
    const MemoryWeights& weights;
    const engine::BlockPlan& plan;
    std::string prefix; ///< of the tensors
    const char *attentionNorm, *attentionEndNorm, *mlpNorm, *mlpEndNorm, *output;
    std::function<bool(size_t row, size_t other)> sees;
    std::function<void(Row& head, size_t row)> turn; ///< null: nothing is turned
    /// What is added to the product of a query and a key before it is scaled; null: nothing.
    std::function<double(size_t head, size_t row, size_t other, const Row& q, const Row& k)> added
        = {};

    void forward(Rows& hidden) const
    {
        using Where = engine::NormPlan::Where;
        const Where where = plan.norms.where;
        if (where == Where::AfterSum)
            return forwardNormingSums(hidden);
        const bool before = where != Where::After,
                   after = where == Where::After || where == Where::Both;
        const Rows read
            = before && plan.norms.hasAttentionNorm ? normed(hidden, attentionNorm) : hidden;
        add(hidden, attention(read), after ? attentionEndNorm : nullptr, "ls1.weight");
        const Rows again = where == Where::Shared ? read
            : before                              ? normed(hidden, mlpNorm)
                                                  : hidden;
        Rows delta;
        for (const Row& row : again)
            delta.push_back(mlp(row));
        add(hidden, delta, after ? mlpEndNorm : nullptr, "ls2.weight");
    }

private:
    void forwardNormingSums(Rows& hidden) const
    {
        add(hidden, attention(hidden), nullptr, "ls1.weight");
        hidden = normed(hidden, attentionEndNorm);
        Rows delta;
        for (const Row& row : hidden)
            delta.push_back(mlp(row));
        add(hidden, delta, nullptr, "ls2.weight");
        hidden = normed(hidden, mlpEndNorm);
    }

    Rows normed(const Rows& rows, const char* name, double epsilon = 0) const
    {
        engine::NormPlan norm = plan.norms;
        if (epsilon > 0)
            norm.epsilon = float(epsilon);
        Rows out;
        for (const Row& row : rows)
            out.push_back(plainNorm(weights, prefix + name, row, norm));
        return out;
    }

    void add(Rows& hidden, const Rows& delta, const char* norm, const char* layerScale) const
    {
        const Rows finished = norm ? normed(delta, norm, double(plan.norms.endEpsilon)) : delta;
        const float* scale
            = plan.scalesLayers ? weights.view(prefix + layerScale).data<float>() : nullptr;
        for (size_t row = 0; row < hidden.size(); ++row)
            for (size_t i = 0; i < hidden[row].size(); ++i)
                hidden[row][i] += double(plan.residualScale) * finished[row][i]
                    * (scale ? double(scale[i]) : 1.0);
    }

    // Row `index` of a tensor [rows, …] of an expert, times x.
    double expertProduct(const std::string& name, size_t row, const Row& x) const
    {
        const kernels::TensorView weight = weights.view(prefix + name + ".weight");
        const kernels::TensorView bias = weights.view(prefix + name + ".bias");
        double sum = bias.isEmpty() ? 0 : double(bias.data<float>()[row]);
        for (size_t k = 0; k < x.size(); ++k)
            sum += x[k] * double(weight.data<float>()[row * x.size() + k]);
        return sum;
    }

    Row expert(const engine::ExpertsPlan& experts, size_t index, const Row& x) const
    {
        const auto inner = size_t(experts.each.inner);
        const double limit = double(experts.each.gateLimit);
        Row joined, out;
        for (size_t i = 0; i < inner; ++i) {
            if (!experts.each.isGated) {
                joined.push_back(plainActivation(
                    experts.each.activation, expertProduct("ffn_up_exps", index * inner + i, x)));
                continue;
            }
            double gate = expertProduct("ffn_gate_exps", index * inner + i, x);
            double up = expertProduct("ffn_up_exps", index * inner + i, x);
            if (limit > 0) {
                gate = std::min(gate, limit);
                up = std::clamp(up, -limit, limit) + 1;
                joined.push_back(gate / (1 + std::exp(-1.702 * gate)) * up);
            } else {
                joined.push_back(plainActivation(experts.each.activation, gate) * up);
            }
        }
        for (size_t i = 0; i < x.size(); ++i)
            out.push_back(expertProduct("ffn_down_exps", index * x.size() + i, joined));
        return out;
    }

    // What the router makes of the scores of all experts: their shares, and the order in which they
    // are chosen.
    Row shares(const engine::ExpertsPlan& experts, const Row& scores) const
    {
        const bool isSigmoid
            = experts.weighting.scoring == kernels::ExpertWeighting::Scoring::Sigmoid;
        double total = 0;
        for (const double score : scores)
            total += std::exp(score);
        Row shares;
        for (const double score : scores)
            shares.push_back(isSigmoid ? 1 / (1 + std::exp(-score)) : std::exp(score) / total);
        return shares;
    }

    std::vector<size_t> orderOfExperts(const engine::ExpertsPlan& experts, Row ranks) const
    {
        const kernels::TensorView bias = weights.view(prefix + "exp_probs_b.bias");
        for (size_t i = 0; experts.hasChoiceBias && i < ranks.size(); ++i)
            ranks[i] += double(bias.data<float>()[i]);
        const auto groups = size_t(experts.weighting.groups);
        const size_t size = ranks.size() / groups;
        std::vector<size_t> order(ranks.size()), groupOrder(groups);
        std::iota(order.begin(), order.end(), size_t(0));
        std::iota(groupOrder.begin(), groupOrder.end(), size_t(0));
        std::ranges::sort(order, [&](size_t a, size_t b) { return ranks[a] > ranks[b]; });
        Row sums(groups);
        std::vector<int> counted(groups);
        for (const size_t expert : order)
            if (counted[expert / size]++ < experts.weighting.groupScore)
                sums[expert / size] += ranks[expert];
        std::ranges::sort(groupOrder, [&](size_t a, size_t b) { return sums[a] > sums[b]; });
        groupOrder.resize(size_t(experts.weighting.groupsUsed));
        std::erase_if(order, [&](size_t expert) {
            return std::ranges::find(groupOrder, expert / size) == groupOrder.end();
        });
        return order;
    }

    Row mixture(const engine::ExpertsPlan& experts, const Row& x) const
    {
        const Row all = shares(experts, plainLinear(weights, prefix + "ffn_gate_inp", x));
        const std::vector<size_t> order = orderOfExperts(experts, all);
        const Row read
            = experts.latent > 0 ? plainLinear(weights, prefix + "ffn_latent_down", x) : x;
        double total = double(experts.weighting.epsilon);
        for (size_t i = 0; i < size_t(experts.used); ++i)
            total += all[order[i]];
        Row sum(read.size());
        for (size_t i = 0; i < size_t(experts.used); ++i) {
            const Row own = expert(experts, order[i], read);
            const double weight = double(experts.weighting.factor) * all[order[i]]
                / (experts.weighting.sumsToOne ? total : 1);
            for (size_t k = 0; k < sum.size(); ++k)
                sum[k] += weight * own[k];
        }
        if (experts.latent > 0)
            sum = plainLinear(weights, prefix + "ffn_latent_up", sum);
        if (experts.shared)
            addShared(sum, *experts.shared, x);
        return sum;
    }

    void addShared(Row& sum, const engine::SharedMlpPlan& shared, const Row& x) const
    {
        const Row own = dense(shared.mlp, x, "_shexp");
        const double gate = shared.isGated
            ? 1 / (1 + std::exp(-plainLinear(weights, prefix + "ffn_gate_inp_shexp", x)[0]))
            : 1;
        for (size_t k = 0; k < sum.size(); ++k)
            sum[k] += gate * own[k];
    }

    Row mlp(const Row& x) const
    {
        if (const auto* experts = std::get_if<engine::ExpertsPlan>(&plan.mlp))
            return mixture(*experts, x);
        return dense(std::get<engine::DensePlan>(plan.mlp), x, "");
    }

    Row dense(const engine::DensePlan& dense, const Row& x, const std::string& ending) const
    {
        Row inner = plainLinear(weights, prefix + "ffn_up" + ending, x);
        if (dense.isGated) {
            const Row gate = plainLinear(weights, prefix + "ffn_gate" + ending, x);
            for (size_t i = 0; i < inner.size(); ++i)
                inner[i] *= plainActivation(dense.activation, gate[i]);
        } else {
            for (double& value : inner)
                value = plainActivation(dense.activation, value);
        }
        return plainLinear(weights, prefix + "ffn_down" + ending, inner);
    }

    // Heads of a map of a row, normed and turned as the plan says.
    Rows heads(const Row& x, size_t row, const char* map, const char* norm) const
    {
        const Row all = plainLinear(weights, prefix + map, x);
        const auto dim = size_t(plan.attention().shape.headDim);
        Rows heads;
        for (size_t first = 0; first < all.size(); first += dim) {
            Row head(all.begin() + ptrdiff_t(first), all.begin() + ptrdiff_t(first + dim));
            const bool turnsFirst = plan.norms.headsAfterRotation;
            if (norm && turn && turnsFirst)
                turn(head, row);
            if (norm && plan.norms.queryAndKey == engine::NormPlan::OfHeads::Each) {
                engine::NormPlan rms = plan.norms;
                rms.kind = engine::NormPlan::Kind::Rms;
                head = plainNorm(weights, prefix + norm, head, rms);
            }
            if (norm && turn && !turnsFirst)
                turn(head, row);
            heads.push_back(head);
        }
        return heads;
    }

    // What is read, times the sigmoid of a gate with a weight of its own.
    void gate(Row& attended, const Row& x) const
    {
        if (!plan.attention().hasGateWeight)
            return;
        const Row gates = plainLinear(weights, prefix + "attn_gate", x);
        for (size_t i = 0; i < attended.size(); ++i)
            attended[i] /= 1 + std::exp(-gates[i]);
    }

    Rows attention(const Rows& x) const
    {
        std::vector<Rows> q, k, v;
        for (size_t row = 0; row < x.size(); ++row) {
            q.push_back(heads(x[row], row, "attn_q", "attn_q_norm"));
            k.push_back(heads(x[row], row, "attn_k", "attn_k_norm"));
            v.push_back(heads(x[row], row, "attn_v", nullptr));
        }
        Rows out;
        for (size_t row = 0; row < x.size(); ++row) {
            Row attended;
            for (size_t head = 0; head < q[row].size(); ++head)
                attendHead(attended, q[row][head], k, v, row, head);
            gate(attended, x[row]);
            out.push_back(plainLinear(weights, prefix + output, attended));
        }
        return out;
    }

    // The growth of the query of a row, whose position is its index.
    double growth(size_t row) const
    {
        const double rate = plan.attention().queryGrowth;
        return rate == 0
            ? 1
            : 1 + rate * std::log1p(double(int64_t(row) / plan.attention().queryGrowthPeriod));
    }

    void attendHead(Row& out, const Row& q, const std::vector<Rows>& k, const std::vector<Rows>& v,
        size_t row, size_t head) const
    {
        const auto& shape = plan.attention().shape;
        const size_t kvHead = head / size_t(shape.heads / shape.kvHeads);
        const kernels::TensorView sinks = weights.view(prefix + "attn_sinks.weight");
        double total = sinks.isEmpty() ? 0 : std::exp(double(sinks.data<float>()[head]));
        Row sum(q.size());
        for (size_t other = 0; other < k.size(); ++other) {
            if (!sees(row, other))
                continue;
            double score
                = added ? double(shape.scale) * added(head, row, other, q, k[other][kvHead]) : 0;
            for (size_t i = 0; i < q.size(); ++i)
                score += growth(row) * double(shape.scale) * q[i] * k[other][kvHead][i];
            if (shape.softCap > 0)
                score = shape.softCap * std::tanh(score / double(shape.softCap));
            const double weight = std::exp(score);
            total += weight;
            for (size_t i = 0; i < q.size(); ++i)
                sum[i] += weight * v[other][kvHead][i];
        }
        for (const double value : sum)
            out.push_back(value / total);
    }
};

/// Those of a mixture of experts, with biases where gates are clamped.
inline void addExperts(MemoryWeights& weights, const std::string& prefix,
    const engine::ExpertsPlan& plan, int64_t hidden)
{
    const auto linear = [&](const std::string& name, int64_t outputs, int64_t inputs) {
        weights.addLinear(prefix + name, outputs, inputs);
    };
    linear("ffn_gate_inp", plan.count, hidden);
    const int64_t inner = plan.each.inner, columns = plan.columns(hidden);
    const auto add = [&](const char* name, int64_t outputs, int64_t inputs) {
        weights.add(prefix + name + ".weight", {plan.count, outputs, inputs}, 0, 0.7f);
        if (plan.each.gateLimit > 0)
            weights.add(prefix + name + ".bias", {plan.count, outputs}, 0, 1);
    };
    if (plan.each.isGated)
        add("ffn_gate_exps", inner, columns);
    add("ffn_up_exps", inner, columns);
    add("ffn_down_exps", columns, inner);
    if (plan.hasChoiceBias)
        weights.add(prefix + "exp_probs_b.bias", {plan.count});
    if (plan.latent > 0) {
        linear("ffn_latent_down", plan.latent, hidden);
        linear("ffn_latent_up", hidden, plan.latent);
    }
    if (!plan.shared)
        return;
    linear("ffn_up_shexp", plan.shared->mlp.inner, hidden);
    linear("ffn_down_shexp", hidden, plan.shared->mlp.inner);
    if (plan.shared->mlp.isGated)
        linear("ffn_gate_shexp", plan.shared->mlp.inner, hidden);
    if (plan.shared->isGated)
        linear("ffn_gate_inp_shexp", 1, hidden);
}

/// Adds the tensors that a block of the plan asks for.
inline void addBlock(MemoryWeights& weights, const PlainBlock& block)
{
    using Where = engine::NormPlan::Where;
    const engine::BlockPlan& plan = block.plan;
    const Where where = plan.norms.where;
    const bool hasBias = plan.norms.kind == engine::NormPlan::Kind::Layer;
    const auto norm
        = [&](const char* name) { weights.addNorm(block.prefix + name, plan.hidden, hasBias); };
    if (where != Where::After && where != Where::AfterSum && plan.norms.hasAttentionNorm)
        norm(block.attentionNorm);
    if (where == Where::Before || where == Where::Both)
        norm(block.mlpNorm);
    if (where == Where::After || where == Where::Both || where == Where::AfterSum) {
        norm(block.attentionEndNorm);
        norm(block.mlpEndNorm);
    }
    const auto map = [&](const char* name, int64_t outputs, int64_t inputs) {
        weights.addLinear(block.prefix + name, outputs, inputs, plan.attention().requiresBias);
    };
    map("attn_q", plan.attention().queryColumns(), plan.hidden);
    map("attn_k", plan.attention().keyColumns(), plan.hidden);
    map("attn_v", plan.attention().keyColumns(), plan.hidden);
    map(block.output, plan.hidden, plan.attention().queryColumns());
    if (plan.attention().hasGateWeight)
        weights.addLinear(
            block.prefix + "attn_gate", plan.attention().queryColumns(), plan.hidden, false);
    if (plan.norms.queryAndKey == engine::NormPlan::OfHeads::Each && plan.norms.headsHaveWeights)
        for (const char* name : {"attn_q_norm", "attn_k_norm"})
            weights.addNorm(block.prefix + name, plan.attention().shape.headDim);
    if (plan.scalesLayers)
        for (const char* name : {"ls1", "ls2"})
            weights.addNorm(block.prefix + name, plan.hidden);
    if (plan.attention().hasSinks)
        weights.add(block.prefix + "attn_sinks.weight", {plan.attention().shape.heads}, 0, 2);
    if (const auto* experts = std::get_if<engine::ExpertsPlan>(&plan.mlp))
        return addExperts(weights, block.prefix, *experts, plan.hidden);
    const auto& dense = std::get<engine::DensePlan>(plan.mlp);
    map("ffn_up", dense.inner, plan.hidden);
    map("ffn_down", plan.hidden, dense.inner);
    if (dense.isGated)
        map("ffn_gate", dense.inner, plan.hidden);
}

} // namespace tests
