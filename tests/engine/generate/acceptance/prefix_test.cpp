#include "tests/engine/generate/generator_bench.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::Job;
using engine::TokenIds;
using tests::Answer;
using tests::counting;
using tests::GeneratorBench;
using tests::jobOf;

namespace {

// Remembers which pages each sequence of the last pass had.
void recordPages(GeneratorBench& bench, std::vector<std::vector<int32_t>>& pages)
{
    bench.model.beforePass = [&pages](std::span<const engine::BatchEntry> batch) {
        pages.clear();
        for (const engine::BatchEntry& entry : batch)
            pages.emplace_back(entry.pages.begin(), entry.pages.end());
    };
}

} // namespace

// Cases 11 to 13: what is in the cache is not computed again.
class PrefixTest : public QObject {
    Q_OBJECT

private slots:
    void case11_twoJobsShareTheirBeginning()
    {
        TokenIds first = counting(1000), second = counting(1000);
        first.push_back(4001);
        second.push_back(4002);
        GeneratorBench bench({.cacheTokens = 4096});
        std::vector<std::vector<int32_t>> pages;
        recordPages(bench, pages);
        const int64_t a = bench.enqueue(jobOf(first)), b = bench.enqueue(jobOf(second));

        while (pages.size() < 2)
            bench.iterate();
        const int64_t usedPages = bench.generator.numPages() - bench.generator.numFreePages();
        bench.runAll();

        for (size_t page = 0; page < 3; ++page)
            QCOMPARE(pages[0][page], pages[1][page]);
        QVERIFY(pages[0][3] != pages[1][3]);
        QCOMPARE(usedPages, int64_t(5)); // three together and one each
        QVERIFY(bench.lastOf(b).cachedTokens >= 999);
        QCOMPARE(bench.model.promptTokens, int64_t(1000));
        QCOMPARE(bench.answers[a].ids, tests::answerAlone(jobOf(first)).ids);
        QCOMPARE(bench.answers[b].ids, tests::answerAlone(jobOf(second)).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    void case12_theNextTurnOfAChat()
    {
        GeneratorBench bench({.cacheTokens = 4096});
        TokenIds chat = counting(700);
        const Answer answer = bench.answerTo(jobOf(chat, 400));
        chat.insert(chat.end(), answer.ids.begin(), answer.ids.end());
        for (const engine::TokenId id : counting(100, 3000))
            chat.push_back(id);
        TokenIds changed = chat;
        changed[10] = 4999;

        const Answer next = bench.answerTo(jobOf(chat));
        const Answer other = bench.answerTo(jobOf(changed));

        QCOMPARE(answer.ids.size(), size_t(400));
        QVERIFY(next.last->cachedTokens >= 1024 && next.last->cachedTokens <= 1099);
        QCOMPARE(next.last->cachedPages, int64_t(4));
        QCOMPARE(next.ids, tests::answerAlone(jobOf(chat)).ids);
        QCOMPARE(other.last->cachedTokens, int64_t(10));
        QCOMPARE(other.ids, tests::answerAlone(jobOf(changed)).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    void case13_roomThatIsOnlyReservedEvictsNothing()
    {
        GeneratorBench bench({.cacheTokens = 4096,
            .options = {.maxChunkSize = 2048, .reservation = engine::Reservation::Full}});
        const Job fills = jobOf(counting(2040), 8);
        bench.answerTo(fills);
        Job roomy = jobOf(counting(20, 4000), 2800);
        roomy.stopStrings = {"xxxxx"};
        const int64_t second = bench.enqueue(roomy);
        bench.iterate();
        const int64_t reserved = bench.generator.numPages() - bench.generator.numFreePages();
        bench.runAll();

        const Answer again = bench.answerTo(fills);

        QCOMPARE(reserved, int64_t(12));
        QCOMPARE(bench.lastOf(second).newTokens, int64_t(5));
        QCOMPARE(again.last->cachedPages, int64_t(7));
        QCOMPARE(again.last->cachedTokens, int64_t(2039));
        QCOMPARE(again.ids, tests::answerAlone(fills).ids);
        QCOMPARE(bench.wrong, std::string());
    }
};

TESTS(PrefixTest);
#include "prefix_test.moc"
