#include "services/remote/remote_thread.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>
#include <vector>

using services::Traffic;
using namespace std::chrono_literals;
using Place = Traffic::Place;

// Tests which requests may be sent now.
class TrafficTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Traffic> m_traffic;
    std::vector<std::unique_ptr<QObject>> m_requests;
    std::vector<int> m_started;

    void enter(int number, Place place = Place::Last)
    {
        while (int(m_requests.size()) <= number)
            m_requests.push_back(std::make_unique<QObject>());
        m_traffic->enter(m_requests[size_t(number)].get(), place,
            [this, number] { m_started.push_back(number); });
    }
    void leave(int number) { m_traffic->leave(m_requests[size_t(number)].get()); }

private slots:
    void init()
    {
        m_traffic = std::make_unique<Traffic>();
        m_requests.clear();
        m_started.clear();
    }

    void onlySoManyAreSentAtOnce()
    {
        m_traffic->setMax(2);
        for (int number = 0; number < 4; ++number)
            enter(number);
        QCOMPARE(m_started, (std::vector{0, 1}));

        leave(1);
        QCOMPARE(m_started, (std::vector{0, 1, 2}));
        leave(1); // again
        QCOMPARE(m_started.size(), size_t(3));
        leave(3); // which has not been started
        leave(0);
        QCOMPARE(m_started.size(), size_t(3));
    }

    void whoComesBackGoesFirst()
    {
        m_traffic->setMax(1);
        for (int number = 0; number < 3; ++number)
            enter(number);
        leave(0);
        enter(0, Place::First);
        leave(1);
        QCOMPARE(m_started, (std::vector{0, 1, 0}));
    }

    void aBusyServerIsLeftAloneAndSentLess()
    {
        m_traffic->setMax(8);
        for (int number = 0; number < 8; ++number)
            enter(number);
        m_traffic->noteTooBusy(50ms);
        QCOMPARE(m_traffic->room(), 4);

        for (int number = 0; number < 8; ++number)
            leave(number);
        for (int number = 8; number < 16; ++number)
            enter(number);
        QCOMPARE(m_started.size(), size_t(8));
        QTRY_COMPARE(m_started.size(), size_t(12));

        m_traffic->noteTooBusy(0ms);
        m_traffic->noteTooBusy(0ms);
        m_traffic->noteTooBusy(0ms);
        QCOMPARE(m_traffic->room(), 1);
    }

    void whatIsServedMakesRoomAgain()
    {
        m_traffic->setMax(4);
        for (int time = 0; time < 4; ++time)
            m_traffic->noteTooBusy(0ms);
        QCOMPARE(m_traffic->room(), 1);
        for (int time = 0; time < 12; ++time)
            m_traffic->noteServed();
        QCOMPARE(m_traffic->room(), 4);
    }
};

TESTS(TrafficTest, QCoreApplication);
#include "traffic_test.moc"
