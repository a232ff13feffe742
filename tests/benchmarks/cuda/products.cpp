#include "tests/benchmarks/cuda/figures.h"
#include "tests/benchmarks/cuda/random_weights.h"
#include "tests/benchmarks/cuda/shapes.h"
#include "tests/kernels/matrix.h"

#include <algorithm>
#include <vector>

// The products of a decoding model, one by one: how much of the bandwidth each shape, type of weights
// and number of rows reaches. Products follow one another in a recorded step, as they do in a model,
// with so many copies of the weights that none is still in the cache when its turn comes again.

namespace bench {

namespace {

using kernels::DType;
using kernels::Ops;
using kernels::Tensor;
using kernels::TensorView;

constexpr int64_t maxRows = 64;

struct ProductShape {
    const char* name;
    enum Kind { Each, Add, Gate } kind;
    std::vector<int64_t> outputs; ///< of each matrix
    int64_t inputs;

    int64_t bytes(DType type) const
    {
        int64_t sum = 0;
        for (int64_t rows : outputs)
            sum += rows * kernels::rowBytes(type, inputs);
        return sum;
    }
};

std::vector<ProductShape> productsOf(const Shape& model)
{
    const int64_t queries = model.heads * model.headDim, keys = model.kvHeads * model.headDim;
    return {{"qkv", ProductShape::Each, {queries, keys, keys}, model.hidden},
        {"o", ProductShape::Add, {model.hidden}, queries},
        {"gate-up", ProductShape::Gate, {model.feedForward, model.feedForward}, model.hidden},
        {"down", ProductShape::Add, {model.hidden}, model.feedForward},
        {"head", ProductShape::Each, {model.vocabulary}, model.hidden}};
}

/// The matrices of a product, several times, and what it reads and writes.
class ProductUnderTest {
public:
    ProductUnderTest(Gpu& gpu, const ProductShape& shape, DType type, int copies)
        : m_gpu(gpu)
        , m_shape(shape)
        , m_x(*gpu.backend, DType::F32, maxRows, shape.inputs)
    {
        const int64_t largest = *std::ranges::max_element(shape.outputs);
        const RandomWeights random("products", {{"weight", {largest, shape.inputs}, type}});
        const std::byte* numbers = static_cast<const std::byte*>(random.find("weight")->view.bytes);
        for (int copy = 0; copy < copies; ++copy)
            for (int64_t rows : shape.outputs) {
                m_weights.emplace_back(*gpu.backend, type, rows, shape.inputs);
                gpu.backend->upload(m_weights.back(), numbers);
            }
        for (int64_t rows : shape.outputs)
            m_outs.emplace_back(*gpu.backend, DType::F32, maxRows, rows);
        m_outs.emplace_back(*gpu.backend, DType::F32, maxRows, shape.outputs.front());
        const tests::Matrix x = tests::Matrix::random(maxRows, shape.inputs, 1);
        gpu.backend->upload(m_x, x.view().bytes);
        for (const Tensor& out : m_outs) {
            const tests::Matrix zeros(DType::F32, maxRows, out.view().columns);
            gpu.backend->upload(out, zeros.view().bytes);
        }
        gpu.backend->synchronize();
    }

    /// Seconds per launch.
    double seconds(int64_t rows, int launches)
    {
        const auto step = [&] {
            for (int launch = 0; launch < launches; ++launch)
                multiply(rows, size_t(launch) % (m_weights.size() / m_shape.outputs.size()));
        };
        const auto recording = m_gpu.backend->record(step);
        return secondsOf(m_gpu, [&] { recording ? recording->replay() : step(); }) / launches;
    }

private:
    void multiply(int64_t rows, size_t copy)
    {
        Ops& ops = m_gpu.backend->ops();
        const size_t count = m_shape.outputs.size();
        const Tensor* weights = &m_weights[copy * count];
        const auto out = [&](size_t i) { return m_outs[i].view().rowRange(0, rows); };
        const TensorView x = m_x.view().rowRange(0, rows);
        if (m_shape.kind == ProductShape::Gate)
            return ops.matmulGate(
                out(0), out(1), x, weights[0], weights[1], kernels::Activation::Silu);
        if (m_shape.kind == ProductShape::Add)
            return ops.matmulAdd(out(0), out(1), x, weights[0]);
        std::vector<Ops::Product> products;
        for (size_t i = 0; i < count; ++i)
            products.push_back({out(i), weights[i]});
        ops.matmulEach(products, x);
    }

    Gpu& m_gpu;
    const ProductShape& m_shape;
    std::vector<Tensor> m_weights, m_outs;
    Tensor m_x;
};

void measure(Gpu& gpu, const Shape& model, const ProductShape& shape, DType type)
{
    const auto figureOf = [&](int64_t rows) {
        return "product " + std::string(model.name) + " " + shape.name + " " + kernels::name(type)
            + ", rows " + std::to_string(rows);
    };
    std::vector<int64_t> wanted;
    for (const int64_t rows : {1, 2, 4, 8, 16, 32, 64})
        if (gpu.wants(figureOf(rows)))
            wanted.push_back(rows);
    if (wanted.empty())
        return;
    // Four times the cache of an H100; few launches are enough if each takes long.
    const int64_t bytes = shape.bytes(type), total = gpu.isTiny ? 2 * bytes : 200'000'000;
    const int copies = int((total + bytes - 1) / bytes);
    const int launches = copies * std::max(1, (copies < 4 ? 4 : gpu.isTiny ? 2 : 24) / copies);
    ProductUnderTest product(gpu, shape, type, copies);
    for (const int64_t rows : wanted) {
        const double perSecond = double(bytes) / product.seconds(rows, launches);
        print(figureOf(rows), perSecond / 1e9, "GB/s", {},
            Share{"bandwidth", perSecond, gpu.peaks.bytesPerSecond});
    }
}

} // namespace

void measureProducts(Gpu& gpu)
{
    const Shape models[] = {llama8B, llama1B}, tinyModels[] = {tiny};
    for (const Shape& model : gpu.isTiny ? std::span<const Shape>(tinyModels) : models)
        for (const ProductShape& shape : productsOf(model))
            for (const DType type : {DType::Q4_K, DType::Q6_K, DType::Q8_0, DType::BF16})
                measure(gpu, model, shape, type);
}

} // namespace bench
