#pragma once

#include "kernels/cuda/dense_products.h"
#include "kernels/cuda/device_stream.h"
#include "kernels/cuda/half_activations.h"
#include "kernels/cuda/packed_activations.h"
#include "kernels/cuda/quantized_products.h"
#include "kernels/ops.h"

#include <array>

namespace kernels::cuda {

struct RowNorm;
struct RowReach;

/// The operations as kernels; each file of this folder contains some of them, with the functions
/// that launch them. The shape of a row decides the order of sums. Calls with more than
/// maxQuantizedRows rows are those of prompts; their products and attention have half precision,
/// so a token gets other numbers than in calls with fewer rows (see the README of this folder).
class CudaOps : public Ops {
public:
    /// The stream must outlive the operations.
    explicit CudaOps(DeviceStream& stream)
        : m_stream(stream)
        , m_packed(stream)
        , m_halves(stream)
        , m_dense(stream)
    {
    }

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
    void addLayerNorm(TensorView out, TensorView residual, TensorView delta, TensorView weight,
        TensorView bias, float epsilon) override;

    void matmul(TensorView out, TensorView x, TensorView weight) override;
    void matmulEach(std::span<const Product> products, TensorView x) override;
    void matmulGate(TensorView gate, TensorView up, TensorView x, TensorView gateWeight,
        TensorView upWeight, Activation activation) override;
    void matmulAdd(TensorView into, TensorView delta, TensorView x, TensorView weight,
        TensorView bias) override;
    void mlpAdd(
        TensorView into, TensorView x, const MlpLayers& layers, const MlpScratch& scratch) override;

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
    void rotateAndCache(TensorView q, TensorView k, TensorView v, TensorView keys,
        TensorView values, const CachePlacement& placement, const Angles& angles,
        const Rotation& rotation, int headDim) override;
    void attendCached(TensorView out, TensorView q, TensorView keys, TensorView values,
        const CachePlacement& placement, const Reach& reach, const AttentionShape& shape) override;
    void attendSpans(TensorView out, TensorView q, TensorView k, TensorView v, const Reach& spans,
        const AttentionShape& shape) override;
    void attentionAdd(TensorView into, TensorView x, const AttentionLayers& layers,
        const AttentionScratch& scratch, const Reach& spans, const AttentionShape& shape) override;
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

private:
    /// A norm of one row that the product of that row may compute; see DeviceStream::postpone().
    struct PostponedNorm {
        TensorView out, x, weight;
        float epsilon = 0;
    };

    /// Queries, keys and values of one row, whose products rotateAndCache() may finish; see
    /// DeviceStream::postpone(). Matrices of one type are a launch.
    struct PostponedProjections {
        static constexpr size_t maxLaunches = ProductJob::maxParts;
        struct Launch {
            DType type;
            ProductJob job;
        };
        std::array<Launch, maxLaunches> launches;
        size_t count = 0;
        std::array<TensorView, ProductJob::maxParts> outs{}; ///< what the products write
    };

    bool tryNormRows(const RowNorm& norm);
    void launchNorm(TensorView out, TensorView x, TensorView weight, float epsilon);
    NormOfRow takeNorm(TensorView x, std::span<const Product> products);
    NormOfRow takePackedNorm(TensorView x, std::span<const Product> products);
    ProductJob jobFor(TensorView x, std::span<const Product> products);
    bool tryPostpone(std::span<const Product> products, TensorView x);
    PostponedProjections takeProjections(TensorView q, TensorView k, TensorView v);
    bool tryFinish(const PostponedProjections& projections, const RotatedOutputs& outputs);
    void multiplyMany(const Product& product, TensorView factor, bool adds = false);
    void multiplyOne(const Product& product, TensorView x);
    bool multiplyBatch(std::span<const Product> products, TensorView x);
    void multiplyTogether(std::span<const Product> products, TensorView x);
    void activateInto(TensorView x, TensorView bias, Activation activation, const Stores& stores);
    void gateInto(TensorView gate, TensorView gateBias, TensorView up, TensorView upBias,
        Activation activation, const Stores& stores);
    void attendMany(TensorView out, TensorView q, TensorView keys, TensorView values,
        const RowReach& seen, const AttentionShape& shape);
    void keepIf(const HalfForm& half);

    DeviceStream& m_stream;
    PackedActivations m_packed;
    PostponedNorm m_norm; // valid if a norm is postponed
    PostponedProjections m_projections; // valid if products are postponed
    HalfActivations m_halves;
    DenseProducts m_dense;
};

} // namespace kernels::cuda
