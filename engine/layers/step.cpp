#include "engine/layers/step.h"

#include "kernels/error.h"

#include <algorithm>

namespace engine {

using kernels::DType;
using kernels::Tensor;
using kernels::TensorView;

Scratch::~Scratch()
{
    --m_step.m_taken;
}

Step::Step(kernels::Backend& backend)
    : m_backend(backend)
{
}

void Step::begin(PagedCache& cache, std::span<const SequencePart> parts)
{
    CHECK(m_taken == 0 && !parts.empty() && cache.isAllocated());
    m_cache = &cache;
    m_parts.assign(parts.begin(), parts.end());

    size_t mostPages = 1;
    for (const SequencePart& part : m_parts)
        mostPages = std::max(mostPages, part.pages.size());

    std::vector<int32_t> positions, sequences, pageTables(m_parts.size() * mostPages);
    for (size_t sequence = 0; sequence < m_parts.size(); ++sequence) {
        SequencePart& part = m_parts[sequence];
        CHECK(part.past >= 0 && part.tokens > 0);
        CHECK(part.past + part.tokens <= int64_t(part.pages.size()) * pageSize);
        part.firstRow = int64_t(positions.size());
        for (int64_t token = 0; token < part.tokens; ++token) {
            positions.push_back(int32_t(part.past + token));
            sequences.push_back(int32_t(sequence));
        }
        for (const int32_t page : part.pages)
            CHECK(page >= 0 && page < cache.numPages());
        std::ranges::copy(part.pages, pageTables.begin() + ptrdiff_t(sequence * mostPages));
    }

    m_placement.positions = place(m_positions, positions, 1);
    m_placement.sequences = place(m_sequences, sequences, 1);
    m_placement.pageTables = place(m_pageTables, pageTables, int64_t(m_parts.size()));
    m_placement.pageSize = int(pageSize);
}

Scratch Step::scratch(int64_t rows, int64_t columns)
{
    return take(DType::F32, rows, columns, nullptr);
}

Scratch Step::integers(std::span<const int32_t> values)
{
    return take(DType::I32, 1, int64_t(values.size()), values.data());
}

Scratch Step::numbers(std::span<const float> values)
{
    return take(DType::F32, 1, int64_t(values.size()), values.data());
}

TensorView Step::Buffer::take(kernels::Backend& backend, DType type, int64_t rows, int64_t columns)
{
    CHECK(type == DType::F32 || type == DType::I32); // both take four bytes
    if (memory.view().elements() < rows * columns) {
        memory = Tensor(); // give back first
        memory = Tensor(backend, DType::F32, 1, rows * columns);
    }
    return {memory.view().bytes, type, rows, columns};
}

Scratch Step::take(DType type, int64_t rows, int64_t columns, const void* values)
{
    if (m_taken == m_buffers.size())
        m_buffers.emplace_back();
    const TensorView view = m_buffers[m_taken].take(m_backend, type, rows, columns);
    if (values)
        m_backend.upload(view, values);
    ++m_taken;
    return Scratch(*this, view);
}

TensorView Step::place(Buffer& buffer, const std::vector<int32_t>& values, int64_t rows)
{
    const TensorView view = buffer.take(m_backend, DType::I32, rows, int64_t(values.size()) / rows);
    m_backend.upload(view, values.data());
    return view;
}

} // namespace engine
