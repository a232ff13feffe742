#include "base/log.h"
#include "base/serial_worker.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <latch>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

class SerialWorkerTest : public QObject {
    Q_OBJECT

private slots:
    void tasksRunInOrderOnOneThread()
    {
        std::vector<int> order;
        std::vector<std::thread::id> threads;
        base::SerialWorker worker("a name longer than the system allows");
        for (int task = 0; task < 100; ++task)
            worker.post([&, task] {
                order.push_back(task);
                threads.push_back(std::this_thread::get_id());
            });
        worker.wait();

        QCOMPARE(order.size(), size_t(100));
        for (int task = 0; task < 100; ++task) {
            QCOMPARE(order[task], task);
            QVERIFY(threads[task] == threads[0]);
        }
        QVERIFY(threads[0] != std::this_thread::get_id());
    }

    void theDestructorRunsEverythingThatWasPosted()
    {
        std::latch start(1);
        int done = 0;
        {
            base::SerialWorker worker;
            worker.post([&] { start.wait(); });
            for (int task = 0; task < 10; ++task)
                worker.post([&] { ++done; });
            worker.post([&] { worker.post([&] { ++done; }); });
            start.count_down();
        }
        QCOMPARE(done, 11);
    }

    void canceledTasksAreDestroyedButDoNotRun()
    {
        std::latch begun(1), goOn(1);
        std::atomic<int> done = 0;
        const auto owned = std::make_shared<int>();
        base::SerialWorker worker;
        worker.post([&] {
            begun.count_down();
            goOn.wait();
            ++done;
        });
        begun.wait();
        for (int task = 0; task < 10; ++task)
            worker.post([&done, owned] { done += 100; });
        worker.cancel();
        QCOMPARE(owned.use_count(), 1L);
        goOn.count_down();
        worker.wait();
        QCOMPARE(done.load(), 1);

        worker.post([&] { ++done; });
        worker.wait();
        QCOMPARE(done.load(), 2);
    }

    void waitReturnsAtOnceIfNothingWasPosted()
    {
        base::SerialWorker worker;
        worker.wait();
        worker.cancel();
        worker.wait();
    }

    void anExceptionIsLoggedAndTheNextTaskRuns()
    {
        std::vector<std::string> messages;
        base::setLogWriter(
            [&](base::LogLevel, const std::string& message) { messages.push_back(message); });
        bool hasRun = false;
        {
            base::SerialWorker worker;
            worker.post([] { throw std::runtime_error("The disk is full."); });
            worker.post([&] { hasRun = true; });
        }
        base::setLogWriter({});

        QVERIFY(hasRun);
        QCOMPARE(messages.size(), size_t(1));
        QVERIFY(messages[0].ends_with("The disk is full."));
    }

    void runReturnsTheResultOrThrows()
    {
        base::SerialWorker worker;
        QCOMPARE(worker.run([] { return 42; }), 42);
        QCOMPARE(*worker.run([] { return std::make_unique<int>(7); }), 7);
        const auto fail = [] { throw std::invalid_argument("no"); };
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, worker.run(fail));
    }

    void manyThreadsMayPost()
    {
        int sum = 0;
        {
            base::SerialWorker worker;
            std::vector<std::jthread> threads;
            for (int thread = 0; thread < 4; ++thread)
                threads.emplace_back([&] {
                    for (int task = 0; task < 1000; ++task)
                        worker.post([&] { ++sum; });
                });
        }
        QCOMPARE(sum, 4000);
    }
};

TESTS(SerialWorkerTest);
#include "serial_worker_test.moc"
