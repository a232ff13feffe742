#include "tests/engine/generate/async/async_bench.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

using engine::AsyncJob;
using engine::EosReason;
using engine::Job;
using engine::Result;
using engine::Stage;
using engine::TokenIds;
using tests::Answer;
using tests::AsyncBench;
using tests::counting;
using tests::endedWith;
using tests::jobOf;
using tests::listenTo;
using tests::patience;

using Clock = std::chrono::steady_clock;

// Acceptance cases 15 and 16, as whoever waits for the results sees them.
class AsyncCancelTest : public QObject {
    Q_OBJECT

private slots:
    void case15_aLongPromptIsLeftBetweenTwoLayers()
    {
        constexpr int64_t room = 20'480;
        TokenIds prompt(20'000);
        std::mt19937 random(15);
        for (engine::TokenId& id : prompt)
            id = random() % tests::asyncVocabulary;
        const Job job = jobOf(prompt, 5);
        tests::Gate gate;
        int layers = 0; // of the third chunk
        AsyncBench bench(room);
        bench.model.beforeLayer = [&](int layer) {
            if (bench.model.passes != 3)
                return;
            ++layers;
            if (layer == 1)
                gate.arrive();
        };
        bench.generator.start();
        AsyncJob cancelled = bench.generator.enqueue(job);
        Answer answer;
        Clock::time_point wakened;
        std::thread consumer([&] {
            answer = listenTo(cancelled);
            wakened = Clock::now();
        });

        gate.awaitArrival(); // two chunks were read, the third is on its way
        cancelled.cancel();
        const Clock::time_point goesOn = Clock::now();
        gate.open();
        consumer.join();

        QCOMPARE(std::ranges::count(answer.stages, Stage::Prefill), 2);
        QVERIFY(endedWith(answer, EosReason::Cancelled));
        QCOMPARE(layers, 2); // of four
        QVERIFY(wakened - goesOn < std::chrono::milliseconds(100));
        QVERIFY(bench.comesToRest());

        AsyncJob again = bench.generator.enqueue(job);
        const Answer complete = listenTo(again);
        QVERIFY(complete.last->cachedTokens >= 4096);
        QCOMPARE(complete.ids, tests::answerAlone(job, tests::asyncSetup(room)).ids);
    }

    void case16_theOtherFourDoNotNotice()
    {
        const std::vector<Job> jobs = tests::differentJobs(5, 40);
        const std::vector<TokenIds> expected = tests::undisturbed(jobs);
        AsyncBench bench(2048);
        bench.generator.start();
        std::mt19937 random(16);
        int numCancelled = 0;

        for (int repetition = 0; repetition < 1000; ++repetition) {
            const size_t victim = random() % jobs.size();
            const auto patienceOfVictim = std::chrono::microseconds(random() % 2000);
            std::vector<AsyncJob> running;
            for (const Job& job : jobs)
                running.push_back(bench.generator.enqueue(job));
            std::thread canceller([&, until = Clock::now() + patienceOfVictim] {
                while (Clock::now() < until)
                    std::this_thread::yield();
                running[victim].cancel();
                running[victim].cancel(); // twice
            });

            for (size_t i = 0; i < jobs.size(); ++i) {
                const Answer answer = listenTo(running[i]);
                const bool wasCancelled = endedWith(answer, EosReason::Cancelled);
                QVERIFY(answer.lastResults == 1 && (i == victim || !wasCancelled));
                if (wasCancelled)
                    QVERIFY(std::equal(answer.ids.begin(), answer.ids.end(), expected[i].begin()));
                else
                    QCOMPARE(answer.ids, expected[i]);
                numCancelled += wasCancelled;
            }
            canceller.join();
            running[victim].cancel(); // it has ended
            QVERIFY(!running[victim].next());
        }

        QVERIFY(numCancelled > 100);
        QVERIFY(bench.comesToRest());
    }

    void whoDropsTheHandleCancelsTheJob()
    {
        AsyncBench bench(1024);
        bench.generator.start();
        for (int i = 0; i < 50; ++i) {
            AsyncJob dropped = bench.generator.enqueue(jobOf(counting(60), 900));
            if (i % 2 == 0)
                QVERIFY(dropped.nextWithin(patience));
        }
        AsyncJob job = bench.generator.enqueue(jobOf(counting(60), 900));
        job = bench.generator.enqueue(jobOf(counting(60), 3)); // drops the other

        QVERIFY(endedWith(listenTo(job), EosReason::MaxNewTokens));
        QVERIFY(bench.comesToRest());
    }

    void aJobThatIsCancelledAtOnceEndsWithoutAPass()
    {
        AsyncBench bench;
        AsyncJob job = bench.generator.enqueue(jobOf(counting(60), 900));
        job.cancel();
        bench.generator.start();

        QVERIFY(endedWith(listenTo(job), EosReason::Cancelled));
        QCOMPARE(bench.ask([&](engine::Generator&) { return bench.model.passes; }), int64_t(0));
    }
};

TESTS(AsyncCancelTest, QCoreApplication);
#include "async_cancel_test.moc"
