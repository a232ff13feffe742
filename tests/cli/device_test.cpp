#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QTest>

using tests::resource;
using tests::runCli;

// `--device`, with two GPUs that are this CPU: one behind a fence, which computes as the CPU does,
// so that its answers are equal; and one that runs every kernel of the CUDA backend
// (tests/kernels/cuda_on_host). Whatever of the engine looks into a GPU's memory past the backend
// ends the program on either.
class DeviceTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        qputenv("VIGNETTE_CUDA_PLUGIN", VIGNETTE_TEST_PLUGINS "/fenced.so");
        qunsetenv("VIGNETTE_HOST_CARD_ORDER");
    }

    void aGpuGivesTheSameAnswersAsTheProcessor_data()
    {
        QTest::addColumn<QString>("cacheType");
        for (const char* type : {"fp16", "q8", "q6", "q4", "q8/q4"})
            QTest::newRow(type) << QString(type);
    }
    void aGpuGivesTheSameAnswersAsTheProcessor()
    {
        QFETCH(QString, cacheType);
        const QStringList arguments{"caption", "--json", "--jobs", "2", "--cache-type", cacheType,
            resource("samples/one-1.png"), resource("samples/sign-1.png"),
            resource("samples/two-2.png")};

        const auto expected = runCli(arguments);
        const auto actual = runCli(arguments + QStringList{"--device", "cuda"});

        QCOMPARE(expected.exitCode, 0);
        QVERIFY2(actual.exitCode == 0, qPrintable(actual.errors));
        const auto rows = actual.jsonLines(), expectedRows = expected.jsonLines();
        QCOMPARE(rows.size(), expectedRows.size());
        for (qsizetype i = 0; i < rows.size(); ++i)
            QCOMPARE(rows[i]["caption"].toString(), expectedRows[i]["caption"].toString());
    }

    void draftsAndSchemasWorkThereToo()
    {
        const QStringList arguments{"chat", "--ngram-draft", "--max-tokens", "24", "--image",
            resource("samples/shapes-2.png"), "Describe the image."};

        const auto expected = runCli(arguments);
        const auto actual = runCli(arguments + QStringList{"--device", "cuda:0"});

        QVERIFY2(actual.exitCode == 0, qPrintable(actual.errors));
        QCOMPARE(actual.output, expected.output);
    }

    // Sums are taken in another order there, so a caption is compared with one that is right.
    void everyKernelRunsForACaption_data()
    {
        QTest::addColumn<QString>("cacheType");
        QTest::addColumn<QByteArray>("order");
        QTest::newRow("fp16, forward") << "fp16" << QByteArray("forward");
        QTest::newRow("q8/q4, reverse") << "q8/q4" << QByteArray("reverse");
        QTest::newRow("q6, shuffled") << "q6" << QByteArray("3");
    }
    void everyKernelRunsForACaption()
    {
        QFETCH(QString, cacheType);
        QFETCH(QByteArray, order);
        const QStringList arguments{"caption", "--json", "--max-tokens", "8", "--cache-type",
            cacheType, resource("samples/one-1.png")};
        const auto expected = runCli(arguments);
        qputenv("VIGNETTE_CUDA_PLUGIN", VIGNETTE_CARD_ON_HOST);
        qputenv("VIGNETTE_HOST_CARD_ORDER", order);

        const auto actual = runCli(arguments + QStringList{"--device", "cuda"});

        QVERIFY2(actual.exitCode == 0, qPrintable(actual.errors));
        QCOMPARE(actual.jsonLines().at(0)["caption"].toString(),
            expected.jsonLines().at(0)["caption"].toString());
    }

    void aGpuThatIsLostIsSaidSo()
    {
        qputenv("VIGNETTE_CUDA_PLUGIN", VIGNETTE_CARD_ON_HOST);
        qputenv("VIGNETTE_HOST_CARD_BREAKS", "40");

        const auto result = runCli({"caption", "--device", "cuda", resource("samples/one-1.png")});

        qunsetenv("VIGNETTE_HOST_CARD_BREAKS");
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("The GPU failed"), qPrintable(result.errors));
    }

    void aGpuThatIsTooSmallIsSaidSo()
    {
        qputenv("VIGNETTE_CUDA_PLUGIN", VIGNETTE_CARD_ON_HOST);
        qputenv("VIGNETTE_HOST_CARD_MEMORY", "4"); // MiB

        const auto result = runCli({"caption", "--device", "cuda", resource("samples/one-1.png")});

        qunsetenv("VIGNETTE_HOST_CARD_MEMORY");
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("memory"), qPrintable(result.errors));
    }

    void aMissingPluginIsSaidSo()
    {
        qputenv("VIGNETTE_CUDA_PLUGIN", "/nowhere/libvignette_cuda.so");

        const auto result = runCli({"chat", "--device", "cuda", "Hi"});

        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("isn't installed"), qPrintable(result.errors));
    }
};

TESTS(DeviceTest, QCoreApplication);
#include "device_test.moc"
