#include "tests/engine/generate/generator_bench.h"
#include "tests/engine/generate/refusals.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using engine::EosReason;
using engine::Job;
using engine::Reservation;
using engine::Result;
using engine::Stage;
using engine::TokenIds;
using tests::Answer;
using tests::counting;
using tests::GeneratorBench;
using tests::jobOf;
using tests::refusalOf;

namespace {

bool has(const std::vector<Result>& results, int64_t serial, Stage stage)
{
    return std::ranges::any_of(results,
        [=](const Result& result) { return result.serial == serial && result.stage == stage; });
}

} // namespace

// Cases 14 and 18 to 20: which jobs are rejected, which start when, and that nobody waits for ever.
class QueueTest : public QObject {
    Q_OBJECT

private slots:
    void case14_whatIsTooBigIsRefusedAtOnce()
    {
        GeneratorBench bench({.cacheTokens = 1024});
        const Job running = jobOf(counting(100), 30);
        const int64_t serial = bench.enqueue(running);
        bench.iterate();

        const QString refusal = refusalOf(bench.generator, jobOf(counting(900), 200));
        bench.runAll();
        const int64_t passes = bench.model.passes;
        const std::vector<Result> afterwards = bench.iterate();

        QVERIFY2(refusal.contains("5 pages, the cache has 4 (1024 tokens)"), qPrintable(refusal));
        QCOMPARE(bench.answers[serial].ids, tests::answerAlone(running).ids);
        QCOMPARE(bench.generator.numRemainingJobs(), int64_t(0));
        QVERIFY(afterwards.empty());
        QCOMPARE(bench.model.passes, passes); // and nothing is left to do
    }

    void case14_aJobMayFillTheCacheToTheLastPosition_data()
    {
        QTest::addColumn<Reservation>("reservation");
        QTest::addColumn<tests::Drafting>("drafting");
        for (const Reservation reservation : {Reservation::Grow, Reservation::Full}) {
            const char* how = reservation == Reservation::Grow ? "growing" : "reserved";
            QTest::addRow("%s", how) << reservation << tests::Drafting::None;
            QTest::addRow("%s, draft model", how) << reservation << tests::Drafting::Model;
            QTest::addRow("%s, n-grams", how) << reservation << tests::Drafting::Ngram;
        }
    }
    void case14_aJobMayFillTheCacheToTheLastPosition()
    {
        QFETCH(Reservation, reservation);
        QFETCH(tests::Drafting, drafting);
        GeneratorBench bench({.cacheTokens = 1024,
            .script = tests::countingOn(GeneratorBench::defaultVocabulary),
            .drafting = drafting,
            .options = {.maxChunkSize = 2048, .reservation = reservation}});

        const Answer answer = bench.answerTo(tests::greedyJobOf(counting(900), 124));

        QCOMPARE(answer.last->newTokens, int64_t(124));
        QCOMPARE(answer.ids, counting(124, 900));
        QCOMPARE(bench.wrong, std::string());
    }

    void case14_aPairThatNeedsOnePageTooManyIsRefused()
    {
        GeneratorBench bench({.cacheTokens = 1024});
        Job pair = jobOf(counting(300), 10);
        pair.guidance = 2;
        pair.negativeIds = counting(500, 3000); // 2 pages and 2
        const Answer fits = bench.answerTo(pair);
        pair.negativeIds = counting(510, 3000); // 2 pages and 3

        const QString refusal = refusalOf(bench.generator, pair);

        QCOMPARE(fits.ids.size(), size_t(10));
        QVERIFY2(refusal.contains("5 pages") && refusal.contains("1024"), qPrintable(refusal));
        QCOMPARE(bench.generator.numRemainingJobs(), int64_t(0));
    }

    void case14_theModelsLengthIsKept()
    {
        GeneratorBench bench({.options = {.maxSeqLen = 100}});

        const QString refusal = refusalOf(bench.generator, jobOf(counting(100)));
        const Answer answer = bench.answerTo(jobOf(counting(90), 50));

        QVERIFY2(refusal.contains("100"), qPrintable(refusal));
        QCOMPARE(answer.last->newTokens, int64_t(10));
        QCOMPARE(answer.ids.size(), size_t(10));
        QVERIFY(answer.last->eosReason == EosReason::MaxNewTokens);
    }

    void case18_jobsEnqueuedAtTheEndOfAnotherStartAtOnce()
    {
        GeneratorBench bench({.cacheTokens = 1024});
        const Job second = jobOf(counting(400, 1000), 5), third = jobOf(counting(400, 2000), 5);
        const int64_t first = bench.enqueue(jobOf(counting(900), 3));
        std::vector<int64_t> serials;
        while (!bench.answers[first].last) {
            if (bench.answers[first].ids.size() == 2) // the last token is next
                serials.push_back(bench.enqueue(second));
            for (const Result& result : bench.iterate())
                if (result.eos)
                    serials.push_back(bench.enqueue(third));
        }

        const std::vector<Result> next = bench.iterate();
        bench.runAll();

        QCOMPARE(serials.size(), size_t(2));
        for (const int64_t serial : serials)
            QVERIFY(has(next, serial, Stage::Started));
        QCOMPARE(bench.answers[serials[0]].ids, tests::answerAlone(second).ids);
        QCOMPARE(bench.answers[serials[1]].ids, tests::answerAlone(third).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    void case18_noPageMovesWhileItIsUsed()
    {
        GeneratorBench bench({.cacheTokens = 2048});
        std::vector<int32_t> pages;
        int64_t moves = 0;
        bench.model.beforePass = [&](std::span<const engine::BatchEntry> batch) {
            for (const engine::BatchEntry& entry : batch) {
                if (entry.ids.size() != 1 || entry.past < 1000)
                    continue;
                const std::vector<int32_t> now(entry.pages.begin(), entry.pages.begin() + 3);
                moves += !pages.empty() && pages != now;
                pages = now;
            }
        };
        const Job longJob = jobOf(counting(1000), 200);
        const int64_t serial = bench.enqueue(longJob);
        for (int round = 0; !bench.answers[serial].last; ++round) {
            if (bench.generator.numRemainingJobs() == 1) // jobs come and go around it
                bench.enqueue(jobOf(counting(300, 1000 + round % 7 * 500), 2));
            bench.iterate();
        }

        QCOMPARE(moves, int64_t(0));
        QCOMPARE(bench.answers[serial].ids, tests::answerAlone(longJob).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    void case19_aBigJobIsOvertakenSoOftenAndNoMore_data()
    {
        QTest::addColumn<int>("maxSkips");
        for (const int maxSkips : {4, 0, 1, 7})
            QTest::addRow("%d times", maxSkips) << maxSkips;
    }
    void case19_aBigJobIsOvertakenSoOftenAndNoMore()
    {
        QFETCH(int, maxSkips);
        GeneratorBench bench({.cacheTokens = 2048,
            .options = {.maxChunkSize = 2048, .reservation = Reservation::Full}});
        std::vector<int64_t> expected{bench.enqueue(jobOf(counting(1200), 60))}; // 5 pages
        bench.iterate();
        Job bigJob = jobOf(counting(1900, 2000), 100); // 8 pages
        bigJob.maxSkips = maxSkips;
        const int64_t big = bench.enqueue(bigJob);
        for (int i = 0; i < 10; ++i) {
            if (i == maxSkips)
                expected.push_back(big);
            expected.push_back(bench.enqueue(jobOf({i}, 2))); // 1 page
        }

        bench.runAll();

        QCOMPARE(bench.started, expected);
        QCOMPARE(bench.wrong, std::string());
    }

    void case20_readingALongPromptDoesNotStopTheOthers_data()
    {
        QTest::addColumn<int>("chunk");
        QTest::newRow("chunks of 2048") << 2048;
        QTest::newRow("chunks of 512") << 512;
    }
    void case20_readingALongPromptDoesNotStopTheOthers()
    {
        QFETCH(int, chunk);
        using Seconds = tests::TestClock::Seconds;
        constexpr Seconds perToken(0.001);
        GeneratorBench bench(
            {.cacheTokens = 40960, .options = {.maxSeqLen = 40960, .maxChunkSize = chunk}});
        bench.model.beforePass = [&](std::span<const engine::BatchEntry> batch) {
            for (const engine::BatchEntry& entry : batch)
                bench.clock.pass(perToken * double(entry.ids.size()));
        };
        const int64_t streaming = bench.enqueue(jobOf({1}, 400));
        bench.iterate();
        TokenIds longPrompt;
        for (int i = 0; i < 32000; ++i)
            longPrompt.push_back(i % 5000);
        const int64_t reading = bench.enqueue(jobOf(longPrompt, 1));

        Seconds longestGap{};
        while (!bench.answers[reading].last) {
            const Seconds before = bench.clock.now();
            const std::vector<Result> results = bench.iterate();
            QVERIFY(has(results, streaming, Stage::Streaming));
            longestGap = std::max(longestGap, bench.clock.now() - before);
        }

        const Seconds limit = engine::GeneratorOptions().maxReadingTime;
        QVERIFY2(
            longestGap <= limit + 2 * perToken, qPrintable(QString::number(longestGap.count())));
        QVERIFY(longestGap > 0.9 * limit);
    }
};

TESTS(QueueTest);
#include "queue_test.moc"
