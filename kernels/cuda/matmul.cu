#include "kernels/check_ops.h"
#include "kernels/cuda/by_type.h"
#include "kernels/cuda/cuda_error.h"
#include "kernels/cuda/cuda_ops.h"
#include "kernels/cuda/half_products.h"
#include "kernels/cuda/launch.h"
#include "kernels/cuda/plain_products.h"
#include "kernels/cuda/run_values.h"

#include <algorithm>

// Products: which kernels multiply is decided by the rows of x and the type of the weights.

namespace kernels::cuda {

namespace {

bool isFew(TensorView x, TensorView weight)
{
    return x.rows > 0 && x.rows <= mostQuantizedRows && weight.rows > 0;
}

bool usesPacked(TensorView x, TensorView weight)
{
    return isFew(x, weight) && isBlockType(weight.dtype);
}

bool usesHalves(const DeviceStream& stream, TensorView x, TensorView weight)
{
    return isFew(x, weight) && canMultiplyHalves(stream, weight);
}

struct alignas(8) FourHalves {
    __half numbers[4];
};

// A thread per eight values: one call of runWords().
template <typename Block>
__global__ void unpackKernel(
    __half* out, const uint8_t* weight, int64_t rows, int64_t runs, int64_t rowBytes)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    const int64_t row = i / (runs * 4), run = i / 4 % runs;
    const int t = int(i % 4);
    if (row >= rows)
        return;
    const auto* blocks = reinterpret_cast<const Block*>(weight + row * rowBytes);
    const RunWords words = runWords(blocks, run, t);
    const RunScales scales = runScales(blocks, run);
    for (int half = 0; half < 2; ++half) {
        const int which = RunTraits<Block>::hasTwoScales ? half : 0;
        const float offset = RunTraits<Block>::hasOffset ? scales.offset[which] : 0;
        FourHalves four;
        for (int k = 0; k < 4; ++k)
            four.numbers[k] = __float2half_rn(
                fmaf(scales.scale[which], byteOf(half ? words.high : words.low, k), offset));
        *reinterpret_cast<FourHalves*>(out + (row * runs + run) * 32 + half * 16 + 4 * t) = four;
    }
}

// Unpacked a part at a time: what is unpacked need not fit at once. `x` is of half precision.
void multiplyUnpacked(
    DeviceStream& stream, DenseProducts& dense, TensorView out, TensorView x, TensorView weight)
{
    constexpr int64_t mostNumbers = int64_t(64) << 20;
    const int64_t part = std::clamp<int64_t>(mostNumbers / weight.columns, 1, weight.rows);
    auto* unpacked = static_cast<__half*>(stream.scratch(
        DeviceStream::Scratch::Weights, part * weight.columns * int64_t(sizeof(__half))));
    for (int64_t first = 0; first < weight.rows; first += part) {
        const TensorView rows = weight.rowRange(first, std::min(part, weight.rows - first));
        withBlockType(weight.dtype, [&](auto* stored) {
            const int64_t threads = rows.rows * rows.columns / 8;
            launch(stream.get(), {unsigned((threads + 255) / 256), 256},
                unpackKernel<std::remove_pointer_t<decltype(stored)>>, unpacked,
                rows.data<uint8_t>(), rows.rows, rows.columns / 32, rows.rowStride());
        });
        checkLaunch("unpacking weights");
        dense.multiply(out, first, x, {unpacked, DType::F16, rows.rows, rows.columns});
    }
}

} // namespace

// A job without parts yet, whose outputs will be `products`.
ProductJob CudaOps::jobFor(TensorView x, std::span<const Product> products)
{
    ProductJob job;
    job.runs = int(x.columns / 32);
    job.tokens = int(x.rows);
    job.norm = takeNorm(x, products);
    job.x = job.norm.x ? job.norm.packed : m_packed.of(x);
    return job;
}

// The postponed norm if x is what it writes and a product with these outputs can compute it. Blocks
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
    return {norm.x.data<float>(), norm.weight.data<float>(), norm.out.data<float>(),
        m_packed.placeFor(x, PackedActivations::IfWanted::No), int(x.columns), norm.epsilon};
}

void CudaOps::matmul(TensorView out, TensorView x, TensorView weight)
{
    const Product product{out, weight};
    matmulEach({&product, 1}, x);
}

// Of many rows, or of weights that only the plain kernels take. `factor` is x as the product before
// took it.
void CudaOps::multiplyOne(const Product& product, TensorView x, TensorView& factor)
{
    const auto [out, weight] = product;
    if (out.isEmpty())
        return;
    if (x.rows <= mostQuantizedRows)
        return multiplyPlain(m_stream, out, x, weight);
    const DType type = isBlockType(weight.dtype) ? DType::F16 : weight.dtype;
    if (factor.isEmpty() || factor.dtype != type)
        factor = m_dense.factor(x, type);
    if (isBlockType(weight.dtype))
        multiplyUnpacked(m_stream, m_dense, out, factor, weight);
    else
        m_dense.multiply(out, 0, factor, weight);
}

// Of few rows, and weights of one type.
void CudaOps::multiplyTogether(std::span<const Product> products, TensorView x)
{
    const DType type = products.front().weight.dtype;
    if (!isBlockType(type))
        return multiplyHalves(m_stream, products, x);
    ProductJob job = jobFor(x, products);
    for (const Product& product : products)
        job.add(product.out, product.weight);
    multiplyQuantized(m_stream, type, job);
    m_packed.keep();
}

// Neighbours of one type go together.
void CudaOps::matmulEach(std::span<const Product> products, TensorView x)
{
    for (const Product& product : products)
        checkMatmul(product.out, x, product.weight);
    TensorView factor;
    while (!products.empty()) {
        const TensorView weight = products.front().weight;
        size_t count = 1;
        if (usesPacked(x, weight) || usesHalves(m_stream, x, weight)) {
            while (count < std::min<size_t>(products.size(), ProductJob::mostParts)
                && isFew(x, products[count].weight) && products[count].weight.dtype == weight.dtype)
                ++count;
            multiplyTogether(products.first(count), x);
        } else {
            multiplyOne(products.front(), x, factor);
        }
        products = products.subspan(count);
    }
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
        return multiplyHalves(m_stream, products, x, Finish::Gate, activation);
    if (!isSameType || !usesPacked(x, gateWeight)) {
        matmulEach(products, x);
        return this->gate(gate, up, activation);
    }
    ProductJob job = jobFor(x, products);
    job.add(gate, gateWeight);
    job.add(up, upWeight);
    job.packed = m_packed.placeFor(gate);
    if (job.packed)
        job.counters = static_cast<int*>(m_stream.scratch(DeviceStream::Scratch::Counters,
            (gate.rows + ActivationTile::rows - 1) / ActivationTile::rows * (gate.columns / 32)
                * int64_t(sizeof(int))));
    job.finish = Finish::Gate;
    job.activation = activation;
    multiplyQuantized(m_stream, gateWeight.dtype, job);
    m_packed.keep();
}

void CudaOps::matmulAdd(TensorView into, TensorView delta, TensorView x, TensorView weight)
{
    checkMatmul(into, x, weight);
    checkSameShape(into, delta);
    const Product product{into, weight};
    if (usesHalves(m_stream, x, weight))
        return multiplyHalves(m_stream, {&product, 1}, x, Finish::Add);
    if (!usesPacked(x, weight))
        return Ops::matmulAdd(into, delta, x, weight);
    ProductJob job = jobFor(x, {&product, 1});
    job.add(into, weight);
    job.finish = Finish::Add;
    multiplyQuantized(m_stream, weight.dtype, job);
    m_packed.keep();
}

} // namespace kernels::cuda
