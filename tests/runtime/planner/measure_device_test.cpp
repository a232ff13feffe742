#include "base/error.h"
#include "runtime/planner/measure_device.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <vector>

using runtime::DeviceSpeed;
using runtime::measureDevice;

namespace {

// The smallest sizes that show whether everything was measured.
constexpr runtime::SelfTestSize small{.seconds = 0,
    .weightBytes = 2 << 20,
    .matrixBytes = 256 << 10,
    .promptRows = 8,
    .widthRows = 8,
    .tokens = 8,
    .past = 256,
    .layers = 2,
    .patches = 32};

bool isSpeed(double value)
{
    return std::isfinite(value) && value > 0;
}

} // namespace

// The self-test says something of everything, and obeys.
class MeasureDeviceTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { tests::useGpuOnHost(); }

    void everythingIsMeasured_data()
    {
        QTest::addColumn<QString>("device");
        QTest::newRow("processor") << "cpu";
        QTest::newRow("card") << "cuda:0"; // the stand-in
    }
    void everythingIsMeasured()
    {
        QFETCH(QString, device);

        const DeviceSpeed speed = measureDevice(device.toStdString(), 2, {}, small);

        QCOMPARE(speed.device, device.toStdString());
        QCOMPARE(speed.hardware, runtime::describeHardware(speed.device, 2));
        QCOMPARE(speed.memory > 0, device != "cpu");
        QCOMPARE(speed.weights.size(), size_t(27));
        QCOMPARE(speed.cache.size(), size_t(4));
        for (const auto& [type, reached] : speed.weights)
            QVERIFY2(isSpeed(reached.narrowBytesPerSecond) && isSpeed(reached.wideBytesPerSecond)
                    && isSpeed(reached.operationsPerSecond),
                kernels::name(type));
        for (const auto& [type, reached] : speed.cache)
            QVERIFY2(isSpeed(reached.bytesPerSecond) && isSpeed(reached.operationsPerSecond),
                kernels::name(type));
        QVERIFY(!speed.widths.empty());
        for (const auto& [columns, factor] : speed.widths)
            QVERIFY(isSpeed(factor));
        for (const double value : {speed.blockSeconds, speed.numberSeconds,
                 speed.spanOperationsPerSecond, speed.choiceSeconds, speed.pixelSeconds})
            QVERIFY(isSpeed(value));
    }

    void itsProgressRisesToTheEnd()
    {
        std::vector<double> shares;

        measureDevice(
            "cpu", 1,
            [&](double share) {
                shares.push_back(share);
                return true;
            },
            small);

        QVERIFY(std::is_sorted(shares.begin(), shares.end()));
        QCOMPARE(shares.front(), 0.0);
        QCOMPARE(shares.back(), 1.0);
    }

    void itEndsWhenItIsTold()
    {
        int asked = 0;
        const auto begun = [&](double) { return ++asked < 3; };

        QVERIFY_EXCEPTION_THROWN(measureDevice("cpu", 1, begun, small), base::Error);
        QCOMPARE(asked, 3);
    }

    void anotherNumberOfThreadsIsOtherHardware()
    {
        QVERIFY(runtime::describeHardware("cpu", 1) != runtime::describeHardware("cpu", 2));
        QCOMPARE(runtime::describeHardware("cpu", 2), runtime::describeHardware("cpu", 2));
        QVERIFY(runtime::describeHardware("cuda:99", 1).empty());
    }
};

TESTS(MeasureDeviceTest);
#include "measure_device_test.moc"
