#include "base/error.h"
#include "engine/cache/cache_file.h"
#include "kernels/devices/backends.h"
#include "tests/engine/cache/known_rows.h"
#include "tests/engine/files/file_bytes.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <numeric>
#include <random>

namespace fs = std::filesystem;
using base::Error;
using base::ErrorKind;
using engine::CacheType;
using engine::ContentKey;
using engine::PagedCache;
using engine::PageHash;
using engine::PageSequence;
using engine::pageSize;
using engine::PageTable;

namespace {

using Keys = std::vector<ContentKey>;
using Bytes = std::vector<std::byte>;

constexpr PageHash root{.low = 12, .high = 34};
// Three equal layers, a narrower one, one that reads another's keys and values, and one whose values
// are its keys.
const PagedCache::Shape modelShape(
    {{2, 32}, {2, 32}, {2, 32}, {1, 32}, {}, {1, 40, /*valuesAreKeys=*/true}});
const PagedCache::Shape draftShape{1, 1, 32};

Keys counting(size_t count, ContentKey first = 0)
{
    Keys keys(count);
    std::iota(keys.begin(), keys.end(), first);
    return keys;
}

// The matrices with rows of tokens.
std::vector<kernels::TensorView> matricesOf(const PagedCache& cache, int64_t layer)
{
    if (cache.shape().layers[size_t(layer)].valuesAreKeys)
        return {cache.keys(layer)};
    return {cache.keys(layer), cache.values(layer)};
}

// What a token leaves in a cache, computed from its key.
Bytes tokenBytes(const PagedCache& cache, ContentKey key)
{
    std::minstd_rand random(unsigned(key) + 1);
    Bytes bytes(size_t(cache.bytesPerToken()));
    for (std::byte& byte : bytes)
        byte = std::byte(random());
    return bytes;
}

// A page table with the caches of a model and, perhaps, of its draft model.
struct Store {
    explicit Store(int64_t pages, CacheType type = CacheType::F16, int numCaches = 2)
        : model(*backend, modelShape, type, pages * pageSize)
        , draft(*backend, draftShape, CacheType::F16, pages * pageSize)
        , table(pages)
        , caches{&model, &draft}
    {
        caches.resize(size_t(numCaches));
    }

    // One row at a time: position for position what readPage() gives for one token.
    void writeToken(int32_t page, int64_t position, ContentKey key)
    {
        for (PagedCache* cache : caches) {
            Bytes bytes = tokenBytes(*cache, key);
            size_t at = 0;
            for (int64_t layer = 0; layer < cache->numLayers(); ++layer)
                for (const kernels::TensorView matrix : matricesOf(*cache, layer)) {
                    backend->upload(
                        matrix.rowRange(page * pageSize + position, 1), bytes.data() + at);
                    at += size_t(matrix.rowStride());
                }
        }
    }

    bool holdsToken(int32_t page, int64_t position, ContentKey key) const
    {
        for (const PagedCache* cache : caches) {
            const Bytes expected = tokenBytes(*cache, key);
            size_t at = 0;
            for (int64_t layer = 0; layer < cache->numLayers(); ++layer)
                for (const kernels::TensorView matrix : matricesOf(*cache, layer)) {
                    Bytes row(size_t(matrix.rowStride()));
                    backend->download(row.data(), matrix.rowRange(page * pageSize + position, 1));
                    if (!std::equal(row.begin(), row.end(), expected.begin() + ptrdiff_t(at)))
                        return false;
                    at += row.size();
                }
        }
        return true;
    }

    PageSequence read(const Keys& keys)
    {
        PageSequence sequence{.root = root};
        if (!table.open(sequence, keys))
            return sequence;
        for (auto at = size_t(sequence.filled); at < keys.size(); ++at)
            writeToken(sequence.pages[at / size_t(pageSize)], int64_t(at) % pageSize, keys[at]);
        table.append(sequence, keys, int64_t(keys.size()) - sequence.filled);
        return sequence;
    }

    void readOnce(const Keys& keys)
    {
        PageSequence sequence = read(keys);
        table.release(sequence);
    }

    // The number of tokens that are found, or -1 if the cache holds something else for them.
    int64_t found(const Keys& keys) const
    {
        const auto beginning = table.findBeginning(root, keys);
        for (size_t at = 0; at < size_t(beginning.tokens); ++at)
            if (!holdsToken(
                    beginning.pages[at / size_t(pageSize)], int64_t(at) % pageSize, keys[at]))
                return -1;
        return beginning.tokens;
    }

    int64_t save(const fs::path& path, const Keys& keys) const
    {
        return engine::saveCacheFile(path, caches, table, root, keys);
    }
    int64_t restore(const fs::path& path, PageHash as = root)
    {
        return engine::restoreCacheFile(path, caches, table, as);
    }

    std::unique_ptr<kernels::Backend> backend = kernels::openBackend("cpu");
    PagedCache model, draft;
    PageTable table;
    std::vector<PagedCache*> caches;
};

// The smallest cache there is, for tests that restore thousands of times.
struct TinyStore {
    std::unique_ptr<kernels::Backend> backend = kernels::openBackend("reference");
    PagedCache cache{*backend, tests::rowShape, CacheType::F32, 2 * pageSize};
    PageTable table{2};
    PagedCache* const caches[1] = {&cache};

    std::string saved(const fs::path& path, size_t tokens)
    {
        const Keys keys = counting(tokens, 100);
        PageSequence sequence{.root = root};
        if (table.open(sequence, keys))
            table.append(sequence, keys, int64_t(tokens));
        table.release(sequence);
        engine::saveCacheFile(path, caches, table, root, keys);
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }

    // What is said about a file of these bytes; nothing if it is taken.
    std::string refusalOf(const tests::Scratch& scratch, const std::string& bytes)
    {
        const fs::path path = scratch.write("hostile.cache", bytes);
        return tests::refusal([&] { engine::restoreCacheFile(path, caches, table, root); });
    }

    bool isUntouched() const
    {
        return table.numFree() == 2 && table.checkInvariants({}).empty()
            && table.findBeginning(root, counting(300, 100)).tokens == 0;
    }
};

std::optional<Error> errorOfRestoring(Store& store, const fs::path& path, PageHash as = root)
{
    try {
        store.restore(path, as);
    } catch (const Error& error) {
        return error;
    }
    return std::nullopt;
}

} // namespace

class CacheFileTest : public QObject {
    Q_OBJECT

private slots:
    void aSaveThatIsGivenUpLeavesNoFile()
    {
        const tests::Scratch scratch;
        Store store(4);
        const Keys keys = counting(3 * pageSize);
        store.readOnce(keys);
        const fs::path path = scratch.path() / "given_up.cache";
        int pages = 0;

        const int64_t saved = engine::saveCacheFile(
            path, store.caches, store.table, root, keys, [&pages] { return ++pages > 2; });

        QCOMPARE(saved, 0);
        QCOMPARE(pages, 3);
        QVERIFY(!fs::exists(path));
        QCOMPARE(store.save(path, keys), 3 * pageSize);
        Keys read;
        QCOMPARE(
            engine::restoreCacheFile(path, store.caches, store.table, root, &read), 3 * pageSize);
        QCOMPARE(read, keys);
    }

    void aConversationComesBackBitForBit_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<int>("tokens");
        for (const QString type : {"fp16", "fp32", "q8", "q6", "q4", "q8/q4"})
            for (const int tokens : {1, 256, 600})
                QTest::addRow("%s, %d tokens", qPrintable(type), tokens) << type << tokens;
    }
    void aConversationComesBackBitForBit()
    {
        QFETCH(QString, type);
        QFETCH(int, tokens);
        const CacheType cacheType = *engine::cacheTypeFromName(type.toStdString());
        const tests::Scratch scratch;
        const Keys keys = counting(size_t(tokens), 100);
        Store before(4, cacheType), after(4, cacheType);
        before.readOnce(keys);

        QCOMPARE(before.save(scratch.path() / "chat.cache", keys), int64_t(tokens));
        QCOMPARE(after.restore(scratch.path() / "chat.cache"), int64_t(tokens));

        QCOMPARE(after.found(keys), int64_t(tokens));
        QCOMPARE(after.table.numFree(), int64_t(4));
        QCOMPARE(after.table.checkInvariants({}), std::string());
    }

    void theNextPromptGoesOnWhereTheSavedOneStopped()
    {
        const tests::Scratch scratch;
        Store before(4), after(4);
        before.readOnce(counting(600));
        before.save(scratch.path() / "chat.cache", counting(600));
        after.restore(scratch.path() / "chat.cache");

        PageSequence sequence{.root = root};
        QVERIFY(after.table.open(sequence, counting(700)));

        QCOMPARE(sequence.filled, int64_t(512));
        QCOMPARE(after.table.findPartial(sequence, counting(700))->tokens, int64_t(88));
    }

    // The rest of a page that is not full may be of somebody else's conversation.
    void onlyTheTokensAskedForAreInTheFile()
    {
        const tests::Scratch scratch;
        const fs::path path = scratch.path() / "chat.cache";
        Store store(4);
        store.readOnce(counting(600));

        QCOMPARE(store.save(path, counting(300)), int64_t(300));
        const auto size300 = fs::file_size(path);
        QCOMPARE(store.save(path, counting(301)), int64_t(301));

        const auto perToken = store.model.bytesPerToken() + store.draft.bytesPerToken() + 8;
        QCOMPARE(int64_t(fs::file_size(path) - size300), perToken);
    }

    void nothingIsWrittenWhereNothingIsCached()
    {
        const tests::Scratch scratch;
        const Store store(4);

        QCOMPARE(store.save(scratch.path() / "chat.cache", counting(300)), int64_t(0));

        QVERIFY(!fs::exists(scratch.path() / "chat.cache"));
    }

    void onlyTheBeginningComesBackWhereRoomIsShort()
    {
        const tests::Scratch scratch;
        Store before(4), after(4);
        before.readOnce(counting(900));
        before.save(scratch.path() / "chat.cache", counting(900));
        const Keys inUse = counting(300, 5000);
        const PageSequence held = after.read(inUse);

        QCOMPARE(after.restore(scratch.path() / "chat.cache"), int64_t(512));

        QCOMPARE(after.found(counting(900)), int64_t(512));
        QCOMPARE(after.found(inUse), int64_t(300));
        const PageTable::Held all[] = {{&held, inUse}};
        QCOMPARE(after.table.checkInvariants(all), std::string());
    }

    void nothingComesBackWhereNoPageIsFree()
    {
        const tests::Scratch scratch;
        Store before(2), after(2);
        before.readOnce(counting(300));
        before.save(scratch.path() / "chat.cache", counting(300));
        const PageSequence held = after.read(counting(300, 5000));

        QCOMPARE(after.restore(scratch.path() / "chat.cache"), int64_t(0));
    }

    void whatIsThereAlreadyIsShared()
    {
        const tests::Scratch scratch;
        Store store(4);
        const PageSequence held = store.read(counting(600));
        store.save(scratch.path() / "chat.cache", counting(600));

        QCOMPARE(store.restore(scratch.path() / "chat.cache"), int64_t(600));

        QCOMPARE(store.found(counting(600)), int64_t(600));
        QCOMPARE(store.table.findBeginning(root, counting(512)).pages[1], held.pages[1]);
    }

    void aFileOfAnotherModelOrCacheIsRefused()
    {
        const tests::Scratch scratch;
        const fs::path path = scratch.path() / "chat.cache";
        Store store(4), otherType(4, CacheType::Q8), withoutDraft(4, CacheType::F16, 1);
        store.readOnce(counting(300));
        store.save(path, counting(300));

        const auto otherModel = errorOfRestoring(store, path, {.low = 12, .high = 35});
        QVERIFY(otherModel && otherModel->kind() == ErrorKind::BadRequest);
        QVERIFY2(strstr(otherModel->what(), "a different model"), otherModel->what());
        const auto type = errorOfRestoring(otherType, path);
        QVERIFY(type && type->kind() == ErrorKind::BadRequest);
        QVERIFY2(strstr(type->what(), "type fp16, this one is q8."), type->what());
        const auto count = errorOfRestoring(withoutDraft, path);
        QVERIFY(count && count->kind() == ErrorKind::BadRequest);
        QVERIFY2(strstr(count->what(), "has 2 caches, but 1 are"), count->what());
        std::swap(store.caches[0], store.caches[1]);
        const auto shape = errorOfRestoring(store, path);
        QVERIFY(shape && shape->kind() == ErrorKind::BadRequest);
        QVERIFY2(strstr(shape->what(),
                     "3 layers of 2 heads of 32 numbers, then 1 layers of 1 heads of 32 numbers"),
            shape->what());
    }

    void everyTruncationIsRefused()
    {
        const tests::Scratch scratch;
        const std::string whole = TinyStore().saved(scratch.path() / "whole.cache", 3);
        TinyStore store;
        for (size_t length = 0; length < whole.size(); ++length) {
            const std::string said = store.refusalOf(scratch, whole.substr(0, length));
            QVERIFY2(!said.empty(), qPrintable(QString::number(length)));
        }
        QVERIFY(!store.refusalOf(scratch, whole + '\0').empty());
        QVERIFY(store.isUntouched());
        QCOMPARE(store.refusalOf(scratch, whole), std::string());
    }

    void everyFlippedBitIsRefused()
    {
        const tests::Scratch scratch;
        std::string bytes = TinyStore().saved(scratch.path() / "whole.cache", 3);
        TinyStore store;
        for (size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
            bytes[bit / 8] ^= char(1 << bit % 8);
            const std::string said = store.refusalOf(scratch, bytes);
            QVERIFY2(!said.empty(), qPrintable(QString::number(bit)));
            bytes[bit / 8] ^= char(1 << bit % 8);
        }
        QVERIFY(store.isUntouched());
    }

    // Numbers that would overflow, or ask for more memory than there is, anywhere in the header.
    void aHeaderThatLiesIsRefused()
    {
        const tests::Scratch scratch;
        const std::string whole = TinyStore().saved(scratch.path() / "whole.cache", 3);
        TinyStore store;
        const size_t header = whole.size() - 3 * (8 + 16) - 16;
        for (const uint64_t lie : {uint64_t(0), uint64_t(1), uint64_t(1) << 31, uint64_t(1) << 60,
                 uint64_t(1) << 63, ~uint64_t(0), ~uint64_t(0) / 24}) {
            for (size_t at = 8; at + 8 <= header; at += 4) {
                std::string bytes = whole;
                std::memcpy(bytes.data() + at, &lie, sizeof lie);
                QVERIFY2(bytes == whole || !store.refusalOf(scratch, bytes).empty(),
                    qPrintable(QString("%1 at %2").arg(lie).arg(at)));
            }
        }
        QVERIFY(store.isUntouched());
    }

    void filesOfRubbishAreRefused()
    {
        const tests::Scratch scratch;
        const std::string whole = TinyStore().saved(scratch.path() / "whole.cache", 3);
        TinyStore store;
        std::mt19937 random(5);
        for (int i = 0; i < 500; ++i) {
            std::string bytes = whole;
            for (unsigned change = 0; change < 1 + random() % 8; ++change) {
                const size_t at = random() % bytes.size(), length = random() % 12;
                switch (random() % 3) {
                case 0:
                    bytes[at] = char(random());
                    break;
                case 1:
                    bytes.erase(at, length);
                    break;
                default:
                    bytes.insert(at, length, char(random()));
                }
                bytes += bytes.empty() ? "x" : "";
            }
            if (bytes != whole)
                QVERIFY(!store.refusalOf(scratch, bytes).empty());
        }
        QVERIFY(store.isUntouched());
    }

    void anotherVersionIsSaidToBeOne()
    {
        const tests::Scratch scratch;
        std::string bytes = TinyStore().saved(scratch.path() / "whole.cache", 3);
        bytes[8] = 9;
        TinyStore store;

        const std::string said = store.refusalOf(scratch, bytes);

        QVERIFY2(said.find("version 9; this version of the program reads version 3.") != said.npos,
            said.c_str());
    }

    void aFileThatCannotBeMadeIsAnError()
    {
        const tests::Scratch scratch;
        Store store(2);
        store.readOnce(counting(300));

        const std::string said = tests::refusal(
            [&] { store.save(scratch.path() / "no such folder" / "chat.cache", counting(300)); });

        QVERIFY2(said.find("can't be created") != said.npos, said.c_str());
    }
};

TESTS(CacheFileTest);
#include "cache_file_test.moc"
