#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

using services::Conversation;
using services::ConversationDatabase;
using services::ConversationList;
using services::ConversationRecord;
using services::ConversationStore;
using services::MessageId;

namespace {

// The program that is killed: sends messages for ever and prints each that was saved.
int sendForEver(const QString& file)
{
    ConversationStore store(file);
    ConversationList list(&store);
    Conversation* conversation = list.newConversation();
    QObject::connect(&store, &ConversationStore::saved, &store,
        [conversation](const QString&, MessageId message) {
            std::printf("%lld\n", static_cast<long long>(message));
            std::fflush(stdout);
            conversation->appendUserMessage(
                QStringLiteral("message %1").arg(conversation->rowCount()), {});
        });
    conversation->appendUserMessage(QStringLiteral("message 0"), {});
    return QCoreApplication::exec();
}

} // namespace

/// A program that is killed at any moment has lost no message that it said was saved. The
/// environment variable VIGNETTE_KILLS asks for more than the everyday number of kills.
class ConversationCrashTest : public QObject {
    Q_OBJECT

private slots:
    void noSavedMessageIsLost()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("conversations.sqlite");
        const int kills = qEnvironmentVariableIntValue("VIGNETTE_KILLS");
        qsizetype conversations = 0;
        for (int kill = 0; kill < qMax(kills, 20); ++kill) {
            const MessageId last = lastSavedBeforeKill(file);
            QVERIFY(last >= 0);

            ConversationDatabase database(file);
            const QList<ConversationRecord> records = database.conversations();
            QCOMPARE(records.size(), ++conversations);
            const auto messages = database.messages(newest(records));
            QVERIFY(messages.size() > last);
            for (MessageId id = 0; id <= last; ++id)
                QCOMPARE(messages[id].text, QStringLiteral("message %1").arg(id));
        }
    }

private:
    static MessageId lastSavedBeforeKill(const QString& file)
    {
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(), {"--send", file});
        const int enough = QRandomGenerator::global()->bounded(1, 40);
        QByteArray output;
        while (output.count('\n') < enough && program.waitForReadyRead(30'000))
            output += program.readAll();
        program.kill();
        program.waitForFinished();
        output += program.readAll();
        output.truncate(output.lastIndexOf('\n'));
        return output.isEmpty() ? -1 : output.mid(output.lastIndexOf('\n') + 1).toLongLong();
    }

    static QString newest(const QList<ConversationRecord>& records)
    {
        const auto found = std::max_element(records.begin(), records.end(),
            [](const auto& left, const auto& right) { return left.created < right.created; });
        return found->id;
    }
};

int main(int argc, char** argv)
{
    QCoreApplication program(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 3 && arguments[1] == "--send")
        return sendForEver(arguments[2]);
    ConversationCrashTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "conversation_crash_test.moc"
