#include "tests/services/downloads/hub_file.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRandomGenerator>

#include <cstdio>

using services::Download;
using services::DownloadOrder;
using services::DownloadQueue;

namespace {

constexpr qint64 size = 48 << 20; // bytes

// The program that is killed: fetches a file and prints how much of it is here.
int fetch(const QStringList& arguments)
{
    DownloadOrder order;
    order.url = QUrl(arguments[0]);
    order.path = arguments[1];
    order.bytes = arguments[2].toLongLong();
    order.hash = QByteArray::fromHex(arguments[3].toLatin1());
    DownloadQueue queue(tests::shortTimes<services::NetworkTimes>());
    int exitCode = 1;
    QObject::connect(&queue, &DownloadQueue::changed, &queue, [&](int id) {
        const Download& download = *queue.find(id);
        std::printf("%lld\n", static_cast<long long>(download.done));
        std::fflush(stdout);
        exitCode = download.phase == Download::Phase::Done ? 0 : 1;
        if (download.phase == Download::Phase::Done || download.phase == Download::Phase::Failed)
            QCoreApplication::quit();
    });
    queue.add(order);
    QCoreApplication::exec();
    return exitCode;
}

} // namespace

/// A download continues after kill -9 at any moment: at most 1 MiB is fetched again, and no wrong
/// file
/// ever has the final name. The environment variable VIGNETTE_KILLS asks for more than
/// the everyday number of kills.
class DownloadCrashTest : public QObject {
    Q_OBJECT

    // Runs the program until some more has come, and kills it. Returns whether it came to its end.
    static bool runUntil(const tests::HubFile& file, qint64 more)
    {
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(),
            {"download_crash_test", "--fetch", file.order.url.toString(), file.order.path,
                QString::number(file.order.bytes), QString::fromLatin1(file.order.hash.toHex())});
        qint64 first = -1;
        while (program.waitForReadyRead(60'000)) {
            while (program.canReadLine()) {
                const qint64 done = program.readLine().toLongLong();
                if (first <= 0)
                    first = done;
                if (more >= 0 && done >= first + more)
                    program.kill();
            }
        }
        program.waitForFinished(60'000);
        return program.exitStatus() == QProcess::NormalExit && program.exitCode() == 0;
    }

private slots:
    void aKilledDownloadGoesOnWhereItWas()
    {
        const int most = qMax(qEnvironmentVariableIntValue("VIGNETTE_KILLS"), 20);
        tests::HubFile file(tests::randomFile(size));
        file.hub.setFaults({{"bytes_per_second", 20'000'000}, {"cut_after", 7'000'000}});
        for (int kills = 0, killsOfThisFile = 0; kills < most;) {
            const bool isWhole = runUntil(file, QRandomGenerator::global()->bounded(size / 10));
            QVERIFY2(file.isNotHere() || file.isHere(), "a wrong file has the final name");
            kills += !isWhole;
            killsOfThisFile += !isWhole;
            if (!isWhole)
                continue;
            const qint64 again = file.sent() - size;
            QVERIFY2(again <= (killsOfThisFile + 1) * qint64(1 << 20),
                qPrintable(QString("%1 bytes came again").arg(again)));
            killsOfThisFile = 0;
            QVERIFY(QFile::remove(file.order.path)); // once more from the beginning
        }

        QVERIFY(runUntil(file, -1));

        QVERIFY(file.isHere());
    }
};

static int runDownloadCrashTest(int argc, char** argv)
{
    QCoreApplication program(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 6 && arguments[1] == "--fetch")
        return fetch(arguments.mid(2));
    DownloadCrashTest test;
    return QTest::qExec(&test, argc, argv);
}

TESTS_RUN_BY(DownloadCrashTest, runDownloadCrashTest);
#include "download_crash_test.moc"
