#include "services/network/retries.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace std::chrono_literals;
using services::HttpFailure;
using services::Retries;

class RetriesTest : public QObject {
    Q_OBJECT

    static HttpFailure lost() { return {}; }
    static HttpFailure rejected(int status)
    {
        HttpFailure failure;
        failure.kind = HttpFailure::Kind::Rejected;
        failure.status = status;
        return failure;
    }

private slots:
    void waitsGrowWhileNothingComes()
    {
        Retries retries({});

        QCOMPARE(retries.waitAfter(lost()), 1000ms);
        QCOMPARE(retries.waitAfter(lost()), 2000ms);
        QCOMPARE(retries.waitAfter(rejected(503)), 4000ms);
        QCOMPARE(retries.waitAfter(lost()), 8000ms);
        QCOMPARE(retries.waitAfter(lost()), 16000ms);
        QVERIFY(!retries.waitAfter(lost()));
    }

    void progressIsFollowedByATryWithinASecondHoweverOftenItEnds()
    {
        Retries retries({});
        for (int time = 0; time < 100; ++time) {
            retries.succeed();
            const auto wait = retries.waitAfter(lost());
            QVERIFY(wait && *wait <= 1000ms);
        }
    }

    void whoAsksToWaitIsObeyedUnlessItIsForLong()
    {
        Retries retries({});
        HttpFailure busy = rejected(429);
        busy.wait = 7s;
        QCOMPARE(retries.waitAfter(busy), 7000ms);
        retries.succeed();
        QCOMPARE(retries.waitAfter(busy), 7000ms);
        busy.wait = 3600s;
        QVERIFY(!retries.waitAfter(busy));
    }

    void whatWillNotChangeIsNotTriedAgain()
    {
        for (const int status : {400, 401, 403, 404, 416})
            QVERIFY(!Retries({}).waitAfter(rejected(status)));
        HttpFailure unsafe;
        unsafe.kind = HttpFailure::Kind::Unsafe;
        QVERIFY(!Retries({}).waitAfter(unsafe));
    }

    void anAddressThatHasExpiredIsAskedForAgain()
    {
        HttpFailure expired = rejected(403);
        expired.isFirstHost = false;
        QVERIFY(Retries({}).waitAfter(expired));
    }

    void aNameThatWasKnownBeforeMayBeKnownAgain()
    {
        HttpFailure unknown;
        unknown.kind = HttpFailure::Kind::NotFound;
        Retries retries({});
        QVERIFY(!retries.waitAfter(unknown));
        retries.succeed();
        QVERIFY(retries.waitAfter(unknown));
    }
};

TESTS(RetriesTest);
#include "retries_test.moc"
