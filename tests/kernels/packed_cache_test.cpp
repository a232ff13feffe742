#include "kernels/cache_rows.h"
#include "tests/kernels/cache_positions.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <numeric>

using kernels::AttentionShape;
using kernels::CachePlacement;
using kernels::DType;
using tests::attended;
using tests::cacheOf;
using tests::Matrix;
using tests::pageCount;
using tests::pageSize;
using tests::Positions;
using tests::Seen;
using tests::shapeOf;

namespace {

constexpr DType packedTypes[] = {DType::CacheQ8, DType::CacheQ6, DType::CacheQ4};

// The types of keys and values; every type occurs on either side.
constexpr std::pair<DType, DType> pairsOfTypes[] = {{DType::CacheQ8, DType::CacheQ8},
    {DType::CacheQ6, DType::CacheQ6}, {DType::CacheQ4, DType::CacheQ4},
    {DType::CacheQ8, DType::CacheQ4}, {DType::F16, DType::CacheQ6}, {DType::CacheQ4, DType::F16},
    {DType::CacheQ6, DType::F32}, {DType::F32, DType::CacheQ8}};

const char* nameOf(DType type)
{
    return kernels::name(type);
}

std::vector<float> packedAndBack(DType type, const std::vector<float>& values)
{
    const auto stored = kernels::wholeBlocks(type, int64_t(values.size()));
    std::vector<uint8_t> row(static_cast<size_t>(kernels::rowBytes(type, stored)));
    std::vector<float> back(static_cast<size_t>(stored));
    kernels::packCacheRow(type, values.data(), row.data(), int64_t(values.size()));
    kernels::unpackCacheRow(type, row.data(), back.data(), stored);
    return back;
}

// The loss of packing: its mean square over that of the numbers.
double lossOf(DType type, const Matrix& numbers)
{
    const auto* first = numbers.view().data<float>();
    const std::vector<float> values(first, first + numbers.view().elements());
    const auto back = packedAndBack(type, values);
    double lost = 0, all = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        lost += std::pow(double(back[i]) - double(values[i]), 2);
        all += std::pow(double(values[i]), 2);
    }
    return lost / all;
}

// The rows [first, first + count) of a matrix of floats.
Matrix someRows(const Matrix& matrix, int64_t first, int64_t count)
{
    const kernels::TensorView rows = matrix.view().rowRange(first, count);
    Matrix some(DType::F32, count, rows.columns);
    std::memcpy(some.view().bytes, rows.bytes, size_t(rows.sizeInBytes()));
    return some;
}

void compareHeads(kernels::Ops& ops, int heads, int kvHeads, int headDim)
{
    const Positions positions({40, 41, 100}, {0, 0, 1});
    const auto shape = shapeOf(heads, kvHeads, headDim);
    const Matrix q = Matrix::random(3, heads * headDim, 3);
    for (DType type : packedTypes) {
        const Matrix keys = cacheOf(type, pageCount * pageSize, kvHeads * headDim, 1);
        const Matrix values = cacheOf(type, pageCount * pageSize, kvHeads * headDim, 2);

        const Matrix actual = attended(ops, q, keys, values, positions, shape);

        const Matrix expected = attended(tests::reference(), q, keys, values, positions, shape);
        VERIFY_NEAR(actual, expected, 3e-6, headDim);
    }
}

} // namespace

/// Keys and values in rotated blocks.
class PackedCacheTest : public QObject {
    Q_OBJECT

private slots:
    void aNumberTakesHalfABitForItsScale()
    {
        QCOMPARE(kernels::rowBytes(DType::CacheQ8, 64) * 8, int64_t(64 * 8.5));
        QCOMPARE(kernels::rowBytes(DType::CacheQ6, 64) * 8, int64_t(64 * 6.5));
        QCOMPARE(kernels::rowBytes(DType::CacheQ4, 64) * 8, int64_t(64 * 4.5));
    }

    void noFileHoldsThem()
    {
        for (DType type : packedTypes)
            QVERIFY(!kernels::dtypeFromName(nameOf(type)));
        QVERIFY(!kernels::dtypeFromGguf(-1));
    }

    // Bounds a little above what the grid loses of normally distributed numbers; rounding to
    // a grid of ± 2ᵇ⁻¹ − 1 steps loses 2.9e-5, 4.8e-4 and 9.4e-3, midpoints 3.1e-5, 4.9e-4, 7.9e-3.
    void packingLosesLessThanPlainGridsWould()
    {
        const Matrix numbers = Matrix::random(1, 32 * 4000, 5);

        QVERIFY2(lossOf(DType::CacheQ8, numbers) < 2.80e-5,
            qPrintable(QString::number(lossOf(DType::CacheQ8, numbers))));
        QVERIFY2(lossOf(DType::CacheQ6, numbers) < 4.45e-4,
            qPrintable(QString::number(lossOf(DType::CacheQ6, numbers))));
        QVERIFY2(lossOf(DType::CacheQ4, numbers) < 5.90e-3,
            qPrintable(QString::number(lossOf(DType::CacheQ4, numbers))));
    }

    void aChannelThatStandsOutCostsItsNeighborsLittle()
    {
        const Matrix numbers = Matrix::random(1000, 32, 5);
        for (int row = 0; row < 1000; ++row)
            numbers.at(row, 3) = 30;
        const Matrix rotated = numbers; // as a row that packing then turns back
        kernels::rotateCacheBlocks(rotated.view().data<float>(), rotated.view().elements());

        for (DType type : packedTypes)
            QVERIFY2(lossOf(type, numbers) < 0.3 * lossOf(type, rotated), nameOf(type));
    }

    void theRotationIsItsOwnInverseAndKeepsLengths()
    {
        const Matrix before = Matrix::random(1, 64, 3);
        Matrix after = before;

        kernels::rotateCacheBlocks(after.view().data<float>(), 64);
        double squaresBefore = 0, squaresAfter = 0;
        for (int i = 0; i < 64; ++i) {
            squaresBefore += std::pow(before.at(0, i), 2);
            squaresAfter += std::pow(after.at(0, i), 2);
        }
        kernels::rotateCacheBlocks(after.view().data<float>(), 64);

        QVERIFY(std::fabs(squaresAfter / squaresBefore - 1) < 1e-5);
        VERIFY_NEAR(after, before, 1e-6, "rotated twice");
    }

    void rowsOfAnyLengthAreFilledUpWithZeros()
    {
        for (DType type : packedTypes)
            for (size_t length : {1, 31, 32, 33, 80}) {
                std::vector<float> values(length, 1.0f);
                values.back() = -3;
                std::vector<float> filledUp = values;
                filledUp.resize(size_t(kernels::wholeBlocks(type, int64_t(length))));

                QCOMPARE(packedAndBack(type, values), packedAndBack(type, filledUp));
            }
    }

    void zerosAndWhatIsNotANumberArePackedWithoutHarm()
    {
        for (DType type : packedTypes) {
            QCOMPARE(
                packedAndBack(type, std::vector<float>(32, 0.0f)), std::vector<float>(32, 0.0f));
            std::vector<float> odd(32, 1.0f);
            for (float value : {NAN, INFINITY, 3e38f, 1e-42f}) {
                odd[7] = value;
                QCOMPARE(packedAndBack(type, odd).size(), size_t(32));
            }
        }
    }

    void attentionAgreesWithReference_data() { tests::addRowForEveryBackend(); }
    void attentionAgreesWithReference()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions({0, 1, 62, 63, 64, 65, 191}, {0, 1, 0, 1, 1, 0, 1});
        for (const tests::HeadLayout& layout : tests::layouts)
            for (const auto& [keyType, valueType] : pairsOfTypes) {
                const auto shape = shapeOf(layout.heads, layout.kvHeads, layout.headDim);
                const int columns = layout.kvHeads * layout.headDim;
                const Matrix keys = cacheOf(keyType, pageCount * pageSize, columns, 1);
                const Matrix values = cacheOf(valueType, pageCount * pageSize, columns, 2);
                const Matrix q = Matrix::random(7, layout.heads * layout.headDim, 3);

                const Matrix actual = attended(backend->ops(), q, keys, values, positions, shape);

                const Matrix expected
                    = attended(tests::reference(), q, keys, values, positions, shape);
                VERIFY_NEAR(actual, expected, 3e-6, layout.headDim);
            }
    }

    void everyHeadLengthAgreesWithReference_data() { tests::addRowForEveryBackend(); }
    void everyHeadLengthAgreesWithReference()
    {
        const auto backend = tests::backendUnderTest();
        for (int headDim : {4, 8, 16, 24, 32, 40, 48, 96, 112, 160, 256})
            compareHeads(backend->ops(), 6, 3, headDim);
        for (int queries : {1, 3, 4, 5, 6, 7, 8})
            compareHeads(backend->ops(), queries, 1, 64);
    }

    // Alone a token takes the rows as they are stored; in company they are decoded for the group.
    void aTokenDependsNeitherOnItsCompanyNorOnThreads_data() { tests::addRowForEveryBackend(); }
    void aTokenDependsNeitherOnItsCompanyNorOnThreads()
    {
        QFETCH(QString, gpu); // what a GPU does on the host takes its time
        const auto backend = tests::backendUnderTest(), onThree = tests::backendUnderTest(3);
        constexpr int positions = 1024, tokens = 20;
        std::vector<int32_t> rising(tokens), pages(positions / pageSize);
        std::iota(rising.begin(), rising.end(), gpu.isEmpty() ? 760 : 505);
        std::iota(pages.begin(), pages.end(), 0);
        const Matrix table = Matrix::of(pages), zero = Matrix::of({0});
        const Matrix tokenPositions = Matrix::of(rising),
                     zeros = Matrix::of(std::vector<int32_t>(tokens));
        const QList<int> chosen
            = gpu.isEmpty() ? QList<int>{0, 1, 7, 8, 15, 16, 19} : QList<int>{0, 19};
        const QList<int> windows = gpu.isEmpty() ? QList<int>{0, 100, 300} : QList<int>{0, 300};
        const QList<int> headDims = gpu.isEmpty() ? QList<int>{40, 64} : QList<int>{40};
        for (const auto& [keyType, valueType] : pairsOfTypes)
            for (int window : windows)
                for (int headDim : headDims) {
                    const Matrix keys = cacheOf(keyType, positions, 2 * headDim, 1);
                    const Matrix values = cacheOf(valueType, positions, 2 * headDim, 2);
                    const Matrix q = Matrix::random(tokens, 6 * headDim, 3);
                    const AttentionShape shape = shapeOf(6, 2, headDim);
                    Matrix together(DType::F32, tokens, 6 * headDim);
                    backend->ops().attendCached(together, q, keys, values,
                        {tokenPositions, zeros, table, pageSize},
                        Seen::before(tokenPositions, window), shape);

                    for (int t : chosen) {
                        const Matrix position = Matrix::of({rising[size_t(t)]});
                        const CachePlacement placement{position, zero, table, pageSize};
                        Matrix alone = someRows(q, t, 1);
                        onThree->ops().attendCached(alone, someRows(q, t, 1), keys, values,
                            placement, Seen::before(position, window), shape);

                        QVERIFY2(tests::isIdentical(alone, someRows(together, t, 1)),
                            qPrintable(QString("%1/%2, window %3, token %4")
                                           .arg(nameOf(keyType), nameOf(valueType))
                                           .arg(window)
                                           .arg(t)));
                    }
                }
    }
};

TESTS(PackedCacheTest);
#include "packed_cache_test.moc"
