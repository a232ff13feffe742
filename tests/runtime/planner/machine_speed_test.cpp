#include "tests/runtime/planner/made_up_speed.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::MachineSpeed;
using runtime::machineSpeedFrom;
using runtime::toJson;

// What was measured survives in a file, and what somebody else has put there does no harm.
class MachineSpeedTest : public QObject {
    Q_OBJECT

private slots:
    void whatWasWrittenIsRead()
    {
        const MachineSpeed speed{{tests::madeUpDevice("cpu"), tests::madeUpDevice("cuda:0")}};

        QVERIFY(machineSpeedFrom(toJson(speed)) == speed);
    }

    void devicesAreFoundByTheirNames()
    {
        const MachineSpeed speed{{tests::madeUpDevice("cpu"), tests::madeUpDevice("cuda:0")}};

        QCOMPARE(speed.find("cpu"), &speed.devices[0]);
        QCOMPARE(speed.find("cuda:0"), &speed.devices[1]);
        QCOMPARE(speed.find("cuda"), &speed.devices[1]);
        QVERIFY(!speed.find("cuda:1"));
    }

    void whatLiesBetweenIsOnALine()
    {
        const runtime::WeightSpeed weights{1e9, 3e9, 1e11};
        QCOMPARE(weights.bytesPerSecond(512), 1e9);
        QCOMPARE(weights.bytesPerSecond(5120), 2e9);
        QCOMPARE(weights.bytesPerSecond(16384), 3e9);

        runtime::DeviceSpeed device;
        QCOMPARE(device.widthFactor(4096), 1.0);
        device.widths = {{1024, 0.5}, {2048, 1}, {4096, 3}};
        QCOMPARE(device.widthFactor(1), 0.5);
        QCOMPARE(device.widthFactor(1536), 0.75);
        QCOMPARE(device.widthFactor(2048), 1.0);
        QCOMPARE(device.widthFactor(3072), 2.0);
        QCOMPARE(device.widthFactor(4096), 3.0);
        QCOMPARE(device.widthFactor(1 << 20), 3.0);
    }

    void anythingElseIsNothing_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto written
            = QByteArray::fromStdString(toJson(MachineSpeed{{tests::madeUpDevice()}}));
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("a list") << QByteArray("[1]");
        QTest::newRow("cut") << written.left(written.size() / 2);
        QTest::newRow("another version")
            << QByteArray(written).replace("\"version\": ", "\"version\": 9");
        QTest::newRow("a field is missing") << QByteArray(written).replace("block_s", "blocks");
        QTest::newRow("below zero") << QByteArray(written).replace("1000000000.0", "-1000000000.0");
        QTest::newRow("no number") << QByteArray(written).replace("1000000000.0", "\"fast\"");
        QTest::newRow("beyond all numbers") << QByteArray(written).replace("1000000000.0", "1e999");
    }
    void anythingElseIsNothing()
    {
        QFETCH(QByteArray, text);

        QVERIFY(machineSpeedFrom(text.toStdString()).devices.empty());
    }
};

TESTS(MachineSpeedTest);
#include "machine_speed_test.moc"
