#pragma once

#include "engine/files/weight_file.h"
#include "engine/models/families/model_plan.h"
#include "engine/tokenizers/token.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace tests {

/// A decoder as its plan says, in doubles, token by token and head by head, without a cache: what
/// engine::Decoder must agree with. It knows RMS norms, dense gated MLPs and unscaled rotations.
class PlainDecoder {
public:
    /// Both must outlive this.
    PlainDecoder(const engine::ModelPlan& plan, const engine::WeightFile& weights)
        : m_plan(plan)
        , m_weights(weights)
    {
    }

    /// Of all tokens, one after the other: [tokens, vocabulary].
    std::vector<float> logits(std::span<const engine::TokenId> ids) const
    {
        Rows stream;
        for (const engine::TokenId id : ids)
            stream.push_back(scaled(rowOf("token_embd.weight", size_t(id)), m_plan.embeddingScale));
        for (size_t layer = 0; layer < m_plan.blocks.size(); ++layer)
            runBlock(stream, m_plan.blocks[layer], "blk." + std::to_string(layer) + ".");

        std::vector<float> logits;
        const std::string head = m_plan.head.isEmbedding ? "token_embd.weight" : "output.weight";
        for (const Row& row : stream)
            for (const double logit : product(head, normed("output_norm", row, m_plan.head.norm)))
                logits.push_back(float(m_plan.head.scale * logit));
        return logits;
    }

private:
    using Row = std::vector<double>;
    using Rows = std::vector<Row>;
    using Where = engine::NormPlan::Where;

    Row rowOf(const std::string& name, size_t row) const
    {
        const kernels::TensorView view = m_weights.find(name)->view;
        const float* numbers = view.data<float>() + int64_t(row) * view.columns;
        return {numbers, numbers + view.columns};
    }

    static Row scaled(Row row, double factor)
    {
        for (double& number : row)
            number *= factor;
        return row;
    }

    Row product(const std::string& name, const Row& x) const
    {
        Row out;
        for (int64_t row = 0; row < m_weights.find(name)->view.rows; ++row)
            out.push_back(dot(rowOf(name, size_t(row)), x));
        return out;
    }

    static double dot(std::span<const double> a, std::span<const double> b)
    {
        double sum = 0;
        for (size_t i = 0; i < a.size(); ++i)
            sum += a[i] * b[i];
        return sum;
    }

    Row normed(const std::string& name, const Row& x, const engine::NormPlan& plan) const
    {
        const Row weight = rowOf(name + ".weight", 0);
        const double size = std::sqrt(dot(x, x) / double(x.size()) + double(plan.epsilon));
        Row out = x;
        for (size_t i = 0; i < out.size(); ++i)
            out[i] *= weight[i] / size;
        return out;
    }

    void runBlock(Rows& stream, const engine::BlockPlan& plan, const std::string& prefix) const
    {
        const auto addLayer = [&](const char* before, const char* after, const auto& layer) {
            const Where where = plan.norms.where;
            Rows read = stream;
            if (where != Where::After)
                for (Row& row : read)
                    row = normed(prefix + before, row, plan.norms);
            const Rows made = layer(read);
            for (size_t token = 0; token < stream.size(); ++token) {
                const Row delta = where == Where::Before
                    ? made[token]
                    : normed(prefix + after, made[token], plan.norms);
                for (size_t i = 0; i < delta.size(); ++i)
                    stream[token][i] += double(plan.residualScale) * delta[i];
            }
        };
        addLayer("attn_norm", "post_attention_norm",
            [&](const Rows& rows) { return attend(rows, plan, prefix); });
        addLayer("ffn_norm", "post_ffw_norm", [&](const Rows& rows) {
            return eachThroughMlp(rows, std::get<engine::DensePlan>(plan.mlp), prefix);
        });
    }

    // The rows of all tokens, split into heads, normed and turned.
    Rows headsOf(const Rows& rows, const engine::BlockPlan& plan, const std::string& prefix,
        const char* name) const
    {
        const engine::AttentionPlan& attention = plan.attention;
        const bool isValue = std::string(name) == "attn_v";
        const auto size = size_t(attention.shape.headDim);
        Rows heads;
        for (size_t token = 0; token < rows.size(); ++token) {
            const Row all = product(prefix + name + ".weight", rows[token]);
            for (size_t first = 0; first < all.size(); first += size) {
                Row head(all.begin() + ptrdiff_t(first), all.begin() + ptrdiff_t(first + size));
                if (!isValue && plan.norms.queryAndKey == engine::NormPlan::OfHeads::Each)
                    head = normed(prefix + name + "_norm", head, plan.norms);
                if (!isValue && attention.rotary)
                    turn(head, m_plan.rotaries[*attention.rotary], token);
                heads.push_back(head);
            }
        }
        return heads;
    }

    static void turn(Row& head, const engine::RotaryPlan& plan, size_t place)
    {
        const bool isPairs = plan.style == kernels::RotaryStyle::Pairs;
        const auto half = size_t(plan.dims / 2);
        for (size_t i = 0; i < half; ++i) {
            const double angle
                = double(place) * std::pow(plan.theta, -2.0 * double(i) / double(plan.dims));
            double& x = head[isPairs ? 2 * i : i];
            double& y = head[isPairs ? 2 * i + 1 : i + half];
            const double turnedX = x * std::cos(angle) - y * std::sin(angle);
            y = x * std::sin(angle) + y * std::cos(angle);
            x = turnedX;
        }
    }

    Rows attend(const Rows& rows, const engine::BlockPlan& plan, const std::string& prefix) const
    {
        const kernels::AttentionShape& shape = plan.attention.shape;
        const Rows q = headsOf(rows, plan, prefix, "attn_q");
        const Rows k = headsOf(rows, plan, prefix, "attn_k");
        const Rows v = headsOf(rows, plan, prefix, "attn_v");
        const auto heads = size_t(shape.heads), kvHeads = size_t(shape.kvHeads);
        const auto window = size_t(plan.attention.reach.window);
        Rows out;
        for (size_t token = 0; token < rows.size(); ++token) {
            const size_t first = window > 0 && token + 1 > window ? token + 1 - window : 0;
            Row attended;
            for (size_t head = 0; head < heads; ++head) {
                Row weights, sum(size_t(shape.headDim), 0.0);
                const size_t kvHead = head / (heads / kvHeads);
                for (size_t seen = first; seen <= token; ++seen)
                    weights.push_back(double(shape.scale)
                        * dot(q[token * heads + head], k[seen * kvHeads + kvHead]));
                softmax(weights);
                for (size_t seen = first; seen <= token; ++seen)
                    for (size_t i = 0; i < sum.size(); ++i)
                        sum[i] += weights[seen - first] * v[seen * kvHeads + kvHead][i];
                attended.insert(attended.end(), sum.begin(), sum.end());
            }
            out.push_back(product(prefix + "attn_output.weight", attended));
        }
        return out;
    }

    static void softmax(Row& scores)
    {
        const double most = *std::ranges::max_element(scores);
        double sum = 0;
        for (double& score : scores)
            sum += score = std::exp(score - most);
        for (double& score : scores)
            score /= sum;
    }

    Rows eachThroughMlp(
        const Rows& rows, const engine::DensePlan& plan, const std::string& prefix) const
    {
        Rows out;
        for (const Row& row : rows) {
            Row gate = product(prefix + "ffn_gate.weight", row);
            const Row up = product(prefix + "ffn_up.weight", row);
            for (size_t i = 0; i < gate.size(); ++i)
                gate[i] = activated(gate[i], plan.activation) * up[i];
            out.push_back(product(prefix + "ffn_down.weight", gate));
        }
        return out;
    }

    static double activated(double x, kernels::Activation activation)
    {
        if (activation == kernels::Activation::Silu)
            return x / (1 + std::exp(-x));
        return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); // GeluErf
    }

    const engine::ModelPlan& m_plan;
    const engine::WeightFile& m_weights;
};

} // namespace tests
