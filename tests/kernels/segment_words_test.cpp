#include "kernels/cache_rows.h"
#include "kernels/cuda/segment_pairs.h"
#include "kernels/quantize.h"
#include "tests/kernels/matrix.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <algorithm>

using namespace kernels; // the test is about its functions, called for a dozen types
using tests::Matrix;

namespace {

constexpr int64_t columns = 768;

bool isEqual(const cuda::SegmentWords& a, const cuda::SegmentWords& b)
{
    return a.low == b.low && a.high == b.high;
}

bool isEqual(const cuda::SegmentScales& a, const cuda::SegmentScales& b)
{
    return std::ranges::equal(a.scale, b.scale) && std::ranges::equal(a.offset, b.offset);
}

// Whole runs and pairs of them are what their words and scales are one by one.
template <typename Block>
void comparePair(const Block* row, int64_t first)
{
    cuda::SegmentWords words[2][4];
    cuda::SegmentScales scales[2];
    cuda::readPair(row, first, words, scales);
    cuda::SegmentScales scalesOnly[2];
    cuda::scalesOfPair(row, first, scalesOnly);
    for (int part = 0; part < 2; ++part) {
        QVERIFY(isEqual(scales[part], scalesOnly[part]));
        for (int t = 0; t < 4; ++t) {
            cuda::SegmentWords ofLane[2];
            cuda::wordsOfPair(row, first, t, ofLane);
            QVERIFY(isEqual(words[part][t], ofLane[part]));
        }
        cuda::SegmentWords ofSegment[4];
        cuda::wordsOfSegment(row, first + part, ofSegment);
        QVERIFY(isEqual(scales[part], cuda::segmentScales(row, first + part)));
        for (int t = 0; t < 4; ++t) {
            QVERIFY(isEqual(words[part][t], cuda::segmentWords(row, first + part, t)));
            QVERIFY(isEqual(ofSegment[t], words[part][t]));
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
        QCOMPARE(cuda::segmentValue(blocks, i / 32, int(i % 32)), expected[size_t(i)]);
    for (int64_t run = 0; run < columns / 32; run += 2)
        comparePair(blocks, run);
}

} // namespace

/// What the CUDA kernels read of quantized rows, on the host: the same templates.
class SegmentWordsTest : public QObject {
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
            rotated[size_t(i)] = cuda::segmentValue(row.data(), i / 32, int(i % 32));
        unpackCacheRow(DType::CacheQ6, row.data(), expected.data(), columns);
        rotateCacheBlocks(rotated.data(), columns);
        QCOMPARE(rotated, expected);
    }
};

TESTS(SegmentWordsTest, QCoreApplication);
#include "segment_words_test.moc"
