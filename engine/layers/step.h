#pragma once

#include "engine/cache/paged_cache.h"
#include "kernels/backend.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

class Step;

/// One sequence's share of a pass: rows [firstRow, firstRow + tokens) of every matrix of tokens.
struct SequencePart {
    int64_t past = 0; ///< tokens of the sequence already in the cache
    int64_t tokens = 0; ///< new ones
    std::span<const int32_t> pages; ///< cover past + tokens
    int64_t firstRow = 0; ///< set by Step::begin
};

/// Memory of a step for as long as this object lives; given back in reverse order of taking.
class Scratch {
public:
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();

    kernels::TensorView view() const { return m_view; }
    operator kernels::TensorView() const { return m_view; }

private:
    friend class Step;
    Scratch(Step& step, kernels::TensorView view)
        : m_step(step)
        , m_view(view)
    {
    }

    Step& m_step;
    kernels::TensorView m_view;
};

/// One pass of new tokens through a decoder, on one device: its operations, its cache, where each
/// token stands, and memory that is kept from pass to pass, so that decoding allocates nothing.
class Step {
public:
    /// `backend` must outlive the step.
    explicit Step(kernels::Backend& backend);

    /// Begins a pass over the parts, in their order. `cache` must live until the next begin.
    void begin(PagedCache& cache, std::span<const SequencePart> parts);

    kernels::Ops& ops() const { return m_backend.ops(); }
    kernels::Backend& backend() const { return m_backend; }
    const PagedCache& cache() const { return *m_cache; }
    const kernels::CachePlacement& placement() const { return m_placement; }
    std::span<const SequencePart> parts() const { return m_parts; }

    /// f32 [rows, columns], contents undefined.
    Scratch scratch(int64_t rows, int64_t columns);

    /// [1, values] on the device.
    Scratch integers(std::span<const int32_t> values);
    Scratch numbers(std::span<const float> values);

private:
    friend class Scratch;

    // Memory that only grows.
    struct Buffer {
        kernels::Tensor memory;
        kernels::TensorView take(
            kernels::Backend& backend, kernels::DType type, int64_t rows, int64_t columns);
    };

    Scratch take(kernels::DType type, int64_t rows, int64_t columns, const void* values);
    kernels::TensorView place(Buffer& buffer, const std::vector<int32_t>& values, int64_t rows);

    kernels::Backend& m_backend;
    PagedCache* m_cache = nullptr;
    std::vector<SequencePart> m_parts;
    kernels::CachePlacement m_placement;
    Buffer m_positions, m_sequences, m_pageTables;
    std::vector<Buffer> m_buffers; // the first m_taken are in use
    size_t m_taken = 0;
};

} // namespace engine
