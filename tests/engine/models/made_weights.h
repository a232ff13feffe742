#pragma once

#include "engine/files/weight_file.h"
#include "engine/models/families/model_plan.h"

#include <cmath>
#include <deque>
#include <random>
#include <string>
#include <variant>
#include <vector>

namespace tests {

/// Random weights for a plan, the same each time, under their canonical names.
class MadeWeights final : public engine::WeightFile {
public:
    explicit MadeWeights(const engine::ModelPlan& plan)
    {
        using Where = engine::NormPlan::Where;
        add("token_embd.weight", {plan.head.vocabulary, plan.hidden});
        for (size_t layer = 0; layer < plan.blocks.size(); ++layer) {
            const engine::BlockPlan& block = plan.blocks[layer];
            const engine::AttentionPlan& attention = block.attention;
            const std::string prefix = "blk." + std::to_string(layer) + ".";
            const int64_t inner = std::get<engine::DensePlan>(block.mlp).inner;
            for (const char* norm : {"attn_norm", "ffn_norm"})
                if (block.norms.where != Where::After)
                    addNorm(prefix + norm, plan.hidden);
            for (const char* norm : {"post_attention_norm", "post_ffw_norm"})
                if (block.norms.where != Where::Before)
                    addNorm(prefix + norm, plan.hidden);
            for (const char* norm : {"attn_q_norm", "attn_k_norm"})
                if (block.norms.queryAndKey == engine::NormPlan::OfHeads::Each)
                    addNorm(prefix + norm, attention.shape.headDim);
            add(prefix + "attn_q.weight", {attention.queryColumns(), plan.hidden});
            add(prefix + "attn_k.weight", {attention.keyColumns(), plan.hidden});
            add(prefix + "attn_v.weight", {attention.keyColumns(), plan.hidden});
            add(prefix + "attn_output.weight", {plan.hidden, attention.queryColumns()});
            add(prefix + "ffn_gate.weight", {inner, plan.hidden});
            add(prefix + "ffn_up.weight", {inner, plan.hidden});
            add(prefix + "ffn_down.weight", {plan.hidden, inner});
        }
        addNorm("output_norm", plan.hidden);
        if (!plan.head.isEmbedding)
            add("output.weight", {plan.head.vocabulary, plan.hidden});
    }

    const std::filesystem::path& path() const override { return m_path; }
    const std::vector<engine::WeightTensor>& tensors() const override { return m_tensors; }
    const engine::WeightTensor* find(std::string_view name) const override
    {
        for (const engine::WeightTensor& tensor : m_tensors)
            if (tensor.name == name)
                return &tensor;
        return nullptr;
    }

private:
    // Rows of length 1 or so, so that numbers neither grow nor vanish.
    void add(const std::string& name, std::vector<int64_t> shape)
    {
        const double spread = std::sqrt(3.0 / double(shape.back()));
        addNumbers(name, std::move(shape), -spread, spread);
    }

    void addNorm(const std::string& name, int64_t columns)
    {
        addNumbers(name + ".weight", {columns}, 0.5, 1.5);
    }

    void addNumbers(const std::string& name, std::vector<int64_t> shape, double least, double most)
    {
        const int64_t rows = shape.size() > 1 ? shape.front() : 1;
        std::vector<float>& numbers = m_numbers.emplace_back(size_t(rows * shape.back()));
        for (float& number : numbers)
            number = float(least + (most - least) * double(m_random()) / 4294967295.0);
        m_tensors.push_back(
            {name, shape, {numbers.data(), kernels::DType::F32, rows, shape.back()}});
    }

    std::filesystem::path m_path = "made.gguf";
    std::mt19937 m_random{7};
    std::deque<std::vector<float>> m_numbers;
    std::vector<engine::WeightTensor> m_tensors;
};

} // namespace tests
