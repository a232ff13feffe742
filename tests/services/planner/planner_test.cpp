#include "runtime/planner/measure_device.h"
#include "services/planner/planner.h"
#include "tests/runtime/planner/made_up_speed.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QFile>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using services::MachineSpeed;
using services::Planner;

namespace {

constexpr int patience = 60'000; // milliseconds

MachineSpeed speedHere()
{
    MachineSpeed speed{{tests::madeUpDevice()}};
    speed.devices.front().hardware = runtime::describeHardware("cpu", 0);
    return speed;
}

} // namespace

// What a computer reaches is measured when the user asks for it, kept, and used for models.
class PlannerTest : public QObject {
    Q_OBJECT

private slots:
    void init() { QFile::remove(file()); }

    void nothingIsPredictedBeforeItIsMeasured()
    {
        const Planner planner(file());

        QVERIFY(!planner.isMeasured());
        QVERIFY(!planner.forecast(services::describeModel({})));
    }

    void whatIsMeasuredIsKept()
    {
        Planner planner(file());
        planner.setMeasure([](int, const auto&) { return speedHere(); });
        QSignalSpy changes(&planner, &Planner::changed);

        planner.measure();
        QVERIFY(planner.isMeasuring());
        QTRY_VERIFY_WITH_TIMEOUT(!planner.isMeasuring(), patience);

        QVERIFY(planner.isMeasured());
        QCOMPARE(changes.size(), 2);
        const auto forecast = planner.forecast(services::describeModel({}));
        QVERIFY(forecast && forecast->decodeTokensPerSecond > 0);
        Planner later(file());
        QTRY_VERIFY_WITH_TIMEOUT(later.isMeasured(), patience);
        QVERIFY(later.forecast(services::describeModel({})) == forecast);
    }

    void whatWasMeasuredElsewhereIsNotBelieved()
    {
        MachineSpeed elsewhere = speedHere();
        elsewhere.devices.front().hardware += ", of somebody else";
        services::writeMachineSpeed(file(), elsewhere);
        QVERIFY(services::readMachineSpeed(file()).devices.empty());

        services::writeMachineSpeed(file(), speedHere());
        QVERIFY(!services::readMachineSpeed(file()).devices.empty());
        QVERIFY(services::readMachineSpeed(file(), 77).devices.empty()); // threads
    }

    void cancellingLeavesThingsAsTheyWere()
    {
        QSemaphore begun;
        std::atomic<bool> wasStopped{false};
        Planner planner(file());
        planner.setMeasure([&](int, const std::function<bool(double)>& goesOn) -> MachineSpeed {
            begun.release();
            while (goesOn(0.5))
                QThread::yieldCurrentThread();
            wasStopped = true;
            throw base::Error(base::ErrorKind::Cancelled, "Stopped.");
        });
        QSignalSpy failures(&planner, &Planner::failed), progress(&planner, &Planner::progress);

        planner.measure();
        begun.acquire();
        QTRY_VERIFY_WITH_TIMEOUT(
            !progress.isEmpty() && progress.last().front().toDouble() == 0.5, patience);
        planner.cancel();
        QVERIFY(!planner.isMeasuring());
        QTRY_VERIFY_WITH_TIMEOUT(wasStopped.load(), patience);
        QCoreApplication::processEvents();

        QVERIFY(!planner.isMeasured());
        QVERIFY(failures.isEmpty());
        QVERIFY(!QFile::exists(file()));
    }

    void whatGoesWrongIsASentence()
    {
        Planner planner(file());
        planner.setMeasure([](int, const auto&) -> MachineSpeed {
            throw base::Error(base::ErrorKind::OutOfMemory, "There is no memory.");
        });
        QSignalSpy failures(&planner, &Planner::failed);

        planner.measure();

        QTRY_COMPARE_WITH_TIMEOUT(failures.size(), 1, patience);
        QCOMPARE(failures[0][0].toString(), QString("There is no memory."));
        QVERIFY(!planner.isMeasuring());
    }

    void theTextSaysWhatCounts()
    {
        services::SpeedForecast forecast;
        forecast.decodeTokensPerSecond = 123.4;
        QCOMPARE(services::forecastText(forecast), QString("Estimated speed: 120 tok/s"));

        forecast.decodeTokensPerSecond = 3.14;
        forecast.secondsToPicture = 12.7;
        QCOMPARE(services::forecastText(forecast),
            QString(
                "Estimated speed: 3.1 tok/s · Estimated time to first token with a photo: 13 s"));

        forecast.secondsToPicture = 0;
        forecast.expertLayers = 48;
        forecast.hostExpertLayers = 12;
        QCOMPARE(services::forecastText(forecast),
            QString("Estimated speed: 3.1 tok/s · Experts of 12 of 48 layers on the CPU"));
    }

private:
    QString file() const { return m_folder.filePath("machine-speed.json"); }

    QTemporaryDir m_folder;
};

TESTS(PlannerTest, QCoreApplication);
#include "planner_test.moc"
