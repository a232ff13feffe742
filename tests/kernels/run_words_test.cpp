#include "kernels/cache_rows.h"
#include "kernels/cuda/run_values.h"
#include "kernels/dequantize.h"
#include "tests/kernels/matrix.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

using namespace kernels; // the test is about its functions, called for a dozen types
using tests::Matrix;

namespace {

constexpr int64_t columns = 768;

bool isEqual(const cuda::RunWords& a, const cuda::RunWords& b)
{
    return a.low == b.low && a.high == b.high;
}

bool isEqual(const cuda::RunScales& a, const cuda::RunScales& b)
{
    return std::ranges::equal(a.scale, b.scale) && std::ranges::equal(a.offset, b.offset);
}

// Whole runs and pairs of them are what their words and scales are one by one.
template <typename Block>
void comparePair(const Block* row, int64_t first)
{
    cuda::RunWords words[2][4];
    cuda::RunScales scales[2];
    cuda::readPair(row, first, words, scales);
    cuda::RunScales scalesOnly[2];
    cuda::scalesOfPair(row, first, scalesOnly);
    for (int part = 0; part < 2; ++part) {
        QVERIFY(isEqual(scales[part], scalesOnly[part]));
        for (int t = 0; t < 4; ++t) {
            cuda::RunWords ofLane[2];
            cuda::wordsOfPair(row, first, t, ofLane);
            QVERIFY(isEqual(words[part][t], ofLane[part]));
        }
        cuda::RunWords ofRun[4];
        cuda::wordsOfRun(row, first + part, ofRun);
        QVERIFY(isEqual(scales[part], cuda::runScales(row, first + part)));
        for (int t = 0; t < 4; ++t) {
            QVERIFY(isEqual(words[part][t], cuda::runWords(row, first + part, t)));
            QVERIFY(isEqual(ofRun[t], words[part][t]));
        }
    }
}

template <typename Block>
void compare(DType type)
{
    const Matrix row = Matrix::random(1, columns, int(type), type);
    const auto* blocks = row.view().data<Block>();
    std::vector<float> expected(static_cast<size_t>(columns));
    dequantizeRow(type, blocks, expected.data(), columns);
    for (int64_t i = 0; i < columns; ++i)
        QCOMPARE(cuda::runValue(blocks, i / 32, int(i % 32)), expected[size_t(i)]);
    for (int64_t run = 0; run < columns / 32; run += 2)
        comparePair(blocks, run);
}

} // namespace

/// What the CUDA kernels read of quantized rows, on the host: the same templates.
class RunWordsTest : public QObject {
    Q_OBJECT

private slots:
    void valuesAreThoseOfDequantization_data()
    {
        QTest::addColumn<int>("type");
        for (int type = 0; type < kernels::dtypeCount; ++type)
            if (kernels::withBlock(DType(type), [](auto*) {}))
                QTest::addRow("%s", name(DType(type))) << type;
    }
    void valuesAreThoseOfDequantization()
    {
        QFETCH(int, type);
        kernels::withBlock(
            DType(type), [&]<typename Block>(Block*) { compare<Block>(DType(type)); });
    }

    void packedKeysAreReadAsTheyAreStored()
    {
        const Matrix numbers = Matrix::random(1, columns, 9);
        std::vector<BlockCacheQ6> row(columns / 32);
        packCacheRow(DType::CacheQ6, numbers.view().data<float>(), row.data(), columns);
        std::vector<float> rotated(columns), expected(columns);
        for (int64_t i = 0; i < columns; ++i)
            rotated[size_t(i)] = cuda::runValue(row.data(), i / 32, int(i % 32));
        unpackCacheRow(DType::CacheQ6, row.data(), expected.data(), columns);
        rotateCacheRuns(rotated.data(), columns);
        QCOMPARE(rotated, expected);
    }
};

TESTS(RunWordsTest, QCoreApplication);
#include "run_words_test.moc"
