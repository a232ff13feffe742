#include "engine/models/decoder.h"

#include <bit>

// From the hidden state to the numbers that a token is chosen from.

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

// The places and, in as many rows below them, the numbers that Ops::findHighest writes.
TensorView placesIn(TensorView found)
{
    return found.rowRange(0, found.rows / 2);
}

TensorView numbersIn(TensorView found)
{
    TensorView numbers = found.rowRange(found.rows / 2, found.rows / 2);
    numbers.dtype = DType::F32;
    return numbers;
}

} // namespace

void Decoder::computeLogits(Step& step, const Pass& pass, TensorView hidden)
{
    if (m_keepsHiddenStates) {
        const Scratch normed = step.scratch(hidden.rows, hidden.columns);
        step.ops().rmsNorm(normed, hidden, m_outputNorm.weight, m_outputNorm.epsilon);
        keep(*m_stages.back().device, normed);
    }

    const std::vector<int32_t> rows = logitRows(pass.batch);
    if (rows.empty()) {
        m_logits.clear();
        return step.backend().synchronize();
    }
    const int64_t count = int64_t(rows.size());
    const Scratch normed = step.scratch(count, hidden.columns);
    const Scratch logits = step.scratch(count, m_plan.vocabulary);
    const Scratch found = step.integerScratch(2 * count, pass.form.top.count);
    step.ops().gatherRows(normed, hidden, step.integers(rows));
    step.ops().rmsNorm(normed, normed, m_outputNorm.weight, m_outputNorm.epsilon);
    projectRows(step, pass.form.top, logits, found, normed);
    fetchLogits(step, pass, logits, found);
}

void Decoder::projectRows(
    Step& step, const TopLogits& top, TensorView logits, TensorView found, TensorView normed)
{
    step.ops().matmul(logits, normed, m_head.isEmpty() ? m_embedding : m_head);
    for (const LowRank& adapter : m_headAdapters)
        adapter.addTo(step, logits, normed);
    if (top.count > 0)
        step.ops().findHighest(placesIn(found), numbersIn(found), logits, top.among);
}

// Entries that want all of their logits get them in as few copies as their places allow.
void Decoder::fetchLogits(Step& step, const Pass& pass, TensorView logits, TensorView found)
{
    int64_t wanted = 0;
    for (const BatchEntry& entry : pass.batch)
        wanted += entry.top.count == 0 ? entry.logitRows : 0;
    m_logits.resize(size_t(wanted * m_plan.vocabulary));

    float* out = m_logits.data();
    int64_t row = 0, end = 0; // of those that have not been copied
    const auto copyRows = [&] {
        if (end > row)
            step.backend().download(out, logits.rowRange(row, end - row));
        out += (end - row) * m_plan.vocabulary;
    };
    for (const BatchEntry& entry : pass.batch) {
        if (entry.top.count > 0) {
            copyRows();
            row = end + entry.logitRows;
        }
        end += entry.logitRows;
    }
    copyRows();
    fetchTopLogits(step, pass, found);
}

void Decoder::fetchTopLogits(Step& step, const Pass& pass, TensorView found)
{
    const int64_t width = pass.form.top.count;
    if (width == 0)
        return;
    m_found.resize(size_t(found.elements()));
    step.backend().download(m_found.data(), found);
    const int32_t* places = m_found.data();
    const int32_t* numbers = places + found.elements() / 2;
    for (const BatchEntry& entry : pass.batch)
        for (int64_t row = 0; row < entry.logitRows; ++row, places += width, numbers += width)
            for (int64_t i = 0; i < entry.top.count; ++i)
                m_topLogits.push_back({places[i], std::bit_cast<float>(numbers[i]), 0});
}

} // namespace engine
