#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <cstdio>

using services::Conversation;
using services::ConversationDatabase;
using services::ConversationList;
using services::ConversationRecord;
using services::ConversationStore;
using services::Message;
using services::MessageId;

namespace {

constexpr int chunkInterval = 20; // milliseconds between two pieces of a streamed answer
constexpr qint64 mostStreamedLoss = 2000; // milliseconds of it

void say(const char* what, qint64 number)
{
    std::printf("%s %lld\n", what, static_cast<long long>(number));
    std::fflush(stdout);
}

// A program that is killed: sends messages for ever and says each that was saved.
int sendForEver(const QString& file)
{
    ConversationStore store(file);
    ConversationList list(&store);
    Conversation* conversation = list.newConversation();
    QObject::connect(&store, &ConversationStore::saved, &store,
        [conversation](const QString&, MessageId message) {
            say("saved", message);
            conversation->appendUserMessage(
                {QStringLiteral("message %1").arg(conversation->rowCount())});
        });
    conversation->appendUserMessage({QStringLiteral("message 0")});
    return QCoreApplication::exec();
}

// Another one: lets an answer grow for ever and says how long it is.
int streamForEver(const QString& file)
{
    ConversationStore store(file);
    ConversationList list(&store);
    Conversation* conversation = list.newConversation();
    conversation->appendUserMessage({QStringLiteral("Tell me")});
    services::OpenReply answer = conversation->appendReply();
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &store, [&answer] {
        answer.append(QStringLiteral("word "));
        say("streamed", answer.message().text.size());
    });
    timer.start(chunkInterval);
    return QCoreApplication::exec();
}

// A third one: sends a message whose file is read for ever, and says when it was saved.
int gatherForEver(const QString& file)
{
    ConversationStore store(file);
    ConversationList list(&store);
    QObject::connect(&store, &ConversationStore::saved, &store,
        [](const QString&, MessageId message) { say("saved", message); });
    Conversation* conversation = list.newConversation();
    conversation->appendUserMessage(services::Draft{.text = QStringLiteral("Look"),
        .awaited = {{QStringLiteral("far.png"), QStringLiteral("/far/far.png")}}});
    services::OpenReply answer = conversation->appendReply();
    answer.setWaitReason(QStringLiteral("Reading far.png"));
    return QCoreApplication::exec();
}

// A child of this program, what it said and when.
struct Victim {
    struct Line {
        qint64 time = 0; // milliseconds since its start
        qint64 number = 0;
    };

    Victim(const QString& deed, const QString& file)
    {
        program.start(QCoreApplication::applicationFilePath(), {"crash_test", deed, file});
        clock.start();
    }

    ~Victim()
    {
        program.kill();
        program.waitForFinished();
    }

    void listen(int milliseconds)
    {
        if (!program.waitForReadyRead(milliseconds))
            return;
        output += program.readAll();
        for (qsizetype end = output.indexOf('\n'); end >= 0; end = output.indexOf('\n')) {
            const QByteArray line = output.left(end);
            lines << Line{clock.elapsed(), line.mid(line.indexOf(' ') + 1).toLongLong()};
            output.remove(0, end + 1);
        }
    }

    // What it said before its end counts, even if it is read after.
    qint64 kill()
    {
        const qint64 time = clock.elapsed();
        program.kill();
        while (program.state() != QProcess::NotRunning || program.bytesAvailable() > 0)
            listen(10);
        return time;
    }

    QProcess program;
    QElapsedTimer clock;
    QByteArray output; // not yet a line
    QList<Line> lines;
};

QString newest(const QList<ConversationRecord>& records)
{
    const auto found = std::max_element(records.begin(), records.end(),
        [](const auto& left, const auto& right) { return left.created < right.created; });
    return found == records.end() ? QString() : found->id;
}

int kills(int everyday)
{
    return qMax(everyday, qEnvironmentVariableIntValue("VIGNETTE_KILLS"));
}

} // namespace

/// A program that is killed at any moment has lost no message that it said was saved, at most two
/// seconds of an answer that it was writing, and leaves a file that opens. The environment variable
/// VIGNETTE_KILLS asks for more than the everyday number of kills of each kind.
class CrashTest : public QObject {
    Q_OBJECT

private slots:
    void noSavedMessageIsLost()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("conversations.sqlite");
        const int count = kills(20);
        qint64 sent = 0;
        for (int kill = 0; kill < count; ++kill) {
            const MessageId last = lastSavedBeforeKill(file);
            QVERIFY(last >= 0);

            ConversationDatabase database(file);
            const QList<ConversationRecord> records = database.conversations();
            QCOMPARE(records.size(), kill + 1);
            const auto messages = database.contents(newest(records)).messages;
            QVERIFY(messages.size() > last);
            for (MessageId id = 0; id <= last; ++id)
                QCOMPARE(messages[id].text, QStringLiteral("message %1").arg(id));
            sent += last + 1;
        }
        qInfo("%d kills, %lld messages sent, none lost", count, static_cast<long long>(sent));
    }

    void littleOfAStreamedAnswerIsLost()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("conversations.sqlite");
        const int count = kills(4);
        qint64 worst = 0;
        for (int kill = 0; kill < count; ++kill) {
            Victim victim(QStringLiteral("--stream"), file);
            const int life = 800 + QRandomGenerator::global()->bounded(2000); // milliseconds
            while (victim.lines.isEmpty() || victim.clock.elapsed() < victim.lines[0].time + life)
                victim.listen(100);
            const qint64 end = victim.kill();

            ConversationDatabase database(file);
            const auto messages = database.contents(newest(database.conversations())).messages;
            const qint64 kept = messages.size() > 1 ? messages[1].text.size() : 0;
            worst = qMax(worst, end - timeOfFirstLoss(victim, kept, end));
            QVERIFY2(worst <= mostStreamedLoss, qPrintable(QString::number(worst)));
            if (kept > 0)
                QCOMPARE(messages[1].state, Message::State::Complete);
        }
        qInfo("%d kills, at most %lld ms of streamed text lost", count,
            static_cast<long long>(worst));
    }

    void aMessageThatGathersIsOnTheDiskAtOnce()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("conversations.sqlite");
        for (int kill = 0; kill < kills(4); ++kill) {
            Victim victim(QStringLiteral("--gather"), file);
            while (victim.lines.size() < 2 && victim.clock.elapsed() < 30'000)
                victim.listen(1000);
            victim.kill();
            QCOMPARE(victim.lines.size(), 2); // the message and its answer

            ConversationDatabase database(file);
            const auto messages = database.contents(newest(database.conversations())).messages;
            QCOMPARE(messages.size(), 2);
            QCOMPARE(messages[0].text, "Look");
            QCOMPARE(messages[0].awaited.size(), 1);
            QCOMPARE(messages[0].awaited[0].path, "/far/far.png");
            QCOMPARE(messages[1].state, Message::State::Complete);
            QCOMPARE(messages[1].statistics.end, services::AnswerStatistics::End::Stopped);
        }
    }

private:
    static MessageId lastSavedBeforeKill(const QString& file)
    {
        Victim victim(QStringLiteral("--send"), file);
        const int enough = QRandomGenerator::global()->bounded(1, 40);
        while (victim.lines.size() < enough && victim.clock.elapsed() < 30'000)
            victim.listen(1000);
        victim.kill();
        return victim.lines.isEmpty() ? -1 : victim.lines.last().number;
    }

    // The time of the first character that is not on the disk; the end, if all are.
    static qint64 timeOfFirstLoss(const Victim& victim, qint64 kept, qint64 end)
    {
        for (const Victim::Line& line : victim.lines)
            if (line.number > kept)
                return qMin(line.time, end);
        return end;
    }
};

static int runCrashTest(int argc, char** argv)
{
    QCoreApplication program(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 3 && arguments[1] == "--send")
        return sendForEver(arguments[2]);
    if (arguments.size() == 3 && arguments[1] == "--stream")
        return streamForEver(arguments[2]);
    if (arguments.size() == 3 && arguments[1] == "--gather")
        return gatherForEver(arguments[2]);
    CrashTest test;
    return QTest::qExec(&test, argc, argv);
}

TESTS_RUN_BY(CrashTest, runCrashTest);
#include "crash_test.moc"
