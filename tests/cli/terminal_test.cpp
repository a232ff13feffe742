#include "tests/support/made_up_hub.h"
#include "tests/support/made_up_server.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using tests::runCli;
using tests::runCliOnTerminal;

namespace {

// Sets the title of the terminal's window, in 7 and in 8 bits, deletes a letter and turns others around.
const QByteArray hostile = "heron\x1b]0;owned\x07 \xc2\x9d"
                           "0;owned\xc2\x9c \x7f\b\r \xe2\x80\xae!";
const QByteArray unsafe[]
    = {"\x1b]", "\x07", "\xc2\x9d", "\xc2\x9c", "\x7f", "\b", "\r ", "\xe2\x80\xae"};

} // namespace

/// What comes from outside cannot control the terminal, by whichever command it is printed; what is
/// written into files and pipes is left as it is.
class TerminalTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* variable :
            {"XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
            qputenv(variable, m_folder.path().toUtf8());
        m_mail = m_folder.filePath("note.eml");
        write(m_mail,
            "From: a@b.c\nContent-Type: text/plain; charset=utf-8\n"
            "Content-Transfer-Encoding: base64\n\n"
                + hostile.toBase64());
        m_named = m_folder.filePath(hostile + ".txt");
        write(m_named, "Of lamps.");
        m_model = m_folder.filePath(hostile + ".gguf");
        QVERIFY(QFile::copy(tests::resource("starter/vignette-starter.gguf"), m_model));
    }

    void nothingControlsTheTerminal_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<bool>("isJson");
        const QString words = QString::fromUtf8(hostile);
        const QString store = m_folder.filePath("store.sqlite");
        const auto row = [](const char* name, const QStringList& arguments, bool isJson = false) {
            QTest::newRow(name) << arguments << isJson;
        };
        row("text of a document", {"documents", "text", m_mail});
        row("text of a document as JSON", {"documents", "text", "--json", m_mail}, true);
        row("answer", {"chat", "--endpoint", m_server.address(), words});
        row("answer as JSON", {"chat", "--json", "--endpoint", m_server.address(), words}, true);
        row("name of a model", {"models", "inspect", m_model});
        row("no such file", {"caption", m_folder.filePath(words + ".png")});
        row("no such command", {words});
        row("no such option", {"chat", "--" + words});
        row("names of documents", {"index", m_named, m_mail, "--store", store});
        row("passages", {"search", "What does the lamp mean?", "--store", store});
        row("passages as JSON", {"search", "--json", "What does the lamp mean?", "--store", store},
            true);
        row("documents", {"documents", "list", "--store", store});
        row("license", {"models", "get", "some-owner/Tiny-GGUF:Q8_0"});
    }
    void nothingControlsTheTerminal()
    {
        QFETCH(QStringList, arguments);
        QFETCH(bool, isJson);
        tests::MadeUpHub hub;
        hub.offer("some-owner/Tiny-GGUF",
            {{"Tiny-Q8_0.gguf", tests::fileFrom(tests::resource("starter/vignette-starter.gguf"))}},
            {{"card",
                QJsonObject{{"cardData", QJsonObject{{"license", QString::fromUtf8(hostile)}}}}}});
        qputenv("HF_ENDPOINT", hub.address().toString().toUtf8());

        const tests::ProgramResult result = runCliOnTerminal(arguments);

        QVERIFY2(result.exitCode >= 0, result.errors);
        const QByteArray shown = result.output + result.errors;
        QVERIFY2(shown.contains("heron"), shown); // it was to be printed
        for (const QByteArray& each : unsafe)
            QVERIFY2(!shown.contains(each), shown.toPercentEncoding(" \n"));
        QCOMPARE(QString::fromUtf8(shown).toUtf8(), shown);
        if (!isJson)
            return;
        const auto plain = runCli(arguments);
        QCOMPARE(withoutTimes(result.jsonLines()), withoutTimes(plain.jsonLines()));
    }

    void pipesGetEachByte()
    {
        const auto answer
            = runCli({"chat", "--endpoint", m_server.address(), QString::fromUtf8(hostile)});
        const auto error
            = runCli({"caption", m_folder.filePath(QString::fromUtf8(hostile) + ".png")});

        QVERIFY2(answer.output.contains(hostile), answer.output + answer.errors);
        QVERIFY2(error.errors.contains(hostile), error.errors);
    }

private:
    static void write(const QString& path, const QByteArray& bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    static QList<QJsonObject> withoutTimes(QList<QJsonObject> lines)
    {
        for (QJsonObject& line : lines)
            for (const char* time : {"prefill_s", "generate_s", "cached_tokens"})
                line.remove(QLatin1String(time));
        return lines;
    }

    QTemporaryDir m_folder;
    tests::MadeUpServer m_server;
    QString m_mail, m_named, m_model;
};

TESTS(TerminalTest, QCoreApplication);
#include "terminal_test.moc"
