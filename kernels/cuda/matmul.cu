#include "kernels/check_ops.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/dense_products.h"
#include "kernels/cuda/fours.cuh"
#include "kernels/cuda/half_activations.h"
#include "kernels/cuda/half_products.h"

#include <algorithm>
#include <utility>

// Products: which kernels multiply is decided by the rows of x and the type of the weights.

namespace kernels::cuda {

namespace {

bool isFew(TensorView x, TensorView weight)
{
    return x.rows > 0 && x.rows <= maxQuantizedRows && weight.rows > 0;
}

bool usesPacked(TensorView x, TensorView weight)
{
    return isFew(x, weight) && isBlockType(weight.dtype);
}

bool usesHalves(const DeviceStream& stream, TensorView x, TensorView weight)
{
    return isFew(x, weight) && canMultiplyHalves(stream, weight);
}

// The type in which products of many rows take both factors.
DType factorType(TensorView weight)
{
    return isBlockType(weight.dtype) ? DType::F16 : weight.dtype;
}

bool isBehind(TensorView next, TensorView view)
{
    return next.sameShape(view) && next.dtype == view.dtype
        && next.bytes == static_cast<std::byte*>(view.bytes) + view.sizeInBytes();
}

// The number of products, from the first one on, whose matrices are contiguous in memory.
size_t countTogether(std::span<const Ops::Product> products)
{
    size_t count = 1;
    for (; count < products.size(); ++count) {
        const auto &last = products[count - 1], &next = products[count];
        const bool areBiases
            = last.bias.isEmpty() ? next.bias.isEmpty() : isBehind(next.bias, last.bias);
        if (isBlockType(last.weight.dtype) || !isBehind(next.weight, last.weight)
            || !isBehind(next.out, last.out) || !areBiases)
            break;
    }
    return count;
}

// A counter per segment and tile of rows.
int64_t counterBytes(TensorView packed)
{
    return (packed.rows + ActivationTile::rows - 1) / ActivationTile::rows * (packed.columns / 32)
        * int64_t(sizeof(int));
}

} // namespace

// A job without parts yet, whose outputs will be `products`.
ProductJob CudaOps::jobFor(TensorView x, std::span<const Product> products)
{
    ProductJob job;
    job.segments = int(x.columns / 32);
    job.tokens = int(x.rows);
    job.norm = takePackedNorm(x, products);
    if (!job.norm.x && m_stream.hasPostponed()) {
        m_stream.get(); // postponed work packs rows, so it comes before positions for this job
        m_packed.keep();
    }
    job.x = job.norm.x ? job.norm.packed : m_packed.of(x);
    return job;
}

// Returns the postponed norm if it writes x and a product with these outputs can compute it. Blocks
// compute it at different times, so nothing that it reads may be written by the product.
NormOfRow CudaOps::takeNorm(TensorView x, std::span<const Product> products)
{
    const PostponedNorm& norm = m_norm;
    if (!m_stream.hasPostponed() || norm.out.bytes != x.bytes || !norm.out.sameShape(x))
        return {};
    const auto overlaps = [](TensorView a, TensorView b) {
        const auto first = reinterpret_cast<uintptr_t>(a.bytes);
        const auto second = reinterpret_cast<uintptr_t>(b.bytes);
        return first < second + uintptr_t(b.sizeInBytes())
            && second < first + uintptr_t(a.sizeInBytes());
    };
    for (const Product& product : products)
        for (TensorView read : {norm.x, norm.weight, norm.out})
            if (overlaps(product.out, read))
                return {};
    m_stream.takePostponed();
    return {norm.x.data<float>(), norm.weight.data<float>(), norm.out.data<float>(), {},
        int(x.columns), norm.epsilon};
}

// Does the same for a product that packs x.
NormOfRow CudaOps::takePackedNorm(TensorView x, std::span<const Product> products)
{
    NormOfRow norm = takeNorm(x, products);
    if (norm.x)
        norm.packed = m_packed.bufferFor(x, PackedActivations::IfWanted::No);
    return norm;
}

void CudaOps::matmul(TensorView out, TensorView x, TensorView weight)
{
    const Product product{out, weight};
    matmulEach({&product, 1}, x);
}

// Multiplies many rows, which `factor` contains in the type that factorType() returns.
void CudaOps::multiplyMany(const Product& product, TensorView factor, bool adds)
{
    const auto& [out, weight, bias] = product;
    const Epilogue epilogue{bias, adds};
    if (isBlockType(weight.dtype))
        multiplyUnpacked(m_stream, m_dense, out, factor, weight, epilogue);
    else
        m_dense.multiply(out, 0, factor, weight, epilogue);
}

// Multiplies many rows, or few rows with weights that only the plain kernels support. With few
// rows, the bias is not added.
void CudaOps::multiplyOne(const Product& product, TensorView x)
{
    if (product.out.isEmpty())
        return;
    if (x.rows <= maxQuantizedRows)
        return multiplyPlain(m_stream, product.out, x, product.weight);
    const TensorView factor = m_halves.of(x, factorType(product.weight));
    multiplyMany(product, factor);
    if (factor.dtype != DType::F32)
        m_halves.keep();
}

// Computes products of many rows whose matrices are contiguous in memory. Returns false, and does
// nothing, if they cannot be computed at once.
bool CudaOps::multiplyBatch(std::span<const Product> products, TensorView x)
{
    const auto count = int64_t(products.size());
    TensorView out = products[0].out, weight = products[0].weight, bias = products[0].bias;
    if (out.isEmpty())
        return false;
    out.rows *= count;
    weight.rows *= count;
    bias.columns *= count;
    const TensorView factor = m_halves.of(x, factorType(weight));
    const bool isDone = m_dense.multiplyEach(out, factor, weight, bias, int(count));
    if (factor.dtype != DType::F32)
        m_halves.keep();
    return isDone;
}

// Multiplies few rows by several matrices of one type in one launch.
void CudaOps::multiplyTogether(std::span<const Product> products, TensorView x)
{
    const DType type = products.front().weight.dtype;
    if (!isBlockType(type))
        return multiplyHalves(m_stream, products, x, Finish::Store, {}, takeNorm(x, products));
    ProductJob job = jobFor(x, products);
    for (const Product& product : products)
        job.add(product.out, product.weight);
    multiplyQuantized(m_stream, type, job);
    m_packed.keep();
}

// Three products of one row are probably its queries, keys and values, which rotateAndCache() can
// rotate and cache in the kernels of the products.
bool CudaOps::tryPostpone(std::span<const Product> products, TensorView x)
{
    PostponedProjections all;
    if (x.rows != 1 || products.size() != all.outs.size()
        || !std::ranges::all_of(products, [&](const Product& product) {
               return usesPacked(x, product.weight) && product.bias.isEmpty();
           }))
        return false;
    ProductJob job = jobFor(x, products);
    for (size_t i = 0; i < products.size(); ++i) {
        const DType type = products[i].weight.dtype;
        if (all.count == 0 || all.launches[all.count - 1].type != type) {
            all.launches[all.count++] = {type, job};
            job.norm = {}; // the first launch packs the row
        }
        all.launches[all.count - 1].job.add(products[i].out, products[i].weight);
        all.outs[i] = products[i].out;
    }
    m_stream.postpone([this] {
        const PostponedProjections own = std::exchange(m_projections, {});
        for (size_t i = 0; i < own.count; ++i)
            multiplyQuantized(m_stream, own.launches[i].type, own.launches[i].job);
        m_packed.keep();
    });
    m_projections = all;
    m_norm = {};
    return true;
}

// Returns the postponed products if they write these rows; the caller computes them. Otherwise there
// are none.
auto CudaOps::takeProjections(TensorView q, TensorView k, TensorView v) -> PostponedProjections
{
    const std::array<TensorView, ProductJob::maxParts> outs{q, k, v};
    const auto isSame = [](const TensorView& a, const TensorView& b) {
        return a.bytes == b.bytes && a.sameShape(b);
    };
    if (!m_stream.hasPostponed() || m_projections.count == 0
        || !std::ranges::equal(outs, m_projections.outs, isSame))
        return {};
    m_stream.takePostponed();
    return std::exchange(m_projections, {});
}

// Consecutive products with one type of weights are computed together.
void CudaOps::matmulEach(std::span<const Product> products, TensorView x)
{
    for (const Product& product : products) {
        checkMatmul(product.out, x, product.weight);
        if (!product.bias.isEmpty())
            checkRow(product.out, product.bias);
    }
    if (tryPostpone(products, x))
        return;
    for (auto rest = products; !rest.empty();) {
        const TensorView weight = rest.front().weight;
        size_t count = 1;
        if (usesPacked(x, weight) || usesHalves(m_stream, x, weight)) {
            while (count < std::min<size_t>(rest.size(), ProductJob::maxParts)
                && isFew(x, rest[count].weight) && rest[count].weight.dtype == weight.dtype)
                ++count;
            multiplyTogether(rest.first(count), x);
        } else {
            if (x.rows > maxQuantizedRows)
                count = countTogether(rest);
            if (count == 1 || !multiplyBatch(rest.first(count), x))
                for (const Product& product : rest.first(count))
                    multiplyOne(product, x);
        }
        rest = rest.subspan(count);
    }
    if (x.rows <= maxQuantizedRows)
        addBiases(products);
}

void CudaOps::matmulGate(TensorView gate, TensorView up, TensorView x, TensorView gateWeight,
    TensorView upWeight, Activation activation)
{
    checkMatmul(gate, x, gateWeight);
    checkMatmul(up, x, upWeight);
    checkSameShape(gate, up);
    const Product products[] = {{gate, gateWeight}, {up, upWeight}};
    const bool isSameType = gateWeight.dtype == upWeight.dtype;
    if (isSameType && usesHalves(m_stream, x, gateWeight))
        return multiplyHalves(
            m_stream, products, x, Finish::Gate, activation, takeNorm(x, products));
    if (!isSameType || !usesPacked(x, gateWeight)) {
        matmulEach(products, x);
        return this->gate(gate, up, activation);
    }
    int* counters = nullptr;
    if (gate.columns % 32 == 0) {
        m_packed.reserve(gate.rows, std::max(gate.columns, x.columns));
        counters = static_cast<int*>(
            m_stream.scratch(DeviceStream::Scratch::Counters, counterBytes(gate)));
    }
    ProductJob job = jobFor(x, products);
    job.add(gate, gateWeight);
    job.add(up, upWeight);
    job.packed = m_packed.bufferFor(gate);
    job.counters = counters;
    job.finish = Finish::Gate;
    job.activation = activation;
    multiplyQuantized(m_stream, gateWeight.dtype, job);
    m_packed.keep();
}

void CudaOps::matmulAdd(
    TensorView into, TensorView delta, TensorView x, TensorView weight, TensorView bias)
{
    checkMatmul(into, x, weight);
    checkSameShape(into, delta);
    if (x.rows > maxQuantizedRows && !into.isEmpty()) {
        if (!bias.isEmpty())
            checkRow(into, bias);
        return multiplyMany({into, weight, bias}, m_halves.of(x, factorType(weight)), true);
    }
    if (!bias.isEmpty())
        return Ops::matmulAdd(into, delta, x, weight, bias);
    const Product product{into, weight};
    if (usesHalves(m_stream, x, weight))
        return multiplyHalves(
            m_stream, {&product, 1}, x, Finish::Add, {}, takeNorm(x, {&product, 1}));
    if (!usesPacked(x, weight))
        return Ops::matmulAdd(into, delta, x, weight);
    ProductJob job = jobFor(x, {&product, 1});
    job.add(into, weight);
    job.finish = Finish::Add;
    multiplyQuantized(m_stream, weight.dtype, job);
    m_packed.keep();
}

// Passes the numbers between the layers through memory only in half precision, for many rows.
void CudaOps::mlpAdd(
    TensorView into, TensorView x, const MlpLayers& layers, const MlpScratch& scratch)
{
    const auto& [inner, innerUp, delta] = scratch;
    const bool isGated = !layers.gate.isEmpty();
    const DType type = factorType(layers.down);
    if (x.rows <= maxQuantizedRows || inner.isEmpty() || into.isEmpty() || type == DType::F32
        || !canTakeFours(inner, innerUp, layers.gateBias, layers.upBias))
        return Ops::mlpAdd(into, x, layers, scratch);
    const TensorView first = isGated ? layers.gate : layers.up;
    const TensorView firstBias = isGated ? layers.gateBias : layers.upBias;
    checkMatmul(inner, x, first);
    checkMatmul(into, inner, layers.down);
    if (isGated) {
        checkMatmul(innerUp, x, layers.up);
        checkSameShape(inner, innerUp);
    }
    TensorView sums = inner, upSums = innerUp;
    const bool isHalf = canTakeEights(inner) && factorType(first) == DType::F16
        && factorType(layers.up) == DType::F16;
    if (isHalf)
        sums.dtype = upSums.dtype = DType::F16; // stored in the memory of the f32 numbers
    multiplyOne({sums, first}, x);
    if (isGated)
        multiplyOne({upSums, layers.up}, x);
    const Stores stores{false, m_halves.formFor(inner, type)};
    if (isHalf)
        activateHalves(m_stream,
            {sums, firstBias, isGated ? upSums : TensorView{},
                isGated ? layers.upBias : TensorView{}, layers.activation},
            stores.half);
    else if (isGated)
        gateInto(inner, firstBias, innerUp, layers.upBias, layers.activation, stores);
    else
        activateInto(inner, firstBias, layers.activation, stores);
    multiplyMany({into, layers.down, layers.downBias}, m_halves.copy(), true);
}

} // namespace kernels::cuda
