#include "kernels/cpu/cpu_features.h"
#include "kernels/cpu/thread_pool.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <memory>
#include <sched.h>
#include <sys/resource.h>
#include <thread>

using kernels::cpu::ThreadPool;

class ThreadPoolTest : public QObject {
    Q_OBJECT

private slots:
    void everyTaskIsDoneOnce()
    {
        for (int threads : {1, 2, 5}) {
            ThreadPool pool(threads);
            for (int tasks : {0, 1, 2, 7, 1000}) {
                const auto done = std::make_unique<std::atomic<int>[]>(size_t(tasks));

                pool.run(tasks, [&](int64_t task, int) { ++done[size_t(task)]; });

                for (int i = 0; i < tasks; ++i)
                    QCOMPARE(done[size_t(i)].load(), 1);
            }
        }
    }

    void threadNumbersAreInRangeAndNotSharedAtATime()
    {
        ThreadPool pool(4);
        std::atomic<int> busy[4] = {};
        std::atomic<bool> clash{false};

        for (int round = 0; round < 200; ++round)
            pool.run(16, [&](int64_t, int thread) {
                if (thread < 0 || thread >= 4 || busy[thread]++ != 0)
                    clash = true;
                --busy[thread];
            });

        QVERIFY(!clash);
    }

    void whatATaskWroteIsSeenAfterwards()
    {
        ThreadPool pool(3);
        std::vector<int> numbers(64);
        for (int round = 1; round <= 500; ++round) {
            pool.run(64, [&](int64_t task, int) { numbers[size_t(task)] = round; });

            QCOMPARE(int(std::count(numbers.begin(), numbers.end(), round)), 64);
        }
    }

    void aPoolThatSleptWakesUp()
    {
        ThreadPool pool(2);
        std::atomic<int> done{0};
        for (int round = 0; round < 20; ++round) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1)); // beyond the spinning
            pool.run(8, [&](int64_t, int) { ++done; });
        }

        QCOMPARE(done.load(), 160);
    }

    void aPoolMayBeGivenUpAtOnce()
    {
        for (int i = 0; i < 50; ++i)
            QCOMPARE(ThreadPool(3).threads(), 3);
    }

    void thereIsACoreToUse()
    {
        QVERIFY(kernels::cpu::usableCores() >= 1);
        QVERIFY(kernels::cpu::usableCores() <= int(std::thread::hardware_concurrency()));
    }

    void shortTurnsChangeNeitherPriorityNorPolicy()
    {
        std::thread([] {
            QCOMPARE(setpriority(PRIO_PROCESS, 0, 5), 0); // of this thread
            const int policy = sched_getscheduler(0);

            const bool areGranted = kernels::cpu::requestShortTimeSlices();

            QCOMPARE(getpriority(PRIO_PROCESS, 0), 5);
            QCOMPARE(sched_getscheduler(0), policy);
            QCOMPARE(kernels::cpu::requestShortTimeSlices(), areGranted);
        }).join();
    }
};

TESTS(ThreadPoolTest);
#include "thread_pool_test.moc"
