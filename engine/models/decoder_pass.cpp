#include "engine/models/decoder_pass.h"

#include "base/error.h"
#include "engine/models/decoder.h"
#include "kernels/logit_math.h"

#include <algorithm>
#include <bit>
#include <string>

namespace engine {

namespace {

constexpr size_t maxRecordings = 64;
constexpr int64_t fewestPages = 8; // 2,048 tokens
constexpr int64_t topCounts[] = {1, 64, kernels::Ops::maxHighest};

int64_t powerOfTwo(int64_t number)
{
    return int64_t(std::bit_ceil(uint64_t(number)));
}

} // namespace

PassForm PassRecordings::roundedUp(const PassForm& form)
{
    const int64_t rows = powerOfTwo(form.rows);
    return {rows, rows, std::max(fewestPages, powerOfTwo(form.tablePages))};
}

TopLogits PassRecordings::roundedUp(const TopLogits& top)
{
    if (top.count == 0)
        return {};
    CHECK(top.count <= kernels::Ops::maxHighest);
    return {.count = *std::ranges::lower_bound(topCounts, top.count), .among = top.among};
}

void PassRecordings::run(Step& step, const RecordedForm& form, const std::function<void()>& work)
{
    if (step.numMoves() != m_moves)
        clear();
    m_moves = step.numMoves();
    if (const auto found = m_recordings.find(form); found != m_recordings.end())
        return found->second ? found->second->replay() : work();

    // Caches that were made before this one are hardly used again.
    std::erase_if(m_recordings, [&](const auto& one) { return one.first.cache < form.cache; });
    if (m_recordings.size() >= maxRecordings)
        clear();
    auto recording = step.backend().record(work);
    if (step.numMoves() != m_moves) // the others were of memory that is no longer there
        clear();
    m_moves = step.numMoves();
    m_recordings.emplace(form, std::move(recording));
}

} // namespace engine

// The functions below lead from the hidden state to the logits.

namespace engine {

using kernels::DType;
using kernels::TensorView;

namespace {

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

// 1 / temperature for each of `rows` rows; 1 where none is given.
std::vector<float> weightScales(std::span<const BatchEntry> batch, int64_t rows)
{
    std::vector<float> scales;
    if (rows == 0)
        return scales;
    for (const BatchEntry& entry : batch)
        scales.insert(scales.end(), size_t(entry.logitRows),
            entry.top.temperature > 0 ? 1 / entry.top.temperature : 1);
    scales.resize(size_t(rows), 1);
    return scales;
}

} // namespace

TensorView Decoder::Choices::positions() const
{
    return found.view().rowRange(0, found.view().rows / 2);
}

TensorView Decoder::Choices::numbers() const
{
    TensorView numbers = found.view().rowRange(found.view().rows / 2, found.view().rows / 2);
    numbers.dtype = DType::F32;
    return numbers;
}

Decoder::Choices Decoder::takeChoices(Step& step, const Pass& pass, int64_t rows) const
{
    const RecordedForm& form = pass.form;
    return {.logits = step.scratch(rows, m_plan.head.vocabulary),
        .found = step.integerScratch(2 * rows, form.top.count),
        .weights = step.scratch(rows, form.weighs ? kernels::weightBlockCount(form.top.among) : 0),
        .scales = step.numbers(weightScales(pass.batch, form.weighs ? rows : 0))};
}

void Decoder::computeLogits(Step& step, const Pass& pass, TensorView hidden)
{
    if (m_keepsHiddenStates) {
        const Scratch normed = step.scratch(hidden.rows, hidden.columns);
        m_outputNorm.forward(step, normed, hidden);
        keep(*m_stages.back().device, normed);
    }

    const std::vector<int32_t> rows = logitRows(pass.batch);
    if (rows.empty()) {
        m_logits.clear();
        return step.backend().synchronize();
    }
    const int64_t count = int64_t(rows.size());
    const Scratch normed = step.scratch(count, hidden.columns);
    const Choices choices = takeChoices(step, pass, count);
    step.ops().gatherRows(normed, hidden, step.integers(rows));
    m_outputNorm.forward(step, normed, normed);
    projectRows(step, pass, choices, normed);
    fetchChoices(step, pass, choices);
}

void Decoder::projectRows(Step& step, const Pass& pass, const Choices& choices, TensorView normed)
{
    const TensorView logits = choices.logits;
    step.ops().matmul(logits, normed, m_head);
    for (const LowRank& adapter : m_headAdapters)
        adapter.addTo(step, logits, normed);
    if (m_plan.head.scale != 1)
        step.ops().scale(logits, m_plan.head.scale);
    if (m_plan.head.cap != 0)
        step.ops().cap(logits, m_plan.head.cap);
    const TopLogits& top = pass.form.top;
    if (top.count > 0)
        step.ops().findHighest(choices.positions(), choices.numbers(), logits, top.among);
    if (pass.form.weighs)
        step.ops().weighBlocks(
            choices.weights, logits, choices.numbers(), choices.scales, top.among);
}

void Decoder::fetchChoices(Step& step, const Pass& pass, const Choices& choices)
{
    m_logitsOnDevice = choices.logits;
    fetchWholeRows(step, pass, choices.logits);
    fetchTopLogits(step, pass, choices);
    fetchTopWeights(step, pass, choices);
}

// Entries that want all of their logits get them in as few copies as their positions allow.
void Decoder::fetchWholeRows(Step& step, const Pass& pass, TensorView logits)
{
    int64_t wanted = 0;
    for (const BatchEntry& entry : pass.batch)
        wanted += entry.top.count == 0 ? entry.logitRows : 0;
    m_logits.resize(size_t(wanted * m_plan.head.vocabulary));

    float* out = m_logits.data();
    int64_t row = 0, end = 0; // of those that have not been copied
    const auto copyRows = [&] {
        if (end > row)
            step.backend().download(out, logits.rowRange(row, end - row));
        out += (end - row) * m_plan.head.vocabulary;
    };
    for (const BatchEntry& entry : pass.batch) {
        if (entry.top.count > 0) {
            copyRows();
            row = end + entry.logitRows;
        }
        end += entry.logitRows;
    }
    copyRows();
}

void Decoder::fetchTopLogits(Step& step, const Pass& pass, const Choices& choices)
{
    const int64_t width = pass.form.top.count;
    if (width == 0)
        return;
    const TensorView found = choices.found;
    m_found.resize(size_t(found.elements()));
    step.backend().download(m_found.data(), found);
    const int32_t* positions = m_found.data();
    const int32_t* numbers = positions + found.elements() / 2;
    for (const BatchEntry& entry : pass.batch)
        for (int64_t row = 0; row < entry.logitRows; ++row, positions += width, numbers += width)
            for (int64_t i = 0; i < entry.top.count; ++i)
                m_topLogits.push_back({positions[i], std::bit_cast<float>(numbers[i]), 0});
}

void Decoder::fetchTopWeights(Step& step, const Pass& pass, const Choices& choices)
{
    if (!pass.form.weighs)
        return;
    const TensorView weights = choices.weights;
    m_weights.resize(size_t(weights.elements()));
    step.backend().download(m_weights.data(), weights);
    std::span<const float> left = m_weights;
    for (const BatchEntry& entry : pass.batch) {
        const auto own = left.first(size_t(entry.logitRows * weights.columns));
        if (entry.top.temperature > 0)
            m_topWeights.insert(m_topWeights.end(), own.begin(), own.end());
        left = left.subspan(own.size());
    }
}

std::span<const float> Decoder::fetchLogits(int64_t row)
{
    m_wholeRow.resize(size_t(m_plan.head.vocabulary));
    m_stages.back().device->backend().download(
        m_wholeRow.data(), m_logitsOnDevice.rowRange(row, 1));
    return m_wholeRow;
}

using base::Error;
using base::ErrorKind;

namespace {

void checkId(const BatchEntry& entry, TokenId id, int64_t vocabulary)
{
    if (id >= 0 && id < vocabulary)
        return;
    const std::string number = std::to_string(id);
    if (!isImageId(id))
        throw Error(ErrorKind::BadRequest,
            "The prompt contains the token id " + number + ", but the model has "
                + std::to_string(vocabulary) + " tokens, counted from 0.");
    if (!findImage(entry.images, id))
        throw Error(ErrorKind::BadRequest,
            "The prompt contains the id " + number
                + ", which doesn't belong to any of its pictures.");
}

void checkImage(const ImageEmbedding& image, const ModelConfig& config)
{
    if (image.rows.view().columns != config.hidden)
        throw Error(ErrorKind::BadRequest,
            "The rows of the picture have " + std::to_string(image.rows.view().columns)
                + " numbers, but the model reads rows of " + std::to_string(config.hidden)
                + ": the vision encoder and the model don't match.");
    const int64_t axes = config.ropeSections.empty() ? 1 : int64_t(config.ropeSections.size());
    const bool fits
        = image.positions.empty() || int64_t(image.positions.size()) == image.count() * axes;
    if (!fits || int64_t(image.deepRows.size()) != config.deepLayers)
        throw Error(ErrorKind::BadRequest,
            "The model can't read the rows of the picture at this position: the vision encoder and "
            "the model don't match.");
}

} // namespace

void checkEntry(const BatchEntry& entry, const ModelConfig& config)
{
    CHECK(!entry.ids.empty() && entry.past >= 0);
    CHECK(entry.logitRows >= 0 && entry.logitRows <= int64_t(entry.ids.size()));
    for (const ImageEmbeddingPtr& image : entry.images)
        checkImage(*image, config);
    for (const TokenId id : entry.ids)
        checkId(entry, id, config.vocabulary);
    checkReach(config, entry.past + int64_t(entry.ids.size()));
}
void checkReach(const ModelConfig& config, int64_t tokens)
{
    if (config.ropeScaling.kind != RopeScaling::Kind::Dynamic || tokens <= config.contextLength)
        return;
    throw Error(ErrorKind::Unsupported,
        "The model has a context length of " + std::to_string(config.contextLength)
            + " tokens and extends it by dynamic NTK scaling, which isn't supported, so "
            + std::to_string(tokens) + " tokens are too many.");
}

} // namespace engine
