#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using tests::resource;
using tests::runCli;

// `vignette-cli bench`: its fields, not its figures.
class BenchTest : public QObject {
    Q_OBJECT

    const QTemporaryDir m_cache;

private slots:
    void init() { qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8()); }

    void eachBatchSizeHasALineOfFigures()
    {
        const auto result = runCli({"bench", "--prompt", "32", "--generate", "8", "--batch", "1,3",
            "--image", resource("samples/one-1.png"), "--threads", "2", "--json"});

        QVERIFY2(result.exitCode == 0, result.errors);
        const auto rows = result.jsonLines();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0]["batch"].toInt(), 1);
        QCOMPARE(rows[1]["batch"].toInt(), 3);
        for (const QJsonObject& row : rows) {
            QCOMPARE(row.keys(),
                QStringList({"batch", "device", "generate_tokens_per_s", "image_s", "load_s",
                    "peak_rss_mib", "prompt_tokens_per_s", "threads"}));
            for (const char* key : {"generate_tokens_per_s", "image_s", "load_s", "peak_rss_mib",
                     "prompt_tokens_per_s"})
                QVERIFY2(row[key].toDouble() > 0, key);
            QCOMPARE(row["threads"].toInt(), 2);
            QCOMPARE(row["device"].toString(), QString("cpu"));
        }
    }

    void theEndOfTheSequenceDoesNotStopIt()
    {
        const tests::TinyFolder tiny; // of whose 64 tokens one ends the sequence

        const auto result
            = runCli({"bench", "--model", tiny.path(), "--prompt", "16", "--generate", "400"});

        QVERIFY2(result.exitCode == 0, result.errors);
        QVERIFY(result.jsonLines().value(0)["generate_tokens_per_s"].toDouble() > 0);
    }

    // Takes the twenty seconds that it is allowed.
    void speedOfTheComputerPredictsThatOfAModel()
    {
        const auto forecast = [] {
            return runCli(
                {"models", "inspect", resource("starter/vignette-starter.gguf"), "--json"})
                .jsonLines()
                .value(0)["forecast"]
                .toObject();
        };
        QVERIFY(forecast().isEmpty());

        const auto result = runCli({"bench", "machine"});

        QVERIFY2(result.exitCode == 0, result.errors);
        const auto rows = result.jsonLines();
        QCOMPARE(rows.value(0)["device"].toString(), QString("cpu"));
        QVERIFY(rows[0]["weights"]["Q4_K"].toArray().at(0).toDouble() > 0);
        QVERIFY(QFile::exists(m_cache.filePath("vignette/machine-speed.json")));
        for (const char* key : {"generate_tokens_per_s", "prompt_tokens_per_s", "picture_s"})
            QVERIFY2(forecast()[key].toDouble() > 0, key);
    }

    void whatCannotBeDoneIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("no batch") << QStringList{"--batch", "0"} << 2;
        QTest::newRow("batch is no list") << QStringList{"--batch", "1;2"} << 2;
        QTest::newRow("nothing to read") << QStringList{"--prompt", "0"} << 2;
        QTest::newRow("beyond the model") << QStringList{"--prompt", "100000"} << 1;
        QTest::newRow("a machine with a name") << QStringList{"machine", "mine"} << 2;
        QTest::newRow("no such picture") << QStringList{"--image", "/no/such.png"} << 1;
    }
    void whatCannotBeDoneIsSaidInOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);

        const auto result = runCli(QStringList{"bench"} + arguments);

        QVERIFY2(result.exitCode == exitCode, result.errors);
        QVERIFY(!result.errors.trimmed().isEmpty());
        QCOMPARE(result.errors.trimmed().count('\n'), 0);
        QVERIFY(result.output.isEmpty());
    }
};

TESTS(BenchTest, QCoreApplication);
#include "bench_test.moc"
