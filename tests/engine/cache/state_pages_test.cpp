#include "engine/cache/cache_file.h"
#include "kernels/devices/backends.h"
#include "tests/engine/files/file_bytes.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <numeric>

using engine::CacheType;
using engine::ContentKey;
using engine::LayerShape;
using engine::PageCut;
using engine::PagedCache;
using engine::PageHash;
using engine::PageSequence;
using engine::pageSize;
using engine::PageTable;

namespace {

using Keys = std::vector<ContentKey>;
using Bytes = std::vector<std::byte>;

// Keys and values in one layer, states in two others, both in a fourth, nothing in a fifth, and rows
// that are keys and values in the last.
const PagedCache::Shape shape({LayerShape{.kvHeads = 1, .headDim = 32},
    LayerShape{.stateInputs = 6, .stateMatrices = 40}, LayerShape{.stateInputs = 10},
    LayerShape{.kvHeads = 2, .headDim = 32, .stateInputs = 3, .stateMatrices = 8}, LayerShape{},
    LayerShape{.kvHeads = 1, .headDim = 40, .valuesAreKeys = true}});
constexpr int64_t stateBytes = (6 + 40 + 10 + 3 + 8) * 4;

Keys counting(int64_t count, ContentKey first = 0)
{
    Keys keys(static_cast<size_t>(count));
    std::iota(keys.begin(), keys.end(), first);
    return keys;
}

Keys joined(Keys keys, const Keys& more)
{
    keys.insert(keys.end(), more.begin(), more.end());
    return keys;
}

Bytes patterned(int64_t size, int seed)
{
    Bytes bytes(static_cast<size_t>(size));
    for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = std::byte((i * 37 + i / 256 + size_t(seed) * 11) % 251);
    return bytes;
}

// What a page holds, of so many tokens.
Bytes contentOf(const PagedCache& cache, int32_t page, int64_t tokens)
{
    Bytes bytes(size_t(cache.pageBytes(tokens)));
    cache.readPage(page, tokens, bytes);
    return bytes;
}

// A sequence that has read `keys` except for the last.
PageSequence opened(PageTable& table, const Keys& keys)
{
    PageSequence sequence;
    if (table.open(sequence, keys))
        table.append(sequence, keys, int64_t(keys.size()) - 1 - sequence.filled);
    return sequence;
}

void useOnce(PageTable& table, const Keys& keys)
{
    PageSequence sequence = opened(table, keys);
    table.release(sequence);
}

std::string wrongWith(const PageTable& table, std::vector<PageTable::Held> held = {})
{
    return table.checkInvariants(held);
}

} // namespace

// Layers that keep a state: it belongs to its page and cannot be cut.
class StatePagesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<kernels::Backend> m_backend = kernels::openBackend("cpu");

private slots:
    void aPageHasOneStateHoweverManyTokens()
    {
        const PagedCache cache(*m_backend, shape, CacheType::F16, 3 * pageSize);

        QVERIFY(cache.keepsStates());
        QCOMPARE(cache.pageBytes(0), int64_t(0));
        QCOMPARE(cache.pageBytes(1), cache.bytesPerToken() + stateBytes);
        QCOMPARE(cache.pageBytes(), 256 * cache.bytesPerToken() + stateBytes);
        QCOMPARE(cache.layerPageBytes(2), int64_t(10 * 4));
        QCOMPARE(cache.bytesPerToken(), int64_t((32 + 64) * 2 * 2 + 40 * 2));
        QCOMPARE(cache.layerPageBytes(3), int64_t(256 * 64 * 2 * 2 + 11 * 4));
        QCOMPARE(cache.layerPageBytes(4), int64_t(0));
        QCOMPARE(cache.values(3).columns, int64_t(64));
        QCOMPARE(cache.layer(3).stateInputs().columns, int64_t(3));
        QCOMPARE(cache.layer(1).stateInputs().rows, int64_t(3));
        QCOMPARE(cache.layer(1).stateMatrices().columns, int64_t(40));
        QVERIFY(!PagedCache::Shape(2, 1, 32).keepsStates());
    }

    void aStateIsCopiedAndMovedWithItsPage()
    {
        PagedCache cache(*m_backend, shape, CacheType::Q8, 4 * pageSize);
        for (int32_t page = 0; page < 4; ++page)
            cache.writePage(page, pageSize, patterned(cache.pageBytes(), page));

        cache.copyPage(1, 3, 100);
        cache.movePages(std::vector<engine::PageMove>{{0, 1}, {1, 2}, {2, 0}});

        const auto isPage = [&](int32_t page, int seed) {
            return contentOf(cache, page, pageSize) == patterned(cache.pageBytes(), seed);
        };
        QVERIFY(isPage(1, 0) && isPage(2, 1) && isPage(0, 2));
        QVERIFY(contentOf(cache, 3, 100) == contentOf(cache, 2, 100));
        QVERIFY(contentOf(cache, 3, pageSize) != contentOf(cache, 2, pageSize)); // the tokens
    }

    void aPageIsCopiedByThoseWhoGoOnAfterAllOfIt()
    {
        PageTable table(8, PageCut::Nowhere);
        useOnce(table, counting(300));

        PageSequence longer, other, same;
        const Keys goesOn = joined(counting(299), {900, 901}), parts = joined(counting(280), {902});
        QCOMPARE(table.shareFinished(longer, goesOn), int64_t(256));
        QCOMPARE(table.shareFinished(other, parts), int64_t(256));

        QCOMPARE(table.findPartial(longer, goesOn)->tokens, int64_t(43));
        QVERIFY(!table.findPartial(other, parts));
        QVERIFY(!table.findPartial(other, counting(299))); // one has to be read
        QCOMPARE(table.findBeginning({}, goesOn).tokens, int64_t(299));
        QCOMPARE(table.findBeginning({}, parts).tokens, int64_t(256));
    }

    void whoGoesBackInsideAPageGoesBackToItsBeginning()
    {
        PageTable table(8, PageCut::Nowhere);
        const Keys keys = counting(600);
        PageSequence sequence = opened(table, keys);

        table.truncate(sequence, 599); // nothing to forget
        QCOMPARE(sequence.filled, int64_t(599));
        table.truncate(sequence, 598);
        QCOMPARE(sequence.filled, int64_t(512));
        table.truncate(sequence, 511);
        QCOMPARE(sequence.filled, int64_t(256));
        table.truncate(sequence, 256);
        QCOMPARE(sequence.filled, int64_t(256));

        QCOMPARE(wrongWith(table, {{&sequence, keys}}), std::string());
        table.append(sequence, keys, 300);
        QCOMPARE(sequence.filled, int64_t(556));
        QCOMPARE(wrongWith(table, {{&sequence, keys}}), std::string());
    }

    void whatAPassHasBegunToWriteIsLostUnlessItEnds()
    {
        PageTable table(8, PageCut::Nowhere);
        const Keys keys = counting(300), more = joined(keys, counting(10, 900));
        PageSequence sequence = opened(table, keys);

        table.beginWriting(sequence, 305); // and then the pass fails
        table.truncate(sequence, sequence.filled);
        QCOMPARE(sequence.filled, int64_t(256));
        table.append(sequence, more, 43);
        table.beginWriting(sequence, 305); // and then it does not
        table.append(sequence, more, 6);
        QCOMPARE(sequence.filled, int64_t(305));

        table.beginWriting(sequence, 306);
        table.release(sequence); // the job is given up meanwhile
        QCOMPARE(table.findBeginning({}, more).tokens, int64_t(256));
        QCOMPARE(wrongWith(table), std::string());
    }

    void aPageThatEndsWhereAPassBeginsIsSafe()
    {
        PageTable table(8, PageCut::Nowhere);
        const Keys keys = counting(257);
        PageSequence sequence = opened(table, keys);

        table.beginWriting(sequence, 257);
        table.release(sequence);

        QCOMPARE(table.findBeginning({}, keys).tokens, int64_t(256));
    }

    void statesGoToFilesWithTheirPages_data()
    {
        QTest::addColumn<int>("tokens");
        for (const int tokens : {1, 255, 256, 257, 600})
            QTest::addRow("%d", tokens) << tokens;
    }
    void statesGoToFilesWithTheirPages()
    {
        QFETCH(int, tokens);
        const tests::Scratch scratch;
        const auto path = scratch.path() / "states.cache";
        const Keys keys = counting(tokens + 1, 7);
        PagedCache cache(*m_backend, shape, CacheType::F16, 4 * pageSize),
            restored(*m_backend, shape, CacheType::F16, 4 * pageSize);
        PagedCache* const caches[] = {&cache};
        PagedCache* const restoredCaches[] = {&restored};
        PageTable table(4, PageCut::Nowhere), restoredTable(4, PageCut::Nowhere);
        useOnce(table, keys);
        const auto held = table.findBeginning({}, keys);
        for (size_t page = 0; page < held.pages.size(); ++page)
            cache.writePage(held.pages[page], pageSize, patterned(cache.pageBytes(), int(page)));

        QCOMPARE(engine::saveCacheFile(path, caches, table, {}, keys), int64_t(tokens));
        QCOMPARE(
            engine::restoreCacheFile(path, restoredCaches, restoredTable, {}), int64_t(tokens));

        const auto found = restoredTable.findBeginning({}, keys);
        QCOMPARE(found.tokens, int64_t(tokens));
        for (size_t page = 0; page < held.pages.size(); ++page) {
            const int64_t here = std::min(pageSize, tokens - int64_t(page) * pageSize);
            QVERIFY(contentOf(cache, held.pages[page], here)
                == contentOf(restored, found.pages[page], here));
        }
        QCOMPARE(wrongWith(restoredTable), std::string());
    }

    void aCacheWithOtherStatesRefusesAFile()
    {
        const tests::Scratch scratch;
        const auto path = scratch.path() / "states.cache";
        const Keys keys = counting(300);
        PagedCache cache(*m_backend, shape, CacheType::F16, 2 * pageSize);
        PagedCache other(*m_backend,
            PagedCache::Shape({shape.layers[0], LayerShape{.stateInputs = 6, .stateMatrices = 44},
                shape.layers[2], shape.layers[3], shape.layers[4], shape.layers[5]}),
            CacheType::F16, 2 * pageSize);
        PagedCache *const caches[] = {&cache}, *const others[] = {&other};
        PageTable table(2, PageCut::Nowhere), otherTable(2, PageCut::Nowhere);
        useOnce(table, keys);
        engine::saveCacheFile(path, caches, table, {}, keys);

        const std::string refused
            = tests::refusal([&] { engine::restoreCacheFile(path, others, otherTable, {}); });

        QVERIFY2(refused.find("a state of 6 and 40 numbers") != refused.npos, refused.c_str());
        QVERIFY2(refused.find("a state of 6 and 44 numbers") != refused.npos, refused.c_str());
        QVERIFY2(
            refused.find("2 heads of 32 numbers and a state of 3 and 8 numbers") != refused.npos,
            refused.c_str());
    }
};

TESTS(StatePagesTest);
#include "state_pages_test.moc"
