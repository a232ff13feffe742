#include "tests/engine/generate/drafting_rows.h"
#include "tests/engine/generate/generator_bench.h"
#include "tests/engine/generate/test_constraints.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <new>
#include <random>
#include <semaphore>
#include <thread>

using engine::EosReason;
using engine::Job;
using engine::Stage;
using engine::TokenIds;
using tests::Answer;
using tests::counting;
using tests::GeneratorBench;
using tests::jobOf;

namespace {

TokenIds longPrompt()
{
    TokenIds ids;
    for (int i = 0; i < 20000; ++i)
        ids.push_back(i % 4999);
    return ids;
}

constexpr int64_t roomForThat = 20480;

} // namespace

// Cases 15 to 17: who cancels gets an end, and what ends one job does not touch the others.
class InterruptionTest : public QObject {
    Q_OBJECT

private slots:
    void case15_cancelWhileThePromptIsRead()
    {
        const Job job = jobOf(longPrompt(), 5);
        GeneratorBench bench({.cacheTokens = roomForThat});
        const int64_t serial = bench.enqueue(job);
        while (std::ranges::count(bench.answers[serial].stages, Stage::Prefill) < 2)
            bench.iterate();

        bench.generator.cancel(serial);
        const int64_t passes = bench.model.passes;
        bench.iterate();

        QVERIFY(bench.answers[serial].last->eosReason == EosReason::Cancelled);
        QCOMPARE(bench.model.passes, passes);
        QVERIFY(bench.holdsNoPage());
        QCOMPARE(bench.generator.numRemainingJobs(), int64_t(0));

        const Answer again = bench.answerTo(job);
        QVERIFY(again.last->cachedTokens >= 4096);
        QCOMPARE(again.ids, tests::answerAlone(job, {.cacheTokens = roomForThat}).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    // Another thread stops the job in the middle of a pass: the pass ends after the layer it is in.
    void case15_stopWhileAChunkIsComputed()
    {
        Job job = jobOf(longPrompt(), 5);
        GeneratorBench bench({.cacheTokens = roomForThat});
        std::stop_source stop;
        job.stop = stop.get_token();
        const int64_t serial = bench.enqueue(job);
        while (std::ranges::count(bench.answers[serial].stages, Stage::Prefill) < 2)
            bench.iterate();

        int layersAfterwards = 0;
        bench.model.beforeLayer = [&](int layer) {
            if (layer == 1)
                std::thread([&] { stop.request_stop(); }).join();
            layersAfterwards += layer > 1;
        };
        bench.iterate();

        QVERIFY(bench.answers[serial].last->eosReason == EosReason::Cancelled);
        QCOMPARE(layersAfterwards, 0);
        QVERIFY(bench.holdsNoPage());

        bench.model.beforeLayer = nullptr;
        job.stop = {};
        const Answer again = bench.answerTo(job);
        QCOMPARE(again.last->cachedTokens, int64_t(4096)); // not what was half computed
        QCOMPARE(again.ids, tests::answerAlone(job, {.cacheTokens = roomForThat}).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    void case15_aJobThatWaitsCanBeStopped()
    {
        GeneratorBench bench({.cacheTokens = 1024});
        std::stop_source stop;
        Job waiting = jobOf(counting(900), 10);
        waiting.stop = stop.get_token();
        const int64_t running = bench.enqueue(jobOf(counting(900, 2000), 20));
        const int64_t serial = bench.enqueue(waiting);
        bench.iterate();

        stop.request_stop();
        bench.iterate();

        QVERIFY(bench.answers[serial].last->eosReason == EosReason::Cancelled);
        bench.runAll();
        QCOMPARE(bench.answers[running].ids.size(), size_t(20));
    }

    void case16_cancelOneOfFive_data() { tests::addDraftingRows(); }
    void case16_cancelOneOfFive()
    {
        QFETCH(tests::Drafting, drafting);
        constexpr int64_t vocabulary = 200;
        const GeneratorBench::Setup setup{.cacheTokens = 2048,
            .pieces = std::vector<std::string>(vocabulary, "x"),
            .script = tests::countingOn(vocabulary),
            .drafting = drafting};
        std::vector<Job> jobs;
        std::vector<TokenIds> undisturbed;
        for (uint64_t i = 0; i < 5; ++i) {
            jobs.push_back(jobOf(counting(20 + int64_t(i) * 3, int64_t(i)), 25, i));
            undisturbed.push_back(tests::answerAlone(jobs.back(), setup).ids);
        }
        GeneratorBench bench(setup);
        std::mt19937 random(16);
        int cancelled = 0;

        for (int repetition = 0; repetition < 1000; ++repetition) {
            const size_t victim = random() % jobs.size();
            const bool isRace = random() % 2 == 0; // else the pass waits until it is canceled
            std::stop_source stop;
            std::vector<int64_t> serials;
            for (size_t i = 0; i < jobs.size(); ++i) {
                Job job = jobs[i];
                if (i == victim)
                    job.stop = stop.get_token();
                serials.push_back(bench.enqueue(job));
            }
            std::binary_semaphore mayCancel(0), isCancelled(0);
            std::thread canceller([&] {
                mayCancel.acquire();
                stop.request_stop();
                stop.request_stop();
                isCancelled.release();
            });
            int64_t layersLeft = int64_t(random() % 60);
            bench.model.beforeLayer = [&](int) {
                if (layersLeft-- != 0)
                    return;
                mayCancel.release();
                if (!isRace)
                    isCancelled.acquire();
            };

            bench.runAll();
            if (layersLeft >= 0)
                mayCancel.release();
            canceller.join();
            bench.generator.cancel(serials[victim]); // finished by now

            for (size_t i = 0; i < jobs.size(); ++i) {
                const Answer& answer = bench.answers[serials[i]];
                QCOMPARE(answer.lastResults, 1);
                if (i != victim || answer.last->eosReason != EosReason::Cancelled)
                    QCOMPARE(answer.ids, undisturbed[i]);
                else
                    ++cancelled;
            }
            QCOMPARE(bench.generator.numRemainingJobs(), int64_t(0));
            bench.answers.clear();
        }
        bench.model.beforeLayer = nullptr;
        QVERIFY(cancelled > 300);
        QCOMPARE(bench.wrong, std::string());
        QVERIFY(bench.holdsNoPage());
    }

    void case16_cancellingIsForgiving()
    {
        GeneratorBench bench;
        const int64_t serial = bench.enqueue(jobOf(counting(50), 30));
        bench.iterate();

        bench.generator.cancel(serial);
        bench.generator.cancel(serial);
        bench.generator.cancel(serial + 1); // there is none
        bench.runAll();
        bench.generator.cancel(serial);

        QCOMPARE(bench.answers[serial].lastResults, 1);
        QVERIFY(bench.iterate().empty());
        QCOMPARE(bench.answerTo(jobOf(counting(50), 30)).ids.size(), size_t(30));
    }

    void case17_aFailureStaysWithItsJob()
    {
        GeneratorBench bench;
        std::vector<Job> jobs;
        for (int64_t i = 0; i < 4; ++i)
            jobs.push_back(jobOf(counting(600, i * 1000), 12, uint64_t(i)));
        const std::vector<Job> healthy = jobs;
        jobs[1].constraints = {tests::allowingNothing(bench.tokenizer)};
        bench.model.beforePass = [&](std::span<const engine::BatchEntry> batch) {
            for (const engine::BatchEntry& entry : batch)
                if (entry.logitRows == 0 && entry.ids.front() == jobs[2].ids.front())
                    throw std::bad_alloc();
        };
        for (const Job& job : jobs)
            bench.enqueue(job);

        bench.runAll();

        for (const int64_t failed : {1, 2}) {
            QVERIFY(bench.answers[failed].last->eosReason == EosReason::Error);
            QVERIFY(bench.answers[failed].last->error.ends_with("."));
            QVERIFY(bench.answers[failed].ids.empty());
        }
        QVERIFY(bench.answers[2].last->errorKind == base::ErrorKind::OutOfMemory);
        for (const int64_t well : {0, 3})
            QCOMPARE(bench.answers[well].ids, tests::answerAlone(healthy[size_t(well)]).ids);
        QVERIFY(bench.holdsNoPage());

        bench.model.beforePass = nullptr;
        const Answer again = bench.answerTo(healthy[2]);
        QCOMPARE(again.ids, tests::answerAlone(healthy[2]).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    // A pass over all jobs fails because of one of them; which one has to be found out.
    void case17_anErrorWhileDecodingIsFoundOut()
    {
        GeneratorBench bench;
        bench.model.poison = 4321;
        TokenIds poisoned = counting(10, 200);
        poisoned.push_back(4321);
        bench.enqueue(jobOf(counting(20, 10), 12));
        bench.enqueue(jobOf(poisoned, 12));
        bench.enqueue(jobOf(counting(700, 30), 12));

        bench.runAll();

        QVERIFY(bench.lastOf(1).errorKind == base::ErrorKind::DeviceLost);
        QCOMPARE(bench.answers[0].ids, tests::answerAlone(jobOf(counting(20, 10), 12)).ids);
        QCOMPARE(bench.answers[2].ids, tests::answerAlone(jobOf(counting(700, 30), 12)).ids);
        QVERIFY(bench.holdsNoPage());
        QCOMPARE(bench.wrong, std::string());
    }
};

TESTS(InterruptionTest);
#include "interruption_test.moc"
