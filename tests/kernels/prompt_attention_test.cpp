#include "tests/kernels/cache_positions.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <numeric>

using kernels::AttentionShape;
using kernels::DType;
using tests::attended;
using tests::cacheOf;
using tests::Matrix;
using tests::pageCount;
using tests::pageSize;
using tests::Positions;
using tests::shapeOf;

namespace {

// A GPU takes the attention of more than 64 tokens in half precision.
constexpr double tolerance = 2e-3;

/// Tokens of two sequences: a piece of the first, one token and a piece of the second, and one more
/// of the first, so that tiles of tokens hold some of both.
Positions promptPositions()
{
    std::vector<int32_t> positions, sequences;
    const auto add = [&](int sequence, int first, int count) {
        for (int i = 0; i < count; ++i) {
            positions.push_back(first + i);
            sequences.push_back(sequence);
        }
    };
    add(0, 70, 37);
    add(1, 191, 1);
    add(1, 0, 66);
    add(0, 5, 1);
    return Positions(positions, sequences);
}

/// promptPositions() in a cache whose pages hold whole tiles of keys.
struct LongPages {
    static constexpr int size = 64, count = pageCount * pageSize / size;
    Positions positions = promptPositions();
    Matrix tables = Matrix(DType::I32, 2, count / 2);

    LongPages()
    {
        for (int i = 0; i < count; ++i) // 5 is coprime to the count: every page is named once
            tables.view().data<int32_t>()[i] = (i * 5 + 4) % count;
    }

    Matrix attended(
        kernels::Ops& ops, const tests::CachedAttention& attention, const tests::Seen& seen) const
    {
        Matrix out(DType::F32, attention.q.view().rows, attention.q.view().columns);
        ops.attendCached(out, attention.q, attention.keys, attention.values,
            {positions.positions, positions.sequences, tables, size}, seen, attention.shape);
        return out;
    }
};

Matrix columnsOf(const Matrix& matrix, int first, int count)
{
    const kernels::TensorView all = matrix.view();
    Matrix part(all.dtype, all.rows, count);
    const int64_t size = all.rowStride() / all.columns;
    for (int64_t row = 0; row < all.rows; ++row)
        std::memcpy(part.view().rowRange(row, 1).data<std::byte>(),
            all.rowRange(row, 1).data<std::byte>() + first * size, size_t(count * size));
    return part;
}

Matrix oneRow(const Matrix& matrix, int row)
{
    const int64_t columns = matrix.view().columns;
    Matrix one(DType::F32, 1, columns);
    std::memcpy(one.view().bytes, &matrix.at(row, 0), size_t(columns) * sizeof(float));
    return one;
}

} // namespace

/// Attention of so many tokens at once that a GPU uses its tensor cores.
class PromptAttentionTest : public QObject {
    Q_OBJECT

private slots:
    void agreesForEveryLayoutOfHeads_data() { tests::addRowForEveryBackend(); }
    void agreesForEveryLayoutOfHeads()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions = promptPositions();
        const tests::HeadLayout more[] = {{2, 1, 96}, {4, 2, 256}};
        std::vector<tests::HeadLayout> all(std::begin(tests::layouts), std::end(tests::layouts));
        all.insert(all.end(), std::begin(more), std::end(more));
        for (const tests::HeadLayout& layout : all)
            for (DType type : {DType::F32, DType::F16}) {
                const tests::CachedAttention attention(layout, type, positions);
                const Matrix actual = attention.by(backend->ops());
                VERIFY_NEAR(actual, attention.by(tests::reference()), tolerance, layout.headDim);
            }
    }

    // So many heads that a GPU takes large blocks of rows, and so few that it takes small ones.
    void agreesWherePagesHoldWholeTiles_data() { tests::addRowForEveryBackend(); }
    void agreesWherePagesHoldWholeTiles()
    {
        const auto backend = tests::backendUnderTest();
        const LongPages pages;
        const tests::HeadLayout more[] = {{6, 3, 64}, {2, 2, 72}, {2, 1, 96}, {4, 1, 128},
            {2, 1, 256}, {16, 16, 64}, {16, 16, 72}, {16, 16, 96}, {16, 16, 128}};
        for (const tests::HeadLayout& layout : more) {
            const int window = layout.headDim % 64 == 0 ? 30 : 0;
            const tests::CachedAttention attention(layout, DType::F16, pages.positions);
            const auto seen = tests::Seen::before(pages.positions.positions, window);

            const Matrix actual = pages.attended(backend->ops(), attention, seen);

            const Matrix expected = pages.attended(tests::reference(), attention, seen);
            VERIFY_NEAR(actual, expected, tolerance, layout.headDim);
        }
    }

    // Each head alone gives the bits that it gives among many, for which a GPU has larger blocks.
    void otherHeadsDoNotTouchAHead_data() { tests::addRowForEveryBackend(); }
    void otherHeadsDoNotTouchAHead()
    {
        const auto backend = tests::backendUnderTest();
        const LongPages pages;
        const auto seen = tests::Seen::before(pages.positions.positions);
        for (int headDim : {64, 128}) {
            const tests::CachedAttention all({16, 16, headDim}, DType::F16, pages.positions);
            tests::CachedAttention one({1, 1, headDim}, DType::F16, pages.positions);
            one.q = columnsOf(all.q, 3 * headDim, headDim);
            one.keys = columnsOf(all.keys, 3 * headDim, headDim);
            one.values = columnsOf(all.values, 3 * headDim, headDim);

            const Matrix alone = pages.attended(backend->ops(), one, seen);

            const Matrix together = pages.attended(backend->ops(), all, seen);
            QVERIFY(tests::isIdentical(alone, columnsOf(together, 3 * headDim, headDim)));
        }
    }

    void agreesForEveryTypeOfCache_data() { tests::addRowForEveryBackend(); }
    void agreesForEveryTypeOfCache()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions = promptPositions();
        for (int headDim : {40, 64, 96}) {
            const auto shape = shapeOf(6, 2, headDim);
            const Matrix q = Matrix::random(105, 6 * headDim, 3);
            for (const auto& [ofKeys, ofValues] : {std::pair{DType::CacheQ8, DType::CacheQ8},
                     {DType::CacheQ6, DType::CacheQ6}, {DType::CacheQ4, DType::CacheQ4},
                     {DType::F16, DType::CacheQ4}, {DType::CacheQ8, DType::F32}}) {
                const Matrix keys = cacheOf(ofKeys, pageCount * pageSize, 2 * headDim, 1);
                const Matrix values = cacheOf(ofValues, pageCount * pageSize, 2 * headDim, 2);

                const Matrix actual = attended(backend->ops(), q, keys, values, positions, shape);

                const Matrix expected
                    = attended(tests::reference(), q, keys, values, positions, shape);
                VERIFY_NEAR(actual, expected, tolerance, kernels::name(ofKeys));
            }
        }
    }

    void windowsAndSoftCapsAgree_data() { tests::addRowForEveryBackend(); }
    void windowsAndSoftCapsAgree()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions = promptPositions();
        const Matrix keys = Matrix::random(pageCount * pageSize, 64, 1, DType::F16);
        const Matrix values = Matrix::random(pageCount * pageSize, 64, 2, DType::F16);
        const Matrix q = Matrix::random(105, 128, 3);
        for (int window : {0, 1, 65})
            for (float softCap : {0.0f, 0.5f}) {
                AttentionShape shape = shapeOf(4, 2, 32);
                shape.softCap = softCap;

                const Matrix actual
                    = attended(backend->ops(), q, keys, values, positions, shape, window);

                const Matrix expected
                    = attended(tests::reference(), q, keys, values, positions, shape, window);
                VERIFY_NEAR(actual, expected, tolerance, window);
            }
    }

    void sinksAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void sinksAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions = promptPositions();
        for (DType type : {DType::F16, DType::CacheQ8})
            for (int window : {0, 65}) {
                const auto found
                    = tests::attendedWithSinks(backend->ops(), positions, type, window);
                VERIFY_NEAR(found.actual, found.expected, tolerance, kernels::name(type));
                QVERIFY(!tests::isNear(found.expected, found.withoutSinks, 0.1));
            }
    }

    // The first 30 tokens and a few of the second sequence as images, all of which they see.
    void picturesThatAreSeenBothWaysAgree_data() { tests::addRowForEveryBackend(); }
    void picturesThatAreSeenBothWaysAgree()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions = promptPositions();
        for (int window : {0, 20}) {
            tests::Seen seen = tests::Seen::before(positions.positions, window);
            const auto seeAll = [&seen](int begin, int end, int32_t first, int32_t last) {
                for (int token = begin; token < end; ++token) {
                    int32_t& from = seen.first.view().data<int32_t>()[token];
                    from = std::min(from, first);
                    seen.last.view().data<int32_t>()[token] = last;
                }
            };
            seeAll(0, 30, 70, 99);
            seeAll(50, 57, 12, 18);
            for (const tests::HeadLayout& layout : tests::layouts) {
                const tests::CachedAttention attention(layout, DType::F16, positions);
                const Matrix actual = attention.by(backend->ops(), seen);
                VERIFY_NEAR(
                    actual, attention.by(tests::reference(), seen), tolerance, layout.headDim);
            }
        }
    }

    void whatStandsBehindASequenceDoesNotTouchIt_data() { tests::addRowForEveryBackend(); }
    void whatStandsBehindASequenceDoesNotTouchIt()
    {
        const auto backend = tests::backendUnderTest();
        std::vector<int32_t> positions(70);
        std::iota(positions.begin(), positions.end(), 0);
        const Positions tokens(positions, std::vector<int32_t>(70));

        QVERIFY(tests::isUntouchedBehind(backend->ops(), tokens, 69));
    }

    void theCompanyOfATokenDoesNotTouchIt_data() { tests::addRowForEveryBackend(); }
    void theCompanyOfATokenDoesNotTouchIt()
    {
        const auto backend = tests::backendUnderTest();
        const auto shape = shapeOf(6, 2, 40);
        const Matrix keys = Matrix::random(pageCount * pageSize, 80, 1, DType::F16);
        const Matrix values = Matrix::random(pageCount * pageSize, 80, 2, DType::F16);
        const Matrix q = Matrix::random(105, 240, 3);
        const Matrix mixed = attended(backend->ops(), q, keys, values, promptPositions(), shape);
        std::vector<int32_t> positions(80, 9); // others of the same sequence, elsewhere
        positions[70] = 90; // as token 20 of the mixture
        Matrix others = Matrix::random(80, 240, 8);
        std::memcpy(&others.at(70, 0), &q.at(20, 0), 240 * sizeof(float));

        const Matrix alone = attended(backend->ops(), others, keys, values,
            Positions(positions, std::vector<int32_t>(80)), shape);

        QVERIFY(tests::isIdentical(oneRow(alone, 70), oneRow(mixed, 20)));
    }
};

TESTS(PromptAttentionTest);
#include "prompt_attention_test.moc"
