#pragma once

#include "engine/config/tensor_source.h"
#include "engine/layers/decoder_block.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"
#include "engine/models/device_plan.h"
#include "engine/models/model.h"
#include "engine/models/model_plan.h"

#include <memory>
#include <string>
#include <vector>

namespace engine {

/// The model as its plan says:
///
///     hidden = embedding[ids], or the rows of pictures    [tokens, hidden]
///     hidden = block(hidden) for each layer
///     logits = norm(hidden) · headᵀ                       rows asked for only
///
/// Where the next block lies on another device, the hidden state goes there by way of the host.
class Decoder final : public Model {
public:
    Decoder(TensorSource source, const ModelConfig& config, const ModelPlan& plan,
        const DevicePlan& devices, const Progress& progress);

    const ModelConfig& config() const override { return m_config; }
    kernels::Backend& backend() const override { return m_embeddingDevice->step.backend(); }
    std::vector<kernels::Backend*> cacheDevices() const override;
    Fingerprint identity() const override { return m_identity; }

    void setAdapters(std::vector<AdapterUse> adapters) override;
    Fingerprint adapterIdentity() const override { return identityOf(m_adapters); }

    std::span<const float> forward(std::span<const BatchEntry> batch, PagedCache& cache,
        const std::function<bool()>& cancelled) override;

    void keepHiddenStates(bool keep) override;
    const std::vector<std::vector<float>>& hiddenStates() const override { return m_hiddenStates; }

private:
    // What is needed on every device the decoder uses.
    struct Device {
        Device(const ModelConfig& config, kernels::RotaryStyle style, kernels::Backend& backend)
            : rotary(config, style, backend)
            , step(backend)
        {
        }
        Rotary rotary;
        Step step;
    };

    struct Pass {
        std::span<const BatchEntry> batch;
        const std::function<bool()>& cancelled;
    };

    Device& deviceOn(kernels::Backend& backend);
    void load(const DevicePlan& devices, const Progress& progress);
    void beginSteps(std::span<const BatchEntry> batch, PagedCache& cache);
    void embed(std::span<const BatchEntry> batch, kernels::TensorView hidden);
    void embedImages(const BatchEntry& entry, kernels::TensorView hidden);
    void runFrom(size_t layer, Device& device, kernels::TensorView hidden, const Pass& pass);
    void carry(Device& from, kernels::TensorView hidden, Device& to, kernels::TensorView copy);
    void computeLogits(std::span<const BatchEntry> batch, kernels::TensorView hidden);
    void keep(Device& device, kernels::TensorView hidden);

    TensorSource m_source; // keeps the file mapped that weights lie in
    ModelConfig m_config;
    ModelPlan m_plan;
    Fingerprint m_identity;
    std::vector<std::unique_ptr<Device>> m_devices; // each once
    Device* m_embeddingDevice;
    Device* m_headDevice;
    std::vector<Device*> m_blockDevices; // of each layer

    Weight m_embedding; // [vocabulary, hidden]
    std::vector<DecoderBlock> m_blocks;
    RmsNorm m_outputNorm;
    Weight m_head; // empty if m_embedding serves as head

    std::vector<AdapterUse> m_adapters;
    std::vector<LowRankEmbedding> m_embeddingAdapters;
    std::vector<LowRank> m_headAdapters;

    std::vector<float> m_logits;
    std::vector<float> m_carried; // the hidden state between two devices
    bool m_keepsHiddenStates = false;
    std::vector<std::vector<float>> m_hiddenStates;
};

} // namespace engine
