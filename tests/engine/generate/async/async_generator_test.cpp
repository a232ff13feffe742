#include "tests/engine/generate/async/async_bench.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <thread>

using engine::AsyncGenerator;
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

class AsyncGeneratorTest : public QObject {
    Q_OBJECT

private slots:
    void aJobTellsItsStagesInOrder()
    {
        AsyncBench bench;
        bench.generator.start();
        AsyncJob job = bench.generator.enqueue(jobOf(counting(60), 2));

        const Answer answer = listenTo(job);

        QVERIFY((answer.stages
            == std::vector{
                Stage::Started, Stage::Prefill, Stage::Streaming, Stage::Streaming, Stage::Eos}));
        QVERIFY(endedWith(answer, EosReason::MaxNewTokens));
        QVERIFY(job.isFinished());
        QVERIFY(!job.next());
    }

    void theCallersThreadMayBeTheLoop()
    {
        const std::vector<Job> jobs = tests::differentJobs(1, 10);
        AsyncBench bench;
        AsyncJob job = bench.generator.enqueue(jobs[0]); // before the loop runs

        std::thread loop([&] { bench.generator.run(); });
        const Answer answer = listenTo(job);
        bench.generator.close();
        loop.join(); // run() returns

        QCOMPARE(answer.ids, tests::undisturbed(jobs)[0]);
    }

    void manyThreadsMayEnqueueAtOnce()
    {
        const std::vector<Job> jobs = tests::differentJobs(8, 12);
        const std::vector<TokenIds> expected = tests::undisturbed(jobs);
        AsyncBench bench(2048);
        bench.generator.start();

        std::vector<int> wrong(jobs.size(), 0);
        std::vector<std::thread> threads;
        for (size_t i = 0; i < jobs.size(); ++i)
            threads.emplace_back([&, i] {
                for (int repetition = 0; repetition < 10; ++repetition) {
                    AsyncJob job = bench.generator.enqueue(jobs[i]);
                    wrong[i] += listenTo(job).ids != expected[i];
                }
            });
        for (std::thread& thread : threads)
            thread.join();

        QCOMPARE(wrong, std::vector<int>(jobs.size(), 0));
        QVERIFY(bench.comesToRest());
    }

    void whoDoesNotWantToWaitIsToldSo()
    {
        tests::Gate gate;
        AsyncBench bench;
        bench.model.beforeLayer = [&](int) { gate.arrive(); };
        bench.generator.start();
        AsyncJob job = bench.generator.enqueue(jobOf(counting(60), 3));
        gate.awaitArrival();

        QVERIFY(!job.tryNext());
        QVERIFY(!job.nextWithin(std::chrono::milliseconds(1)));
        QVERIFY(!job.isFinished());
        gate.open();

        QVERIFY(endedWith(listenTo(job), EosReason::MaxNewTokens));
        QVERIFY(job.isFinished());
    }

    void aJobKeepsTheCallersOwnWishToStop()
    {
        tests::Gate gate;
        AsyncBench bench;
        bench.model.beforeLayer = [&](int) { gate.arrive(); };
        bench.generator.start();
        std::stop_source stop;
        Job stoppable = jobOf(counting(60), 30);
        stoppable.stop = stop.get_token();
        AsyncJob job = bench.generator.enqueue(stoppable);
        gate.awaitArrival();

        stop.request_stop();
        gate.open();

        QVERIFY(endedWith(listenTo(job), EosReason::Cancelled));
        QVERIFY(bench.comesToRest());
    }

    void workIsDoneOnTheLoopsThread()
    {
        AsyncBench bench;
        std::thread::id loop;
        bench.model.beforePass = [&](auto) { loop = std::this_thread::get_id(); };
        bench.generator.start();
        AsyncJob job = bench.generator.enqueue(jobOf(counting(60), 3));
        listenTo(job);

        QVERIFY(bench.ask([&](engine::Generator&) { return std::this_thread::get_id() == loop; }));
    }

    void workThatPostsMoreGivesWayToAStep()
    {
        tests::Gate gate;
        AsyncBench bench;
        bench.model.beforeLayer = [&](int) { gate.arrive(); };
        bench.generator.start();
        AsyncJob job = bench.generator.enqueue(jobOf(counting(60), 30));
        gate.awaitArrival();

        std::promise<int64_t> passesBetween;
        bench.generator.post([&] {
            bench.generator.post([&, before = bench.model.passes] {
                passesBetween.set_value(bench.model.passes - before);
            });
        });
        gate.open();

        QCOMPARE(passesBetween.get_future().get(), int64_t(1));
    }

    void aGeneratorMayComeLaterAndBeReplaced()
    {
        AsyncBench bench;
        AsyncGenerator generator;
        generator.start();

        AsyncJob early = generator.enqueue(jobOf(counting(60), 3));
        const Answer refused = listenTo(early);
        QVERIFY(endedWith(refused, EosReason::Error));
        QCOMPARE(refused.last->error, std::string("No model is loaded."));

        generator.post([&] { generator.setGenerator(bench.newGenerator()); });
        AsyncJob first = generator.enqueue(jobOf(counting(60), 3));
        QVERIFY(endedWith(listenTo(first), EosReason::MaxNewTokens));

        tests::Gate gate;
        generator.post([&] { bench.model.beforeLayer = [&](int) { gate.arrive(); }; });
        AsyncJob interrupted = generator.enqueue(jobOf(counting(60), 30));
        gate.awaitArrival();
        generator.post([&] { generator.setGenerator(bench.newGenerator()); });
        AsyncJob second = generator.enqueue(jobOf(counting(60), 3));
        gate.open();
        QVERIFY(endedWith(listenTo(interrupted), EosReason::Cancelled));
        QVERIFY(endedWith(listenTo(second), EosReason::MaxNewTokens));
    }

    // generate() in posted work takes the results of all jobs.
    void aJobWhoseResultsWereLostEnds()
    {
        tests::Gate gate;
        AsyncBench bench;
        bench.model.beforeLayer = [&](int) { gate.arrive(); };
        bench.generator.start();
        AsyncJob job = bench.generator.enqueue(jobOf(counting(60), 30));
        gate.awaitArrival();

        bench.generator.post([&] {
            while (bench.generator.generator()->numRemainingJobs() > 0)
                bench.generator.generator()->iterate();
        });
        gate.open();

        QVERIFY(endedWith(listenTo(job), EosReason::Cancelled));
    }

    void closingWakesAllWhoWait()
    {
        tests::Gate gate;
        AsyncBench bench;
        bench.model.beforeLayer = [&](int) { gate.arrive(); };
        std::vector<AsyncJob> jobs;
        for (int i = 0; i < 5; ++i)
            jobs.push_back(bench.generator.enqueue(jobOf(counting(60, i), 30)));
        bench.generator.start();
        std::vector<Answer> answers(jobs.size());
        std::vector<std::thread> consumers;
        for (size_t i = 0; i < jobs.size(); ++i)
            consumers.emplace_back([&, i] { answers[i] = listenTo(jobs[i]); });
        gate.awaitArrival(); // all are under way

        bench.generator.close();
        gate.open();
        for (std::thread& consumer : consumers)
            consumer.join();

        for (size_t i = 0; i < jobs.size(); ++i) {
            QVERIFY(endedWith(answers[i], EosReason::Cancelled));
            QVERIFY(!jobs[i].next());
        }
        AsyncJob late = bench.generator.enqueue(jobOf(counting(60), 3));
        QVERIFY(endedWith(listenTo(late), EosReason::Cancelled));
    }

    void closingInterruptsAPromptBetweenLayers()
    {
        tests::Gate gate;
        AsyncBench bench;
        bench.model.beforeLayer = [&](int) { gate.arrive(); };
        bench.generator.start();
        AsyncJob reading = bench.generator.enqueue(jobOf(counting(199), 3));
        gate.awaitArrival();
        AsyncJob unseen = bench.generator.enqueue(jobOf(counting(60), 3));

        bench.generator.close();
        gate.open();

        QVERIFY(endedWith(listenTo(reading), EosReason::Cancelled));
        QVERIFY(endedWith(listenTo(unseen), EosReason::Cancelled));
        QCOMPARE(bench.model.logitRows, int64_t(0));
    }

    void destroyingTheGeneratorWakesAllWhoWait()
    {
        std::optional<AsyncJob> seen, unseen;
        {
            AsyncBench bench;
            bench.model.beforePass = [&](auto) { // the third waits for the end
                while (bench.model.passes == 2 && !bench.generator.isClosed())
                    std::this_thread::yield();
            };
            bench.generator.start();
            seen = bench.generator.enqueue(jobOf(counting(60), 30));
            QVERIFY(seen->nextWithin(patience));
        }
        {
            AsyncBench bench; // its loop never runs
            unseen = bench.generator.enqueue(jobOf(counting(60), 5000));
        }

        QVERIFY(endedWith(listenTo(*seen), EosReason::Cancelled)); // handles outlive it
        QVERIFY(endedWith(listenTo(*unseen), EosReason::Cancelled));
        seen->cancel();
    }
};

TESTS(AsyncGeneratorTest, QCoreApplication);
#include "async_generator_test.moc"
