#include "engine/models/decoder.h"

#include "engine/models/batch_checks.h"
#include "engine/models/model_identity.h"
#include "kernels/error.h"

#include <numeric>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;
using kernels::TensorView;

namespace {

int64_t countTokens(std::span<const BatchEntry> batch)
{
    return std::accumulate(batch.begin(), batch.end(), int64_t(0),
        [](int64_t sum, const BatchEntry& entry) { return sum + int64_t(entry.ids.size()); });
}

void report(const Model::Progress& progress, double share)
{
    if (progress && !progress(share))
        throw Error(ErrorKind::Cancelled, "Loading the model was cancelled.");
}

// The rows, counted over the whole batch, whose logits are wanted.
std::vector<int32_t> logitRows(std::span<const BatchEntry> batch)
{
    std::vector<int32_t> rows;
    int64_t end = 0;
    for (const BatchEntry& entry : batch) {
        end += int64_t(entry.ids.size());
        for (int64_t row = end - entry.logitRows; row < end; ++row)
            rows.push_back(int32_t(row));
    }
    return rows;
}

} // namespace

Decoder::Decoder(TensorSource source, const ModelConfig& config, const ModelPlan& plan,
    const DevicePlan& devices, const Progress& progress)
    : m_source(std::move(source))
    , m_config(config)
    , m_plan(plan)
    , m_identity(engine::identityOf(config, m_source.file()))
    , m_embeddingDevice(&deviceOn(*devices.embedding))
    , m_headDevice(&deviceOn(*devices.head))
{
    CHECK(int64_t(devices.blocks.size()) == plan.layers);
    for (kernels::Backend* backend : devices.blocks)
        m_blockDevices.push_back(&deviceOn(*backend));
    load(devices, progress);
}

Decoder::Device& Decoder::deviceOn(kernels::Backend& backend)
{
    for (const auto& device : m_devices)
        if (&device->step.backend() == &backend)
            return *device;
    return *m_devices.emplace_back(
        std::make_unique<Device>(m_config, m_plan.block.rotary, backend));
}

void Decoder::load(const DevicePlan& devices, const Progress& progress)
{
    const int64_t hidden = m_plan.block.hidden;
    const double parts = double(m_plan.layers) + 1;
    const auto matrix = [&](const char* name, kernels::Backend& backend) {
        return Weights(m_source, backend).matrix(name, m_plan.vocabulary, hidden);
    };
    m_embedding = matrix("token_embd.weight", *devices.embedding);
    report(progress, 0.5 / parts);

    for (int64_t layer = 0; layer < m_plan.layers; ++layer) {
        const Weights weights(m_source, *devices.blocks[size_t(layer)]);
        m_blocks.emplace_back(weights, m_plan.block, m_blockDevices[size_t(layer)]->rotary, layer);
        report(progress, (double(layer) + 1.5) / parts);
    }

    m_outputNorm = {Weights(m_source, *devices.head).vector("output_norm.weight", hidden),
        m_plan.block.normEpsilon};
    if (!m_plan.tiedEmbeddings)
        m_head = matrix("output.weight", *devices.head);
    else if (devices.head != devices.embedding)
        m_head = matrix("token_embd.weight", *devices.head);
    report(progress, 1);
}

std::vector<kernels::Backend*> Decoder::cacheDevices() const
{
    std::vector<kernels::Backend*> devices;
    for (const Device* device : m_blockDevices)
        devices.push_back(&device->step.backend());
    return devices;
}

std::span<const float> Decoder::forward(
    std::span<const BatchEntry> batch, PagedCache& cache, const std::function<bool()>& cancelled)
{
    for (const BatchEntry& entry : batch)
        checkEntry(entry, m_config);
    beginSteps(batch, cache);

    const Scratch hidden = m_embeddingDevice->step.scratch(countTokens(batch), m_plan.block.hidden);
    embed(batch, hidden);
    m_hiddenStates.clear();
    runFrom(0, *m_embeddingDevice, hidden, {batch, cancelled});
    return m_logits;
}

// Runs the blocks from `layer` on while they lie on this device; the rest on the next one. The
// recursion is as deep as the hidden state changes devices, and each keeps its copy that long.
void Decoder::runFrom(size_t layer, Device& device, TensorView hidden, const Pass& pass)
{
    for (; layer < m_blocks.size() && m_blockDevices[layer] == &device; ++layer) {
        if (pass.cancelled && pass.cancelled())
            throw Error(ErrorKind::Cancelled, "The request was cancelled.");
        keep(device, hidden);
        m_blocks[layer].forward(device.step, hidden);
    }
    Device& next = layer < m_blocks.size() ? *m_blockDevices[layer] : *m_headDevice;
    if (&next == &device)
        return computeLogits(pass.batch, hidden);

    const Scratch copy = next.step.scratch(hidden.rows, hidden.columns);
    carry(device, hidden, next, copy);
    runFrom(layer, next, copy, pass);
}

void Decoder::carry(Device& from, TensorView hidden, Device& to, TensorView copy)
{
    m_carried.resize(size_t(hidden.elements()));
    from.step.backend().download(m_carried.data(), hidden);
    to.step.backend().upload(copy, m_carried.data());
}

void Decoder::keepHiddenStates(bool keep)
{
    m_keepsHiddenStates = keep;
    m_hiddenStates.clear();
}

void Decoder::beginSteps(std::span<const BatchEntry> batch, PagedCache& cache)
{
    std::vector<SequencePart> parts;
    parts.reserve(batch.size());
    for (const BatchEntry& entry : batch)
        parts.push_back({entry.past, int64_t(entry.ids.size()), entry.pages});
    for (const auto& device : m_devices)
        device->step.begin(cache, parts);
}

void Decoder::embed(std::span<const BatchEntry> batch, TensorView hidden)
{
    std::vector<int32_t> ids;
    ids.reserve(size_t(hidden.rows));
    for (const BatchEntry& entry : batch)
        for (const TokenId id : entry.ids)
            ids.push_back(isImageId(id) ? 0 : int32_t(id)); // overwritten below
    Step& step = m_embeddingDevice->step;
    const Scratch idsOnDevice = step.integers(ids);
    step.ops().gatherRows(hidden, m_embedding, idsOnDevice);
    for (const LowRankEmbedding& adapter : m_embeddingAdapters)
        adapter.addTo(step, hidden, idsOnDevice);

    int64_t firstRow = 0;
    for (const BatchEntry& entry : batch) {
        const int64_t count = int64_t(entry.ids.size());
        if (!entry.images.empty())
            embedImages(entry, hidden.rowRange(firstRow, count));
        firstRow += count;
    }
}

// Copies the rows of each run of ids that belong to the same picture.
void Decoder::embedImages(const BatchEntry& entry, TensorView hidden)
{
    const size_t count = entry.ids.size();
    for (size_t first = 0, next; first < count; first = next) {
        next = first + 1;
        const ImageEmbedding* image = findImage(entry, entry.ids[first]);
        if (!image)
            continue;
        while (next < count && findImage(entry, entry.ids[next]) == image)
            ++next;

        std::vector<int32_t> rows;
        for (size_t token = first; token < next; ++token)
            rows.push_back(int32_t(entry.ids[token] - image->firstId));
        Step& step = m_embeddingDevice->step;
        step.ops().gatherRows(hidden.rowRange(int64_t(first), int64_t(rows.size())), image->rows,
            step.integers(rows));
    }
}

void Decoder::computeLogits(std::span<const BatchEntry> batch, TensorView hidden)
{
    Step& step = m_headDevice->step;
    if (m_keepsHiddenStates) {
        const Scratch normed = step.scratch(hidden.rows, hidden.columns);
        step.ops().rmsNorm(normed, hidden, m_outputNorm.weight, m_outputNorm.epsilon);
        keep(*m_headDevice, normed);
    }

    const std::vector<int32_t> rows = logitRows(batch);
    m_logits.resize(rows.size() * size_t(m_plan.vocabulary));
    if (rows.empty())
        return step.backend().synchronize();

    const int64_t count = int64_t(rows.size());
    const Scratch normed = step.scratch(count, hidden.columns);
    const Scratch logits = step.scratch(count, m_plan.vocabulary);
    step.ops().gatherRows(normed, hidden, step.integers(rows));
    step.ops().rmsNorm(normed, normed, m_outputNorm.weight, m_outputNorm.epsilon);
    step.ops().matmul(logits, normed, m_head.isEmpty() ? m_embedding : m_head);
    for (const LowRank& adapter : m_headAdapters)
        adapter.addTo(step, logits, normed);
    step.backend().download(m_logits.data(), logits);
}

void Decoder::keep(Device& device, TensorView hidden)
{
    if (!m_keepsHiddenStates)
        return;
    std::vector<float>& state = m_hiddenStates.emplace_back(size_t(hidden.elements()));
    device.step.backend().download(state.data(), hidden);
}

} // namespace engine
