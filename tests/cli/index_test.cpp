#include "tests/support/documents.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using tests::resource;
using tests::runCli;

// `vignette-cli index`, `search`, `documents list` and `documents remove`.
class IndexTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        beSomebody(m_home.path());
        for (const char* name : {"chapters.pdf", "letter.docx", "plan.md"})
            QVERIFY(QFile::copy(m_documents.path(name), m_files.filePath(name)));
        m_indexed = runCli({"index", m_files.path(), "--store", store(), "--json"});
        QCOMPARE(m_indexed.exitCode, 0);
    }

    void indexTellsOfEachFile()
    {
        const auto files = m_indexed.jsonLines();

        QCOMPARE(files.size(), 3);
        QVERIFY(files[0]["file"].toString().endsWith("/chapters.pdf"));
        QCOMPARE(files[0]["pages"].toInt(), 2);
        QVERIFY(files[0]["passages"].toInt() > 0);
        QVERIFY(files[0]["error"].isNull());
        QVERIFY(files[1]["pages"].isNull());
        QCOMPARE(
            runCli({"documents", "list", "--json", "--store", store()}).output, m_indexed.output);
    }

    void aHitSaysWhereItStands()
    {
        const QString question = "What follows when looking after it?";
        const auto lines = runCli({"search", question, "--store", store(), "--json"}).jsonLines();

        QVERIFY(lines.size() > 1 && lines.size() <= 6);
        const QJsonObject hit = lines[0];
        QCOMPARE(hit["rank"].toInt(), 1);
        QVERIFY(hit["file"].toString().endsWith("/chapters.pdf"));
        QCOMPARE(hit["page"].toInt(), 2);
        QVERIFY(hit["heading"].toString().contains("Looking after it"));
        QCOMPARE(hit["rectangles"][0].toArray().size(), 4);
        QVERIFY(hit["score"].toDouble() > 0 && hit["score"].toDouble() <= 1);
        QVERIFY(lines.last()["threshold"].isDouble() && lines.last()["answered"].isBool());
    }

    void theThresholdDecidesWhatIsAnswered()
    {
        const auto last = [this](const QStringList& options) {
            return runCli(QStringList{"search", "What follows when looking after it?", "--store",
                              store(), "--json"}
                + options)
                .jsonLines()
                .last();
        };
        const QJsonObject usual = last({}), all = last({"--threshold", "0"}),
                          none = last({"--threshold", "1"});

        QCOMPARE(usual["threshold"].toDouble(), 0.5);
        QCOMPARE(all["threshold"].toDouble(), 0.0);
        QVERIFY(all["answered"].toBool());
        QVERIFY(!none["answered"].toBool(true));
        QCOMPARE(runCli({"search", "pen", "--store", store(), "--threshold", "50"}).exitCode, 2);
    }

    void theThresholdOfTheWindowIsUsed()
    {
        const QTemporaryDir configuration;
        QDir(configuration.path()).mkpath("vignette");
        QFile settings(configuration.filePath("vignette/vignette.ini"));
        QVERIFY(settings.open(QIODevice::WriteOnly));
        settings.write("[documents]\nthreshold=99\n");
        settings.close();
        const QByteArray before = qgetenv("XDG_CONFIG_HOME");
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(configuration.path()));

        const auto asked = runCli({"ask", "pen price", "--store", store(), "--json"}).jsonLines();
        const auto search
            = runCli({"search", "pen price", "--store", store(), "--json"}).jsonLines();
        qputenv("XDG_CONFIG_HOME", before);

        QCOMPARE(search.last()["threshold"].toDouble(), 0.99);
        QCOMPARE(asked.last()["answered"].toBool(true), search.last()["answered"].toBool());
    }

    void aHitIsAStretchOfWhatIsReadOfItsFile()
    {
        for (const QString question : {"looking", "müller pen price", "first things code"})
            for (const QJsonObject& hit :
                runCli({"search", question, "--store", store(), "--json"}).jsonLines()) {
                if (!hit.contains("file"))
                    continue;
                const QByteArray text
                    = runCli({"documents", "text", hit["file"].toString()}).output;
                const int from = hit["bytes"][0].toInt(), to = hit["bytes"][1].toInt();
                QCOMPARE(QString::fromUtf8(text.mid(from, to - from)), hit["text"].toString());
            }
    }

    void manyQuestionsAreAnsweredAtOnce()
    {
        QFile questions(m_files.filePath("questions.jsonl.not"));
        QVERIFY(questions.open(QIODevice::WriteOnly));
        questions.write("{\"id\": \"a\", \"question\": \"pen price\", \"pages\": null}\n\n"
                        "{\"id\": 7, \"question\": \"zebra\"}\n");
        questions.close();

        const auto lines = runCli({"search", "--questions", questions.fileName(), "--store",
                                      store(), "--json", "--top", "2"})
                               .jsonLines();

        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0]["id"].toString(), QString("a"));
        const QJsonArray hits = lines[0]["hits"].toArray();
        QVERIFY(hits.size() >= 1 && hits.size() <= 2);
        QVERIFY(hits[0]["file"].toString().endsWith("/letter.docx"));
        QCOMPARE(lines[1]["id"].toInt(), 7);
        QVERIFY(lines[1]["hits"].toArray().isEmpty());
        QCOMPARE(lines[1]["answered"].toBool(true), false);
    }

    void whatIsRemovedIsFoundNoMore()
    {
        const QString copy = m_store.filePath("second");
        QVERIFY(runCli({"index", m_files.filePath("plan.md"), m_files.filePath("letter.docx"),
                           "--store", copy})
                    .exitCode
            == 0);

        QCOMPARE(
            runCli({"documents", "remove", m_files.filePath("plan.md"), "--store", copy}).exitCode,
            0);

        const auto left = runCli({"documents", "list", "--json", "--store", copy}).jsonLines();
        QCOMPARE(left.size(), 1);
        QVERIFY(left[0]["file"].toString().endsWith("/letter.docx"));
        QVERIFY(QFile::exists(m_files.filePath("plan.md")));
        QCOMPARE(runCli({"documents", "remove", "/no/such", "--store", copy}).exitCode, 1);
    }

    void whatOthersAddedIsNotRemoved()
    {
        const QString shared = m_store.filePath("shared");
        const QTemporaryDir home;
        QCOMPARE(runCli({"index", m_files.filePath("plan.md"), "--store", shared}).exitCode, 0);

        beSomebody(home.path());
        const auto left
            = runCli({"documents", "remove", m_files.filePath("plan.md"), "--store", shared});
        const auto kept = runCli({"documents", "list", "--json", "--store", shared}).jsonLines();
        const auto removed = runCli(
            {"documents", "remove", "--others", m_files.filePath("plan.md"), "--store", shared});
        beSomebody(m_home.path());

        QCOMPARE(left.exitCode, 1);
        QVERIFY2(left.errors.contains("--others"), left.errors);
        QCOMPARE(kept.size(), 1);
        QCOMPARE(removed.exitCode, 0);
        QVERIFY(runCli({"documents", "list", "--json", "--store", shared}).jsonLines().isEmpty());
    }

    void whatIsKeptIsPrivateAndWhatIsExportedIsNot()
    {
        const mode_t before = umask(022);
        const QString own = m_store.filePath("private"), exported = m_store.filePath("one.ppm");

        const auto indexed = runCli({"index", m_files.filePath("plan.md"), "--store", own});
        const auto written
            = runCli({"inspect", "image", resource("samples/one-1.png"), "--output", exported});
        umask(before);

        QVERIFY2(indexed.exitCode == 0 && written.exitCode == 0, written.errors);
        QCOMPARE(modeOf(own), 0600);
        QCOMPARE(modeOf(exported), 0644);
    }

    void aModelThatSeesMakesPicturesFindable()
    {
        const QTemporaryDir pictures;
        QVERIFY(QFile::copy(resource("samples/one-1.png"), pictures.filePath("one.png")));
        QVERIFY(QFile::copy(m_documents.path("plan.md"), pictures.filePath("plan.md")));
        const QString own = m_store.filePath("pictures");
        const QStringList index{"index", pictures.path(), "--store", own, "--json"};
        const auto without = runCli(index).jsonLines();
        QCOMPARE(without.size(), 2);
        QVERIFY(!without[0]["error"].isNull());

        const auto with
            = runCli(index + QStringList{"--model", resource("starter/vignette-starter.gguf")});

        QVERIFY2(with.jsonLines().size() == 2, with.output + with.errors);
        for (const QJsonObject& file : with.jsonLines()) // the image is reported last
            QVERIFY2(file["error"].isNull() && file["passages"].toInt() > 0, with.output);
        const auto hits
            = runCli({"search", "Where is an octopus?", "--store", own, "--json"}).jsonLines();
        QVERIFY(hits[0]["file"].toString().endsWith("/one.png"));
        QVERIFY(hits[0]["text"].toString().contains("octopus"));
        QCOMPARE(runCli(index).jsonLines()[0]["passages"].toInt(), 1); // and it stays
    }

    // Tesseract finds no text on this page.
    void aVisionModelReadsScannedPages()
    {
        const QTemporaryDir folder;
        QVERIFY(QFile::copy(m_documents.path("figures/scan.pdf"), folder.filePath("scan.pdf")));
        const QString own = m_store.filePath("scans");
        const QStringList index{"index", folder.path(), "--store", own, "--json"};
        const auto without = runCli(index);
        QCOMPARE(without.exitCode, 1);
        QVERIFY(!without.jsonLines()[0]["error"].isNull());

        const auto read
            = runCli(index + QStringList{"--ocr-model", resource("starter/vignette-starter.gguf")});

        QVERIFY2(read.exitCode == 0, read.errors);
        QCOMPARE(read.jsonLines().size(), 1);
        QVERIFY(read.jsonLines()[0]["error"].isNull());
        QVERIFY(read.jsonLines()[0]["passages"].toInt() > 0);
        const auto blind = runCli(index + QStringList{"--ocr-model", m_tiny.path()});
        QCOMPARE(blind.exitCode, 2);
        QVERIFY2(blind.errors.contains("vision model"), blind.errors);
    }

    void whatCannotBeDoneIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("index: no path") << QStringList{"index", "--store", store()} << 2;
        QTest::newRow("index: not there")
            << QStringList{"index", "/no/such", "--store", m_store.filePath("empty")} << 1;
        QTest::newRow("search: no question") << QStringList{"search", "--store", store()} << 2;
        QTest::newRow("search: both")
            << QStringList{"search", "x", "--questions", "y", "--store", store()} << 2;
        QTest::newRow("search: no store") << QStringList{"search", "x", "--store", "/no/such"} << 1;
        QTest::newRow("search: no store it is")
            << QStringList{"search", "x", "--store", m_files.filePath("plan.md")} << 1;
        QTest::newRow("search: no questions")
            << QStringList{"search", "--questions", "/no/such", "--store", store()} << 1;
        QTest::newRow("search: other lines")
            << QStringList{"search", "--questions", m_files.filePath("plan.md"), "--store", store()}
            << 1;
        QTest::newRow("remove: nothing")
            << QStringList{"documents", "remove", "--store", store()} << 2;
    }
    void whatCannotBeDoneIsSaidInOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);

        const auto result = runCli(arguments);

        QVERIFY2(result.exitCode == exitCode, result.errors);
        QCOMPARE(result.errors.trimmed().count('\n'), 0);
        QVERIFY(!result.errors.trimmed().isEmpty());
        QVERIFY(result.output.isEmpty());
    }

private:
    QString store() const { return m_store.filePath("store"); }

    static void beSomebody(const QString& home)
    {
        qputenv("XDG_DATA_HOME", QFile::encodeName(home));
    }

    static int modeOf(const QString& path)
    {
        struct stat status = {};
        stat(QFile::encodeName(path), &status);
        return int(status.st_mode & 0777);
    }

    tests::MadeUpDocuments m_documents;
    const tests::TinyFolder m_tiny;
    QTemporaryDir m_files, m_store, m_home;
    tests::ProgramResult m_indexed;
};

TESTS(IndexTest, QCoreApplication);
#include "index_test.moc"
