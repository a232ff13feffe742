#include "tests/support/documents.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using tests::resource;
using tests::runCli;

// `vignette-cli ask`. What a model that can answer says is tested with stand-ins, in
// services/documents/answers; the built-in one shows what is sent and printed.
class AskTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* name : {"chapters.pdf", "letter.docx", "plan.md"})
            QVERIFY(QFile::copy(m_documents.path(name), m_files.filePath(name)));
        QCOMPARE(runCli({"index", m_files.path(), "--store", store()}).exitCode, 0);
        tests::writeFile(schema(), R"({"type": "object", "properties": {"kind": {"enum":
            ["chapter", "letter"]}, "count": {"type": "integer", "minimum": 2, "maximum": 2}},
            "required": ["kind", "count"], "additionalProperties": false})");
    }

    void withoutAModelThePassagesAreTheAnswer()
    {
        const auto lines = runCli({"ask", m_question, "--store", store(), "--json"}).jsonLines();

        QCOMPARE(lines.size(), 1);
        QVERIFY(lines[0]["answered"].toBool());
        QVERIFY(lines[0]["answer"].toString().contains("as wide as paragraphs usually are"));
        const QJsonObject citation = lines[0]["citations"][0].toObject();
        QCOMPARE(citation["number"].toInt(), 1);
        QVERIFY(citation["supported"].toBool());
        QVERIFY(citation["reason"].isNull());
        QVERIFY(citation["hit"]["file"].toString().endsWith("/chapters.pdf"));
        QCOMPARE(citation["hit"]["page"].toInt(), 2);
        QCOMPARE(citation["hit"]["rectangles"][0].toArray().size(), 4);
    }

    void whatNothingAnswersIsSaidWithoutAModel()
    {
        const QStringList ask{"ask", "Which zebra sleeps in Zanzibar?", "--store", store(),
            "--model", "/no/such/model.gguf"};

        const auto json = runCli(ask + QStringList{"--json"});
        const auto text = runCli(ask);

        QCOMPARE(json.exitCode, 0);
        QCOMPARE(json.jsonLines().value(0),
            QJsonObject({{"answer", "Your documents don't contain an answer to this question."},
                {"citations", QJsonArray()}, {"answered", false}}));
        QCOMPARE(
            text.output, QByteArray("Your documents don't contain an answer to this question.\n"));
    }

    void anExportedReplyIsCheckedAgain()
    {
        const QString pdf = m_files.filePath("evidence/reply.pdf");
        QVERIFY(QDir(m_files.path()).mkpath("evidence"));
        const QString model = resource("starter/vignette-starter.gguf");
        const QStringList check{"documents", "check", pdf};

        const auto asked = runCli({"ask", m_question, "--store", store(), "--model", model,
            "--judge", "never", "--max-tokens", "16", "--temperature", "0.8", "--evidence", pdf});
        const auto same = runCli(check + QStringList{"--json"});
        const auto otherModel = runCli(check + QStringList{"--model", m_files.filePath("plan.md")});
        const auto whole
            = runCli({"ask", "Summarise this", "--document", m_files.filePath("plan.md"), "--model",
                model, "--max-tokens", "16", "--evidence", pdf});
        const auto again = runCli(check);

        QVERIFY2(asked.exitCode == 0, asked.errors);
        QVERIFY2(same.exitCode == 0, same.output + same.errors);
        QVERIFY(same.jsonLines().size() >= 4);
        for (const QJsonObject& line : same.jsonLines())
            QCOMPARE(line["result"].toString(), "holds");
        QCOMPARE(otherModel.exitCode, 1);
        QVERIFY2(otherModel.output.contains("has changed"), otherModel.output);
        QVERIFY2(whole.exitCode == 0, whole.errors);
        QVERIFY2(again.exitCode == 0, again.output + again.errors);
        QVERIFY2(again.output.contains("the same answer again"), again.output);
        QCOMPARE(runCli({"documents", "check"}).exitCode, 2);
        QCOMPARE(runCli({"documents", "check", m_files.filePath("plan.md")}).exitCode, 1);
    }

    void aVerySmallModelIsAskedBehindThePassages()
    {
        const tests::TinyFolder tiny;

        const auto asked = runCli({"ask", m_question, "--store", store(), "--model", tiny.path(),
            "--max-tokens", "16", "--context", "2048"});

        QVERIFY2(asked.exitCode == 0, asked.errors);
        QVERIFY(asked.output.startsWith("1. " + m_files.path().toUtf8() + "/chapters.pdf, page 2"));
    }

    void passagesStandInTheLastTurnWithTheirNumbers()
    {
        const QString model = refusingModel();

        const auto asked
            = runCli({"ask", m_question, "--store", store(), "--model", model, "--json"});

        QCOMPARE(asked.exitCode, 1);
        QVERIFY2(asked.errors.contains("[1] ") && asked.errors.contains("page 2"), asked.errors);
        QVERIFY(asked.errors.contains("as wide as paragraphs usually are"));
        QVERIFY(asked.errors.trimmed().endsWith(m_question.toUtf8()));
    }

    void aModelMayReadWhatWasFound()
    {
        const tests::TinyFolder tiny;
        const QStringList search{"search", m_question, "--store", store(), "--top", "2", "--json"};

        const auto found = runCli(search);
        const auto judged = runCli(
            search + QStringList{"--model", tiny.path(), "--judge", "always", "--context", "2048"});
        const auto tooSmall = runCli(search + QStringList{"--model", tiny.path()});

        QVERIFY2(judged.exitCode == 0, judged.errors);
        QCOMPARE(judged.jsonLines().size(), found.jsonLines().size());
        for (const QJsonObject& line : judged.jsonLines())
            QVERIFY(line["score"].toDouble() >= 0 && line["score"].toDouble() <= 1);
        QVERIFY(judged.output != found.output);
        QCOMPARE(tooSmall.output, found.output);
    }

    void whetherItIsToReadIsOneOfThree()
    {
        const QStringList search{"search", m_question, "--store", store()};

        QCOMPARE(runCli(search + QStringList{"--judge", "perhaps"}).exitCode, 2);
        QCOMPARE(runCli(search + QStringList{"--judge", "always"}).exitCode, 2);
        QCOMPARE(runCli(search + QStringList{"--judge", "never"}).exitCode, 0);
    }

    void aWholeDocumentIsReadInOrder()
    {
        const auto asked = runCli({"ask", "Summarise this", "--document",
            m_files.filePath("chapters.pdf"), "--model", refusingModel(), "--json"});

        QCOMPARE(asked.exitCode, 1);
        const qsizetype last = asked.errors.lastIndexOf("Looking after it");
        QVERIFY2(last > 0 && asked.errors.contains("chapters.pdf, page"), asked.errors);
        QVERIFY(asked.errors.trimmed().endsWith("Summarise this"));
    }

    void aSummaryAndAComparisonNameTheirParts()
    {
        const tests::TinyFolder tiny;
        const QStringList ask{"ask", "Compare these two", "--document",
            m_files.filePath("chapters.pdf"), "--document", m_files.filePath("plan.md"), "--model",
            tiny.path(), "--max-tokens", "16", "--context", "2048"};

        const auto text = runCli(ask);
        const auto json = runCli(ask + QStringList{"--json"});

        QVERIFY2(text.exitCode == 0, text.errors);
        QVERIFY(text.output.contains("[1] " + m_files.path().toUtf8() + "/chapters.pdf, page 1"));
        QVERIFY(text.output.contains("] " + m_files.path().toUtf8() + "/plan.md\n"));
        QVERIFY(json.jsonLines().value(0)["answered"].toBool());
        QVERIFY(json.jsonLines().value(0)["citations"].isArray());
    }

    void aTableHasARowForEachDocument()
    {
        const QString model = resource("starter/vignette-starter.gguf");

        const auto rows = runCli({"ask", "--schema", schema(), "--store", store(), "--model", model,
                                     "--json", "--max-tokens", "256"})
                              .jsonLines();

        QCOMPARE(rows.size(), 3);
        QVERIFY(rows[0]["file"].toString().endsWith("/chapters.pdf"));
        for (const QJsonObject& row : rows) {
            const QString kind = row["row"]["kind"].toString();
            QVERIFY2(kind == "chapter" || kind == "letter", qPrintable(kind));
            QCOMPARE(row["row"]["count"].toInt(), 2);
            QVERIFY(row["whole"].toBool());
            const QJsonValue place = row["citations"]["kind"];
            QVERIFY(place.isNull() || place["bytes"].toArray().size() == 2);
        }
    }

    // Whoever can write to a shared store could name any file of this user's.
    void documentsThatOthersAddedAreNotRead()
    {
        const QTemporaryDir home;
        const QByteArray before = qgetenv("XDG_DATA_HOME");
        qputenv("XDG_DATA_HOME", home.path().toUtf8());

        const auto table = runCli({"ask", "--schema", schema(), "--store", store(), "--model",
            resource("starter/vignette-starter.gguf"), "--json"});
        before.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", before);

        QVERIFY(table.jsonLines().isEmpty());
        QVERIFY2(table.errors.contains("added by others"), table.errors);
    }

    void aTableIsWrittenAsCsv()
    {
        const auto table = runCli(
            {"ask", "--schema", schema(), "--csv", "--document", m_files.filePath("plan.md"),
                "--model", resource("starter/vignette-starter.gguf"), "--max-tokens", "64"});

        const QList<QByteArray> lines = table.output.split('\n');
        QVERIFY2(table.exitCode == 0 && lines.size() == 3, table.errors);
        QCOMPARE(lines[0], QByteArray("file,kind,kind source,count,count source\r"));
        QVERIFY(lines[1].startsWith(m_files.path().toUtf8() + "/plan.md,"));
    }

    void wrongCommandLinesAreRefused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("no question") << QStringList{} << 2;
        QTest::newRow("two") << QStringList{"a", "b"} << 2;
        QTest::newRow("no such store") << QStringList{"a", "--store", "/no/such"} << 1;
        QTest::newRow("no such document") << QStringList{"a", "--document", "/no/such.pdf"} << 1;
        QTest::newRow("no such schema") << QStringList{"--schema", "/no/such.json"} << 1;
        QTest::newRow("schema and question") << QStringList{"--schema", "/no/such.json", "a"} << 2;
    }
    void wrongCommandLinesAreRefused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);

        const auto result = runCli(QStringList{"ask"} + arguments);

        QVERIFY2(result.exitCode == exitCode, result.errors);
        QVERIFY(!result.errors.trimmed().isEmpty() && result.output.isEmpty());
    }

private:
    QString store() const { return m_kept.filePath("store.sqlite"); }
    QString schema() const { return m_kept.filePath("schema.json"); }

    // A model whose error is what it was asked; what is only counted it takes.
    QString refusingModel()
    {
        m_refusing.setTemplate(
            "{% set asked = messages[-1]['content'] %}{% if 'Answer the question' in asked and "
            "'[1] ' in asked.split('Answer the question')[0] %}{{ raise_exception(asked) }}"
            "{% endif %}{{ asked }}");
        return m_refusing.write();
    }

    tests::MadeUpDocuments m_documents;
    tests::StarterCopy m_refusing;
    QTemporaryDir m_files, m_kept;
    const QString m_question = "What follows when looking after it?";
};

TESTS(AskTest, QCoreApplication);
#include "ask_test.moc"
