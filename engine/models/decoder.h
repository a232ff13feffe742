#pragma once

#include "engine/config/tensor_source.h"
#include "engine/layers/decoder_block.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"
#include "engine/models/device_plan.h"
#include "engine/models/model.h"
#include "engine/models/model_plan.h"

#include <string>
#include <vector>

namespace engine {

/// The model as its plan says:
///
///     hidden = embedding[ids], or the rows of pictures    [tokens, hidden]
///     hidden = block(hidden) for each layer
///     logits = norm(hidden) · headᵀ                       rows asked for only
class Decoder final : public Model {
public:
    Decoder(TensorSource source, const ModelConfig& config, const ModelPlan& plan,
        const DevicePlan& devices, const Progress& progress);

    const ModelConfig& config() const override { return m_config; }
    kernels::Backend& backend() const override { return m_step.backend(); }

    std::span<const float> forward(std::span<const BatchEntry> batch, PagedCache& cache,
        const std::function<bool()>& cancelled) override;

    void keepHiddenStates(bool keep) override;
    const std::vector<std::vector<float>>& hiddenStates() const override { return m_hiddenStates; }

private:
    void beginStep(std::span<const BatchEntry> batch, PagedCache& cache);
    void embed(std::span<const BatchEntry> batch, kernels::TensorView hidden);
    void embedImages(const BatchEntry& entry, kernels::TensorView hidden);
    void computeLogits(std::span<const BatchEntry> batch, kernels::TensorView hidden);
    void keep(kernels::TensorView hidden);

    TensorSource m_source; // keeps the file mapped that weights lie in
    ModelConfig m_config;
    ModelPlan m_plan;
    Rotary m_rotary;
    Weight m_embedding; // [vocabulary, hidden]
    std::vector<DecoderBlock> m_blocks;
    RmsNorm m_outputNorm;
    Weight m_head; // empty if the embedding serves as head
    Step m_step;

    std::vector<float> m_logits;
    bool m_keepsHiddenStates = false;
    std::vector<std::vector<float>> m_hiddenStates;
};

} // namespace engine
