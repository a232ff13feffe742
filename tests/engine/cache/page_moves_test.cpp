#include "engine/cache/paged_cache.h"
#include "kernels/devices/backends.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using engine::bufferPage;
using engine::CacheType;
using engine::inCopyOrder;
using engine::PagedCache;
using engine::PageMove;

namespace {

using Moves = std::vector<PageMove>;
using Bytes = std::vector<std::byte>;

// The pages after all moves at once.
std::vector<int> movedAtOnce(std::vector<int> pages, const Moves& moves)
{
    const std::vector<int> before = pages;
    for (const PageMove& move : moves)
        pages[size_t(move.to)] = before[size_t(move.from)];
    return pages;
}

std::vector<int> copiedOneByOne(std::vector<int> pages, const Moves& copies)
{
    int buffer = -1;
    for (const PageMove& copy : copies) {
        const int moved = copy.from == bufferPage ? buffer : pages[size_t(copy.from)];
        (copy.to == bufferPage ? buffer : pages[size_t(copy.to)]) = moved;
    }
    return pages;
}

// Some pages of `count`, to other positions, some of which nothing moves away from.
Moves randomMoves(size_t count, std::mt19937& random)
{
    std::vector<int32_t> from(count), to(count);
    std::iota(from.begin(), from.end(), 0);
    to = from;
    std::ranges::shuffle(from, random);
    std::ranges::shuffle(to, random);
    const size_t most = random() % (count + 1);
    Moves moves;
    for (size_t i = 0; i < most; ++i)
        if (from[i] != to[i])
            moves.push_back({from[i], to[i]});
    return moves;
}

Bytes pageBytes(const PagedCache& cache, int32_t page)
{
    Bytes bytes(size_t(cache.bytesPerToken() * engine::pageSize));
    cache.readPage(page, engine::pageSize, bytes);
    return bytes;
}

Bytes patterned(const PagedCache& cache, int64_t tokens, int seed)
{
    Bytes bytes(size_t(cache.bytesPerToken() * tokens));
    for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte((i * 37 + i / 256 + size_t(seed) * 11) % 251);
    return bytes;
}

const PagedCache::Shape shape({{2, 32}, {4, 16}, {}, {1, 96}});

void addRowForEveryType()
{
    QTest::addColumn<QString>("type");
    for (const char* type : {"fp16", "fp32", "q8", "q6", "q4", "q8/q4"})
        QTest::newRow(type) << type;
}

CacheType typeNamed(const QString& name)
{
    return engine::cacheTypeFromName(name.toStdString()).value();
}

} // namespace

class PageMovesTest : public QObject {
    Q_OBJECT

private slots:
    void aChainNeedsNoBuffer()
    {
        QVERIFY(inCopyOrder(Moves{{0, 1}, {1, 2}, {5, 4}}) == (Moves{{1, 2}, {0, 1}, {5, 4}}));
    }

    void aCircleGoesThroughTheBuffer()
    {
        QVERIFY(inCopyOrder(Moves{{0, 1}, {1, 2}, {2, 0}})
            == (Moves{{1, bufferPage}, {0, 1}, {2, 0}, {bufferPage, 2}}));
    }

    void copiesOneByOneComeToTheSameAsMovesAtOnce()
    {
        std::mt19937 random(3);
        std::vector<int> pages(12);
        std::iota(pages.begin(), pages.end(), 100);
        for (int i = 0; i < 2000; ++i) {
            const Moves moves = randomMoves(pages.size(), random);

            const Moves copies = inCopyOrder(moves);

            const std::vector<int> expected = movedAtOnce(pages, moves);
            const std::vector<int> actual = copiedOneByOne(pages, copies);
            for (const PageMove& move : moves)
                QCOMPARE(actual[size_t(move.to)], expected[size_t(move.to)]);
        }
    }

    void theBytesOfEveryLayerMove_data() { addRowForEveryType(); }
    void theBytesOfEveryLayerMove()
    {
        QFETCH(QString, type);
        const auto backend = kernels::openBackend("cpu");
        PagedCache cache(*backend, shape, typeNamed(type), 6 * 256);
        for (int32_t page = 0; page < 6; ++page)
            cache.writePage(page, 256, patterned(cache, 256, page));

        cache.movePages(Moves{{0, 1}, {1, 2}, {2, 0}, {4, 3}});

        const std::vector<int> origin{2, 0, 1, 4, 4, 5};
        for (int32_t page = 0; page < 6; ++page)
            QVERIFY(pageBytes(cache, page) == patterned(cache, 256, origin[size_t(page)]));
    }

    void partOfAPageIsReadAndWrittenAsItIsStored_data() { addRowForEveryType(); }
    void partOfAPageIsReadAndWrittenAsItIsStored()
    {
        QFETCH(QString, type);
        const auto backend = kernels::openBackend("cpu");
        PagedCache cache(*backend, shape, typeNamed(type), 2 * 256);
        QCOMPARE(cache.bytesPerToken(), PagedCache::bytesPerToken(shape, typeNamed(type)));
        for (const int32_t page : {0, 1})
            cache.writePage(page, 256, patterned(cache, 256, 7));
        const Bytes untouched = pageBytes(cache, 0), written = patterned(cache, 100, 1);

        cache.writePage(1, 100, written);

        Bytes read(written.size());
        cache.readPage(1, 100, read);
        QVERIFY(read == written);
        QVERIFY(pageBytes(cache, 0) == untouched);
        const Bytes whole = pageBytes(cache, 1);
        const auto keyRow = size_t(cache.keys(0).rowStride());
        QVERIFY(std::equal(whole.begin(), whole.begin() + ptrdiff_t(100 * keyRow), read.begin()));
        QVERIFY(std::equal(whole.begin() + ptrdiff_t(100 * keyRow),
            whole.begin() + ptrdiff_t(256 * keyRow), untouched.begin() + ptrdiff_t(100 * keyRow)));
    }
};

TESTS(PageMovesTest);
#include "page_moves_test.moc"
