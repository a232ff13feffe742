#include "runtime/planner/measure_products.h"

#include "engine/layers/weight_layouts.h"
#include "kernels/host_memory.h"

#include "runtime/planner/made_up_weights.h"
#include <algorithm>

namespace runtime {

using engine::Weight;
using kernels::DType;
using kernels::Tensor;

namespace {

constexpr int64_t narrow = WeightSpeed::narrowColumns, wide = WeightSpeed::wideColumns;
/// Of matrices that many tokens pass: those of models that people have.
constexpr int64_t widths[] = {1024, narrow, 4096, wide, 9216, 14336, 28672};
constexpr DType usualType = DType::Q8_0; // the factor of a width hardly depends on it
constexpr int64_t wholeRows = 32; // whatever a device does with several rows fits
constexpr int64_t smallShare = 16; // a small matrix is such a part of a large one

// No more than a part of what is free.
int64_t weightBytes(kernels::Backend& device, const SelfTestSize& size)
{
    constexpr int64_t leastMatrices = 4;
    const kernels::DeviceMemory own = device.memory();
    const int64_t free = own.total > 0 ? own.available() : kernels::availableHostMemory();
    const int64_t matrices = std::min(free / 4, size.weightBytes) / size.matrixBytes;
    return std::max(matrices, leastMatrices) * size.matrixBytes;
}

class Products {
public:
    Products(kernels::Backend& device, PassTimer& timer, const SelfTestSize& size)
        : m_device(device)
        , m_timer(timer)
        , m_size(size)
        , m_file(weightBytes(device, size))
    {
    }

    WeightSpeed speedOf(DType type)
    {
        return {decodeSpeed(type, narrow), decodeSpeed(type, wide),
            promptSpeed(type, narrow, m_size.promptRows)};
    }

    // What a small product takes more than its bytes.
    double secondsMore(const WeightSpeed& usual)
    {
        const auto [seconds, bytes] = decode(usualType, narrow, m_size.matrixBytes / smallShare);
        return std::max(0.0, seconds - double(bytes) / usual.narrowBytesPerSecond);
    }

    std::vector<WidthFactor> widthFactors()
    {
        std::vector<WidthFactor> factors;
        const double usual = promptSpeed(usualType, narrow, m_size.widthRows);
        for (const int64_t columns : widths)
            factors.push_back({columns, usual / promptSpeed(usualType, columns, m_size.widthRows)});
        return factors;
    }

private:
    // As a model that is loaded has it.
    Weight placed(kernels::TensorView inFile) const
    {
        Weight weight = engine::placeOn(m_device, inFile);
        engine::layOut(m_device, weight);
        return weight;
    }

    // Matrices of about so many bytes, one behind the other through the whole file.
    std::vector<Weight> place(DType type, int64_t columns, int64_t matrixBytes) const
    {
        const int64_t rowBytes = kernels::rowBytes(type, columns);
        const int64_t rows = std::max<int64_t>(1, matrixBytes / (rowBytes * wholeRows)) * wholeRows;
        std::vector<Weight> weights;
        for (int64_t first = 0; first + rows * rowBytes <= m_file.bytes(); first += rows * rowBytes)
            weights.push_back(placed(m_file.matrix(type, rows, columns, first)));
        return weights;
    }

    // Of a product of one token: how long it takes, and how many bytes it reads.
    struct Product {
        double seconds;
        int64_t bytes;
    };

    // All of the weights in turn, so that none is still near the processor. A card records them.
    Product decode(DType type, int64_t columns, int64_t matrixBytes)
    {
        const std::vector<Weight> weights = place(type, columns, matrixBytes);
        const Tensor x = madeUpNumbers(m_device, 1, columns);
        const int64_t rows = weights.front().view().rows;
        const Tensor out(m_device, DType::F32, 1, rows);
        const size_t atOnce = m_device.isAccelerator() ? weights.size() : 1;
        size_t next = 0;
        const double seconds = m_timer.secondsOf([&] {
            for (size_t i = 0; i < atOnce; ++i)
                m_device.ops().matmul(out, x, weights[next++ % weights.size()]);
        });
        return {seconds / double(atOnce), rows * kernels::rowBytes(type, columns)};
    }

    double decodeSpeed(DType type, int64_t columns)
    {
        const auto [seconds, bytes] = decode(type, columns, m_size.matrixBytes);
        return double(bytes) / seconds;
    }

    // A card needs more rows to be busy.
    double promptSpeed(DType type, int64_t columns, int64_t processorRows)
    {
        const int64_t rows = (m_device.isAccelerator() ? 8 : 1) * processorRows;
        const Weight weight = placed(m_file.matrix(type, rows, columns, 0));
        const Tensor x = madeUpNumbers(m_device, m_size.tokens, columns),
                     out(m_device, DType::F32, m_size.tokens, rows);
        const double seconds = m_timer.secondsOf([&] { m_device.ops().matmul(out, x, weight); });
        return 2.0 * double(m_size.tokens * rows * columns) / seconds;
    }

    kernels::Backend& m_device;
    PassTimer& m_timer;
    const SelfTestSize m_size;
    const MadeUpWeights m_file;
};

} // namespace

std::vector<DType> weightTypes()
{
    std::vector<DType> types;
    for (int type = 0; type <= int(DType::MXFP4); ++type)
        if (kernels::info(DType(type)).ggufType >= 0 && DType(type) != DType::I32)
            types.push_back(DType(type));
    return types;
}

int countOfProducts()
{
    return 3 * int(weightTypes().size()) + 1 + 1 + int(std::size(widths));
}

void measureProducts(
    kernels::Backend& device, PassTimer& timer, const SelfTestSize& size, DeviceSpeed& speed)
{
    Products products(device, timer, size);
    for (const DType type : weightTypes())
        speed.weights[type] = products.speedOf(type);
    speed.productSeconds = products.secondsMore(speed.weights.at(usualType));
    speed.widths = products.widthFactors();
}

} // namespace runtime
