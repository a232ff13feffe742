#include "services/conversations/conversation_database.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using services::ConversationDatabase;
using services::Message;

namespace {

constexpr int patience = 60'000; // milliseconds

Message messageOf(services::MessageId id, const QString& text)
{
    Message message;
    message.id = id;
    message.parent = id - 1;
    message.text = text;
    return message;
}

} // namespace

/// A second program that cannot reach the first, on the same home: this test is the first.
class TwoProgramsTest : public QObject {
    Q_OBJECT

private slots:
    void theSecondSaysSoAndTouchesNothing()
    {
        const QTemporaryDir home;
        const QString data = home.filePath(".local/share/vignette");
        const QString context = data + "/contexts/of-the-first.cache";
        QVERIFY(QDir().mkpath(data + "/contexts"));
        QVERIFY(QDir().mkpath(home.filePath("run")));
        QFile kept(context);
        QVERIFY(kept.open(QIODevice::WriteOnly) && kept.write("context") == 7);
        kept.close();
        ConversationDatabase first(data + "/conversations.sqlite");
        const services::ConversationRecord record{.id = "a", .title = "a", .leaf = 0};
        first.saveMessage(record, messageOf(0, "of the first"));

        QProcess second;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const QString& name : environment.keys())
            if (name.startsWith("XDG_"))
                environment.remove(name);
        environment.insert("HOME", home.path());
        environment.insert("XDG_RUNTIME_DIR", home.filePath("run"));
        environment.insert("LANG", "C.UTF-8");
        second.setProcessEnvironment(environment);
        second.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette", QStringList());
        QByteArray errors;
        const bool isTold = QTest::qWaitFor(
            [&] {
                errors += second.readAllStandardError();
                return errors.contains("Another Vignette is using the file " + fileIn(data)
                    + ": nothing will be kept here.");
            },
            patience);
        first.saveMessage(record, messageOf(1, "while both run"));
        second.terminate();
        QVERIFY(second.waitForFinished(patience));

        QVERIFY2(isTold, errors);
        QCOMPARE(second.exitStatus(), QProcess::NormalExit);
        QVERIFY(QFile::exists(context));
        const QList<Message> messages = first.contents("a").messages;
        QCOMPARE(messages.size(), 2);
        QCOMPARE(messages[1].text, "while both run");
    }

private:
    static QByteArray fileIn(const QString& data)
    {
        return (data + "/conversations.sqlite").toUtf8();
    }
};

TESTS(TwoProgramsTest, QCoreApplication);
#include "two_programs_test.moc"
