#include "tests/kernels/gpu_on_host.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QTest>

using tests::runCli;

// Devices by name, several of them, and the memory that a model may take, with the GPU that runs on
// the host.
class DevicesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("VIGNETTE_CUDA_PLUGIN", VIGNETTE_CARD_ON_HOST); }

    void allDevicesAreListedWithTheirMemory()
    {
        const auto result = runCli({"models", "devices", "--json"});

        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QHash<QString, QJsonObject> devices;
        for (const auto& line : result.jsonLines())
            devices.insert(line["device"].toString(), line);
        QVERIFY(devices.contains("cpu") && devices.contains("cuda:0"));
        QVERIFY(devices["cuda:0"]["problem"].toString().isEmpty());
        QVERIFY(devices["cuda:0"]["free_bytes"].toDouble() > 0);
        QCOMPARE(devices["cpu"]["total_bytes"].toDouble(), 0.0);
    }

    void whatDoesNotFitOnTheGpuIsSaidSoAndGoesToTheProcessor()
    {
        const QStringList arguments{"chat", "--context", "32768", "--max-tokens", "6", "Hello"};
        const QStringList small{"--device-memory", "64"};

        const auto expected = runCli(arguments);
        const auto alone = runCli(arguments + small + QStringList{"--device", "cuda:0"});
        const auto shared = runCli(arguments + small + QStringList{"--device", "cuda:0,cpu"});

        QCOMPARE(expected.exitCode, 0);
        QCOMPARE(alone.exitCode, 1);
        QVERIFY2(alone.errors.contains("cuda:0,cpu"), qPrintable(alone.errors));
        QVERIFY2(shared.exitCode == 0, qPrintable(shared.errors));
        QCOMPARE(shared.output, expected.output);
    }

    void expertsAreComputedWhereTheyAreAskedFor_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("on the GPU") << QStringList{"--device", "cuda:0", "--experts", "gpu"};
        QTest::newRow("on the CPU") << QStringList{"--device", "cuda:0", "--experts", "cpu"};
        QTest::newRow("as far as they fit")
            << QStringList{"--device", "cuda:0", "--device-memory", "12"};
    }
    void expertsAreComputedWhereTheyAreAskedFor()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        QFETCH(QStringList, options);
        const QStringList arguments{"bench", "--model",
            QString::fromStdString((models / "qwen3_moe").string()), "--prompt", "20", "--generate",
            "4"};

        const auto result = runCli(arguments + options);

        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        QVERIFY(result.jsonLines().first()["generate_tokens_per_s"].toDouble() > 0);
        QCOMPARE(result.jsonLines().first()["device"].toString(), QString("cuda:0"));
    }

    void anUnknownPlaceOfExpertsIsAUsageError()
    {
        const auto result = runCli({"chat", "--experts", "elsewhere", "Hello"});

        QCOMPARE(result.exitCode, 2);
        QVERIFY2(
            result.errors.contains("--experts needs auto, gpu or cpu"), qPrintable(result.errors));
    }

    void aModelSaysWhatMemoryItNeeds()
    {
        const auto result = runCli(
            {"models", "inspect", "--json", tests::resource("starter/vignette-starter.gguf")});

        QVERIFY2(result.exitCode == 0, qPrintable(result.errors));
        const QJsonObject memory = result.jsonLines().first()["memory_bytes"].toObject();
        QVERIFY(memory["cache"].toDouble() > 0);
        QVERIFY(
            memory["total"].toDouble() > memory["weights"].toDouble() + memory["cache"].toDouble());
    }
};

TESTS(DevicesTest, QCoreApplication);
#include "devices_test.moc"
