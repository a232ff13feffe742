#pragma once

#include "kernels/ops.h"

#include <functional>
#include <vector>

namespace tests {

/// All operations via one function, which makes the views fit for the operations underneath.
class OpsAdapter : public kernels::Ops {
public:
    using TensorView = kernels::TensorView;
    using Views = std::vector<TensorView*>;

    /// Changes the bytes of the views, calls the operation, and brings back what it has written.
    virtual void run(const Views& written, const Views& read,
        const std::function<void(kernels::Ops&)>& operation)
        = 0;

    void gatherRows(TensorView out, TensorView table, TensorView ids) override
    {
        run({&out}, {&table, &ids}, [&](auto& ops) { ops.gatherRows(out, table, ids); });
    }
    void scatterRows(TensorView out, TensorView in, TensorView ids) override
    {
        run({&out}, {&in, &ids}, [&](auto& ops) { ops.scatterRows(out, in, ids); });
    }
    void deal(std::span<const TensorView> parts, TensorView x, int64_t length) override
    {
        std::vector<TensorView> each(parts.begin(), parts.end());
        Views written;
        for (TensorView& part : each)
            written.push_back(&part);
        run(written, {&x}, [&](auto& ops) { ops.deal(each, x, length); });
    }
    void takeColumns(TensorView out, TensorView x, int64_t first) override
    {
        run({&out}, {&x}, [&](auto& ops) { ops.takeColumns(out, x, first); });
    }
    void putColumns(TensorView out, TensorView x, int64_t first) override
    {
        run({&out}, {&x}, [&](auto& ops) { ops.putColumns(out, x, first); });
    }
    void add(TensorView into, TensorView delta) override
    {
        run({&into}, {&delta}, [&](auto& ops) { ops.add(into, delta); });
    }
    void multiply(TensorView into, TensorView factor) override
    {
        run({&into}, {&factor}, [&](auto& ops) { ops.multiply(into, factor); });
    }
    void addRow(TensorView x, TensorView row) override
    {
        run({&x}, {&row}, [&](auto& ops) { ops.addRow(x, row); });
    }
    void multiplyRow(TensorView x, TensorView row) override
    {
        run({&x}, {&row}, [&](auto& ops) { ops.multiplyRow(x, row); });
    }
    void scale(TensorView x, float factor) override
    {
        run({&x}, {}, [&](auto& ops) { ops.scale(x, factor); });
    }
    void cap(TensorView x, float limit) override
    {
        run({&x}, {}, [&](auto& ops) { ops.cap(x, limit); });
    }
    void activate(TensorView x, kernels::Activation activation) override
    {
        run({&x}, {}, [&](auto& ops) { ops.activate(x, activation); });
    }
    void gate(TensorView gate, TensorView up, kernels::Activation activation) override
    {
        run({&gate}, {&up}, [&](auto& ops) { ops.gate(gate, up, activation); });
    }
    void gateClamped(TensorView gate, TensorView up, float limit) override
    {
        run({&gate}, {&up}, [&](auto& ops) { ops.gateClamped(gate, up, limit); });
    }
    void rmsNorm(TensorView out, TensorView x, TensorView weight, float epsilon) override
    {
        run({&out}, {&x, &weight}, [&](auto& ops) { ops.rmsNorm(out, x, weight, epsilon); });
    }
    void layerNorm(
        TensorView out, TensorView x, TensorView weight, TensorView bias, float epsilon) override
    {
        run({&out}, {&x, &weight, &bias},
            [&](auto& ops) { ops.layerNorm(out, x, weight, bias, epsilon); });
    }
    void addRmsNorm(TensorView out, TensorView residual, TensorView delta, TensorView weight,
        float epsilon) override
    {
        run({&out, &residual}, {&delta, &weight},
            [&](auto& ops) { ops.addRmsNorm(out, residual, delta, weight, epsilon); });
    }
    void addLayerNorm(TensorView out, TensorView residual, TensorView delta, TensorView weight,
        TensorView bias, float epsilon) override
    {
        run({&out, &residual}, {&delta, &weight, &bias},
            [&](auto& ops) { ops.addLayerNorm(out, residual, delta, weight, bias, epsilon); });
    }
    void matmul(TensorView out, TensorView x, TensorView weight) override
    {
        run({&out}, {&x, &weight}, [&](auto& ops) { ops.matmul(out, x, weight); });
    }
    void matmulEach(std::span<const Product> products, TensorView x) override
    {
        std::vector<Product> each(products.begin(), products.end());
        Views written, read{&x};
        for (Product& product : each) {
            written.push_back(&product.out);
            read.push_back(&product.weight);
            read.push_back(&product.bias);
        }
        run(written, read, [&](auto& ops) { ops.matmulEach(each, x); });
    }
    void matmulGate(TensorView gate, TensorView up, TensorView x, TensorView gateWeight,
        TensorView upWeight, kernels::Activation activation) override
    {
        run({&gate, &up}, {&x, &gateWeight, &upWeight},
            [&](auto& ops) { ops.matmulGate(gate, up, x, gateWeight, upWeight, activation); });
    }
    void matmulAdd(TensorView into, TensorView delta, TensorView x, TensorView weight,
        TensorView bias) override
    {
        run({&into, &delta}, {&x, &weight, &bias},
            [&](auto& ops) { ops.matmulAdd(into, delta, x, weight, bias); });
    }
    void mlpAdd(
        TensorView into, TensorView x, const MlpLayers& layers, const MlpScratch& scratch) override
    {
        MlpLayers own = layers;
        MlpScratch memory = scratch;
        run({&into, &memory.inner, &memory.innerUp, &memory.delta},
            {&x, &own.up, &own.upBias, &own.down, &own.downBias, &own.gate, &own.gateBias},
            [&](auto& ops) { ops.mlpAdd(into, x, own, memory); });
    }
    void rankExperts(
        TensorView ranks, TensorView scores, const kernels::ExpertWeighting& weighting) override
    {
        kernels::ExpertWeighting own = weighting;
        run({&ranks}, {&scores, &own.choiceBias},
            [&](auto& ops) { ops.rankExperts(ranks, scores, own); });
    }
    void weighExperts(TensorView weights, TensorView scores, TensorView chosen,
        const kernels::ExpertWeighting& weighting) override
    {
        kernels::ExpertWeighting own = weighting;
        run({&weights}, {&scores, &chosen, &own.scales},
            [&](auto& ops) { ops.weighExperts(weights, scores, chosen, own); });
    }
    // The experts, which must be one behind the other, are passed as one matrix, because they may
    // not be torn apart.
    void matmulExperts(TensorView out, TensorView x, std::span<const TensorView> experts,
        TensorView chosen) override
    {
        const TensorView first = experts.front();
        TensorView all = first;
        all.rows *= int64_t(experts.size());
        CHECK(experts.back().bytes == all.rowRange(all.rows - first.rows, first.rows).bytes);
        run({&out}, {&x, &all, &chosen}, [&](auto& ops) {
            std::vector<TensorView> each;
            for (int64_t row = 0; row < all.rows; row += first.rows)
                each.push_back(all.rowRange(row, first.rows));
            ops.matmulExperts(out, x, each, chosen);
        });
    }
    void sumExperts(TensorView out, TensorView x, TensorView weights) override
    {
        run({&out}, {&x, &weights}, [&](auto& ops) { ops.sumExperts(out, x, weights); });
    }
    void rotate(TensorView x, const kernels::Angles& angles, const kernels::Rotation& rotation,
        int headDim) override
    {
        kernels::Angles turned = angles;
        kernels::Rotation by = rotation;
        run({&x}, {&turned.positions, &by.frequencies},
            [&](auto& ops) { ops.rotate(x, turned, by, headDim); });
    }
    void scaleByPosition(TensorView x, TensorView positions, float rate, int64_t period) override
    {
        run({&x}, {&positions},
            [&](auto& ops) { ops.scaleByPosition(x, positions, rate, period); });
    }
    void writeCache(
        TensorView cache, TensorView rows, const kernels::CachePlacement& placement) override
    {
        kernels::CachePlacement positions = placement;
        run({&cache}, {&rows, &positions.positions, &positions.sequences, &positions.pageTables},
            [&](auto& ops) { ops.writeCache(cache, rows, positions); });
    }
    void rotateAndCache(TensorView q, TensorView k, TensorView v, TensorView keys,
        TensorView values, const kernels::CachePlacement& placement, const kernels::Angles& angles,
        const kernels::Rotation& rotation, int headDim) override
    {
        kernels::CachePlacement positions = placement;
        kernels::Angles turned = angles;
        kernels::Rotation by = rotation;
        run({&q, &k, &keys, &values},
            {&v, &positions.positions, &positions.sequences, &positions.pageTables,
                &turned.positions, &by.frequencies},
            [&](auto& ops) {
                ops.rotateAndCache(q, k, v, keys, values, positions, turned, by, headDim);
            });
    }
    void attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
        const kernels::CachePlacement& placement, const kernels::Reach& reach,
        const kernels::AttentionShape& shape) override
    {
        kernels::CachePlacement positions = placement;
        kernels::Reach seen = reach;
        kernels::AttentionShape own = shape;
        run({&out},
            {&q, &keys, &values, &positions.positions, &positions.sequences, &positions.pageTables,
                &seen.first, &seen.last, &own.sinks},
            [&](auto& ops) { ops.attendCached(out, q, keys, values, positions, seen, own); });
    }
    void attendSpans(TensorView out, TensorView q, TensorView k, TensorView v,
        const kernels::Reach& spans, const kernels::AttentionShape& shape) override
    {
        kernels::Reach seen = spans;
        run({&out}, {&q, &k, &v, &seen.first, &seen.last},
            [&](auto& ops) { ops.attendSpans(out, q, k, v, seen, shape); });
    }
    void attentionAdd(TensorView into, TensorView x, const AttentionLayers& layers,
        const AttentionScratch& scratch, const kernels::Reach& spans,
        const kernels::AttentionShape& shape) override
    {
        AttentionLayers own = layers;
        AttentionScratch memory = scratch;
        kernels::Reach seen = spans;
        run({&into, &memory.q, &memory.k, &memory.v, &memory.attended, &memory.delta},
            {&x, &own.query, &own.key, &own.value, &own.output, &own.queryBias, &own.keyBias,
                &own.valueBias, &own.outputBias, &seen.first, &seen.last},
            [&](auto& ops) { ops.attentionAdd(into, x, own, memory, seen, shape); });
    }
    void convolve(TensorView out, TensorView x, TensorView weight, TensorView states,
        const kernels::CachePlacement& placement, const kernels::SequenceRows& rows) override
    {
        kernels::CachePlacement positions = placement;
        kernels::SequenceRows each = rows;
        run({&out, &states},
            {&x, &weight, &positions.positions, &positions.sequences, &positions.pageTables,
                &each.first, &each.count, &each.kept},
            [&](auto& ops) { ops.convolve(out, x, weight, states, positions, each); });
    }
    void deltaRule(TensorView out, TensorView qkv, const kernels::DeltaGates& gates,
        TensorView states, const kernels::CachePlacement& placement,
        const kernels::SequenceRows& rows, const kernels::DeltaShape& shape) override
    {
        kernels::DeltaGates gated = gates;
        kernels::CachePlacement positions = placement;
        kernels::SequenceRows each = rows;
        run({&out, &states},
            {&qkv, &gated.decays, &gated.strengths, &gated.rates, &gated.offsets,
                &positions.positions, &positions.sequences, &positions.pageTables, &each.first,
                &each.count, &each.kept},
            [&](auto& ops) { ops.deltaRule(out, qkv, gated, states, positions, each, shape); });
    }
    void selectiveScan(TensorView out, TensorView xbc, const kernels::ScanGates& gates,
        TensorView states, const kernels::CachePlacement& placement,
        const kernels::SequenceRows& rows, const kernels::ScanShape& shape) override
    {
        kernels::ScanGates gated = gates;
        kernels::CachePlacement positions = placement;
        kernels::SequenceRows each = rows;
        run({&out, &states},
            {&xbc, &gated.steps, &gated.rates, &gated.offsets, &gated.skips, &positions.positions,
                &positions.sequences, &positions.pageTables, &each.first, &each.count, &each.kept},
            [&](auto& ops) { ops.selectiveScan(out, xbc, gated, states, positions, each, shape); });
    }
    void findHighest(TensorView positions, TensorView numbers, TensorView x, int64_t among) override
    {
        run({&positions, &numbers}, {&x},
            [&](auto& ops) { ops.findHighest(positions, numbers, x, among); });
    }
    void weighBlocks(TensorView sums, TensorView x, TensorView highest, TensorView scales,
        int64_t among) override
    {
        run({&sums}, {&x, &highest, &scales},
            [&](auto& ops) { ops.weighBlocks(sums, x, highest, scales, among); });
    }
};

} // namespace tests
