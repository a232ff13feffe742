#include "tests/support/documents.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QProcess>
#include <QTest>

using tests::runCli;

// `vignette-cli documents text`.
class DocumentsTest : public QObject {
    Q_OBJECT

private slots:
    void blocksAreStretchesOfTheTextThatIsPrinted()
    {
        for (const char* name : {"two_columns.pdf", "letter.docx", "talk.odp", "plan.md"}) {
            const QString path = m_documents.path(name);
            const QByteArray text = runCli({"documents", "text", path}).output;

            const auto blocks = runCli({"documents", "text", "--json", path}).jsonLines();

            QVERIFY(blocks.size() > 1);
            for (const QJsonObject& block : blocks) {
                const QJsonArray bytes = block["bytes"].toArray();
                const int from = bytes[0].toInt(), to = bytes[1].toInt();
                QCOMPARE(QString::fromUtf8(text.mid(from, to - from)), block["text"].toString());
            }
        }
    }

    void aBlockSaysWhereItStands()
    {
        const auto paged
            = runCli({"documents", "text", "--json", m_documents.path("chapters.pdf")});
        const auto other = runCli({"documents", "text", "--json", m_documents.path("letter.docx")});

        const QJsonObject heading = paged.jsonLines()[0];
        QCOMPARE(heading["kind"].toString(), QString("heading"));
        QCOMPARE(heading["level"].toInt(), 1);
        QCOMPARE(heading["page"].toInt(), 1);
        QCOMPARE(heading["rectangles"].toArray().size(), 1);
        QCOMPARE(heading["rectangles"][0].toArray().size(), 4);
        QCOMPARE(paged.jsonLines().last()["page"].toInt(), 2);
        QVERIFY(other.jsonLines()[0]["page"].isNull());
    }

    void onePageCanBeAskedFor()
    {
        const QString path = m_documents.path("chapters.pdf");

        const auto second = runCli({"documents", "text", "--page", "2", path});

        QVERIFY2(second.output.startsWith("Looking after it\n"), second.output + second.errors);
        QVERIFY(runCli({"documents", "text", path}).output.endsWith(second.output));
        for (const QJsonObject& block :
            runCli({"documents", "text", "--page", "2", "--json", path}).jsonLines())
            QCOMPARE(block["page"].toInt(), 2);
    }

    void aReaderThatCanFindOutWhichFilesExistIsReported()
    {
        if (QProcess::execute("unshare", {"--user", "--map-root-user", "--mount", "true"}) != 0)
            QSKIP("This system permits no user namespaces.");
        // The program runs without capabilities, in a namespace that permits no further ones.
        const QString command = R"(echo 0 > /proc/sys/user/max_user_namespaces &&
            exec setpriv --bounding-set=-all "$0" documents text "$1")";
        QProcess program;
        program.start("unshare",
            {"--user", "--map-root-user", "sh", "-c", command,
                qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli",
                m_documents.path("plan.md")});

        QVERIFY(program.waitForFinished());
        const auto usual = runCli({"documents", "text", m_documents.path("plan.md")});
        QCOMPARE(program.exitCode(), 0);
        QCOMPARE(program.readAllStandardOutput(), usual.output);
        QVERIFY(program.readAllStandardError().contains("doesn't allow user namespaces"));
        QVERIFY(!usual.errors.contains("doesn't allow user namespaces"));
    }

    void whatCannotBeDoneIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("no action") << QStringList{} << 2;
        QTest::newRow("no file") << QStringList{"text"} << 2;
        QTest::newRow("no such file") << QStringList{"text", "/no/such.pdf"} << 1;
        QTest::newRow("a folder") << QStringList{"text", "/tmp"} << 1;
        QTest::newRow("no pages") << QStringList{"text", "--page", "1", m_documents.path("plan.md")}
                                  << 2;
        QTest::newRow("no such page")
            << QStringList{"text", "--page", "3", m_documents.path("chapters.pdf")} << 2;
        QTest::newRow("locked") << QStringList{"text", m_documents.path("hostile/locked.pdf")} << 1;
    }
    void whatCannotBeDoneIsSaidInOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);

        const auto result = runCli(QStringList{"documents"} + arguments);

        QVERIFY2(result.exitCode == exitCode, result.errors);
        QCOMPARE(result.errors.trimmed().count('\n'), 0);
        QVERIFY(!result.errors.trimmed().isEmpty());
        QVERIFY(result.output.isEmpty());
    }

private:
    tests::MadeUpDocuments m_documents;
};

TESTS(DocumentsTest, QCoreApplication);
#include "documents_test.moc"
