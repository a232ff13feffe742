#include "engine/cache/page_table.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

using engine::ContentKey;
using engine::PageSequence;
using engine::PageTable;

namespace {

using Keys = std::vector<ContentKey>;

Keys counting(size_t count, ContentKey first = 0)
{
    Keys keys(count);
    std::iota(keys.begin(), keys.end(), first);
    return keys;
}

// A sequence that has read all its keys.
PageSequence filledWith(PageTable& table, const Keys& keys)
{
    PageSequence sequence;
    if (table.open(sequence, keys))
        table.append(sequence, keys, int64_t(keys.size()) - sequence.filled);
    return sequence;
}

void useOnce(PageTable& table, const Keys& keys)
{
    PageSequence sequence = filledWith(table, keys);
    table.release(sequence);
}

// How many tokens of full pages a new sequence of these keys would find.
int64_t cachedTokens(PageTable& table, const Keys& keys)
{
    PageSequence sequence;
    table.shareFinished(sequence, keys);
    const int64_t found = sequence.filled;
    table.release(sequence);
    return found;
}

} // namespace

class PageTableTest : public QObject {
    Q_OBJECT

private slots:
    void sequencesOfTheSameBeginningShareItsFullPages()
    {
        PageTable table(8);
        const Keys keys = counting(600);
        PageSequence first = filledWith(table, keys);

        PageSequence second;
        QVERIFY(table.open(second, keys));

        QCOMPARE(second.filled, int64_t(512));
        QCOMPARE(second.pages[0], first.pages[0]);
        QCOMPARE(second.pages[1], first.pages[1]);
        QVERIFY(second.pages[2] != first.pages[2]);
        QCOMPARE(table.references(first.pages[1]), 2);
        QCOMPARE(table.numFree(), int64_t(4));
        const PageTable::Held held[] = {{&first, keys}, {&second, keys}};
        QCOMPARE(table.checkInvariants(held), std::string());
    }

    void theLastTokenIsAlwaysLeftToBeRead()
    {
        PageTable table(8);
        useOnce(table, counting(512));

        QCOMPARE(cachedTokens(table, counting(512)), int64_t(256));
        QCOMPARE(cachedTokens(table, counting(513)), int64_t(512));
    }

    void aPageIsFoundOnlyAfterTheSameBeginning()
    {
        PageTable table(8);
        Keys keys = counting(600);
        useOnce(table, keys);
        keys[3] = 9999;

        QCOMPARE(cachedTokens(table, keys), int64_t(0));
    }

    void partOfAPageIsFoundWhoeverUsesIt()
    {
        PageTable table(8);
        Keys keys = counting(400);
        PageSequence first = filledWith(table, keys);
        keys.resize(380);
        keys[300] = 9999;
        PageSequence second;
        QVERIFY(table.open(second, keys));

        const auto partial = table.findPartial(second, keys);

        QVERIFY(partial);
        QCOMPARE(partial->page, first.pages[1]);
        QCOMPARE(partial->tokens, int64_t(300 - 256));
    }

    void releasedPagesKeepTheirContentUntilNeeded()
    {
        PageTable table(4);
        useOnce(table, counting(600));
        QCOMPARE(table.numFree(), int64_t(4));
        QCOMPARE(cachedTokens(table, counting(600)), int64_t(512));

        useOnce(table, counting(256, 5000)); // takes the page never used

        QCOMPARE(cachedTokens(table, counting(600)), int64_t(512));
    }

    void theEndOfASequenceGoesBeforeItsBeginning()
    {
        PageTable table(4);
        useOnce(table, counting(1000)); // fills all four

        useOnce(table, counting(200, 5000));
        QCOMPARE(cachedTokens(table, counting(1000)), int64_t(768));
        useOnce(table, counting(300, 6000));

        QCOMPARE(cachedTokens(table, counting(1000)), int64_t(512));
    }

    void nothingIsTakenWhenTooFewPagesAreFree()
    {
        PageTable table(4);
        const Keys keys = counting(600);
        PageSequence first = filledWith(table, keys);

        PageSequence second;
        QVERIFY(!table.open(second, counting(512, 5000)));

        QVERIFY(second.pages.empty());
        QCOMPARE(table.numFree(), int64_t(1));
        QVERIFY(!table.grow(first, 1025));
        QVERIFY(table.grow(first, 1024));
        QCOMPARE(table.numFree(), int64_t(0));
    }

    void twoThatFillEqualPagesEndUpWithOne()
    {
        PageTable table(4);
        const Keys keys = counting(300);
        PageSequence first, second;
        QVERIFY(table.open(first, keys) && table.open(second, keys));

        table.append(first, keys, 300);
        table.append(second, keys, 300);

        QCOMPARE(first.pages[0], second.pages[0]);
        QCOMPARE(table.numFree(), int64_t(1));
        const PageTable::Held held[] = {{&first, keys}, {&second, keys}};
        QCOMPARE(table.checkInvariants(held), std::string());
    }

    void whatOthersFinishedMeanwhileReplacesOwnEmptyPages()
    {
        PageTable table(8);
        const Keys keys = counting(600);
        PageSequence first, second;
        QVERIFY(table.open(first, keys) && table.open(second, keys));
        table.append(first, keys, 512);

        QCOMPARE(table.shareFinished(second, keys), int64_t(2));

        QCOMPARE(second.filled, int64_t(512));
        QCOMPARE(table.numFree(), int64_t(4));
    }

    void staysConsistentUnderRandomUse()
    {
        PageTable table(12);
        std::mt19937 random(7);
        struct Job {
            Keys keys;
            PageSequence sequence;
        };
        std::vector<Job> jobs;
        for (int step = 0; step < 3000; ++step) {
            const unsigned choice = random() % 4;
            if (choice == 0 && jobs.size() < 5) {
                Job job{counting(1 + random() % 900, (random() % 3) * 256), {}};
                if (table.open(job.sequence, job.keys))
                    jobs.push_back(std::move(job));
            } else if (choice == 1 && !jobs.empty()) {
                std::swap(jobs[random() % jobs.size()], jobs.back());
                table.release(jobs.back().sequence);
                jobs.pop_back();
            } else if (!jobs.empty()) {
                Job& job = jobs[random() % jobs.size()];
                const int64_t left = int64_t(job.keys.size()) - job.sequence.filled;
                table.append(job.sequence, job.keys, std::min<int64_t>(left, random() % 300));
            }
            std::vector<PageTable::Held> held;
            for (const Job& job : jobs)
                held.push_back({&job.sequence, job.keys});
            QCOMPARE(table.checkInvariants(held), std::string());
        }
    }
};

QTEST_APPLESS_MAIN(PageTableTest)
#include "page_table_test.moc"
