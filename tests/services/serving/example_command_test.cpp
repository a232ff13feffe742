#include "services/serving/program_server.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

using services::exampleCommand;
using services::ExampleKey;

namespace {

// What a shell makes of a command: its words, a line each.
QStringList wordsOf(const QString& command)
{
    QProcess shell;
    shell.start("/bin/sh", {"-c", QString(command).replace("curl ", "printf '%s\\n' ")});
    shell.waitForFinished();
    return QString::fromUtf8(shell.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
}

QJsonObject bodyIn(const QStringList& words)
{
    return QJsonDocument::fromJson(words.last().toUtf8()).object();
}

} // namespace

class ExampleCommandTest : public QObject {
    Q_OBJECT

private slots:
    void itAsksTheModel()
    {
        const QStringList words
            = wordsOf(exampleCommand("http://127.0.0.1:8080", "tiny", ExampleKey::None));

        QCOMPARE(words.size(), 5);
        QCOMPARE(words.first(4),
            (QStringList{"http://127.0.0.1:8080/v1/chat/completions", "-H",
                "Content-Type: application/json", "-d"}));
        const QJsonObject body = bodyIn(words);
        QCOMPARE(body["model"].toString(), "tiny");
        QCOMPARE(body["messages"][0]["role"].toString(), "user");
    }

    void namesMeanNothingToTheShell()
    {
        const QString name = "it's $HOME `id` \"x\"";

        const QStringList words
            = wordsOf(exampleCommand("http://127.0.0.1:1", name, ExampleKey::Needed));

        QVERIFY(words.contains("Authorization: Bearer YOUR-KEY"));
        QCOMPARE(bodyIn(words)["model"].toString(), name);
    }

    void anAddressOfAllIsToldAsOneOfThem()
    {
        const QString told = services::reachableAddress("http://0.0.0.0:8080");

        QVERIFY2(!told.contains("0.0.0.0") && told.endsWith(":8080"), qPrintable(told));
        QCOMPARE(services::reachableAddress("http://[::1]:80"), "http://[::1]:80");
        QCOMPARE(services::reachableAddress("http://127.0.0.1:80"), "http://127.0.0.1:80");
    }

    void addressesAreInDigits()
    {
        for (const char* good : {"127.0.0.1", "0.0.0.0", "::", "::1", "localhost", "192.168.1.20"})
            QVERIFY2(services::isListenAddress(good), good);
        for (const char* bad : {"", "example.org", "127.0.0", "http://127.0.0.1", "1.2.3.4:80"})
            QVERIFY2(!services::isListenAddress(bad), bad);
    }
};

TESTS(ExampleCommandTest, QCoreApplication);
#include "example_command_test.moc"
