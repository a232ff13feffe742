#include "engine/generate/scheduler.h"
#include "tests/engine/generate/generator_bench.h"
#include "tests/engine/generate/soak_jobs.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using engine::BatchEntry;
using engine::Job;
using engine::ReadingBudget;
using engine::Result;
using engine::Stage;
using tests::counting;
using tests::GeneratorBench;
using tests::jobOf;
using tests::TestClock;
using namespace std::chrono_literals;

namespace {

using Seconds = TestClock::Seconds;

constexpr Seconds limit = 250ms;

engine::GeneratorOptions optionsWith(const TestClock& clock)
{
    return {.maxChunkSize = 512, .now = clock.function()};
}

// A chunk that takes so long.
void read(ReadingBudget& budget, TestClock& clock, int64_t depth, int64_t tokens, Seconds time)
{
    budget.beginChunk();
    clock.pass(time);
    budget.endChunk(depth, tokens);
}

// A bench whose model takes time: so much for each token, and more behind others.
struct SlowBench {
    explicit SlowBench(
        GeneratorBench::Setup setup = {.cacheTokens = 16384, .options = {.maxSeqLen = 8192}})
        : bench(std::move(setup))
    {
        bench.model.beforePass = [this](std::span<const BatchEntry> batch) {
            for (const BatchEntry& entry : batch)
                bench.clock.pass(double(entry.ids.size())
                    * (perToken + perDepth * (double(entry.past) + double(entry.ids.size()) / 2)));
        };
    }

    /// Begins an answer that continues for `tokens`.
    int64_t beginAnswer(int64_t tokens = 4000)
    {
        const int64_t serial = bench.enqueue(jobOf({1, 2, 3}, tokens));
        bench.iterate();
        return serial;
    }

    Seconds perToken = 2ms, perDepth = 1us;
    GeneratorBench bench;
};

int64_t progressOf(const std::vector<Result>& results, int64_t serial)
{
    int64_t progress = 0;
    for (const Result& result : results)
        if (result.serial == serial && result.stage == Stage::Prefill)
            progress = std::max(progress, result.currentProgress);
    return progress;
}

bool streams(const std::vector<Result>& results, int64_t serial)
{
    return std::ranges::any_of(results, [serial](const Result& result) {
        return result.serial == serial && result.stage == Stage::Streaming;
    });
}

// Prompts are read in the passes that decode if a pass may do both, else in passes of their own.
void addWaysToRead()
{
    QTest::addColumn<bool>("readsAlone");
    QTest::newRow("in the pass that decodes") << false;
    QTest::newRow("in passes of their own") << true;
}

} // namespace

// An answer that is written does not stand still while prompts are read.
class ReadingBudgetTest : public QObject {
    Q_OBJECT

private slots:
    void itLearnsHowManyTokensTheTimeIsEnoughFor()
    {
        TestClock clock;
        ReadingBudget budget(optionsWith(clock));
        budget.beginStep();
        QCOMPARE(budget.tokens(0), ReadingBudget::minTokens); // nothing is known

        read(budget, clock, 0, 100, 200ms);
        budget.beginStep();
        QCOMPARE(budget.tokens(0), 125);
        QCOMPARE(budget.tokens(300), 62); // at most twice as slow there
        QCOMPARE(budget.tokens(3000), ReadingBudget::minTokens);

        read(budget, clock, 3000, 100, 250ms);
        budget.beginStep();
        QCOMPARE(budget.tokens(3000), 100);
        QCOMPARE(budget.tokens(1000), 100); // no slower there
        read(budget, clock, 3000, 100, 950ms); // something else keeps the machine busy
        budget.beginStep();
        QCOMPARE(budget.tokens(3000), 41);
    }

    void aFewTokensTeachNothing()
    {
        TestClock clock;
        ReadingBudget budget(optionsWith(clock));
        read(budget, clock, 0, 100, 100ms);

        read(budget, clock, 0, 3, 90ms);

        budget.beginStep();
        QCOMPARE(budget.tokens(0), 250);
    }

    void whatIsLeftOfTheTimeIsUsedWhereItIsWorthAPass()
    {
        TestClock clock;
        ReadingBudget budget(optionsWith(clock));
        budget.beginStep();
        clock.pass(1s);
        QVERIFY(!budget.isSpent()); // each step reads something

        budget.beginStep();
        read(budget, clock, 0, 100, 100ms);
        QVERIFY(!budget.isSpent());
        QCOMPARE(budget.tokens(0), 150);
        read(budget, clock, 100, 30, 30ms);
        QVERIFY(budget.isSpent());
    }

    void withoutALimitChunksAreAsLongAsTheyMayBe()
    {
        TestClock clock;
        ReadingBudget budget({.maxChunkSize = 512, .maxReadingTime = 0ms, .now = clock.function()});
        budget.beginStep();

        read(budget, clock, 0, 100, 100s);

        QVERIFY(!budget.isSpent());
        QCOMPARE(budget.tokens(0), 512);
    }

    void noStepReadsLongerThanTheLimit_data() { addWaysToRead(); }
    void noStepReadsLongerThanTheLimit()
    {
        QFETCH(bool, readsAlone);
        SlowBench slow;
        slow.bench.model.readsAlone = readsAlone;
        const int64_t streaming = slow.beginAnswer();
        const int64_t reading = slow.bench.enqueue(jobOf(counting(4000, 500), 1));
        const Seconds begin = slow.bench.clock.now();

        Seconds longest{};
        int64_t steps = 0;
        for (; !slow.bench.answers[reading].last; ++steps) {
            const Seconds before = slow.bench.clock.now();
            QVERIFY(streams(slow.bench.iterate(), streaming));
            longest = std::max(longest, slow.bench.clock.now() - before);
        }

        // What was learned is about the tokens before, which took a little less each.
        QVERIFY2(longest <= 1.1 * limit, qPrintable(QString::number(longest.count())));
        // Reading takes not much less either: more than half of each step.
        QVERIFY(double(steps - 1) * limit / 2 < slow.bench.clock.now() - begin);
        QCOMPARE(
            slow.bench.answers[reading].ids, tests::answerAlone(jobOf(counting(4000, 500), 1)).ids);
        QCOMPARE(slow.bench.wrong, std::string());
    }

    void onePassReadsAndDecodes()
    {
        SlowBench slow;
        const int64_t streaming = slow.beginAnswer();
        const int64_t reading = slow.bench.enqueue(jobOf(counting(3000, 500), 1));
        const int64_t passes = slow.bench.model.passes;

        const std::vector<Result> results = slow.bench.iterate();

        QVERIFY(streams(results, streaming));
        QVERIFY(progressOf(results, reading) > 0);
        QCOMPARE(slow.bench.model.passes, passes + 1);
    }

    void aPromptThatCannotBeReadFailsAlone_data() { addWaysToRead(); }
    void aPromptThatCannotBeReadFailsAlone()
    {
        QFETCH(bool, readsAlone);
        SlowBench slow;
        slow.bench.model.readsAlone = readsAlone;
        slow.bench.model.poison = 777;
        const int64_t streaming = slow.beginAnswer(100);
        const int64_t failing = slow.bench.enqueue(jobOf(counting(1000, 500), 1));

        slow.bench.runAll();

        QCOMPARE(slow.bench.answers[failing].last->eosReason, engine::EosReason::Error);
        QCOMPARE(slow.bench.answers[streaming].ids, tests::answerAlone(jobOf({1, 2, 3}, 100)).ids);
        QCOMPARE(slow.bench.wrong, std::string());
    }

    void nobodyWritingPromptsAreReadInLargeChunks()
    {
        SlowBench slow;
        const int64_t serial = slow.bench.enqueue(jobOf(counting(1200), 1));

        QCOMPARE(progressOf(slow.bench.iterate(), serial), 512);
        QCOMPARE(progressOf(slow.bench.iterate(), serial), 1024);
        QCOMPARE(progressOf(slow.bench.iterate(), serial), 1199);
    }

    // A short prompt among long ones: its first token does not wait until all have read a chunk.
    void whoHasReadDoesNotWaitForTheOthers()
    {
        SlowBench slow;
        const int64_t brief = slow.bench.enqueue(jobOf(counting(100), 5));
        for (int other = 1; other <= 5; ++other)
            slow.bench.enqueue(jobOf(counting(2000, other * 300), 1));

        const std::vector<Result> results = slow.bench.iterate();

        QVERIFY(streams(results, brief));
        QVERIFY(slow.bench.clock.now() < 1s);
    }

    void promptsTakeTurns_data() { addWaysToRead(); }
    void promptsTakeTurns()
    {
        QFETCH(bool, readsAlone);
        SlowBench slow;
        slow.bench.model.readsAlone = readsAlone;
        slow.beginAnswer();
        std::vector<int64_t> serials;
        for (int reader = 0; reader < 3; ++reader)
            serials.push_back(slow.bench.enqueue(jobOf(counting(3000, reader * 600), 1)));

        std::map<int64_t, int64_t> progress;
        while (progress.size() < 3 || progress[serials[0]] < 2900) {
            const auto results = slow.bench.iterate();
            for (const int64_t serial : serials)
                if (const int64_t now = progressOf(results, serial); now > 0) {
                    QVERIFY(now > progress[serial]);
                    progress[serial] = now;
                }
            const auto [least, most] = std::ranges::minmax(
                serials, {}, [&](int64_t serial) { return progress[serial]; });
            QVERIFY(progress[most] - progress[least] <= 512);
        }
    }

    void whoComesLaterWaitsForOneTurnOfEachOther_data() { addWaysToRead(); }
    void whoComesLaterWaitsForOneTurnOfEachOther()
    {
        QFETCH(bool, readsAlone);
        SlowBench slow;
        slow.bench.model.readsAlone = readsAlone;
        slow.beginAnswer();
        slow.bench.enqueue(jobOf(counting(4000, 500), 1));
        for (int step = 0; step < 8; ++step)
            slow.bench.iterate();
        const int64_t readBefore = slow.bench.model.promptTokens;
        const int64_t brief = slow.bench.enqueue(jobOf(counting(100, 50), 1));

        while (!slow.bench.answers[brief].last)
            slow.bench.iterate();

        QVERIFY(slow.bench.model.promptTokens - readBefore < 512 + 2 * 128);
    }

    void promptsThatBeginAlikeAreReadOnceInSmallChunksToo_data() { addWaysToRead(); }
    void promptsThatBeginAlikeAreReadOnceInSmallChunksToo()
    {
        QFETCH(bool, readsAlone);
        SlowBench slow;
        slow.bench.model.readsAlone = readsAlone;
        slow.beginAnswer();
        engine::TokenIds first = counting(1000, 100), second = first;
        first.push_back(4001);
        second.push_back(4002);
        const int64_t readBefore = slow.bench.model.promptTokens;
        const int64_t a = slow.bench.enqueue(jobOf(first)), b = slow.bench.enqueue(jobOf(second));

        while (!slow.bench.answers[a].last || !slow.bench.answers[b].last)
            slow.bench.iterate();

        QCOMPARE(slow.bench.model.promptTokens - readBefore, 1000);
        QCOMPARE(slow.bench.answers[a].ids, tests::answerAlone(jobOf(first)).ids);
        QCOMPARE(slow.bench.answers[b].ids, tests::answerAlone(jobOf(second)).ids);
    }

    void aReaderThatIsCancelledLeavesTheTurnToTheNext_data() { addWaysToRead(); }
    void aReaderThatIsCancelledLeavesTheTurnToTheNext()
    {
        QFETCH(bool, readsAlone);
        SlowBench slow;
        slow.bench.model.readsAlone = readsAlone;
        slow.beginAnswer();
        const int64_t given = slow.bench.enqueue(jobOf(counting(3000, 100)));
        const int64_t next = slow.bench.enqueue(jobOf(counting(2000, 100)));
        slow.bench.iterate();
        slow.bench.iterate();
        const int64_t readBefore = slow.bench.model.promptTokens;

        slow.bench.generator.cancel(given);

        QVERIFY(progressOf(slow.bench.iterate(), next) > readBefore - 2); // continued, not repeated
        while (!slow.bench.answers[next].last)
            slow.bench.iterate();
        QCOMPARE(slow.bench.answers[next].ids, tests::answerAlone(jobOf(counting(2000, 100))).ids);
        QCOMPARE(slow.bench.wrong, std::string());
    }

    void aDraftModelReadsWithinTheLimitToo()
    {
        SlowBench slow({.cacheTokens = 16384,
            .drafting = tests::Drafting::Model,
            .options = {.maxSeqLen = 8192}});
        slow.bench.draftModel.beforePass = [&](std::span<const BatchEntry> batch) {
            for (const BatchEntry& entry : batch)
                slow.bench.clock.pass(double(entry.ids.size()) * 1ms);
        };
        slow.beginAnswer();
        const int64_t reading = slow.bench.enqueue(jobOf(counting(3000, 500), 1));

        Seconds longest{};
        while (!slow.bench.answers[reading].last) {
            const Seconds before = slow.bench.clock.now();
            slow.bench.iterate();
            longest = std::max(longest, slow.bench.clock.now() - before);
        }

        QVERIFY2(longest <= limit + 50ms, qPrintable(QString::number(longest.count())));
    }

    // Jobs of all kinds, with guidance, images, healing and drafts, in chunks of all sizes.
    void chunkSizesChangeNoAnswer_data()
    {
        QTest::addColumn<int>("milliseconds");
        QTest::addColumn<tests::Drafting>("drafting");
        QTest::addColumn<bool>("readsAlone");
        for (const int milliseconds : {1, 100, 400, 5000})
            for (const auto& [name, drafting] : {std::pair("nothing", tests::Drafting::None),
                     std::pair("a model", tests::Drafting::Model),
                     std::pair("n-grams", tests::Drafting::Ngram)})
                for (const bool readsAlone : {false, true})
                    QTest::addRow("%d ms, %s drafted%s", milliseconds, name,
                        readsAlone ? ", passes of their own" : "")
                        << milliseconds << drafting << readsAlone;
    }
    void chunkSizesChangeNoAnswer()
    {
        QFETCH(int, milliseconds);
        QFETCH(tests::Drafting, drafting);
        QFETCH(bool, readsAlone);
        constexpr int64_t vocabulary = 1000;
        GeneratorBench::Setup setup{.cacheTokens = 16384,
            .pieces = tests::numberPieces(vocabulary),
            .script = tests::countingOn(vocabulary),
            .drafting = drafting,
            .now = tests::randomClock(uint64_t(milliseconds)),
            .options
            = {.maxChunkSize = 512, .maxReadingTime = std::chrono::milliseconds(milliseconds)}};
        GeneratorBench bench(setup);
        bench.model.readsAlone = readsAlone;
        std::set<int64_t> sizes;
        bench.model.beforePass = [&](std::span<const BatchEntry> batch) {
            for (const BatchEntry& entry : batch)
                if (entry.logitRows == 0)
                    sizes.insert(int64_t(entry.ids.size()));
        };
        tests::SoakJobs kinds(uint64_t(milliseconds),
            {.vocabulary = vocabulary, .longestPrompt = 2000}, bench.model.backend());
        std::vector<Job> jobs;
        for (int i = 0; i < 40; ++i)
            bench.enqueue(jobs.emplace_back(kinds.next()));

        bench.runAll();

        QCOMPARE(bench.wrong, std::string());
        QVERIFY(sizes.size() > 3);
        for (size_t i = 0; i < jobs.size(); ++i) {
            const tests::Answer alone = tests::answerAlone(jobs[i], setup);
            const tests::Answer& answer = bench.answers[int64_t(i)];
            QVERIFY2(answer.ids == alone.ids && answer.probabilities == alone.probabilities,
                qPrintable(QString("job %1").arg(i)));
            QCOMPARE(answer.text(), alone.text());
        }
    }
};

TESTS(ReadingBudgetTest);
#include "reading_budget_test.moc"
