#include "tests/services/downloads/hub_file.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using services::Download;
using services::DownloadOrder;
using services::DownloadQueue;
using services::NetworkTimes;
using Phase = Download::Phase;

// Several files, one after the other, while somebody changes their mind.
class DownloadQueueTest : public QObject {
    Q_OBJECT

    static constexpr qint64 size = 8 << 20; // bytes of each
    std::unique_ptr<tests::HubFile> m_file;
    std::unique_ptr<DownloadQueue> m_queue;

    // `name` is what it is called here; there, it is the same file.
    DownloadOrder order(const QString& name) const
    {
        DownloadOrder order = m_file->order;
        order.path = m_file->folder.filePath(name);
        return order;
    }

    Phase phaseOf(int id) const { return m_queue->find(id)->phase; }
    bool isHere(const QString& name) const
    {
        return tests::sha256Of(m_file->folder.filePath(name)) == m_file->order.hash;
    }

private slots:
    void init()
    {
        m_file = std::make_unique<tests::HubFile>(tests::randomFile(size));
        m_file->hub.setFaults({{"bytes_per_second", 40'000'000}});
        m_queue = std::make_unique<DownloadQueue>(tests::shortTimes<NetworkTimes>());
    }

    void filesComeInTheirOrder()
    {
        QList<int> ended;
        connect(m_queue.get(), &DownloadQueue::changed, this, [&](int id) {
            if (phaseOf(id) == Phase::Done)
                ended << id;
        });
        const int first = m_queue->add(order("a")), second = m_queue->add(order("b"));
        const int third = m_queue->add(order("c"));
        QCOMPARE(phaseOf(first), Phase::Running);
        QCOMPARE(phaseOf(third), Phase::Waiting);

        m_queue->moveToFront(third);

        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 3, 60'000);
        QCOMPARE(ended, (QList<int>{first, third, second}));
        QVERIFY(isHere("a") && isHere("b") && isHere("c"));
    }

    void progressSpeedAndTimeLeftAreTold()
    {
        m_file->hub.setFaults({{"bytes_per_second", 4'000'000}});
        qint64 last = -1;
        double speed = 0;
        qint64 secondsLeft = -1;
        connect(m_queue.get(), &DownloadQueue::changed, this, [&](int id) {
            const Download& download = *m_queue->find(id);
            QVERIFY(download.done >= last && download.done <= size);
            last = download.done;
            speed = std::max(speed, download.bytesPerSecond);
            secondsLeft = std::max(secondsLeft, download.secondsLeft());
        });

        const int id = m_queue->add(order("a"));

        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(id), Phase::Done, 60'000);
        QCOMPARE(last, size);
        QVERIFY2(speed > 1e6 && speed < 8e6, qPrintable(QString::number(speed)));
        QVERIFY(secondsLeft >= 0 && secondsLeft < 10);
    }

    void whatIsPausedGoesOnWhereItWas()
    {
        const int id = m_queue->add(order("a"));
        QTRY_VERIFY_WITH_TIMEOUT(m_queue->find(id)->done > size / 8, 60'000);
        m_queue->pause(id);
        QCOMPARE(phaseOf(id), Phase::Paused);
        const int other = m_queue->add(order("b")); // it does not wait
        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(other), Phase::Done, 60'000);
        QCOMPARE(phaseOf(id), Phase::Paused);
        QVERIFY(!QFileInfo::exists(m_file->folder.filePath("a")));

        m_queue->goOn(id);

        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(id), Phase::Done, 60'000);
        QVERIFY(isHere("a"));
        const qint64 sent = m_file->sent();
        QVERIFY2(sent <= 2 * size + (1 << 20), qPrintable(QString::number(sent)));
    }

    void whatIsCancelledLeavesNothing()
    {
        const int id = m_queue->add(order("folder/a"));
        QTRY_VERIFY_WITH_TIMEOUT(m_queue->find(id)->done > 0, 60'000);
        QVERIFY(!QDir(m_file->folder.filePath("folder")).isEmpty());

        m_queue->cancel(id);

        QVERIFY(!m_queue->find(id));
        QTRY_VERIFY(QDir(m_file->folder.filePath("folder")).isEmpty());
    }

    void afterAFailureTheNextOneBegins()
    {
        DownloadOrder wrong = order("a");
        wrong.url.setPath("/no/model/resolve/main/no.gguf");
        const int failing = m_queue->add(wrong), other = m_queue->add(order("b"));

        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(other), Phase::Done, 60'000);

        QCOMPARE(phaseOf(failing), Phase::Failed);
        QVERIFY2(m_queue->find(failing)->sentence.contains("wasn't found at"),
            qPrintable(m_queue->find(failing)->sentence));
    }

    void theCallerNeverWaits()
    {
        m_file->hub.setFaults({{"stall_after", 0}});
        QElapsedTimer clock;
        clock.start();
        m_queue->add(order("a"));
        m_queue.reset(); // in the middle of it
        // Otherwise it would have waited for the silence to end, which takes 1000.
        QVERIFY2(clock.elapsed() < 900, qPrintable(QString::number(clock.elapsed())));
    }

    void nobodyIsContactedBeforeSomethingIsAdded()
    {
        QSignalSpy contacted(m_queue.get(), &DownloadQueue::contacted);
        QVERIFY(m_file->hub.requests().isEmpty());
        const int id = m_queue->add(order("a"));
        QTRY_COMPARE_WITH_TIMEOUT(phaseOf(id), Phase::Done, 60'000);
        QStringList hosts;
        for (const auto& arguments : contacted)
            hosts << arguments[0].toString();
        hosts.removeDuplicates();
        QCOMPARE(hosts, (QStringList{"127.0.0.1", "127.0.0.2"}));
    }
};

TESTS(DownloadQueueTest, QCoreApplication);
#include "download_queue_test.moc"
