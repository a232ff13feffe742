#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/layers/block_plan.h"
#include "kernels/backend.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

class Step;

/// Places of a sequence that belong together, both ends included: those of a picture.
struct PlaceSpan {
    int64_t first = 0, last = 0;
};

/// One sequence's share of a pass: rows [firstRow, firstRow + tokens) of every matrix of tokens.
struct SequencePart {
    int64_t past = 0; ///< tokens of the sequence already in the cache
    int64_t tokens = 0; ///< new ones
    std::span<const int32_t> pages; ///< cover past + tokens
    std::span<const PlaceSpan> spans = {}; ///< that hold new tokens and end before the pass does;
                                           ///< for layers that see them whole
    std::span<const int32_t> angles = {}; ///< [tokens, axes]: places by which the new tokens are
                                          ///< turned; empty: those they have in the sequence
    int64_t firstRow = 0; ///< set by Step::begin
};

/// What the blocks of a model want to know of every row of a pass.
struct RowPlan {
    std::vector<ReachPlan> reaches{ReachPlan{}}; ///< each once
    int64_t axes = 1; ///< of the places by which heads are turned

    static RowPlan of(std::span<const BlockPlan> blocks, int64_t axes);
};

/// How large the matrices of a pass are. Passes of one form differ in nothing but what stands in
/// the memory they read, so what a device did in one of them does for all.
struct PassForm {
    int64_t rows = 0; ///< of the matrices of tokens
    int64_t tables = 0; ///< page tables, one for each sequence
    int64_t tablePages = 0; ///< columns of a page table

    auto operator<=>(const PassForm&) const = default;
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

/// One pass of rows through the layers of a decoder, a tower or an encoder, on one device: its
/// operations, its cache, where each row stands and what it sees, and memory that is kept from pass
/// to pass, so that decoding allocates nothing.
class Step {
public:
    /// `backend` must outlive the step.
    explicit Step(kernels::Backend& backend, RowPlan plan = {});

    /// The form that is just large enough for the parts.
    static PassForm formOf(std::span<const SequencePart> parts);

    /// Numbers, of four bytes each, that are uploaded when a pass begins.
    static int64_t inputNumbers(const PassForm& form, const RowPlan& plan);

    /// Begins a pass over the parts, in their order; `ids` are those of all their new tokens. A
    /// form with more rows computes the last token again in those left over, where it writes what
    /// it has written already. `cache` must live until the next begin.
    void begin(PagedCache& cache, std::span<const SequencePart> parts, std::span<const int32_t> ids,
        const PassForm& form);

    /// Begins a pass without a cache over spans of rows, one behind the other, of these lengths.
    /// `angles` [rows, axes] are the places by which rows are turned; empty if none are.
    void begin(std::span<const int64_t> spanLengths, std::span<const int32_t> angles);

    kernels::Ops& ops() const { return m_backend.ops(); }
    kernels::Backend& backend() const { return m_backend; }
    const PagedCache& cache() const { return *m_cache; }
    const kernels::CachePlacement& placement() const { return m_placement; }
    const kernels::Reach& reach(const ReachPlan& plan) const; ///< one of the RowPlan's
    const kernels::Reach& spans() const { return m_spans; } ///< of a pass without a cache
    const kernels::Angles& angles() const { return m_angles; }
    std::span<const SequencePart> parts() const { return m_parts; } ///< none without a cache
    kernels::TensorView ids() const { return m_ids; } ///< i32 [1, tokens]

    /// How often memory of the step has moved.
    int64_t numMoves() const { return m_moves; }

    /// f32 or i32 [rows, columns], contents undefined.
    Scratch scratch(int64_t rows, int64_t columns);
    Scratch integerScratch(int64_t rows, int64_t columns);

    /// [1, values] on the device.
    Scratch integers(std::span<const int32_t> values);
    Scratch numbers(std::span<const float> values);

private:
    friend class Scratch;

    Scratch take(kernels::DType type, int64_t rows, int64_t columns, const void* values);
    kernels::TensorView reserve(
        kernels::Tensor& memory, kernels::DType type, int64_t rows, int64_t columns);
    struct Layout;
    void stage(std::span<const int32_t> ids, const PassForm& form, const Layout& layout);
    void stageRow(const SequencePart& part, int64_t token, int64_t row, const Layout& layout);
    kernels::TensorView uploadStaged();

    kernels::Backend& m_backend;
    RowPlan m_plan;
    PagedCache* m_cache = nullptr;
    std::vector<SequencePart> m_parts;
    kernels::CachePlacement m_placement;
    std::vector<kernels::Reach> m_reaches; // one for each of the plan
    kernels::Reach m_spans;
    kernels::Angles m_angles;
    kernels::TensorView m_ids;
    std::vector<int32_t> m_staged; // all of these, on the host
    kernels::Tensor m_inputs; // the same on the device; like all memory here it only grows
    std::vector<kernels::Tensor> m_buffers; // the first m_taken are in use
    size_t m_taken = 0;
    int64_t m_moves = 0;
};

} // namespace engine
