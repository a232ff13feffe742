#pragma once

#include "engine/config/tensor_names.h"
#include "engine/layers/block.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"
#include "engine/models/decoder_pass.h"
#include "engine/models/families/model_plan.h"
#include "engine/models/image_positions.h"
#include "engine/models/model.h"
#include "engine/models/model_identity.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace engine {

/// The model as its plan says:
///
///     hidden = scale · embedding[ids], or the rows of images    [tokens, hidden]
///     inputs = layer inputs (ids, hidden)                         where the plan has some
///     hidden = block(hidden) for each layer
///     logits = scale · norm(hidden) · headᵀ                       rows asked for only
///
/// If the next block is on another device, the hidden state is copied there via the host; so are
/// the rows that experts of a block read on another device, and their sum back. On
/// devices with slow launches, small passes are recorded and replayed.
class Decoder final : public Model {
public:
    Decoder(TensorSource source, const ModelConfig& config, const ModelPlan& plan,
        const DevicePlan& devices, const Progress& progress);

    const ModelConfig& config() const override { return m_config; }
    kernels::Backend& backend() const override { return m_stages.front().device->backend(); }
    std::vector<kernels::Backend*> cacheDevices() const override;
    int64_t layersWithHostExperts() const override { return m_layersWithHostExperts; }
    PagedCache::Shape cacheShape() const override { return makeCacheShape(m_plan); }
    Fingerprint identity() const override { return m_identity; }

    void setAdapters(std::vector<AdapterUse> adapters) override;
    Fingerprint adapterIdentity() const override { return makeIdentity(m_adapters); }

    std::span<const float> forward(std::span<const BatchEntry> batch, PagedCache& cache,
        const std::function<bool()>& cancelled) override;

    bool seesWholeImages() const override;

    bool mayReadWhileDecoding() const override;

    bool findsTopLogits() const override
    {
        return m_stages.back().device->backend().isAccelerator();
    }
    std::span<const Candidate> topLogits() const override { return m_topLogits; }
    std::span<const float> topWeights() const override { return m_topWeights; }
    std::span<const float> fetchLogits(int64_t row) override;

    void keepHiddenStates(bool keep) override;
    const std::vector<std::vector<float>>& hiddenStates() const override { return m_hiddenStates; }

private:
    // What is needed on every device the decoder uses.
    struct Device {
        Device(const ModelPlan& plan, kernels::Backend& backend);
        kernels::Backend& backend() const { return step.backend(); }

        bool turnsAlike(std::span<const SequencePart> parts) const; // see Rotary::common

        std::vector<Rotary> rotaries; // as the plan counts them
        Step step;
        Step recordedStep; // its memory hardly ever moves
    };

    // Parts that follow one another on a device, and that it computes alone or with the host. The
    // first stage embeds, the last one has the head.
    struct Stage {
        Device* device;
        size_t firstBlock, endBlock;
        bool hasHostExperts;
        PassRecordings recordings; // none of a stage that the host takes part in
    };

    // What a pass leaves for the choice of tokens, on the device of the head: a row for each of
    // those whose logits are wanted.
    struct Choices {
        Scratch logits;
        Scratch found; // positions of the highest and, in as many rows below them, their numbers
        Scratch weights; // no columns where nobody wants any
        Scratch scales; // read for them: 1 / temperature, [1, rows]

        kernels::TensorView positions() const;
        kernels::TensorView numbers() const;
    };

    struct Pass {
        std::span<const BatchEntry> batch;
        const std::function<bool()>& cancelled;
        RecordedForm form;
    };

    Device& deviceOn(kernels::Backend& backend);
    bool hasHostExperts(size_t layer, const DevicePlan& devices) const;
    void layOutStages(const DevicePlan& devices);
    void load(const DevicePlan& devices, const Progress& progress);
    bool isFirst(const Stage& stage) const { return &stage == &m_stages.front(); }
    bool isLast(const Stage& stage) const { return &stage == &m_stages.back(); }
    // Whether the state has to be carried from the stage before it, or to the next one. On one
    // device it stays where it is, because both take the same memory first.
    bool isCarriedTo(const Stage& stage) const
    {
        return !isFirst(stage) && (&stage - 1)->device != stage.device;
    }
    bool isCarriedFrom(const Stage& stage) const
    {
        return !isLast(stage) && (&stage + 1)->device != stage.device;
    }
    void stopIfCancelled(const Pass& pass) const;

    bool isRecordable(std::span<const BatchEntry> batch, const PassForm& form) const;
    void runStage(Stage& stage, const Pass& pass);
    void replayStage(Stage& stage, const Pass& pass);
    int64_t layerInputColumns() const;
    void makeLayerInputs(Step& step, kernels::TensorView inputs, kernels::TensorView hidden);
    void receive(Step& step, kernels::TensorView hidden, kernels::TensorView inputs);
    void handOn(Step& step, kernels::TensorView hidden, kernels::TensorView inputs);
    void embedTokens(Step& step, kernels::TensorView hidden);
    void embedImages(Step& step, std::span<const BatchEntry> batch, kernels::TensorView hidden);
    void embedImages(Step& step, const BatchEntry& entry, kernels::TensorView hidden);
    void addDeepRows(
        Step& step, std::span<const BatchEntry> batch, size_t block, kernels::TensorView hidden);
    void addDeepRows(Step& step, const kernels::Tensor& deepRows, const ImageSegment& segment,
        const BatchEntry& entry, kernels::TensorView hidden);
    void computeLogits(Step& step, const Pass& pass, kernels::TensorView hidden);
    Choices takeChoices(Step& step, const Pass& pass, int64_t rows) const;
    void projectRows(
        Step& step, const Pass& pass, const Choices& choices, kernels::TensorView normed);
    void fetchChoices(Step& step, const Pass& pass, const Choices& choices);
    void fetchWholeRows(Step& step, const Pass& pass, kernels::TensorView logits);
    void fetchTopLogits(Step& step, const Pass& pass, const Choices& choices);
    void fetchTopWeights(Step& step, const Pass& pass, const Choices& choices);
    void keep(Device& device, kernels::TensorView hidden);

    TensorSource m_source; // keeps the file mapped that weights are in
    ModelConfig m_config;
    ModelPlan m_plan;
    Fingerprint m_identity;
    WeightLayouts m_layouts;
    std::vector<std::unique_ptr<Device>> m_devices; // each once
    std::vector<Stage> m_stages;
    bool m_isAccelerated = true; // all devices are
    int64_t m_layersWithHostExperts = 0;

    Weight m_embedding; // [vocabulary, hidden]
    Norm m_embeddingNorm; // of its rows; empty if the plan has none
    std::optional<LayerInputs> m_layerInputs; // none if the plan has none
    std::vector<Block> m_blocks;
    Norm m_outputNorm;
    Weight m_head; // may be where m_embedding does

    std::vector<AdapterUse> m_adapters;
    std::vector<LowRankEmbedding> m_embeddingAdapters;
    std::vector<LowRank> m_headAdapters;

    std::vector<SequencePart> m_parts; // of the pass, as what follows is
    std::deque<ImagePositions> m_positions; // that the parts refer to
    std::vector<int32_t> m_ids;
    std::vector<float> m_logits;
    kernels::TensorView m_logitsOnDevice; // of the last pass; the next one writes over them
    std::vector<int32_t> m_found;
    std::vector<Candidate> m_topLogits;
    std::vector<float> m_weights, m_topWeights;
    std::vector<float> m_wholeRow; // that was fetched
    std::vector<float> m_carried, m_carriedInputs; // the state between two devices
    bool m_keepsHiddenStates = false;
    std::vector<std::vector<float>> m_hiddenStates;
};

} // namespace engine
