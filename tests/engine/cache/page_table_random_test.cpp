#include "engine/cache/cache_file.h"
#include "kernels/devices/backends.h"
#include "tests/engine/cache/known_rows.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <random>

using engine::CacheType;
using engine::ContentKey;
using engine::PagedCache;
using engine::PageHash;
using engine::PageSequence;
using engine::pageSize;
using engine::PageTable;
using tests::KnownRows;

namespace {

using Keys = std::vector<ContentKey>;

struct Sequence {
    PageSequence pages;
    Keys keys;
};

// Does with a page table and a cache at random what a generator does, failures included, and
// compares what the cache then holds with what a model would have written there: a list of all rows
// that ever could be, looked up the slow way.
class RandomUse {
public:
    RandomUse(unsigned seed, int64_t pages)
        : m_random(seed)
        , m_backend(kernels::openBackend("reference"))
        , m_cache(*m_backend, tests::rowShape, CacheType::F32, pages * pageSize)
        , m_table(pages)
    {
        for (int32_t page = 0; page < pages; ++page)
            scribble(page, 0, pageSize);
    }

    void step()
    {
        switch (below(12)) {
        case 0:
        case 1:
            return open();
        case 2:
        case 3:
        case 4:
            return withOne(&RandomUse::read);
        case 5:
            return withOne(&RandomUse::growAndFail);
        case 6:
            return withOne(&RandomUse::truncate);
        case 7:
            return withOne(&RandomUse::releaseAndOpenAgain);
        case 8:
            return withOne(&RandomUse::release);
        case 9:
            return reserveAndGiveBack();
        case 10:
            return saveAndRestore();
        default:
            return below(10) == 0 ? defragment() : withOne(&RandomUse::read);
        }
    }

    /// Empty, or what is wrong.
    std::string check()
    {
        std::vector<PageTable::Held> held;
        for (const auto& sequence : m_open)
            held.push_back({&sequence->pages, sequence->keys});
        if (const std::string wrong = m_table.checkInvariants(held); !wrong.empty())
            return wrong;
        for (const auto& sequence : m_open)
            if (!holds(sequence->pages.pages, sequence->pages.root,
                    first(sequence->keys, sequence->pages.filled)))
                return "a sequence's pages hold other rows than its tokens have";
        for (const auto& [root, keys] : m_known) {
            const auto beginning = m_table.findBeginning(root, keys);
            if (!holds(beginning.pages, root, first(keys, beginning.tokens)))
                return "what is found holds other rows than its tokens have";
        }
        return m_wrong;
    }

    int64_t numReused() const { return m_reused; }
    int64_t numMoved() const { return m_moved; }
    int64_t numRestored() const { return m_restored; }

private:
    using Action = void (RandomUse::*)(Sequence&);

    size_t below(size_t limit) { return m_random() % limit; }

    static std::span<const ContentKey> first(const Keys& keys, int64_t tokens)
    {
        return std::span(keys).first(size_t(tokens));
    }

    // One of few texts, which part ways somewhere.
    Keys someKeys()
    {
        Keys keys(1 + below(1500));
        const size_t parting = below(3) == 0 ? keys.size() : below(keys.size());
        const ContentKey text = 10'000 * below(2), variant = 1'000'000 * (1 + below(4));
        for (size_t i = 0; i < keys.size(); ++i)
            keys[i] = text + i + (i < parting ? 0 : variant);
        return keys;
    }

    PageHash someRoot() { return {below(4) == 0 ? 77u : 0u, 0}; }

    void scribble(int32_t page, int64_t begin, int64_t tokens)
    {
        const std::vector<KnownRows::Row> rubbish(size_t(tokens), ~KnownRows::Row(0));
        tests::writeRows(m_cache, page, begin, rubbish);
    }

    bool holds(std::span<const int32_t> pages, PageHash root, std::span<const ContentKey> keys)
    {
        const std::vector<KnownRows::Row> expected = m_rows.rows(root, keys);
        for (size_t begin = 0; begin < expected.size(); begin += size_t(pageSize)) {
            const auto tokens = std::min(expected.size() - begin, size_t(pageSize));
            const auto actual
                = tests::rowsOfPage(m_cache, pages[begin / size_t(pageSize)], int64_t(tokens));
            if (!std::equal(actual.begin(), actual.end(), expected.begin() + ptrdiff_t(begin)))
                return false;
        }
        return true;
    }

    void withOne(Action action)
    {
        if (!m_open.empty())
            (this->*action)(*m_open[below(m_open.size())]);
    }

    void open()
    {
        auto sequence = std::make_unique<Sequence>();
        sequence->pages.root = someRoot();
        sequence->keys = someKeys();
        const int64_t reserve = below(2) == 0 ? 0 : int64_t(below(2500));
        const int64_t freeBefore = m_table.numFree();
        m_known.emplace_back(sequence->pages.root, sequence->keys);
        if (m_known.size() > 20)
            m_known.erase(m_known.begin());
        if (m_table.open(sequence->pages, sequence->keys, reserve)) {
            m_reused += sequence->pages.filled;
            m_open.push_back(std::move(sequence));
        } else if (m_table.numFree() != freeBefore || !sequence->pages.pages.empty()) {
            m_wrong = "an open that failed has taken pages";
        }
    }

    // What a generator does with a chunk of a prompt, or with a token.
    void read(Sequence& sequence)
    {
        PageSequence& pages = sequence.pages;
        m_reused += m_table.shareFinished(pages, sequence.keys);
        if (!m_table.grow(pages, pages.filled + 1))
            return;
        if (const auto partial = m_table.findPartial(pages, sequence.keys)) {
            const int32_t own = pages.pages[size_t(pages.filled / pageSize)];
            m_table.beginWriting(pages, pages.filled + partial->tokens);
            m_cache.copyPage(partial->page, own, partial->tokens);
            m_table.append(pages, sequence.keys, partial->tokens);
            m_reused += partial->tokens;
        }
        const int64_t room = int64_t(pages.pages.size()) * pageSize;
        const int64_t most = std::min(int64_t(sequence.keys.size()), room) - pages.filled;
        compute(sequence, std::min(most, int64_t(below(400))));
    }

    void compute(Sequence& sequence, int64_t tokens)
    {
        PageSequence& pages = sequence.pages;
        const int64_t end = pages.filled + tokens;
        m_table.beginWriting(pages, end);
        const auto rows = m_rows.rows(pages.root, first(sequence.keys, end));
        for (int64_t at = pages.filled; at < end;) {
            const int64_t stop = std::min(end, (at / pageSize + 1) * pageSize);
            tests::writeRows(m_cache, pages.pages[size_t(at / pageSize)], at % pageSize,
                std::span(rows).subspan(size_t(at), size_t(stop - at)));
            at = stop;
        }
        m_table.append(pages, sequence.keys, tokens);
    }

    // A forward pass, or drafts, that write and are then not counted.
    void growAndFail(Sequence& sequence)
    {
        PageSequence& pages = sequence.pages;
        const int64_t end = pages.filled + 1 + int64_t(below(300));
        if (!m_table.grow(pages, end))
            return;
        m_table.beginWriting(pages, end);
        for (int64_t at = pages.filled; at < end; ++at)
            if (at == pages.filled || at % pageSize == 0)
                scribble(pages.pages[size_t(at / pageSize)], at % pageSize, 1);
    }

    void truncate(Sequence& sequence)
    {
        const int64_t filled = sequence.pages.filled;
        const auto tokens = int64_t(below(size_t(filled) + 1));
        m_table.truncate(sequence.pages, tokens);
        const int64_t left = sequence.pages.filled;
        if (left != tokens && left != tokens / pageSize * pageSize)
            m_wrong = "a cut leaves neither the tokens asked for nor whole pages";
        for (size_t i = size_t(left); i < sequence.keys.size() && below(2) == 0; ++i)
            sequence.keys[i] += 5'000'000; // continues in another way
    }

    void release(Sequence& sequence)
    {
        m_table.release(sequence.pages);
        std::erase_if(m_open, [&](const auto& open) { return open.get() == &sequence; });
    }

    // Whoever comes back at once finds everything; the last page perhaps by copying from it.
    void releaseAndOpenAgain(Sequence& sequence)
    {
        PageSequence& pages = sequence.pages;
        const int64_t filled = std::min(pages.filled, int64_t(sequence.keys.size()) - 1);
        m_table.release(pages);
        if (!m_table.open(pages, sequence.keys))
            return release(sequence);
        const auto partial = m_table.findPartial(pages, sequence.keys);
        if (pages.filled + (partial ? partial->tokens : 0) < filled)
            m_wrong = "what was released last is not found again";
        m_reused += pages.filled;
    }

    // Taking pages and giving them back unwritten changes nothing that can be found.
    void reserveAndGiveBack()
    {
        std::vector<int64_t> before, after;
        for (const auto& [root, keys] : m_known)
            before.push_back(m_table.findBeginning(root, keys).tokens);
        PageSequence reserving;
        m_table.grow(reserving, int64_t(below(size_t(m_table.numFree() * pageSize) + 1)));
        m_table.release(reserving);
        for (const auto& [root, keys] : m_known)
            after.push_back(m_table.findBeginning(root, keys).tokens);
        if (before != after)
            m_wrong = "a reservation has evicted what it did not need";
    }

    void saveAndRestore()
    {
        PagedCache* const caches[] = {&m_cache};
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / "saved";
        if (m_savedRoot && below(5) > 0) {
            m_restored += engine::restoreCacheFile(path, caches, m_table, *m_savedRoot);
        } else if (!m_known.empty()) {
            const auto& [root, keys] = m_known[below(m_known.size())];
            if (engine::saveCacheFile(path, caches, m_table, root, keys) > 0)
                m_savedRoot = root;
        }
    }

    void defragment()
    {
        for (const auto& sequence : m_open)
            m_table.release(sequence->pages);
        m_open.clear();
        std::vector<int64_t> before, after;
        for (const auto& [root, keys] : m_known)
            before.push_back(m_table.findBeginning(root, keys).tokens);
        const auto moves = m_table.defragment();
        m_cache.movePages(moves);
        m_moved += int64_t(moves.size());
        for (const auto& [root, keys] : m_known)
            after.push_back(m_table.findBeginning(root, keys).tokens);
        if (before != after)
            m_wrong = "moving pages has lost some";
    }

    std::mt19937 m_random;
    std::unique_ptr<kernels::Backend> m_backend;
    PagedCache m_cache;
    PageTable m_table;
    KnownRows m_rows;
    QTemporaryDir m_folder;

    std::vector<std::unique_ptr<Sequence>> m_open;
    std::vector<std::pair<PageHash, Keys>> m_known; // the last ones opened
    std::optional<PageHash> m_savedRoot;
    std::string m_wrong;
    int64_t m_reused = 0, m_moved = 0, m_restored = 0;
};

} // namespace

class PageTableRandomTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsFoundIsWhatWasWritten_data()
    {
        QTest::addColumn<int>("pages");
        for (const int pages : {1, 3, 7, 16, 40})
            QTest::addRow("%d pages", pages) << pages;
    }
    void whatIsFoundIsWhatWasWritten()
    {
        QFETCH(int, pages);
        RandomUse use(unsigned(pages), pages);

        for (int step = 0; step < 3000; ++step) {
            use.step();
            const std::string wrong = use.check();
            QVERIFY2(wrong.empty(),
                qPrintable(QString::fromStdString(wrong + ", after step " + std::to_string(step))));
        }

        QVERIFY(use.numReused() > 0); // else nothing was tested
        QVERIFY(pages < 7 || (use.numMoved() > 0 && use.numRestored() > 0));
    }
};

TESTS(PageTableRandomTest);
#include "page_table_random_test.moc"
