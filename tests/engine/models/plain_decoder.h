#pragma once

#include "engine/models/families/model_plan.h"
#include "engine/tokenizers/tokenizer.h"
#include "tests/support/plain_layers.h"

#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace tests {

/// A decoder as its plan says, in doubles and without a cache: what engine::Decoder must agree with.
/// It knows rotations by one axis that are not scaled.
class PlainDecoder {
public:
    /// Both must outlive this.
    PlainDecoder(const engine::ModelPlan& plan, const MemoryWeights& weights)
        : m_plan(plan)
        , m_weights(weights)
    {
    }

    /// The logits of all tokens, one after the other: [tokens, vocabulary].
    std::vector<float> logits(std::span<const engine::TokenId> ids) const
    {
        Rows stream;
        for (const engine::TokenId id : ids)
            stream.push_back(embedded(size_t(id)));
        for (size_t layer = 0; layer < m_plan.blocks.size(); ++layer)
            blockOf(m_plan, m_weights, layer).forward(stream);

        std::vector<float> logits;
        const char* head = m_plan.head.isEmbedding ? "token_embd" : "output";
        for (const Row& row : stream)
            for (const double logit : plainLinear(
                     m_weights, head, plainNorm(m_weights, "output_norm", row, m_plan.head.norm)))
                logits.push_back(float(double(m_plan.head.scale) * logit));
        return logits;
    }

    /// The tensors of a plan.
    static void addTensors(MemoryWeights& weights, const engine::ModelPlan& plan)
    {
        weights.add("token_embd.weight", {plan.head.vocabulary, plan.hidden});
        for (size_t layer = 0; layer < plan.blocks.size(); ++layer)
            addBlock(weights, blockOf(plan, weights, layer));
        weights.addNorm("output_norm", plan.hidden);
        if (!plan.head.isEmbedding)
            weights.add("output.weight", {plan.head.vocabulary, plan.hidden});
    }

private:
    static PlainBlock blockOf(
        const engine::ModelPlan& plan, const MemoryWeights& weights, size_t layer)
    {
        const engine::AttentionPlan& attention = plan.blocks[layer].attention();
        const auto window = size_t(attention.reach.window);
        PlainBlock block{weights, plan.blocks[layer], "blk." + std::to_string(layer) + ".",
            "attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm", "attn_output",
            [window](size_t row, size_t other) {
                return other <= row && (window == 0 || other + window > row);
            },
            nullptr};
        if (attention.rotary)
            block.turn = [&rotary = plan.rotaries[*attention.rotary]](
                             Row& head, size_t row) { turn(head, rotary, row); };
        return block;
    }

    static void turn(Row& head, const engine::RotaryPlan& plan, size_t position)
    {
        const bool isPairs = plan.style == kernels::RotaryStyle::Pairs;
        const auto half = size_t(plan.dims / 2);
        for (size_t i = 0; i < half; ++i) {
            const double angle
                = double(position) * std::pow(plan.theta, -2.0 * double(i) / double(plan.dims));
            double& x = head[isPairs ? 2 * i : i];
            double& y = head[isPairs ? 2 * i + 1 : i + half];
            const double turnedX = x * std::cos(angle) - y * std::sin(angle);
            y = x * std::sin(angle) + y * std::cos(angle);
            x = turnedX;
        }
    }

    Row embedded(size_t id) const
    {
        const kernels::TensorView table = m_weights.view("token_embd.weight");
        Row row;
        for (int64_t i = 0; i < table.columns; ++i)
            row.push_back(double(m_plan.embeddingScale)
                * double(table.data<float>()[int64_t(id) * table.columns + i]));
        return row;
    }

    const engine::ModelPlan& m_plan;
    const MemoryWeights& m_weights;
};

} // namespace tests
