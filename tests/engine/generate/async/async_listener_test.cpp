#include "tests/engine/generate/async/async_bench.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <thread>

using engine::AsyncJob;
using engine::EosReason;
using engine::Result;
using engine::Stage;
using tests::Answer;
using tests::AsyncBench;
using tests::counting;
using tests::endedWith;
using tests::jobOf;

// Results that are reported to a listener instead of being waited for.
class AsyncListenerTest : public QObject {
    Q_OBJECT

private slots:
    void aListenerHearsEverythingOnTheLoopsThread()
    {
        AsyncBench bench;
        bench.generator.start();
        const auto loop = bench.ask([](engine::Generator&) { return std::this_thread::get_id(); });
        Answer answer;
        bool isAlwaysTheLoop = true;

        AsyncJob job = bench.generator.enqueue(jobOf(counting(60), 20), [&](const Result& result) {
            isAlwaysTheLoop = isAlwaysTheLoop && std::this_thread::get_id() == loop;
            answer.add(result);
        });

        QVERIFY(!job.next()); // waits for the end
        QVERIFY(job.isFinished());
        QVERIFY(isAlwaysTheLoop);
        QVERIFY(endedWith(answer, EosReason::MaxNewTokens));
        QCOMPARE(answer.ids, tests::answerAlone(jobOf(counting(60), 20), tests::asyncSetup()).ids);
    }

    void aListenerHearsWhyItsJobWasRefused()
    {
        AsyncBench bench(1024);
        bench.generator.start();
        Answer answer;

        AsyncJob job = bench.generator.enqueue(jobOf(engine::TokenIds(2000, 1), 20),
            [&](const Result& result) { answer.add(result); });

        QVERIFY(!job.next());
        QVERIFY(endedWith(answer, EosReason::Error));
        QVERIFY(!answer.last->error.empty());
    }

    void whoDropsTheHandleHearsNothingMore()
    {
        AsyncBench bench(1024);
        bench.generator.start();
        for (int i = 0; i < 200; ++i) {
            auto heard = std::make_unique<int>(0); // gone with this round
            std::promise<void> begun;
            AsyncJob job = bench.generator.enqueue(
                jobOf(counting(60), 900), [number = heard.get(), &begun](const Result&) {
                    if (++*number == 1)
                        begun.set_value();
                });
            begun.get_future().wait();
        }
        QVERIFY(bench.comesToRest());
    }

    void aListenerMayDropTheHandle()
    {
        AsyncBench bench;
        std::optional<AsyncJob> job;
        std::atomic<int> heard = 0;
        bench.generator.post([&] {
            job = bench.generator.enqueue(jobOf(counting(60), 900), [&](const Result&) {
                ++heard;
                job.reset();
            });
        });
        bench.generator.start();
        bench.ask([](engine::Generator&) {});

        QVERIFY(bench.comesToRest());
        QCOMPARE(heard.load(), 1);
    }

    // The cache has two pages: the third job needs the one that the first held.
    void case18_jobsEnqueuedAroundAnEndStartInTheNextStep()
    {
        int turn = 0; // of the loop, which continues until the bench is gone
        std::function<void()> countTurns;
        std::map<std::string, int> started, ended; // turn, by identifier
        std::vector<AsyncJob> jobs;
        std::promise<void> done;
        AsyncBench bench(512);
        countTurns = [&] {
            ++turn;
            bench.generator.post(countTurns);
        };
        bench.generator.post(countTurns);
        const auto named = [](const char* name, int64_t maxNewTokens) {
            engine::Job job = jobOf(counting(60), maxNewTokens);
            job.identifier = name;
            return job;
        };
        const engine::ResultListener last = [&](const Result& result) {
            if (result.stage == Stage::Started)
                started[result.identifier] = turn;
            if (result.eos)
                ended[result.identifier] = turn;
            if (ended.size() == 3)
                done.set_value();
        };
        int tokens = 0;
        const engine::ResultListener first = [&](const Result& result) {
            tokens += int(result.tokenIds.size());
            if (result.stage == Stage::Streaming && tokens == 2) // of three
                bench.generator.post([&] {
                    started["asked"] = turn;
                    jobs.push_back(bench.generator.enqueue(named("second", 30), last));
                });
            if (result.eos) {
                ended["first"] = turn;
                jobs.push_back(bench.generator.enqueue(named("third", 30), last));
            }
        };
        bench.generator.post(
            [&] { jobs.push_back(bench.generator.enqueue(named("first", 3), first)); });

        bench.generator.start();
        done.get_future().wait();

        QCOMPARE(started["second"], started["asked"]); // the step right after the work
        QCOMPARE(started["third"], ended["first"] + 1);
        QVERIFY(ended["second"] > started["third"]); // together
        bench.generator.close();
    }
};

TESTS(AsyncListenerTest, QCoreApplication);
#include "async_listener_test.moc"
