#pragma once

#include "kernels/backend.h"
#include "kernels/cpu/interleaved_kernels.h"
#include "kernels/cpu/kernel_table.h"
#include "kernels/cpu/thread_pool.h"
#include "kernels/ops.h"

#include <functional>
#include <vector>

namespace kernels::cpu {

struct CachedAttention;
struct RoundedHeads;
struct SpanTile;
struct TokenGroup;

/// Divides each operation into tasks for the pool; the loops of one instruction set compute the
/// numbers. No result depends on how the work was divided.
class CpuOps : public Ops {
public:
    /// The arguments must outlive this object. `interleaved` is null if this CPU has no products with
    /// interleaved types; then no weight may have one.
    CpuOps(const KernelTable& table, ThreadPool& pool,
        const InterleavedKernels* interleaved = nullptr);

    void gatherRows(TensorView out, TensorView table, TensorView ids) override;
    void scatterRows(TensorView out, TensorView in, TensorView ids) override;
    void deal(std::span<const TensorView> parts, TensorView x, int64_t chunk) override;
    void takeColumns(TensorView out, TensorView x, int64_t first) override;
    void putColumns(TensorView out, TensorView x, int64_t first) override;
    void add(TensorView into, TensorView delta) override;
    void multiply(TensorView into, TensorView factor) override;
    void addRow(TensorView x, TensorView row) override;
    void multiplyRow(TensorView x, TensorView row) override;
    void scale(TensorView x, float factor) override;
    void cap(TensorView x, float limit) override;
    void activate(TensorView x, Activation activation) override;
    void gate(TensorView gate, TensorView up, Activation activation) override;
    void gateClamped(TensorView gate, TensorView up, float limit) override;
    void rmsNorm(TensorView out, TensorView x, TensorView weight, float epsilon) override;
    void layerNorm(
        TensorView out, TensorView x, TensorView weight, TensorView bias, float epsilon) override;
    void addRmsNorm(TensorView out, TensorView residual, TensorView delta, TensorView weight,
        float epsilon) override;
    void matmul(TensorView out, TensorView x, TensorView weight) override;
    void matmulEach(std::span<const Product> products, TensorView x) override;
    void matmulGate(TensorView gate, TensorView up, TensorView x, TensorView gateWeight,
        TensorView upWeight, Activation activation) override;
    void rankExperts(
        TensorView ranks, TensorView scores, const ExpertWeighting& weighting) override;
    void weighExperts(TensorView weights, TensorView scores, TensorView chosen,
        const ExpertWeighting& weighting) override;
    void matmulExperts(TensorView out, TensorView x, std::span<const TensorView> experts,
        TensorView chosen) override;
    void sumExperts(TensorView out, TensorView x, TensorView weights) override;
    void rotate(TensorView x, const Angles& angles, const Rotation& rotation, int headDim) override;
    void scaleByPosition(TensorView x, TensorView positions, float rate, int64_t period) override;
    void writeCache(TensorView cache, TensorView rows, const CachePlacement& placement) override;
    void attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
        const CachePlacement& placement, const Reach& reach, const AttentionShape& shape) override;
    void attendSpans(TensorView out, TensorView q, TensorView k, TensorView v, const Reach& spans,
        const AttentionShape& shape) override;
    void convolve(TensorView out, TensorView x, TensorView weight, TensorView states,
        const CachePlacement& placement, const SequenceRows& rows) override;
    void deltaRule(TensorView out, TensorView qkv, const DeltaGates& gates, TensorView states,
        const CachePlacement& placement, const SequenceRows& rows,
        const DeltaShape& shape) override;
    void selectiveScan(TensorView out, TensorView xbc, const ScanGates& gates, TensorView states,
        const CachePlacement& placement, const SequenceRows& rows, const ScanShape& shape) override;
    void findHighest(
        TensorView positions, TensorView numbers, TensorView x, int64_t among) override;
    void weighBlocks(TensorView sums, TensorView x, TensorView highest, TensorView scales,
        int64_t among) override;

    /// Does interleave(), faster. Used only if this CPU has products with panels. For `fetch` see
    /// Backend::layOut().
    void interleave(TensorView panels, TensorView rows, const FetchStored& fetch);

private:
    void forChunks(int64_t elements, const std::function<void(int64_t first, int64_t count)>& work);
    void forRows(TensorView x, const std::function<void(int64_t row)>& work);
    void storeRow(TensorView row, const float* values) const;
    void decodeRow(TensorView row, float* out, int64_t spread = 1) const;
    void decodeRows(float* decoded, TensorView rows, bool isInterleavedByFour) const;
    const WeightKernels* weightKernels(DType type) const;
    const AttentionKernels& attentionKernels(DType type) const;
    void attendTiles(TensorView out, TensorView q, TensorView k, TensorView v,
        std::span<const SpanTile> tiles, const AttentionShape& shape);
    RoundedHeads roundHeads(TensorView q, TensorView k, const AttentionShape& shape);
    void attendAlone(const CachedAttention& call, std::span<const int64_t> tokens);
    void attendInGroups(const CachedAttention& call, std::span<const TokenGroup> groups);
    void attendInRanges(const CachedAttention& call, const TokenGroup& group);
    bool takesStored(int64_t tokens, DType type) const;
    int64_t rowsPerTask(int64_t tokens, TensorView weight) const;
    void reserveDecoded(int64_t tokens, TensorView weight);
    void multiplyRows(
        TensorView out, int64_t first, TensorView x, TensorView weightRows, int thread);
    void matmulStored(TensorView out, TensorView x, TensorView weight);

    /// Into what rows of x are rounded, see RoundedRows.
    enum class Rounding { LongBytes, ShortBytes, Int16 };
    static Rounding roundingFor(DType panels);

    struct Columns {
        int64_t first, count;
    };
    int64_t panelRowsPerTask(int64_t tokens, TensorView panels) const;
    int64_t panelTasks(int64_t tokens, TensorView panels) const;
    RoundedRows rounded(TensorView x, DType panels);
    RoundedRows rounded(TensorView x, DType panels, int64_t rows,
        const std::function<int64_t(int64_t row)>& rowOfX);
    RoundedRows rounded(DType panels, int64_t rows, int64_t columns,
        const std::function<const float*(int64_t row)>& rowAt);
    void interleaveRounded(TensorView panels, TensorView rows, float* memory) const;
    void multiplyPanels(TensorView out, int64_t column, TensorView panels, const RoundedRows& x,
        int64_t firstOfX) const;
    Columns multiplyTask(const Product& product, const RoundedRows& x, int64_t task) const;

    /// Returns at least `floats` floats of this thread, aligned and reused from call to call.
    float* scratch(int thread, int64_t floats);
    void reserveScratch(int64_t floats);
    static void reserve(std::vector<float>& memory, int64_t floats);

    const KernelTable& m_table;
    const InterleavedKernels* const m_interleaved;
    ThreadPool& m_pool;
    std::vector<std::vector<float>> m_scratch; ///< by thread
    std::vector<float> m_rounded[3]; ///< of rounded(), by Rounding; kept from call to call
    std::vector<float> m_partials; ///< of attendCached; kept from call to call
    std::vector<float> m_grouped; ///< of matmulExperts; kept from call to call
};

} // namespace kernels::cpu
