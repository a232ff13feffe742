#include "kernels/cache_rows.h"
#include "kernels/cuda/run_dot.h"
#include "kernels/cuda/run_values.h"
#include "kernels/dequantize.h"
#include "kernels/quantize.h"

#include <QObject>
#include <QTest>

#include <cmath>
#include <random>

using namespace kernels; // the test is about its functions, called for a dozen types

namespace {

constexpr int64_t columns = 768;

std::vector<float> normalNumbers(int64_t count, unsigned seed)
{
    std::mt19937 generator(seed);
    std::normal_distribution<float> distribution;
    std::vector<float> numbers(static_cast<size_t>(count));
    for (float& number : numbers)
        number = distribution(generator);
    return numbers;
}

// Bytes at random, and scales that are numbers.
template <typename Block>
std::vector<Block> randomBlocks(int64_t values, unsigned seed)
{
    std::mt19937 generator(seed);
    std::vector<Block> blocks(static_cast<size_t>(columns / values));
    for (Block& block : blocks) {
        auto* bytes = reinterpret_cast<uint8_t*>(&block);
        for (size_t i = 0; i < sizeof block; ++i)
            bytes[i] = uint8_t(generator());
        block.scale = halfFromFloat(0.01f + 0.001f * float(generator() % 100));
        if constexpr (requires { block.minimum; })
            block.minimum = halfFromFloat(0.02f * float(generator() % 50));
    }
    return blocks;
}

cuda::ActivationRun activationsOf(const float* x)
{
    cuda::ActivationRun run{};
    float largest = 0;
    for (int i = 0; i < 32; ++i)
        largest = std::max(largest, std::fabs(x[i]));
    run.scale = largest / 127;
    for (int i = 0; i < 32; ++i) {
        run.bytes[i] = int8_t(std::lround(x[i] / run.scale));
        run.sum += float(run.bytes[i]) * run.scale;
    }
    return run;
}

template <typename Block>
void compare(DType type, int64_t values)
{
    const std::vector<Block> row = randomBlocks<Block>(values, unsigned(type));
    std::vector<float> expected(static_cast<size_t>(columns));
    dequantizeRow(type, row.data(), expected.data(), columns);
    const std::vector<float> x = normalNumbers(columns, 5);
    for (int64_t run = 0; run < columns / 32; ++run) {
        const cuda::ActivationRun activations = activationsOf(x.data() + run * 32);
        double product = 0, size = 1e-6;
        for (int i = 0; i < 32; ++i) {
            const float value = expected[static_cast<size_t>(run * 32 + i)];
            QVERIFY(std::fabs(cuda::runValue(row.data(), run, i) - value)
                <= 1e-5f * std::fabs(value) + 1e-6f);
            const double term = double(value) * double(activations.bytes[i]) * activations.scale;
            product += term;
            size += std::fabs(term);
        }
        const double actual = cuda::runDot(row.data(), run, activations);
        QVERIFY2(std::fabs(actual - product) <= 1e-5 * size,
            qPrintable(QString("run %1: %2, expected %3").arg(run).arg(actual).arg(product)));
    }
}

} // namespace

/// What the CUDA kernels compute a run at a time, on the host: the same templates.
class RunDotTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithDequantization_data()
    {
        QTest::addColumn<int>("type");
        for (DType type : {DType::Q4_0, DType::Q4_1, DType::Q5_0, DType::Q5_1, DType::Q8_0,
                 DType::Q2_K, DType::Q3_K, DType::Q4_K, DType::Q5_K, DType::Q6_K, DType::IQ4_NL,
                 DType::IQ4_XS})
            QTest::addRow("%s", name(type)) << int(type);
    }
    void agreesWithDequantization()
    {
        QFETCH(int, type);
        // clang-format off
        switch (DType(type)) {
        case DType::Q4_0: return compare<BlockQ4_0>(DType::Q4_0, 32);
        case DType::Q4_1: return compare<BlockQ4_1>(DType::Q4_1, 32);
        case DType::Q5_0: return compare<BlockQ5_0>(DType::Q5_0, 32);
        case DType::Q5_1: return compare<BlockQ5_1>(DType::Q5_1, 32);
        case DType::Q8_0: return compare<BlockQ8_0>(DType::Q8_0, 32);
        case DType::Q2_K: return compare<BlockQ2_K>(DType::Q2_K, 256);
        case DType::Q3_K: return compare<BlockQ3_K>(DType::Q3_K, 256);
        case DType::Q4_K: return compare<BlockQ4_K>(DType::Q4_K, 256);
        case DType::Q5_K: return compare<BlockQ5_K>(DType::Q5_K, 256);
        case DType::Q6_K: return compare<BlockQ6_K>(DType::Q6_K, 256);
        case DType::IQ4_NL: return compare<BlockIQ4_NL>(DType::IQ4_NL, 32);
        case DType::IQ4_XS: return compare<BlockIQ4_XS>(DType::IQ4_XS, 256);
        default: QFAIL("a type without kernels");
        }
        // clang-format on
    }

    void packedKeysAreReadAsTheyAreStored()
    {
        const std::vector<float> numbers = normalNumbers(columns, 9);
        std::vector<BlockCacheQ6> row(columns / 32);
        packCacheRow(DType::CacheQ6, numbers.data(), row.data(), columns);
        std::vector<float> rotated(columns), expected(columns);
        for (int64_t i = 0; i < columns; ++i)
            rotated[size_t(i)] = cuda::runValue(row.data(), i / 32, int(i % 32));
        unpackCacheRow(DType::CacheQ6, row.data(), expected.data(), columns);
        rotateCacheRuns(rotated.data(), columns);
        QCOMPARE(rotated, expected);
    }
};

QTEST_MAIN(RunDotTest)
#include "run_dot_test.moc"
