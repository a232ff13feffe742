#include "engine/models/decoder.h"

#include "engine/models/batch_checks.h"
#include "kernels/error.h"

#include <algorithm>
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
    , m_rotary(config, plan.block.rotary, *devices.embedding)
    , m_step(*devices.embedding)
{
    const int64_t hidden = plan.block.hidden;
    const double parts = double(plan.layers) + 1;
    m_embedding = Weights(m_source, *devices.embedding)
                      .matrix("token_embd.weight", plan.vocabulary, hidden);
    report(progress, 0.5 / parts);

    for (int64_t layer = 0; layer < plan.layers; ++layer) {
        const Weights weights(m_source, *devices.blocks[size_t(layer)]);
        m_blocks.emplace_back(weights, plan.block, m_rotary, layer);
        report(progress, (double(layer) + 1.5) / parts);
    }

    const Weights weights(m_source, *devices.head);
    m_outputNorm = {weights.vector("output_norm.weight", hidden), plan.block.normEpsilon};
    if (!plan.tiedEmbeddings)
        m_head = weights.matrix("output.weight", plan.vocabulary, hidden);
    report(progress, 1);
}

std::span<const float> Decoder::forward(
    std::span<const BatchEntry> batch, PagedCache& cache, const std::function<bool()>& cancelled)
{
    for (const BatchEntry& entry : batch)
        checkEntry(entry, m_config);
    beginStep(batch, cache);

    const Scratch hidden = m_step.scratch(countTokens(batch), m_plan.block.hidden);
    embed(batch, hidden);
    m_hiddenStates.clear();
    for (const DecoderBlock& block : m_blocks) {
        if (cancelled && cancelled())
            throw Error(ErrorKind::Cancelled, "The request was cancelled.");
        keep(hidden);
        block.forward(m_step, hidden);
    }
    computeLogits(batch, hidden);
    return m_logits;
}

void Decoder::keepHiddenStates(bool keep)
{
    m_keepsHiddenStates = keep;
    m_hiddenStates.clear();
}

void Decoder::beginStep(std::span<const BatchEntry> batch, PagedCache& cache)
{
    std::vector<SequencePart> parts;
    parts.reserve(batch.size());
    for (const BatchEntry& entry : batch)
        parts.push_back({entry.past, int64_t(entry.ids.size()), entry.pages});
    m_step.begin(cache, parts);
}

void Decoder::embed(std::span<const BatchEntry> batch, TensorView hidden)
{
    std::vector<int32_t> ids;
    ids.reserve(size_t(hidden.rows));
    for (const BatchEntry& entry : batch)
        for (const TokenId id : entry.ids)
            ids.push_back(isImageId(id) ? 0 : int32_t(id)); // overwritten below
    m_step.ops().gatherRows(hidden, m_embedding, m_step.integers(ids));

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
        m_step.ops().gatherRows(hidden.rowRange(int64_t(first), int64_t(rows.size())), image->rows,
            m_step.integers(rows));
    }
}

void Decoder::computeLogits(std::span<const BatchEntry> batch, TensorView hidden)
{
    if (m_keepsHiddenStates) {
        const Scratch normed = m_step.scratch(hidden.rows, hidden.columns);
        m_step.ops().rmsNorm(normed, hidden, m_outputNorm.weight, m_outputNorm.epsilon);
        keep(normed);
    }

    const std::vector<int32_t> rows = logitRows(batch);
    m_logits.resize(rows.size() * size_t(m_plan.vocabulary));
    if (rows.empty())
        return m_step.backend().synchronize();

    const int64_t count = int64_t(rows.size());
    const Scratch normed = m_step.scratch(count, hidden.columns);
    const Scratch logits = m_step.scratch(count, m_plan.vocabulary);
    m_step.ops().gatherRows(normed, hidden, m_step.integers(rows));
    m_step.ops().rmsNorm(normed, normed, m_outputNorm.weight, m_outputNorm.epsilon);
    m_step.ops().matmul(logits, normed, m_head.isEmpty() ? m_embedding : m_head);
    m_step.backend().download(m_logits.data(), logits);
}

void Decoder::keep(TensorView hidden)
{
    if (!m_keepsHiddenStates)
        return;
    std::vector<float>& state = m_hiddenStates.emplace_back(size_t(hidden.elements()));
    m_step.backend().download(state.data(), hidden);
}

} // namespace engine
