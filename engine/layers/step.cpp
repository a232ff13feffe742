#include "engine/layers/step.h"

#include "kernels/error.h"

#include <algorithm>

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

} // namespace

Scratch::~Scratch()
{
    --m_step.m_taken;
}

Step::Step(kernels::Backend& backend)
    : m_backend(backend)
{
}

PassForm Step::formOf(std::span<const SequencePart> parts)
{
    PassForm form{.rows = 0, .tables = int64_t(parts.size()), .tablePages = 1};
    for (const SequencePart& part : parts) {
        form.rows += part.tokens;
        form.tablePages = std::max(form.tablePages, int64_t(part.pages.size()));
    }
    return form;
}

void Step::begin(PagedCache& cache, std::span<const SequencePart> parts,
    std::span<const int32_t> ids, const PassForm& form)
{
    CHECK(m_taken == 0 && !parts.empty() && cache.isAllocated());
    CHECK(form.tables >= int64_t(parts.size()) && form.rows >= int64_t(ids.size()));
    m_cache = &cache;
    m_parts.assign(parts.begin(), parts.end());

    const int64_t apart = wholeLines(form.rows), all = 3 * apart + form.tables * form.tablePages;
    m_staged.assign(size_t(all), 0);
    stage(ids, form, apart);
    const TensorView inputs = reserve(m_inputs, DType::I32, 1, all);
    m_backend.upload(inputs, m_staged.data());

    const auto part = [&](int64_t offset, int64_t rows, int64_t columns) {
        return TensorView{inputs.data<int32_t>() + offset, DType::I32, rows, columns};
    };
    m_ids = part(0, 1, form.rows);
    m_placement.positions = part(apart, 1, form.rows);
    m_placement.sequences = part(2 * apart, 1, form.rows);
    m_placement.pageTables = part(3 * apart, form.tables, form.tablePages);
    m_placement.pageSize = int(pageSize);
}

// Ids, positions, sequences and page tables, one behind the other.
void Step::stage(std::span<const int32_t> ids, const PassForm& form, int64_t apart)
{
    int32_t* const stagedIds = m_staged.data();
    int32_t* const positions = stagedIds + apart;
    int32_t* const sequences = positions + apart;
    int32_t* const tables = sequences + apart;
    int64_t row = 0;
    for (size_t sequence = 0; sequence < m_parts.size(); ++sequence) {
        SequencePart& part = m_parts[sequence];
        const auto pages = int64_t(part.pages.size());
        CHECK(part.past >= 0 && part.tokens > 0 && pages <= form.tablePages);
        CHECK(part.past + part.tokens <= pages * pageSize);
        for (const int32_t page : part.pages)
            CHECK(page >= 0 && page < m_cache->numPages());
        std::ranges::copy(part.pages, tables + int64_t(sequence) * form.tablePages);
        part.firstRow = row;
        for (int64_t token = 0; token < part.tokens; ++token, ++row) {
            positions[row] = int32_t(part.past + token);
            sequences[row] = int32_t(sequence);
        }
    }
    CHECK(row == int64_t(ids.size()));
    std::ranges::copy(ids, stagedIds);
    for (int32_t* numbers : {stagedIds, positions, sequences})
        std::fill(numbers + row, numbers + form.rows, numbers[row - 1]);
}

Scratch Step::scratch(int64_t rows, int64_t columns)
{
    return take(DType::F32, rows, columns, nullptr);
}

Scratch Step::integerScratch(int64_t rows, int64_t columns)
{
    return take(DType::I32, rows, columns, nullptr);
}

Scratch Step::integers(std::span<const int32_t> values)
{
    return take(DType::I32, 1, int64_t(values.size()), values.data());
}

Scratch Step::numbers(std::span<const float> values)
{
    return take(DType::F32, 1, int64_t(values.size()), values.data());
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

Scratch Step::take(DType type, int64_t rows, int64_t columns, const void* values)
{
    if (m_taken == m_buffers.size())
        m_buffers.emplace_back();
    const TensorView view = reserve(m_buffers[m_taken], type, rows, columns);
    if (values)
        m_backend.upload(view, values);
    ++m_taken;
    return Scratch(*this, view);
}

} // namespace engine
