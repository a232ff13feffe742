#pragma once

#include "kernels/backend.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// A CPU that behaves as a GPU does where steps are recorded: the plain twin of a CUDA graph.
namespace tests {

/// Hands each operation on or, while it is told to, writes it down with its arguments.
class WritingOps : public kernels::Ops {
public:
    using TensorView = kernels::TensorView;
    using Operation = std::function<void(kernels::Ops&)>;

    explicit WritingOps(kernels::Ops& ops)
        : m_ops(ops)
    {
    }

    int64_t operations = 0; ///< that were called, replayed ones not counted
    std::vector<Operation>* written = nullptr; ///< where they are written down; null: they are done

    void gatherRows(TensorView out, TensorView table, TensorView ids) override
    {
        run([=](Ops& ops) { ops.gatherRows(out, table, ids); });
    }
    void scatterRows(TensorView out, TensorView in, TensorView ids) override
    {
        run([=](Ops& ops) { ops.scatterRows(out, in, ids); });
    }
    void deal(std::span<const TensorView> parts, TensorView x, int64_t length) override
    {
        run([=, each = std::vector(parts.begin(), parts.end())](
                Ops& ops) { ops.deal(each, x, length); });
    }
    void takeColumns(TensorView out, TensorView x, int64_t first) override
    {
        run([=](Ops& ops) { ops.takeColumns(out, x, first); });
    }
    void putColumns(TensorView out, TensorView x, int64_t first) override
    {
        run([=](Ops& ops) { ops.putColumns(out, x, first); });
    }
    void add(TensorView into, TensorView delta) override
    {
        run([=](Ops& ops) { ops.add(into, delta); });
    }
    void multiply(TensorView into, TensorView factor) override
    {
        run([=](Ops& ops) { ops.multiply(into, factor); });
    }
    void addRow(TensorView x, TensorView row) override
    {
        run([=](Ops& ops) { ops.addRow(x, row); });
    }
    void multiplyRow(TensorView x, TensorView row) override
    {
        run([=](Ops& ops) { ops.multiplyRow(x, row); });
    }
    void scale(TensorView x, float factor) override
    {
        run([=](Ops& ops) { ops.scale(x, factor); });
    }
    void cap(TensorView x, float limit) override
    {
        run([=](Ops& ops) { ops.cap(x, limit); });
    }
    void activate(TensorView x, kernels::Activation activation) override
    {
        run([=](Ops& ops) { ops.activate(x, activation); });
    }
    void gate(TensorView gate, TensorView up, kernels::Activation activation) override
    {
        run([=](Ops& ops) { ops.gate(gate, up, activation); });
    }
    void gateClamped(TensorView gate, TensorView up, float limit) override
    {
        run([=](Ops& ops) { ops.gateClamped(gate, up, limit); });
    }
    void rmsNorm(TensorView out, TensorView x, TensorView weight, float epsilon) override
    {
        run([=](Ops& ops) { ops.rmsNorm(out, x, weight, epsilon); });
    }
    void layerNorm(
        TensorView out, TensorView x, TensorView weight, TensorView bias, float epsilon) override
    {
        run([=](Ops& ops) { ops.layerNorm(out, x, weight, bias, epsilon); });
    }
    void matmul(TensorView out, TensorView x, TensorView weight) override
    {
        run([=](Ops& ops) { ops.matmul(out, x, weight); });
    }
    void rankExperts(
        TensorView ranks, TensorView scores, const kernels::ExpertWeighting& weighting) override
    {
        run([=](Ops& ops) { ops.rankExperts(ranks, scores, weighting); });
    }
    void weighExperts(TensorView weights, TensorView scores, TensorView chosen,
        const kernels::ExpertWeighting& weighting) override
    {
        run([=](Ops& ops) { ops.weighExperts(weights, scores, chosen, weighting); });
    }
    void matmulExperts(TensorView out, TensorView x, std::span<const TensorView> experts,
        TensorView chosen) override
    {
        run([=](Ops& ops) { ops.matmulExperts(out, x, experts, chosen); });
    }
    void sumExperts(TensorView out, TensorView x, TensorView weights) override
    {
        run([=](Ops& ops) { ops.sumExperts(out, x, weights); });
    }
    void rotate(TensorView x, const kernels::Angles& angles, const kernels::Rotation& rotation,
        int headDim) override
    {
        run([=](Ops& ops) { ops.rotate(x, angles, rotation, headDim); });
    }
    void scaleByPosition(TensorView x, TensorView positions, float rate, int64_t period) override
    {
        run([=](Ops& ops) { ops.scaleByPosition(x, positions, rate, period); });
    }
    void writeCache(
        TensorView cache, TensorView rows, const kernels::CachePlacement& placement) override
    {
        run([=](Ops& ops) { ops.writeCache(cache, rows, placement); });
    }
    void attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
        const kernels::CachePlacement& placement, const kernels::Reach& reach,
        const kernels::AttentionShape& shape) override
    {
        run([=](Ops& ops) { ops.attendCached(out, q, keys, values, placement, reach, shape); });
    }
    void attendSpans(TensorView out, TensorView q, TensorView k, TensorView v,
        const kernels::Reach& spans, const kernels::AttentionShape& shape) override
    {
        run([=](Ops& ops) { ops.attendSpans(out, q, k, v, spans, shape); });
    }
    void convolve(TensorView out, TensorView x, TensorView weight, TensorView states,
        const kernels::CachePlacement& placement, const kernels::SequenceRows& rows) override
    {
        run([=](Ops& ops) { ops.convolve(out, x, weight, states, placement, rows); });
    }
    void deltaRule(TensorView out, TensorView qkv, const kernels::DeltaGates& gates,
        TensorView states, const kernels::CachePlacement& placement,
        const kernels::SequenceRows& rows, const kernels::DeltaShape& shape) override
    {
        run([=](Ops& ops) { ops.deltaRule(out, qkv, gates, states, placement, rows, shape); });
    }
    void selectiveScan(TensorView out, TensorView xbc, const kernels::ScanGates& gates,
        TensorView states, const kernels::CachePlacement& placement,
        const kernels::SequenceRows& rows, const kernels::ScanShape& shape) override
    {
        run([=](Ops& ops) { ops.selectiveScan(out, xbc, gates, states, placement, rows, shape); });
    }
    void findHighest(TensorView positions, TensorView numbers, TensorView x, int64_t among) override
    {
        run([=](Ops& ops) { ops.findHighest(positions, numbers, x, among); });
    }
    void weighBlocks(TensorView sums, TensorView x, TensorView highest, TensorView scales,
        int64_t among) override
    {
        run([=](Ops& ops) { ops.weighBlocks(sums, x, highest, scales, among); });
    }

private:
    void run(Operation operation)
    {
        ++operations;
        if (written)
            written->push_back(std::move(operation));
        else
            operation(m_ops);
    }

    kernels::Ops& m_ops;
};

class RecordingBackend final : public kernels::Backend {
public:
    using TensorView = kernels::TensorView;

    explicit RecordingBackend(std::unique_ptr<kernels::Backend> device)
        : m_device(std::move(device))
        , m_ops(m_device->ops())
    {
    }

    int64_t operations() const { return m_ops.operations; }
    int64_t recordings = 0, replays = 0, uploads = 0;
    int64_t downloaded = 0; ///< bytes
    bool canRecord = true;

    std::string name() const override { return "cuda:0"; }
    std::string description() const override { return "A processor that records"; }
    void* allocate(int64_t bytes) override { return m_device->allocate(bytes); }
    void release(void* memory, int64_t bytes) override { m_device->release(memory, bytes); }
    void upload(TensorView onDevice, const void* onHost) override
    {
        ++uploads;
        m_device->upload(onDevice, onHost);
    }
    void download(void* onHost, TensorView onDevice) override
    {
        downloaded += onDevice.sizeInBytes();
        m_device->download(onHost, onDevice);
    }
    kernels::Ops& ops() override { return m_ops; }
    void synchronize() override { m_device->synchronize(); }
    bool isAccelerator() const override { return true; }

    std::unique_ptr<kernels::Recording> record(const std::function<void()>& step) override
    {
        step();
        if (!canRecord)
            return nullptr;
        auto written = std::make_unique<Written>(*this);
        m_ops.written = &written->operations;
        step();
        m_ops.written = nullptr;
        ++recordings;
        return written;
    }

private:
    struct Written final : kernels::Recording {
        explicit Written(RecordingBackend& backend)
            : backend(backend)
        {
        }
        void replay() override
        {
            ++backend.replays;
            for (const WritingOps::Operation& operation : operations)
                operation(backend.m_device->ops());
        }
        RecordingBackend& backend;
        std::vector<WritingOps::Operation> operations;
    };

    std::unique_ptr<kernels::Backend> m_device;
    WritingOps m_ops;
};

} // namespace tests
