#pragma once

#include "engine/cache/paged_cache.h"
#include "engine/layers/block_plan.h"
#include "kernels/backend.h"

#include <cstdint>
#include <span>
#include <vector>

namespace engine {

class Step;

/// The positions of a sequence from `first` to `last`, both included, that belong together: those
/// of an image.
struct PositionSpan {
    int64_t first = 0, last = 0;
};

/// How many rows before and after it a row sees of its span in a pass without a cache. By default,
/// all of them.
struct SpanWindow {
    static constexpr int64_t all = int64_t(1) << 40;
    int64_t before = all, after = all;

    auto operator<=>(const SpanWindow&) const = default;
};

/// The part of a pass that belongs to one sequence: rows [firstRow, firstRow + tokens) of every
/// matrix of tokens.
struct SequencePart {
    int64_t past = 0; ///< tokens of the sequence that are in the cache
    int64_t tokens = 0; ///< new tokens
    std::span<const int32_t> pages; ///< the pages of the sequence, for past + tokens positions
    /// The spans that hold new tokens and end before the pass does, for layers that see them as a
    /// whole.
    std::span<const PositionSpan> spans = {};
    /// [tokens, axes]: the positions by which the new tokens are rotated. Empty: their positions in
    /// the sequence.
    std::span<const int32_t> angles = {};
    int64_t reach = 0; ///< the most tokens that the sequence may come to hold, see rotaryTable()
    int64_t guesses = 0; ///< of the last new tokens, after which no state is kept
    int64_t firstRow = 0; ///< set by Step::begin
};

/// What the blocks of a model need to know about every row of a pass.
struct RowPlan {
    std::vector<ReachPlan> reaches{ReachPlan{}}; ///< all that occur, each once
    int64_t axes = 1; ///< of the positions by which heads are rotated
    bool keepsStates = false; ///< some layer does

    static RowPlan of(std::span<const BlockPlan> blocks, int64_t axes);
};

/// The sizes of the matrices of a pass. Passes of one form differ only in the content of the memory
/// that they read, so a recording of one of them serves all.
struct PassForm {
    int64_t rows = 0; ///< of the matrices of tokens
    int64_t tables = 0; ///< the number of page tables, one for each sequence
    int64_t tablePages = 0; ///< the columns of a page table

    auto operator<=>(const PassForm&) const = default;
};

/// Memory of a step that is taken as long as this object exists. Must be returned in the reverse
/// order of taking.
class Scratch {
public:
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch();

    kernels::TensorView view() const { return m_view; }
    operator kernels::TensorView() const { return m_view; }

private:
    friend class Step;
    Scratch(Step* step, kernels::TensorView view)
        : m_step(step)
        , m_view(view)
    {
    }

    Step* m_step; // null: the memory is kept, see Step::Inputs
    kernels::TensorView m_view;
};

/// One pass of rows through the layers of a decoder, a tower or an encoder on one device: its
/// operations, its cache, the positions of its rows and what each row sees, and memory that is kept
/// from pass to pass, so that decoding allocates nothing.
class Step {
public:
    /// `backend` must outlive the step.
    explicit Step(kernels::Backend& backend, RowPlan plan = {});

    /// The smallest form that contains the parts.
    static PassForm passForm(std::span<const SequencePart> parts);

    /// How many numbers of four bytes are uploaded when a pass begins.
    static int64_t inputNumbers(const PassForm& form, const RowPlan& plan);

    /// Begins a pass over the parts, in their order; `ids` are the ids of all their new tokens. If
    /// the form has more rows, the others compute the last token again and write what it has
    /// written already. `cache` must exist until the next begin().
    void begin(PagedCache& cache, std::span<const SequencePart> parts, std::span<const int32_t> ids,
        const PassForm& form);

    /// Begins a pass without a cache. Each of the `divisions` divides its rows, or the fewer ones that
    /// become of them, into spans of these lengths, one after the other: whole images, or windows in
    /// them. `angles` [rows, axes] are the positions by which rows are rotated; empty if none are.
    /// `windows` has one for each division, or none if rows see their whole span.
    void begin(std::span<const std::vector<int64_t>> divisions, std::span<const int32_t> angles,
        std::span<const SpanWindow> windows = {});

    kernels::Ops& ops() const { return m_backend.ops(); }
    kernels::Backend& backend() const { return m_backend; }
    const PagedCache& cache() const { return *m_cache; }
    const kernels::CachePlacement& placement() const { return m_placement; }
    const kernels::Reach& reach(const ReachPlan& plan) const; ///< for one of the RowPlan's
    const kernels::Reach& spans(size_t division) const; ///< for a pass without a cache
    const kernels::SequenceRows& sequenceRows() const { return m_sequenceRows; } ///< for states
    const kernels::Angles& angles() const { return m_angles; }
    std::span<const SequencePart> parts() const { return m_parts; } ///< empty without a cache
    kernels::TensorView ids() const { return m_ids; } ///< i32 [1, tokens]

    /// What the tokens of the pass bring along for every block, see LayerInputs; of no columns unless
    /// it was set in this pass.
    kernels::TensorView layerInputs() const { return m_layerInputs; }
    void setLayerInputs(kernels::TensorView inputs) { m_layerInputs = inputs; }

    /// How often memory of the step has moved.
    int64_t numMoves() const { return m_moves; }

    /// Matrices of f32 and of i32 [rows, columns] with undefined content.
    Scratch scratch(int64_t rows, int64_t columns);
    Scratch integerScratch(int64_t rows, int64_t columns);

    /// Copies the values to the device as a row [1, values].
    Scratch integers(std::span<const int32_t> values);
    Scratch numbers(std::span<const float> values);

    /// What integers() and numbers() do. A pass without a cache can be recorded if its inputs have
    /// memory of their own, which nothing else overwrites before the next replay.
    enum class Inputs {
        Passing, ///< they copy into memory that is reused when the result is destroyed
        Kept, ///< they copy into memory that is kept until the step is destroyed
        Repeated, ///< they return the memory of the last pass with kept inputs and copy nothing
    };

    /// Must be called before the first input of a pass, in every pass with kept or repeated inputs.
    void setInputs(Inputs inputs);

    /// Replaces a kept input, of the same size; they are numbered in the order of their calls.
    void replaceInput(size_t index, std::span<const float> values);

private:
    friend class Scratch;

    kernels::TensorView take(kernels::DType type, int64_t rows, int64_t columns);
    Scratch input(kernels::DType type, int64_t count, const void* values);
    kernels::TensorView reserve(
        kernels::Tensor& memory, kernels::DType type, int64_t rows, int64_t columns);
    struct Layout;
    void stage(std::span<const int32_t> ids, const PassForm& form, const Layout& layout);
    void stageSequences(const PassForm& form, const Layout& layout);
    void stageRow(const SequencePart& part, int64_t token, int64_t row, const Layout& layout);
    void stageSpans(std::span<const int64_t> lengths, const SpanWindow& window, int64_t apart);
    kernels::TensorView uploadStaged();

    kernels::Backend& m_backend;
    RowPlan m_plan;
    PagedCache* m_cache = nullptr;
    std::vector<SequencePart> m_parts;
    kernels::CachePlacement m_placement;
    std::vector<kernels::Reach> m_reaches; // one for each of the plan
    std::vector<kernels::Reach> m_spans; // one for each division
    kernels::SequenceRows m_sequenceRows; // empty if no layer keeps a state
    kernels::Angles m_angles;
    kernels::TensorView m_ids;
    kernels::TensorView m_layerInputs;
    std::vector<int32_t> m_staged; // all of these, on the host
    kernels::Tensor m_inputs; // the same on the device; like all memory here it only grows
    std::vector<kernels::Tensor> m_buffers; // the first m_taken are in use
    size_t m_taken = 0;
    Inputs m_inputMode = Inputs::Passing;
    std::vector<kernels::Tensor> m_keptInputs; // in the order of the calls of a pass
    size_t m_nextInput = 0; // of these
    int64_t m_moves = 0;
};

} // namespace engine
