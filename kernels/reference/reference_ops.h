#pragma once

#include "kernels/backend.h"
#include "kernels/ops.h"

namespace kernels::reference {

/// The definition of every operation: loops that follow the formulas in ops.h, with sums in double
/// precision.
class ReferenceOps : public Ops {
public:
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
    void matmul(TensorView out, TensorView x, TensorView weight) override;
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
};

/// The slow backend that defines the right results: plain loops on one thread, in host memory.
class ReferenceBackend : public Backend {
public:
    std::string name() const override { return "reference"; }
    std::string description() const override { return "CPU, plain loops, for comparison"; }

    void* allocate(int64_t bytes) override;
    void release(void* memory, int64_t bytes) override;
    void upload(TensorView onDevice, const void* onHost) override;
    void download(void* onHost, TensorView onDevice) override;
    TensorView borrow(TensorView onHost) override { return onHost; }
    Ops& ops() override { return m_ops; }
    void synchronize() override { }

private:
    ReferenceOps m_ops;
};

} // namespace kernels::reference
