#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "kernels/devices/backends.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <numeric>
#include <optional>

using base::Error;
using base::ErrorKind;
using engine::CachePrecision;
using engine::CacheType;
using engine::PagedCache;
using kernels::DType;
using kernels::TensorView;

namespace {

const PagedCache::Shape shape{2, 2, 4};

std::vector<uint8_t> bytesOf(kernels::Backend& backend, TensorView view)
{
    std::vector<uint8_t> bytes(size_t(view.sizeInBytes()));
    backend.download(bytes.data(), view);
    return bytes;
}

// Bytes that differ from row to row and stay far from the NaNs of f16 and f32.
void fill(kernels::Backend& backend, TensorView view, int seed)
{
    std::vector<uint8_t> bytes(size_t(view.sizeInBytes()));
    for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = uint8_t((i * 37 + size_t(seed) * 11) % 60);
    backend.upload(view, bytes.data());
}

std::optional<Error> errorOfCache(
    kernels::Backend& backend, const PagedCache::Shape& shape, int64_t tokens)
{
    try {
        PagedCache(backend, shape, CacheType::F16, tokens);
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

} // namespace

class PagedCacheTest : public QObject {
    Q_OBJECT

private slots:
    void roundsTokensUpToWholePages_data()
    {
        QTest::addColumn<int>("tokens");
        QTest::addColumn<int>("pages");
        QTest::newRow("one") << 1 << 1;
        QTest::newRow("a page") << 256 << 1;
        QTest::newRow("one more") << 257 << 2;
        QTest::newRow("many") << 2048 << 8;
    }
    void roundsTokensUpToWholePages()
    {
        QFETCH(int, tokens);
        QFETCH(int, pages);
        const auto backend = kernels::openBackend("reference");

        const PagedCache cache(*backend, shape, CacheType::F16, tokens);

        QCOMPARE(cache.numPages(), int64_t(pages));
        for (int64_t layer = 0; layer < int64_t(shape.layers.size()); ++layer) {
            QCOMPARE(cache.keys(layer).rows, int64_t(pages) * 256);
            QCOMPARE(cache.keys(layer).columns, int64_t(8));
            QVERIFY(cache.keys(layer).dtype == DType::F16);
            QVERIFY(cache.keys(layer).sameShape(cache.values(layer)));
            QVERIFY(cache.keys(layer).bytes != cache.values(layer).bytes);
        }
    }

    void keysAndValuesHaveTheirOwnTypesInWholeBlocks()
    {
        const auto backend = kernels::openBackend("reference");

        const PagedCache cache(*backend, shape, {CachePrecision::Q8, CachePrecision::Q4}, 256);

        QVERIFY(cache.keys(1).dtype == DType::CacheQ8);
        QVERIFY(cache.values(1).dtype == DType::CacheQ4);
        QCOMPARE(cache.keys(1).columns, int64_t(32)); // for the 8 numbers of its short heads
        QCOMPARE(cache.values(1).rowStride(), int64_t(18));
    }

    void saysWhatATokenCosts()
    {
        QCOMPARE(PagedCache::bytesPerToken(shape, CacheType::F16), int64_t(2 * 2 * 8 * 2));
        QCOMPARE(PagedCache::bytesPerToken(shape, CacheType::F32), int64_t(2 * 2 * 8 * 4));
    }

    void layersKeepWhatTheyNeed()
    {
        const PagedCache::Shape unequal({{2, 4}, {1, 16}, {}, {1, 40, /*valuesAreKeys=*/true}});
        const auto backend = kernels::openBackend("reference");

        const PagedCache cache(*backend, unequal, CacheType::F16, 256);

        QCOMPARE(cache.bytesPerToken(), int64_t((2 * (8 + 16) + 40) * 2));
        QCOMPARE(cache.bytesPerToken(0), int64_t(2 * 8 * 2));
        QCOMPARE(cache.bytesPerToken(2), int64_t(0));
        QCOMPARE(cache.keys(0).columns, int64_t(8));
        QCOMPARE(cache.values(1).columns, int64_t(16));
        QVERIFY(cache.keys(2).isEmpty());
        QCOMPARE(cache.bytesPerToken(3), int64_t(40 * 2));
        QCOMPARE(cache.values(3).bytes, cache.keys(3).bytes);
    }

    void aNumberTakes8Point5Or6Point5Or4Point5Bits()
    {
        const PagedCache::Shape llama{16, 8, 64};
        const int64_t numbers = 2 * 16 * 8 * 64;

        QCOMPARE(8 * PagedCache::bytesPerToken(llama, CacheType::F16), numbers * 16);
        QCOMPARE(8 * PagedCache::bytesPerToken(llama, CacheType::Q8), numbers * 17 / 2);
        QCOMPARE(8 * PagedCache::bytesPerToken(llama, CacheType::Q6), numbers * 13 / 2);
        QCOMPARE(8 * PagedCache::bytesPerToken(llama, CacheType::Q4), numbers * 9 / 2);
        QCOMPARE(8 * PagedCache::bytesPerToken(llama, {CachePrecision::Q8, CachePrecision::Q4}),
            numbers * 13 / 2);
    }

    void copiesTheBeginningOfAPageBitForBitInEveryLayer_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("tokens");
        for (const char* type : {"fp16", "fp32", "q8", "q6", "q4", "q8/q4"})
            for (const int tokens : {1, 100, 256})
                QTest::newRow(qPrintable(QString("%1, %2 tokens").arg(type).arg(tokens)))
                    << QString(type) << tokens;
    }
    void copiesTheBeginningOfAPageBitForBitInEveryLayer()
    {
        QFETCH(QString, type);
        QFETCH(int, tokens);
        const auto backend = kernels::openBackend("reference");
        PagedCache cache(*backend, shape, *engine::cacheTypeFromName(type.toStdString()), 3 * 256);
        std::vector<TensorView> matrices;
        for (int64_t layer = 0; layer < int64_t(shape.layers.size()); ++layer)
            matrices.insert(matrices.end(), {cache.keys(layer), cache.values(layer)});
        std::vector<std::vector<uint8_t>> expected;
        for (size_t i = 0; i < matrices.size(); ++i) {
            fill(*backend, matrices[i], int(i));
            expected.push_back(bytesOf(*backend, matrices[i]));
            const auto page = int64_t(expected[i].size()) / 3;
            std::copy_n(expected[i].begin() + 2 * page, page * tokens / 256, expected[i].begin());
        }

        cache.copyPage(2, 0, tokens);

        for (size_t i = 0; i < matrices.size(); ++i)
            QVERIFY(bytesOf(*backend, matrices[i]) == expected[i]);
    }

    void aCacheThatCannotFitIsRefusedWithTheBytesNeeded_data()
    {
        QTest::addColumn<qlonglong>("tokens");
        QTest::newRow("more than any memory") << (qlonglong(1) << 45);
        QTest::newRow("more than 63 bits of bytes") << std::numeric_limits<qlonglong>::max();
    }
    void aCacheThatCannotFitIsRefusedWithTheBytesNeeded()
    {
        QFETCH(qlonglong, tokens);
        const auto backend = kernels::openBackend("reference");

        const auto error = errorOfCache(*backend, shape, tokens);

        QVERIFY(error && error->kind() == ErrorKind::OutOfMemory);
        QVERIFY2(QString(error->what()).contains(QString::number(tokens)), error->what());
        QVERIFY2(QString(error->what()).contains("GB"), error->what());
    }

    void infinitiesOfHalfPrecisionAreFoundInTheFirstLayerThatHasThem()
    {
        constexpr uint16_t infinity = 0xFC00, undefined = 0x7E00;
        const auto backend = kernels::openBackend("reference", 1);
        PagedCache cache(*backend, shape, CacheType::F16, 512);
        const auto write = [&](TensorView matrix, int64_t row, uint16_t half) {
            std::vector<uint16_t> halves(8, 0);
            halves[3] = half;
            backend->upload(matrix.rowRange(row, 1), halves.data());
        };
        for (int64_t layer : {0, 1})
            for (const TensorView matrix : {cache.keys(layer), cache.values(layer)})
                fill(*backend, matrix, 1);

        write(cache.values(1), 256 + 7, undefined);
        QCOMPARE(cache.overflow(1, 256), std::string_view());
        write(cache.values(0), 256 + 7, infinity);
        QCOMPARE(cache.overflow(1, 256), std::string_view("values"));
        write(cache.keys(0), 256 + 7, infinity);
        QCOMPARE(cache.overflow(1, 256), std::string_view("keys"));
        QCOMPARE(cache.overflow(1, 7), std::string_view());
        QCOMPARE(cache.overflow(0, 256), std::string_view());
        write(cache.values(0), 256 + 6, undefined);
        QCOMPARE(cache.overflow(1, 256), std::string_view());
    }
};

TESTS(PagedCacheTest);
#include "paged_cache_test.moc"
