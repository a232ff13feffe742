#include "base/error.h"
#include "kernels/devices/backends.h"
#include "runtime/planner/pass_timer.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <vector>

using runtime::PassTimer;

namespace {

double madeUpNow = 0; // seconds

double now()
{
    return madeUpNow;
}

} // namespace

// The median of many passes, by a clock that a test can set.
class PassTimerTest : public QObject {
    Q_OBJECT

private slots:
    void init() { madeUpNow = 0; }

    // The first pass, which wakes what sleeps, takes longest, and now and then one is disturbed.
    void aPassTakesItsMedian()
    {
        const auto device = kernels::openBackend("cpu", 1);
        PassTimer timer(*device, /*seconds=*/600, /*count=*/1, {}, now); // there are enough sooner
        int passes = 0;

        const double seconds = timer.secondsOnHost([&] {
            madeUpNow += passes % 5 == 0 ? 100 : 3;
            ++passes;
        });

        QVERIFY(passes > 1);
        QCOMPARE(seconds, 3.0);
    }

    void withoutTimeOnePassCounts()
    {
        const auto device = kernels::openBackend("cpu", 1);
        PassTimer timer(*device, /*seconds=*/0, /*count=*/3, {}, now);
        int passes = 0;

        const double seconds = timer.measureSeconds([&] {
            ++passes;
            madeUpNow += 7;
        });

        QCOMPARE(seconds, 7.0);
        QCOMPARE(passes, 1);
    }

    void progressIsToldAfterEach()
    {
        const auto device = kernels::openBackend("cpu", 1);
        std::vector<double> shares;
        const auto tell = [&](double share) {
            shares.push_back(share);
            return share < 0.6;
        };
        PassTimer timer(*device, /*seconds=*/0, /*count=*/3, tell, now);

        timer.secondsOnHost([] {});
        QVERIFY_EXCEPTION_THROWN(timer.secondsOnHost([] {}), base::Error);

        QCOMPARE(shares, (std::vector<double>{0, 1.0 / 3, 2.0 / 3}));
    }
};

TESTS(PassTimerTest);
#include "pass_timer_test.moc"
