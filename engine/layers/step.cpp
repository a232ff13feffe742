#include "engine/layers/step.h"

#include "base/error.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace engine {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

namespace {

constexpr int64_t lineNumbers = 16; // of four bytes in 64, to which devices align

int64_t wholeLines(int64_t numbers)
{
    return (numbers + lineNumbers - 1) / lineNumbers * lineNumbers;
}

TensorView part(TensorView inputs, int64_t offset, int64_t rows, int64_t columns)
{
    return {inputs.data<int32_t>() + offset, DType::I32, rows, columns};
}

// The length of all spans; 0 if they differ.
int64_t commonLength(std::span<const int64_t> lengths)
{
    const bool areEqual
        = std::ranges::all_of(lengths, [&](int64_t length) { return length == lengths.front(); });
    return areEqual && !lengths.empty() ? lengths.front() : 0;
}

PositionSpan seenFrom(int64_t position, const SequencePart& part, const ReachPlan& plan)
{
    PositionSpan seen{
        plan.window > 0 ? std::max<int64_t>(0, position - plan.window + 1) : 0, position};
    if (!plan.seesSpans)
        return seen;
    for (const PositionSpan& span : part.spans)
        if (span.first <= position && position <= span.last) {
            CHECK(span.first >= 0 && span.last < part.past + part.tokens);
            seen.last = span.last;
            if (!plan.keepsWindowInSpans)
                seen.first = std::min(seen.first, span.first);
        }
    return seen;
}

} // namespace

RowPlan RowPlan::of(std::span<const BlockPlan> blocks, int64_t axes)
{
    RowPlan plan{{}, axes};
    for (const BlockPlan& block : blocks) {
        const ReachPlan* reach = block.findReach();
        plan.keepsStates |= block.keepsState();
        if (reach && std::ranges::find(plan.reaches, *reach) == plan.reaches.end())
            plan.reaches.push_back(*reach);
    }
    return plan;
}

Scratch::~Scratch()
{
    if (m_step)
        --m_step->m_taken;
}

Step::Step(kernels::Backend& backend, RowPlan plan)
    : m_backend(backend)
    , m_plan(std::move(plan))
{
}

PassForm Step::passForm(std::span<const SequencePart> parts)
{
    PassForm form{.rows = 0, .tables = int64_t(parts.size()), .tablePages = 1};
    for (const SequencePart& part : parts) {
        form.rows += part.tokens;
        form.tablePages = std::max(form.tablePages, int64_t(part.pages.size()));
    }
    return form;
}

// The offsets of the numbers that are uploaded. There is one array for every column of a matrix of
// tokens, each on cache lines of its own; then what layers with states know of every sequence, and
// the page tables.
struct Step::Layout {
    int64_t apart; // from one array to the next
    int64_t ids, positions, sequences, angles, reaches;
    int64_t first, count, kept; // of sequences, see SequenceRows
    int64_t tables, all;

    Layout(const PassForm& form, const RowPlan& plan)
        : apart(wholeLines(form.rows))
        , ids(0)
        , positions(apart)
        , sequences(2 * apart)
        , angles(3 * apart)
        , reaches(angles + wholeLines(form.rows * plan.axes))
        , first(reaches + 2 * int64_t(plan.reaches.size()) * apart)
        , count(first + (plan.keepsStates ? wholeLines(form.tables) : 0))
        , kept(count + (plan.keepsStates ? wholeLines(form.tables) : 0))
        , tables(kept + (plan.keepsStates ? wholeLines(form.tables) : 0))
        , all(tables + form.tables * form.tablePages)
    {
    }

    int64_t firstPosition(size_t reach) const { return reaches + 2 * int64_t(reach) * apart; }
    int64_t lastPosition(size_t reach) const { return firstPosition(reach) + apart; }
};

int64_t Step::inputNumbers(const PassForm& form, const RowPlan& plan)
{
    return Layout(form, plan).all;
}

void Step::begin(PagedCache& cache, std::span<const SequencePart> parts,
    std::span<const int32_t> ids, const PassForm& form)
{
    CHECK(m_taken == 0 && !parts.empty() && cache.isAllocated());
    CHECK(form.tables >= int64_t(parts.size()) && form.rows >= int64_t(ids.size()));
    m_cache = &cache;
    m_parts.assign(parts.begin(), parts.end());

    const Layout layout(form, m_plan);
    m_staged.assign(size_t(layout.all), 0);
    stage(ids, form, layout);
    const TensorView inputs = uploadStaged();
    m_ids = part(inputs, layout.ids, 1, form.rows);
    m_placement.positions = part(inputs, layout.positions, 1, form.rows);
    m_placement.sequences = part(inputs, layout.sequences, 1, form.rows);
    m_placement.pageTables = part(inputs, layout.tables, form.tables, form.tablePages);
    m_placement.pageSize = int(pageSize);
    m_angles = {part(inputs, layout.angles, form.rows, m_plan.axes)};
    m_reaches.clear();
    for (size_t reach = 0; reach < m_plan.reaches.size(); ++reach)
        m_reaches.push_back({part(inputs, layout.firstPosition(reach), 1, form.rows),
            part(inputs, layout.lastPosition(reach), 1, form.rows)});
    if (m_plan.keepsStates)
        m_sequenceRows = {part(inputs, layout.first, 1, form.tables),
            part(inputs, layout.count, 1, form.tables), part(inputs, layout.kept, 1, form.tables)};
}

void Step::begin(std::span<const std::vector<int64_t>> divisions, std::span<const int32_t> angles,
    std::span<const SpanWindow> windows)
{
    CHECK(m_taken == 0 && !divisions.empty());
    CHECK(windows.empty() || windows.size() == divisions.size());
    const auto windowOf
        = [&](size_t division) { return windows.empty() ? SpanWindow() : windows[division]; };
    m_cache = nullptr;
    m_parts.clear();
    const auto& whole = divisions.front();
    const int64_t rows = std::accumulate(whole.begin(), whole.end(), int64_t(0));
    const int64_t apart = wholeLines(rows);
    CHECK(angles.empty() || int64_t(angles.size()) == rows * m_plan.axes);
    m_staged.clear();
    for (size_t division = 0; division < divisions.size(); ++division)
        stageSpans(divisions[division], windowOf(division), apart);
    const int64_t firstAngle = int64_t(m_staged.size());
    m_staged.insert(m_staged.end(), angles.begin(), angles.end());

    const TensorView inputs = uploadStaged();
    m_spans.clear();
    int64_t array = 0;
    for (size_t division = 0; division < divisions.size(); ++division) {
        const std::vector<int64_t>& lengths = divisions[division];
        const int64_t own = std::accumulate(lengths.begin(), lengths.end(), int64_t(0));
        const bool seeAll = windowOf(division) == SpanWindow();
        m_spans.push_back({part(inputs, array, 1, own), part(inputs, array + apart, 1, own),
            seeAll ? commonLength(lengths) : 0});
        array += 2 * apart;
    }
    m_angles = {part(inputs, firstAngle, angles.empty() ? 0 : rows, m_plan.axes)};
}

// The first and the last row that each row sees, as two arrays that are `apart`.
void Step::stageSpans(std::span<const int64_t> lengths, const SpanWindow& window, int64_t apart)
{
    const size_t begin = m_staged.size();
    m_staged.resize(begin + size_t(2 * apart));
    int32_t* first = m_staged.data() + begin;
    int32_t* last = first + apart;
    int64_t row = 0;
    for (const int64_t length : lengths) {
        CHECK(length >= 0 && row + length <= apart);
        const int64_t begins = row, ends = row + length - 1;
        for (; row <= ends; ++row) {
            first[row] = int32_t(std::max(begins, row - window.before));
            last[row] = int32_t(std::min(ends, row + window.after));
        }
    }
}

TensorView Step::uploadStaged()
{
    const TensorView inputs = reserve(m_inputs, DType::I32, 1, int64_t(m_staged.size()));
    m_backend.upload(inputs, m_staged.data());
    return inputs;
}

const kernels::Reach& Step::spans(size_t division) const
{
    CHECK(division < m_spans.size());
    return m_spans[division];
}

const kernels::Reach& Step::reach(const ReachPlan& plan) const
{
    const auto found = std::ranges::find(m_plan.reaches, plan);
    CHECK(found != m_plan.reaches.end());
    return m_reaches[size_t(found - m_plan.reaches.begin())];
}

void Step::stage(std::span<const int32_t> ids, const PassForm& form, const Layout& layout)
{
    int64_t row = 0;
    for (size_t sequence = 0; sequence < m_parts.size(); ++sequence) {
        SequencePart& part = m_parts[sequence];
        const auto pages = int64_t(part.pages.size());
        CHECK(part.past >= 0 && part.tokens > 0 && pages <= form.tablePages);
        CHECK(part.past + part.tokens <= pages * pageSize);
        CHECK(part.angles.empty() || int64_t(part.angles.size()) == part.tokens * m_plan.axes);
        for (const int32_t page : part.pages)
            CHECK(page >= 0 && page < m_cache->numPages());
        std::ranges::copy(
            part.pages, m_staged.begin() + layout.tables + int64_t(sequence) * form.tablePages);
        part.firstRow = row;
        for (int64_t token = 0; token < part.tokens; ++token, ++row) {
            m_staged[size_t(layout.sequences + row)] = int32_t(sequence);
            stageRow(part, token, row, layout);
        }
    }
    CHECK(row == int64_t(ids.size()));
    std::ranges::copy(ids, m_staged.begin() + layout.ids);
    const auto repeatLast = [&](int64_t array, int64_t columns) {
        for (int64_t i = array + row * columns; i < array + form.rows * columns; ++i)
            m_staged[size_t(i)] = m_staged[size_t(i - columns)];
    };
    for (int64_t array = 0; array < layout.angles; array += layout.apart)
        repeatLast(array, 1);
    repeatLast(layout.angles, m_plan.axes);
    for (int64_t array = layout.reaches; array < layout.first; array += layout.apart)
        repeatLast(array, 1);
    if (m_plan.keepsStates)
        stageSequences(form, layout);
}

// The last sequence has the rows that repeat its last one.
void Step::stageSequences(const PassForm& form, const Layout& layout)
{
    for (size_t sequence = 0; sequence < m_parts.size(); ++sequence) {
        const SequencePart& part = m_parts[sequence];
        const bool isLast = sequence + 1 == m_parts.size();
        CHECK(part.guesses >= 0 && part.guesses <= part.tokens);
        m_staged[size_t(layout.first) + sequence] = int32_t(part.firstRow);
        m_staged[size_t(layout.count) + sequence]
            = int32_t(isLast ? form.rows - part.firstRow : part.tokens);
        m_staged[size_t(layout.kept) + sequence] = int32_t(part.past + part.tokens - part.guesses);
    }
}

// Stages the position, the rotation angles and the reach of one new token of a part.
void Step::stageRow(const SequencePart& part, int64_t token, int64_t row, const Layout& layout)
{
    const int64_t position = part.past + token, axes = m_plan.axes;
    m_staged[size_t(layout.positions + row)] = int32_t(position);
    for (int64_t axis = 0; axis < axes; ++axis)
        m_staged[size_t(layout.angles + row * axes + axis)]
            = part.angles.empty() ? int32_t(position) : part.angles[size_t(token * axes + axis)];
    for (size_t reach = 0; reach < m_plan.reaches.size(); ++reach) {
        const PositionSpan seen = seenFrom(position, part, m_plan.reaches[reach]);
        m_staged[size_t(layout.firstPosition(reach) + row)] = int32_t(seen.first);
        m_staged[size_t(layout.lastPosition(reach) + row)] = int32_t(seen.last);
    }
}

Scratch Step::scratch(int64_t rows, int64_t columns)
{
    return Scratch(this, take(DType::F32, rows, columns));
}

Scratch Step::integerScratch(int64_t rows, int64_t columns)
{
    return Scratch(this, take(DType::I32, rows, columns));
}

Scratch Step::integers(std::span<const int32_t> values)
{
    return input(DType::I32, int64_t(values.size()), values.data());
}

Scratch Step::numbers(std::span<const float> values)
{
    return input(DType::F32, int64_t(values.size()), values.data());
}

TensorView Step::reserve(Tensor& memory, DType type, int64_t rows, int64_t columns)
{
    CHECK(type == DType::F32 || type == DType::I32); // both take four bytes
    if (memory.view().elements() < rows * columns) {
        memory = Tensor(); // give back first
        memory = Tensor(m_backend, DType::F32, 1, rows * columns);
        ++m_moves;
    }
    return {memory.view().bytes, type, rows, columns};
}

TensorView Step::take(DType type, int64_t rows, int64_t columns)
{
    if (m_taken == m_buffers.size())
        m_buffers.emplace_back();
    const TensorView view = reserve(m_buffers[m_taken], type, rows, columns);
    ++m_taken;
    return view;
}

Scratch Step::input(DType type, int64_t count, const void* values)
{
    if (m_inputMode == Inputs::Passing) {
        const TensorView view = take(type, 1, count);
        if (count > 0)
            m_backend.upload(view, values);
        return Scratch(this, view);
    }
    if (m_nextInput == m_keptInputs.size())
        m_keptInputs.emplace_back();
    const TensorView view = reserve(m_keptInputs[m_nextInput++], type, 1, count);
    if (m_inputMode == Inputs::Kept && count > 0)
        m_backend.upload(view, values);
    return Scratch(nullptr, view);
}

void Step::setInputs(Inputs inputs)
{
    m_inputMode = inputs;
    m_nextInput = 0;
}

void Step::replaceInput(size_t index, std::span<const float> values)
{
    CHECK(index < m_keptInputs.size());
    const TensorView memory = m_keptInputs[index];
    CHECK(memory.elements() == int64_t(values.size()));
    m_backend.upload(memory, values.data());
}

} // namespace engine
