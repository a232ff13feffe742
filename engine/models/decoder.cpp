#include "engine/models/decoder.h"

#include "base/error.h"
#include "engine/models/decoder_pass.h"
#include "engine/models/model_identity.h"

#include <algorithm>
#include <numeric>

namespace engine {

using base::Error;
using base::ErrorKind;
using kernels::TensorView;

namespace {

void report(const Model::Progress& progress, double share)
{
    if (progress && !progress(share))
        throw Error(ErrorKind::Cancelled, "Loading the model was canceled.");
}

// The most that any entry wants.
TopLogits sharedTop(std::span<const BatchEntry> batch)
{
    TopLogits top;
    for (const BatchEntry& entry : batch) {
        if (entry.top.count == 0)
            continue;
        CHECK(top.count == 0 || top.among == entry.top.among);
        top = {.count = std::max(top.count, entry.top.count), .among = entry.top.among};
    }
    return top;
}

// A layer that reads another layer's keys and values reads them where they are.
void requireCacheOn(
    const BlockPlan& block, const DevicePlan& devices, const kernels::Backend& backend)
{
    const AttentionPlan* attention = block.findAttention();
    if (attention && attention->cacheOfLayer
        && devices.blocks[size_t(*attention->cacheOfLayer)] != &backend)
        throw Error(ErrorKind::Unsupported,
            "Layers of this model share keys and values, so all of it must be on one device.");
}

// The rows of its image that a run contains, in order.
std::vector<int32_t> promptRows(const ImageSegment& segment, const BatchEntry& entry)
{
    std::vector<int32_t> rows(size_t(segment.end - segment.first));
    std::iota(rows.begin(), rows.end(),
        int32_t(entry.ids[size_t(segment.first)] - segment.image->firstId));
    return rows;
}

bool weighs(std::span<const BatchEntry> batch)
{
    return std::ranges::any_of(
        batch, [](const BatchEntry& entry) { return entry.top.temperature > 0; });
}

std::unique_ptr<LayoutFile> keptLayouts(
    const LayoutFolder& folder, const WeightFile& weights, const Fingerprint& model)
{
    if (folder.path.empty())
        return nullptr;
    return std::make_unique<LayoutFile>(folder, weights, model);
}

} // namespace

Decoder::Decoder(TensorSource source, const ModelConfig& config, const ModelPlan& plan,
    const DevicePlan& devices, const Progress& progress)
    : m_source(std::move(source))
    , m_config(config)
    , m_plan(plan)
    , m_identity(engine::makeIdentity(config, m_source.file()))
    , m_layouts(
          m_source.file(), keptLayouts(devices.layouts, m_source.file(), m_identity), config.layers)
{
    checkPlan(plan);
    CHECK(devices.blocks.size() == plan.blocks.size());
    CHECK(devices.experts.empty() || devices.experts.size() == plan.blocks.size());
    layOutStages(devices);
    load(devices, progress);
}

Decoder::Device::Device(const ModelPlan& plan, kernels::Backend& backend)
    : step(backend, makeRowPlan(plan))
    , recordedStep(backend, makeRowPlan(plan))
{
    for (const RotaryPlan& rotary : plan.rotaries)
        rotaries.emplace_back(rotary, backend);
}

bool Decoder::Device::turnsAlike(std::span<const SequencePart> parts) const
{
    return std::ranges::all_of(
        rotaries, [&](const Rotary& rotary) { return rotary.common(parts).has_value(); });
}

void Decoder::layOutStages(const DevicePlan& devices)
{
    Device* current = nullptr;
    size_t blocks = 0;
    const auto goTo = [&](kernels::Backend& backend, bool withHost) {
        Device& device = deviceOn(backend);
        m_isAccelerated = m_isAccelerated && backend.isAccelerator();
        if (&device != current || withHost != m_stages.back().hasHostExperts)
            m_stages.push_back({&device, blocks, blocks, withHost, {}});
        current = &device;
    };
    goTo(*devices.embedding, false);
    for (kernels::Backend* backend : devices.blocks) {
        const bool withHost = hasHostExperts(blocks, devices);
        m_layersWithHostExperts += withHost;
        goTo(*backend, withHost);
        m_stages.back().endBlock = ++blocks;
    }
    goTo(*devices.head, false);
}

Decoder::Device& Decoder::deviceOn(kernels::Backend& backend)
{
    for (const auto& device : m_devices)
        if (&device->step.backend() == &backend)
            return *device;
    return *m_devices.emplace_back(std::make_unique<Device>(m_plan, backend));
}

bool Decoder::hasHostExperts(size_t layer, const DevicePlan& devices) const
{
    if (devices.experts.empty() || !devices.experts[layer]
        || devices.experts[layer] == devices.blocks[layer])
        return false;
    CHECK(!devices.experts[layer]->isAccelerator());
    return std::holds_alternative<ExpertsPlan>(m_plan.blocks[layer].mlp);
}

void Decoder::load(const DevicePlan& devices, const Progress& progress)
{
    const double parts = double(m_plan.blocks.size()) + 1;
    const auto matrix = [&](const char* name, kernels::Backend& backend) {
        return Weights(m_source, backend).matrix(name, m_plan.head.vocabulary, m_plan.hidden);
    };
    m_embedding = matrix("token_embd.weight", *devices.embedding);
    if (m_plan.embeddingEpsilon > 0)
        m_embeddingNorm
            = Norm::withoutWeight(*devices.embedding, m_plan.hidden, m_plan.embeddingEpsilon);
    if (m_plan.inputs.width > 0)
        m_layerInputs.emplace(Weights(m_source, *devices.embedding), m_plan.inputs,
            int64_t(m_plan.blocks.size()), m_plan.hidden, m_plan.head.norm);
    report(progress, 0.5 / parts);

    for (size_t layer = 0; layer < m_plan.blocks.size(); ++layer) {
        kernels::Backend& backend = *devices.blocks[layer];
        requireCacheOn(m_plan.blocks[layer], devices, backend);
        const BlockPosition position{.prefix = "blk." + std::to_string(layer) + ".",
            .layer = int64_t(layer),
            .rotaries = deviceOn(backend).rotaries,
            .hostStep
            = hasHostExperts(layer, devices) ? &deviceOn(*devices.experts[layer]).step : nullptr};
        m_blocks.emplace_back(Weights(m_source, backend), m_plan.blocks[layer], position);
        m_blocks.back().layOut(m_layouts);
        if (m_layouts.fitMemory())
            m_blocks.back().layOutExperts(m_layouts);
        report(progress, (double(layer) + 1.5) / parts);
    }

    m_outputNorm
        = {Weights(m_source, *devices.head), "output_norm", m_plan.hidden, m_plan.head.norm};
    const bool isShared = m_plan.head.isEmbedding && devices.head == devices.embedding;
    const char* head = m_plan.head.isEmbedding ? "token_embd.weight" : "output.weight";
    m_head = isShared ? Weight(m_embedding.view()) : matrix(head, *devices.head);
    if (m_layouts.layOut(*devices.head, m_head) && isShared)
        m_embedding = Weight(m_head.view()); // rows can be taken from it, too
    m_layouts.finish();
    report(progress, 1);
}

std::vector<kernels::Backend*> Decoder::cacheDevices() const
{
    std::vector<kernels::Backend*> devices;
    for (const Stage& stage : m_stages)
        devices.insert(devices.end(), stage.endBlock - stage.firstBlock, &stage.device->backend());
    return devices;
}

std::span<const float> Decoder::forward(
    std::span<const BatchEntry> batch, PagedCache& cache, const std::function<bool()>& cancelled)
{
    m_parts.clear();
    m_positions.clear();
    m_ids.clear();
    for (const BatchEntry& entry : batch) {
        checkEntry(entry, m_config);
        const ImagePositions& positions
            = m_positions.emplace_back(imagePositions(entry, axisCount(m_plan)));
        const auto tokens = int64_t(entry.ids.size());
        m_parts.push_back({entry.past, tokens, entry.pages, positions.spans, positions.angles,
            std::max(entry.reach, entry.past + tokens), entry.guesses});
        for (const TokenId id : entry.ids)
            m_ids.push_back(isImageId(id) ? 0 : int32_t(id)); // rows of images come later
    }
    m_hiddenStates.clear();
    m_topLogits.clear();
    m_topWeights.clear();
    m_logitsOnDevice = {};

    Pass pass{batch, cancelled,
        {Step::passForm(m_parts), sharedTop(batch), weighs(batch), cache.serial()}};
    pass.form.top = PassRecordings::roundedUp(pass.form.top);
    pass.form.isLong
        = takesLongFactors(m_config.ropeScaling, m_config.contextLength, m_parts.front().reach);
    CHECK(pass.form.top.among <= m_plan.head.vocabulary);
    const bool isRecorded = isRecordable(batch, pass.form.pass);
    if (isRecorded)
        pass.form.pass = PassRecordings::roundedUp(pass.form.pass);
    for (const auto& device : m_devices) {
        Step& step = isRecorded ? device->recordedStep : device->step;
        step.begin(cache, m_parts, m_ids, pass.form.pass);
    }
    for (Stage& stage : m_stages)
        isRecorded ? replayStage(stage, pass) : runStage(stage, pass);
    m_source.file().requireWhole();
    m_layouts.requireWhole();
    return m_logits;
}

bool Decoder::seesWholeImages() const
{
    return std::ranges::any_of(m_plan.blocks, [](const BlockPlan& block) {
        return block.findAttention() && block.attention().reach.seesSpans;
    });
}

// Products on a GPU depend on how many tokens there are.
bool Decoder::mayReadWhileDecoding() const
{
    return std::ranges::none_of(
        m_devices, [](const auto& device) { return device->backend().isAccelerator(); });
}

// Small passes that want logits of every token, and whose tokens are all of the vocabulary.
bool Decoder::isRecordable(std::span<const BatchEntry> batch, const PassForm& form) const
{
    if (!m_isAccelerated || m_keepsHiddenStates || form.rows > PassRecordings::maxRows)
        return false;
    const auto isPlain = [](const BatchEntry& entry) {
        return entry.logitRows == int64_t(entry.ids.size())
            && std::ranges::none_of(entry.ids, isImageId);
    };
    return std::ranges::all_of(batch, isPlain) && m_devices.front()->turnsAlike(m_parts);
}

void Decoder::stopIfCancelled(const Pass& pass) const
{
    if (pass.cancelled && pass.cancelled())
        throw Error(ErrorKind::Cancelled, "The request was canceled.");
}

void Decoder::runStage(Stage& stage, const Pass& pass)
{
    Step& step = stage.device->step;
    const Scratch hidden = step.scratch(pass.form.pass.rows, m_plan.hidden);
    const Scratch inputs = step.scratch(pass.form.pass.rows, layerInputColumns());
    step.setLayerInputs(inputs);
    if (isFirst(stage)) {
        embedTokens(step, hidden);
        embedImages(step, pass.batch, hidden);
        makeLayerInputs(step, inputs, hidden);
    } else if (isCarriedTo(stage)) {
        receive(step, hidden, inputs);
    }
    for (size_t block = stage.firstBlock; block < stage.endBlock; ++block) {
        stopIfCancelled(pass);
        keep(*stage.device, hidden);
        m_blocks[block].forward(step, hidden);
        addDeepRows(step, pass.batch, block, hidden);
    }
    if (isLast(stage))
        return computeLogits(step, pass, hidden);
    if (isCarriedFrom(stage))
        handOn(step, hidden, inputs);
}

void Decoder::receive(Step& step, TensorView hidden, TensorView inputs)
{
    step.backend().upload(hidden, m_carried.data());
    if (m_layerInputs)
        step.backend().upload(inputs, m_carriedInputs.data());
}

void Decoder::handOn(Step& step, TensorView hidden, TensorView inputs)
{
    m_carried.resize(size_t(hidden.elements()));
    step.backend().download(m_carried.data(), hidden);
    m_carriedInputs.resize(size_t(inputs.elements()));
    if (m_layerInputs)
        step.backend().download(m_carriedInputs.data(), inputs);
}

// The same for a recordable pass. Memory is taken in the same order each time, so it stays in its
// position.
void Decoder::replayStage(Stage& stage, const Pass& pass)
{
    stopIfCancelled(pass);
    Step& step = stage.device->recordedStep;
    const int64_t rows = pass.form.pass.rows, logitRows = isLast(stage) ? rows : 0;
    const Scratch hidden = step.scratch(rows, m_plan.hidden);
    const Scratch inputs = step.scratch(rows, layerInputColumns());
    const Choices choices = takeChoices(step, pass, logitRows);
    step.setLayerInputs(inputs);
    if (isCarriedTo(stage))
        receive(step, hidden, inputs);

    const auto work = [&] {
        if (isFirst(stage)) {
            embedTokens(step, hidden);
            makeLayerInputs(step, inputs, hidden);
        }
        for (size_t block = stage.firstBlock; block < stage.endBlock; ++block)
            m_blocks[block].forward(step, hidden);
        if (!isLast(stage))
            return;
        m_outputNorm.forward(step, hidden, hidden);
        projectRows(step, pass, choices, hidden);
    };
    stage.hasHostExperts ? work() : stage.recordings.run(step, pass.form, work);
    if (isLast(stage))
        return fetchChoices(step, pass, choices);
    if (isCarriedFrom(stage))
        handOn(step, hidden, inputs);
}

void Decoder::keepHiddenStates(bool keep)
{
    m_keepsHiddenStates = keep;
    m_hiddenStates.clear();
}

void Decoder::embedTokens(Step& step, TensorView hidden)
{
    step.ops().gatherRows(hidden, m_embedding, step.ids());
    for (const LowRankEmbedding& adapter : m_embeddingAdapters)
        adapter.addTo(step, hidden, step.ids());
    if (m_plan.embeddingScale != 1)
        step.ops().scale(hidden, m_plan.embeddingScale);
    if (!m_embeddingNorm.isEmpty())
        m_embeddingNorm.forward(step, hidden, hidden);
}

int64_t Decoder::layerInputColumns() const
{
    return m_layerInputs ? m_layerInputs->columns() : 0;
}

// Rows of images have those of the first token, which pads.
void Decoder::makeLayerInputs(Step& step, TensorView inputs, TensorView hidden)
{
    if (m_layerInputs)
        m_layerInputs->forward(step, inputs, step.ids(), hidden);
}

void Decoder::embedImages(Step& step, std::span<const BatchEntry> batch, TensorView hidden)
{
    int64_t firstRow = 0;
    for (const BatchEntry& entry : batch) {
        const int64_t count = int64_t(entry.ids.size());
        if (!entry.images.empty())
            embedImages(step, entry, hidden.rowRange(firstRow, count));
        firstRow += count;
    }
}

void Decoder::embedImages(Step& step, const BatchEntry& entry, TensorView hidden)
{
    for (const ImageSegment& segment : imageSegments(entry.ids, entry.images))
        step.ops().gatherRows(hidden.rowRange(segment.first, segment.end - segment.first),
            segment.image->rows, step.integers(promptRows(segment, entry)));
}

void Decoder::addDeepRows(
    Step& step, std::span<const BatchEntry> batch, size_t block, TensorView hidden)
{
    int64_t firstRow = 0;
    for (const BatchEntry& entry : batch) {
        const int64_t count = int64_t(entry.ids.size());
        if (std::ranges::any_of(entry.images,
                [&](const ImageEmbeddingPtr& image) { return block < image->deepRows.size(); }))
            for (const ImageSegment& segment : imageSegments(entry.ids, entry.images))
                if (block < segment.image->deepRows.size())
                    addDeepRows(step, segment.image->deepRows[block], segment, entry,
                        hidden.rowRange(firstRow, count));
        firstRow += count;
    }
}

// Images are on the first device.
void Decoder::addDeepRows(Step& step, const kernels::Tensor& deepRows, const ImageSegment& segment,
    const BatchEntry& entry, TensorView hidden)
{
    const TensorView into = hidden.rowRange(segment.first, segment.end - segment.first);
    const std::vector<int32_t> rows = promptRows(segment, entry);
    if (deepRows.backend() == &step.backend()) {
        const Scratch added = step.scratch(into.rows, into.columns);
        step.ops().gatherRows(added, deepRows, step.integers(rows));
        return step.ops().add(into, added);
    }
    std::vector<float> carried(size_t(into.elements()));
    backend().download(carried.data(), deepRows.view().rowRange(rows.front(), into.rows));
    const Scratch added = step.numbers(carried);
    step.ops().add(into, added.view().reshaped(into.rows, into.columns));
}

void Decoder::keep(Device& device, TensorView hidden)
{
    if (!m_keepsHiddenStates)
        return;
    std::vector<float>& state = m_hiddenStates.emplace_back(size_t(hidden.elements()));
    device.backend().download(state.data(), hidden);
}

} // namespace engine
