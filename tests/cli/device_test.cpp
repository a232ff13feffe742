#include "tests/support/fixtures.h"
#include "tests/support/program.h"

#include <QTest>

using tests::resource;
using tests::runCli;

// `--device`, with a card that is the processor behind a fence: whatever of the engine looks into a
// card's memory past the backend ends the program there.
class DeviceTest : public QObject {
    Q_OBJECT

private slots:
    void init() { qputenv("VIGNETTE_CUDA_PLUGIN", VIGNETTE_TEST_PLUGINS "/fenced.so"); }

    void aCardGivesTheSameAnswersAsTheProcessor_data()
    {
        QTest::addColumn<QString>("cacheType");
        for (const char* type : {"fp16", "q8", "q6", "q4", "q8/q4"})
            QTest::newRow(type) << QString(type);
    }
    void aCardGivesTheSameAnswersAsTheProcessor()
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

    void aMissingPluginIsSaidSo()
    {
        qputenv("VIGNETTE_CUDA_PLUGIN", "/nowhere/libvignette_cuda.so");

        const auto result = runCli({"chat", "--device", "cuda", "Hi"});

        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("is not installed"), qPrintable(result.errors));
    }
};

QTEST_MAIN(DeviceTest)
#include "device_test.moc"
