#include "tests/kernels/cache_positions.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <numeric>

using kernels::AttentionShape;
using kernels::DType;
using tests::attended;
using tests::layouts;
using tests::Matrix;
using tests::pageCount;
using tests::pageSize;
using tests::Positions;
using tests::Seen;
using tests::shapeOf;

namespace {

/// The newest tokens of a sequence of 700; with a window they have soft caps and sinks, too.
class NewestTokens {
public:
    NewestTokens(const tests::HeadLayout& layout, DType keys, int window, int tokens)
        : m_shape(shapeOf(layout.heads, layout.kvHeads, layout.headDim))
        , m_window(window)
        , m_keys(tests::cacheOf(keys, rows, layout.kvHeads * layout.headDim, 1))
        , m_values(tests::cacheOf(DType::CacheQ8, rows, layout.kvHeads * layout.headDim, 2))
        , m_q(Matrix::random(tokens, layout.heads * layout.headDim, 3))
        , m_sinks(tests::sinksOf(layout.heads))
        , m_pages(Matrix::of({2, 0, 1}))
    {
        if (window == 0)
            return;
        m_shape.softCap = 3;
        m_shape.sinks = m_sinks;
    }

    /// The answers, `run` tokens at once.
    Matrix attended(kernels::Ops& ops, int run) const
    {
        const auto tokens = int(m_q.view().rows);
        Matrix out(DType::F32, tokens, m_q.view().columns);
        for (int first = 0; first < tokens; first += run) {
            std::vector<int32_t> positions(size_t(std::min(run, tokens - first)));
            std::iota(positions.begin(), positions.end(), 700 - tokens + first);
            const auto count = int64_t(positions.size());
            const Matrix position = Matrix::of(positions);
            const Matrix sequence = Matrix::of(std::vector<int32_t>(positions.size()));
            ops.attendCached(out.view().rowRange(first, count), m_q.view().rowRange(first, count),
                m_keys, m_values, {position, sequence, m_pages, rowsOfPage},
                Seen::before(position, m_window), m_shape);
        }
        return out;
    }

private:
    static constexpr int rowsOfPage = 256, rows = 3 * rowsOfPage;

    AttentionShape m_shape;
    int m_window;
    Matrix m_keys, m_values, m_q, m_sinks, m_pages;
};

} // namespace

class AttentionTest : public QObject {
    Q_OBJECT

private slots:
    void writingTheCacheAgreesWithReference_data() { tests::addRowForEveryBackend(); }
    void writingTheCacheAgreesWithReference()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions({0, 15, 16, 40}, {0, 0, 1, 1});
        for (DType type : tests::cacheTypes)
            for (int columns : {1, 9, 64, 65}) {
                const Matrix rows = Matrix::random(4, columns, 1);
                const int64_t stored = kernels::wholeBlocks(type, columns);
                Matrix actual = Matrix::random(pageCount * pageSize, stored, 2, type);
                Matrix expected = actual;

                backend->ops().writeCache(actual, rows, positions.placement());
                tests::reference().writeCache(expected, rows, positions.placement());

                QVERIFY2(tests::isIdentical(actual, expected),
                    qPrintable(QString("%1, %2 columns").arg(name(type)).arg(columns)));
            }
    }

    void cachedAttentionAgreesWithReference_data() { tests::addRowForEveryBackend(); }
    void cachedAttentionAgreesWithReference()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions({0, 1, 62, 63, 64, 65, 191}, {0, 1, 0, 1, 1, 0, 1});
        for (const tests::HeadLayout& layout : layouts)
            for (DType type : {DType::F32, DType::F16}) {
                const tests::CachedAttention attention(layout, type, positions);
                const Matrix actual = attention.by(backend->ops());
                VERIFY_NEAR(actual, attention.by(tests::reference()), 3e-6, layout.headDim);
            }
    }

    // Values may be narrower or wider than keys; with one head of them, the first columns of the keys.
    void valuesOfAnyWidthAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void valuesOfAnyWidthAgreeWithReference()
    {
        struct Widths {
            tests::HeadLayout heads;
            int valueDim;
            bool areKeys;
        };
        const auto backend = tests::backendUnderTest();
        for (const Widths& one : {Widths{{6, 2, 24}, 40, false}, {{4, 4, 64}, 33, false},
                 {{5, 1, 40}, 24, true}, {{5, 1, 576}, 512, true}, {{3, 1, 37}, 20, true}})
            for (const DType type : tests::cacheTypes)
                for (const int tokens : {1, 9, 70}) {
                    std::vector<int32_t> positions(static_cast<size_t>(tokens));
                    std::iota(positions.begin(), positions.end(), 110);
                    const Positions placed(
                        positions, std::vector<int32_t>(static_cast<size_t>(tokens)));
                    const auto& [heads, kvHeads, headDim] = one.heads;
                    AttentionShape shape = shapeOf(heads, kvHeads, headDim);
                    shape.valueDim = one.valueDim;
                    constexpr int rows = pageCount * pageSize;
                    const Matrix keys = tests::cacheOf(type, rows, kvHeads * headDim, 1);
                    const Matrix values = one.areKeys
                        ? keys
                        : tests::cacheOf(type, rows, kvHeads * one.valueDim, 2);
                    const Matrix q = Matrix::random(tokens, heads * headDim, 3);

                    const Matrix actual
                        = attended(backend->ops(), q, keys, values, placed, shape, 90);

                    const Matrix expected
                        = attended(tests::reference(), q, keys, values, placed, shape, 90);
                    VERIFY_NEAR(actual, expected, 3e-6, headDim);
                }
    }

    // The definition: what values of their own with the same numbers give.
    void valuesInKeysAreTheirFirstColumns()
    {
        const Positions positions({5, 100}, {0, 1});
        const Matrix keys = Matrix::random(pageCount * pageSize, 12, 1);
        const Matrix q = Matrix::random(2, 3 * 12, 3);
        Matrix values(DType::F32, pageCount * pageSize, 8);
        for (int row = 0; row < pageCount * pageSize; ++row)
            for (int column = 0; column < 8; ++column)
                values.at(row, column) = keys.at(row, column);
        AttentionShape shape = shapeOf(3, 1, 12);
        shape.valueDim = 8;

        const Matrix inKeys = attended(tests::reference(), q, keys, keys, positions, shape);

        QVERIFY(tests::isIdentical(
            inKeys, attended(tests::reference(), q, keys, values, positions, shape)));
    }

    void windowsAndSoftCapsAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void windowsAndSoftCapsAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions({5, 100, 191}, {0, 1, 0});
        const Matrix keys = Matrix::random(pageCount * pageSize, 64, 1, DType::F16);
        const Matrix values = Matrix::random(pageCount * pageSize, 64, 2, DType::F16);
        const Matrix q = Matrix::random(3, 128, 3);
        for (int window : {0, 1, 2, 64, 65, 500})
            for (float softCap : {0.0f, 0.5f, 50.0f}) {
                AttentionShape shape = shapeOf(4, 2, 32);
                shape.softCap = softCap;

                const Matrix actual
                    = attended(backend->ops(), q, keys, values, positions, shape, window);

                const Matrix expected
                    = attended(tests::reference(), q, keys, values, positions, shape, window);
                VERIFY_NEAR(actual, expected, 3e-6, window);
            }
    }

    void sinksAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void sinksAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions({5, 100, 191}, {0, 1, 0});
        for (DType type : {DType::F32, DType::F16, DType::CacheQ8})
            for (int window : {0, 65}) {
                const auto found
                    = tests::attendedWithSinks(backend->ops(), positions, type, window);
                VERIFY_NEAR(found.actual, found.expected, 3e-6, kernels::name(type));
                QVERIFY(!tests::isNear(found.expected, found.withoutSinks, 0.1));
            }
    }

    // Rows of two images, which see all of their own, and a token between them, which does not.
    void whatIsAheadOfATokenIsSeenWhereItsReachSaysSo_data() { tests::addRowForEveryBackend(); }
    void whatIsAheadOfATokenIsSeenWhereItsReachSaysSo()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions({60, 61, 62, 63, 64, 65, 66, 3, 4}, {0, 0, 0, 0, 0, 0, 0, 1, 1});
        const Seen spans({0, 0, 0, 0, 0, 0, 0, 0, 0}, {63, 63, 63, 63, 64, 191, 191, 130, 130});
        const Seen withWindow(
            {30, 30, 60, 60, 35, 65, 65, 3, 3}, {63, 63, 63, 63, 64, 191, 191, 3, 130});
        for (const tests::HeadLayout& layout : layouts)
            for (DType type : {DType::F32, DType::F16})
                for (const Seen* seen : {&spans, &withWindow}) {
                    const tests::CachedAttention attention(layout, type, positions);
                    const Matrix actual = attention.by(backend->ops(), *seen);
                    VERIFY_NEAR(
                        actual, attention.by(tests::reference(), *seen), 3e-6, layout.headDim);
                }
    }

    void aTokenDoesNotDependOnItsCompany_data() { tests::addRowForEveryBackend(); }
    void aTokenDoesNotDependOnItsCompany()
    {
        const auto backend = tests::backendUnderTest();
        const auto shape = shapeOf(6, 2, 40);
        const Matrix keys = Matrix::random(pageCount * pageSize, 80, 1, DType::F16);
        const Matrix values = Matrix::random(pageCount * pageSize, 80, 2, DType::F16);
        const Matrix q = Matrix::random(40, 240, 3);
        std::vector<int32_t> positions(40), sequences(40, 1);
        std::iota(positions.begin(), positions.end(), 90);

        const Matrix together
            = attended(backend->ops(), q, keys, values, Positions(positions, sequences), shape);

        for (int t : {0, 1, 17, 39}) {
            Matrix one(DType::F32, 1, 240);
            std::memcpy(one.view().bytes, &q.at(t, 0), 240 * sizeof(float));
            const Matrix alone = attended(
                backend->ops(), one, keys, values, Positions({positions[size_t(t)]}, {1}), shape);
            QVERIFY(std::memcmp(alone.view().bytes, &together.at(t, 0), 240 * sizeof(float)) == 0);
        }
    }

    void aLongContextDependsNeitherOnCompanyNorOnThreads_data() { tests::addRowForEveryBackend(); }
    void aLongContextDependsNeitherOnCompanyNorOnThreads()
    {
        const auto backend = tests::backendUnderTest();
        const auto onFour = tests::backendUnderTest(4);
        constexpr int positions = 5120;
        const Matrix keys = Matrix::random(positions, 80, 1, DType::F16);
        const Matrix values = Matrix::random(positions, 80, 2, DType::F16);
        const Matrix q = Matrix::random(8, 240, 3);
        Matrix last(DType::F32, 1, 240);
        std::memcpy(last.view().bytes, &q.at(7, 0), 240 * sizeof(float));
        std::vector<int32_t> pages(positions / pageSize);
        std::iota(pages.begin(), pages.end(), 0);
        const Matrix table = Matrix::of(pages), zeros = Matrix::of({0, 0, 0, 0, 0, 0, 0, 0});
        const Matrix rising = Matrix::of({4993, 4994, 4995, 4996, 4997, 4998, 4999, 5000});
        const Matrix position = Matrix::of({5000}), zero = Matrix::of({0});
        const AttentionShape shape = shapeOf(6, 2, 40);
        for (int window : {0, 700}) {
            const Seen seen = Seen::before(rising, window),
                       seenAlone = Seen::before(position, window);
            Matrix together(DType::F32, 8, 240), expected = together;
            Matrix alone(DType::F32, 1, 240), aloneOnFour = alone;

            backend->ops().attendCached(
                together, q, keys, values, {rising, zeros, table, pageSize}, seen, shape);
            backend->ops().attendCached(
                alone, last, keys, values, {position, zero, table, pageSize}, seenAlone, shape);
            onFour->ops().attendCached(aloneOnFour, last, keys, values,
                {position, zero, table, pageSize}, seenAlone, shape);

            tests::reference().attendCached(
                expected, q, keys, values, {rising, zeros, table, pageSize}, seen, shape);
            VERIFY_NEAR(together, expected, 3e-6, window);
            QVERIFY(tests::isIdentical(alone, aloneOnFour));
            QVERIFY(std::memcmp(alone.view().bytes, &together.at(7, 0), 240 * sizeof(float)) == 0);
        }
    }

    // Tokens alone, in runs that are taken in different ways, and by more threads, for which groups
    // are smaller or share ranges. (A GPU takes many tokens at once in half precision.)
    void everyCompanyGivesTheSameBits_data() { tests::addRowForEveryBackend(); }
    void everyCompanyGivesTheSameBits()
    {
        QFETCH(QString, gpu);
        if (!gpu.isEmpty())
            QSKIP("holds for the processor alone");
        const auto backend = tests::backendUnderTest(1), onThree = tests::backendUnderTest(3);
        const tests::HeadLayout everyWay[]
            = {{4, 2, 64}, {6, 2, 80}, {3, 3, 96}, {8, 2, 128}, {2, 1, 256}, {20, 1, 7}};
        for (const tests::HeadLayout& layout : everyWay)
            for (int window : {0, 75}) {
                const DType keys = window == 0 ? DType::F16 : DType::CacheQ4; // rotated
                const NewestTokens tokens(layout, keys, window, 150);
                const Matrix together = tokens.attended(backend->ops(), 150);
                for (int run : {1, 2, 7, 33, 150})
                    QVERIFY2(tests::isIdentical(tokens.attended(onThree->ops(), run), together),
                        qPrintable(QString("heads of %1, window %2, %3 at once")
                                       .arg(layout.headDim)
                                       .arg(window)
                                       .arg(run)));
            }
    }

    void whatStandsBehindATokenDoesNotTouchIt_data() { tests::addRowForEveryBackend(); }
    void whatStandsBehindATokenDoesNotTouchIt()
    {
        const auto backend = tests::backendUnderTest();
        QVERIFY(tests::isUntouchedBehind(backend->ops(), Positions({20}, {0}), 20));
    }

    void largeScoresDoNotOverflow_data() { tests::addRowForEveryBackend(); }
    void largeScoresDoNotOverflow()
    {
        const auto backend = tests::backendUnderTest();
        auto shape = shapeOf(2, 1, 16);
        shape.scale = 1000;
        const Positions positions({150}, {0});
        const Matrix keys = Matrix::random(pageCount * pageSize, 16, 1);
        const Matrix values = Matrix::random(pageCount * pageSize, 16, 2);
        const Matrix q = Matrix::random(1, 32, 3);

        const Matrix actual = attended(backend->ops(), q, keys, values, positions, shape);

        VERIFY_NEAR(
            actual, attended(tests::reference(), q, keys, values, positions, shape), 1e-3, "large");
    }

    void spansOfAnyLengthsAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void spansOfAnyLengthsAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        QFETCH(QString, gpu);
        const std::vector<std::vector<int>> lengths
            = {{1}, {7}, {64}, {67, 67}, {1, 2, 3, 1}, {9, 64, 1, 5}, {65, 3, 70}, {130, 1, 66, 8}};
        for (const tests::HeadLayout& layout : layouts)
            for (const std::vector<int>& spans : lengths) {
                const tests::SpanAttention attention(layout, spans);

                const Matrix actual = attention.by(backend->ops());

                // A GPU takes more than 64 rows in half precision.
                const bool isExact = gpu.isEmpty() || attention.q.view().rows <= 64;
                VERIFY_NEAR(actual, attention.by(tests::reference()), isExact ? 3e-6 : 2e-3,
                    layout.headDim);
            }
    }

    void aLongSpanAgreesWithReference_data() { tests::addRowForEveryBackend(); }
    void aLongSpanAgreesWithReference()
    {
        const auto backend = tests::backendUnderTest();
        QFETCH(QString, gpu);
        const tests::SpanAttention attention({2, 1, 24}, {1100});

        const Matrix actual = attention.by(backend->ops());

        VERIFY_NEAR(
            actual, attention.by(tests::reference()), gpu.isEmpty() ? 3e-6 : 2e-3, "1100 rows");
    }

    // Each row with its neighbors, as in a window that slides.
    void spansThatOverlapAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void spansThatOverlapAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        QFETCH(QString, gpu);
        for (int rows : {20, 90}) {
            tests::SpanAttention attention({6, 2, 40}, {rows});
            std::vector<int32_t> first, last;
            for (int row = 0; row < rows; ++row) {
                first.push_back(std::max(0, row - 5));
                last.push_back(std::min(rows - 1, row + 3));
            }
            attention.spans = Seen(first, last);

            const Matrix actual = attention.by(backend->ops());

            const bool isExact = gpu.isEmpty() || rows <= 64;
            VERIFY_NEAR(actual, attention.by(tests::reference()), isExact ? 3e-6 : 2e-3, rows);
        }
    }

    // Kernels for such spans may divide their keys among warps.
    void equalSpansAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void equalSpansAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        QFETCH(QString, gpu);
        for (const tests::HeadLayout& layout : {tests::HeadLayout{2, 2, 64}, {8, 4, 72}, {3, 1, 80},
                 {6, 2, 40}, {2, 2, 96}, {2, 1, 128}})
            for (const std::vector<int>& spans : std::vector<std::vector<int>>{
                     {9, 9}, {67, 67}, {128, 128}, {130}, {97, 97, 97}, {400}}) {
                tests::SpanAttention attention(layout, spans);
                attention.spans.spanRows = spans.front();

                const Matrix actual = attention.by(backend->ops());

                const bool isExact = gpu.isEmpty() || attention.q.view().rows <= 64;
                VERIFY_NEAR(actual, attention.by(tests::reference()), isExact ? 3e-6 : 2e-3,
                    layout.headDim);
            }
    }

    // Tables with fewer rows than there are distances, and the outermost rows for all beyond.
    void relativeScoresAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void relativeScoresAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix rows = Matrix::of({5, 5, 4, 3, 3, 0, 1, 1, 2, 2, 6});
        for (const tests::HeadLayout& layout :
            {tests::HeadLayout{4, 4, 64}, {3, 3, 33}, {1, 1, 130}})
            for (const std::vector<int>& spans :
                std::vector<std::vector<int>>{{1}, {4, 9, 3}, {70, 2}})
                for (const bool usesQueries : {false, true}) {
                    tests::SpanAttention attention(layout, spans);
                    const int columns = layout.heads * layout.headDim;
                    const Matrix keys = Matrix::random(7, columns, 4);
                    const Matrix queries = Matrix::random(7, columns, 5);
                    const Matrix plain = attention.by(tests::reference());
                    attention.shape.relative = {keys, {}, rows};
                    if (usesQueries)
                        attention.shape.relative.queries = queries;

                    const Matrix actual = attention.by(backend->ops());

                    const Matrix expected = attention.by(tests::reference());
                    VERIFY_NEAR(actual, expected, 1e-5, layout.headDim);
                    QVERIFY((spans.size() == 1 && spans.front() == 1)
                        || !tests::isNear(expected, plain, 0.1));
                }
    }

    // Queries, keys and values of a device may be rounded to half precision.
    void attentionBetweenProductsAgreesWithReference_data() { tests::addRowForEveryBackend(); }
    void attentionBetweenProductsAgreesWithReference()
    {
        const auto backend = tests::backendUnderTest();
        constexpr int hidden = 48, heads = 2, headDim = 24, columns = heads * headDim;
        for (DType type : {DType::F32, DType::F16, DType::BF16})
            for (const std::vector<int>& spans :
                std::vector<std::vector<int>>{{9}, {40, 40}, {71}, {30, 50}})
                for (bool hasBias : {false, true}) {
                    tests::SpanAttention like({heads, heads, headDim}, spans);
                    like.shape.scale /= 8; // random weights make large scores
                    Seen seen = like.spans;
                    seen.spanRows = spans.front() == spans.back() ? spans.front() : 0;
                    const auto rows = int(like.q.view().rows);
                    const Matrix weights = Matrix::random(3 * columns, hidden, 1, type);
                    const Matrix output = Matrix::random(hidden, columns, 2, type);
                    const Matrix biases = Matrix::random(3, columns, 3);
                    const Matrix outputBias = Matrix::random(1, hidden, 4);
                    const auto weight
                        = [&](int i) { return weights.view().rowRange(i * columns, columns); };
                    kernels::Ops::AttentionLayers layers{weight(0), weight(1), weight(2), output};
                    if (hasBias) {
                        layers.queryBias = biases.view().rowRange(0, 1);
                        layers.keyBias = biases.view().rowRange(1, 1);
                        layers.valueBias = biases.view().rowRange(2, 1);
                        layers.outputBias = outputBias;
                    }
                    const Matrix x = Matrix::random(rows, hidden, 5);
                    const auto by = [&](kernels::Ops& ops) {
                        Matrix all(DType::F32, 3 * rows, columns),
                            attended(DType::F32, rows, columns);
                        Matrix delta(DType::F32, rows, hidden),
                            into = Matrix::random(rows, hidden, 6);
                        const auto part
                            = [&](int i) { return all.view().rowRange(i * rows, rows); };
                        ops.attentionAdd(into, x, layers,
                            {part(0), part(1), part(2), attended, delta}, seen, like.shape);
                        return into;
                    };

                    const Matrix actual = by(backend->ops());

                    const double tolerance = rows <= 64 ? 1e-5 : type == DType::BF16 ? 2e-2 : 3e-3;
                    VERIFY_NEAR(actual, by(tests::reference()), tolerance, name(type));
                }
    }

    void aSpanDoesNotDependOnItsCompany_data() { tests::addRowForEveryBackend(); }
    void aSpanDoesNotDependOnItsCompany()
    {
        const auto backend = tests::backendUnderTest();
        const tests::SpanAttention together({6, 2, 40}, {70, 80, 67});
        const auto part = [](const Matrix& all) {
            Matrix rows(DType::F32, 80, all.view().columns);
            std::memcpy(rows.view().bytes, all.view().rowRange(70, 80).bytes,
                size_t(rows.view().sizeInBytes()));
            return rows;
        };
        tests::SpanAttention alone({6, 2, 40}, {80});
        alone.q = part(together.q), alone.k = part(together.k), alone.v = part(together.v);

        QVERIFY(tests::isIdentical(alone.by(backend->ops()), part(together.by(backend->ops()))));
    }

    // Each row with all before it, as in a causal sentence, and with some neighbors.
    void aSlidingSpanDoesNotDependOnItsCompany_data() { tests::addRowForEveryBackend(); }
    void aSlidingSpanDoesNotDependOnItsCompany()
    {
        const auto backend = tests::backendUnderTest();
        const auto seen = [](const std::vector<int>& lengths, int before, int after) {
            std::vector<int32_t> first, last;
            for (const int length : lengths) {
                const auto begin = int32_t(first.size());
                for (int row = 0; row < length; ++row) {
                    first.push_back(begin + std::max(0, row - before));
                    last.push_back(begin + std::min(length - 1, row + after));
                }
            }
            return Seen(first, last);
        };
        for (const auto& [before, after] : {std::pair{1000, 0}, {9, 9}}) {
            tests::SpanAttention together({6, 2, 40}, {70, 80, 67}), alone({6, 2, 40}, {80});
            const auto part = [](const Matrix& all) {
                Matrix rows(DType::F32, 80, all.view().columns);
                std::memcpy(rows.view().bytes, all.view().rowRange(70, 80).bytes,
                    size_t(rows.view().sizeInBytes()));
                return rows;
            };
            together.spans = seen({70, 80, 67}, before, after);
            alone.spans = seen({80}, before, after);
            alone.q = part(together.q), alone.k = part(together.k), alone.v = part(together.v);

            QVERIFY(
                tests::isIdentical(alone.by(backend->ops()), part(together.by(backend->ops()))));
        }
    }
};

TESTS(AttentionTest);
#include "attention_test.moc"
