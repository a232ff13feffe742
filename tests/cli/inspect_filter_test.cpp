#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using tests::ProgramResult;
using tests::runCli;

// `vignette-cli inspect filter`: which texts a constraint takes, with the starter model's tokens.
class InspectFilterTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& content)
    {
        tests::writeFile(m_folder.filePath(name), content);
        return m_folder.filePath(name);
    }

    static QList<bool> accepted(const QJsonValue& values)
    {
        QList<bool> answers;
        for (const QJsonValue& value : values.toArray())
            answers << value.toBool();
        return answers;
    }

private slots:
    void saysOfEachTextWhetherAPatternTakesIt()
    {
        const ProgramResult result
            = runCli({"inspect", "filter", "--json", "--regex", "[a-c]+é?", "abc", "abd", "aé"});

        const auto lines = result.jsonLines();
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(lines.size(), 3);
        QCOMPARE(lines[0]["text"].toString(), QString("abc"));
        QVERIFY(lines[0]["accepted"].toBool());
        QVERIFY(!lines[1]["accepted"].toBool());
        QVERIFY(lines[2]["accepted"].toBool());
    }

    void readsSchemasAndGrammars()
    {
        const QString schema = write(
            "schema.json", R"({"type": "object", "properties": {"a": {"type": "integer"}}})");
        const QString grammar = write("yes.gbnf", "root ::= \"yes\" | \"no\"");

        const auto objects = runCli(
            {"inspect", "filter", "--json", "--schema", schema, R"({"a": 1})", R"({"a": "1"})"})
                                 .jsonLines();
        const auto words
            = runCli({"inspect", "filter", "--json", "--grammar", grammar, "yes", "yesno"})
                  .jsonLines();

        QVERIFY(objects[0]["accepted"].toBool() && !objects[1]["accepted"].toBool());
        QVERIFY(words[0]["accepted"].toBool() && !words[1]["accepted"].toBool());
    }

    void printsALineForEveryFileOfCases()
    {
        const QString good = write("good.json",
            R"({"regex": "a+b", "tests": [{"valid": true, "text": "aab"}, {"valid": false, "text": "aa"}]})");
        const QString bad
            = write("bad.json", R"({"regex": "(?=a)a", "tests": [{"valid": true, "text": "a"}]
    })");

        const ProgramResult result = runCli({"inspect", "filter", "--cases", good, bad});

        const auto lines = result.jsonLines();
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0]["file"].toString(), good);
        QVERIFY(lines[0]["error"].isNull());
        QVERIFY(lines[0]["compile_us"].toDouble() > 0);
        QCOMPARE(accepted(lines[0]["accepted"]), QList<bool>({true, false}));
        for (const char* figure : {"mean", "p50", "p99", "max"})
            QVERIFY(lines[0]["mask_us"].toObject()[figure].toDouble() > 0);
        QVERIFY(lines[1]["error"].toString().contains("look-ahead"));
        QVERIFY(lines[1]["accepted"].toArray().isEmpty());
    }

    void refusesWrongUse()
    {
        QCOMPARE(runCli({"inspect", "filter", "--regex", "a"}).exitCode, 2);
        QCOMPARE(runCli({"inspect", "filter", "a"}).exitCode, 2);
        QCOMPARE(runCli({"inspect", "filter", "--regex", "a", "--cases", "a"}).exitCode, 2);
        QCOMPARE(runCli({"inspect", "filter", "--regex", "a(", "a"}).exitCode, 1);
        QCOMPARE(runCli({"inspect", "filter", "--cases", "/no/such/file.json"}).exitCode, 1);
    }
};

TESTS(InspectFilterTest, QCoreApplication);
#include "inspect_filter_test.moc"
