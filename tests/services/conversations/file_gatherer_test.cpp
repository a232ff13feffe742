#include "services/conversations/conversation.h"
#include "services/conversations/file_gatherer.h"
#include "services/conversations/message.h"
#include "services/conversations/turn.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using services::AttachmentLoader;
using services::AwaitedFile;
using services::Conversation;
using services::Draft;
using services::FileGatherer;
using services::Message;
using services::MessageId;
using services::OpenReply;
using services::Picture;
using services::TextAttachment;
using services::Turns;

namespace {

AwaitedFile unread(const QString& path)
{
    return {QFileInfo(path).fileName(), path};
}

QStringList namesOf(const QList<Picture>& pictures)
{
    QStringList names;
    for (const Picture& picture : pictures)
        names << picture.name;
    return names;
}

Picture square(const QString& name)
{
    QImage image(4, 4, QImage::Format_RGB888);
    image.fill(Qt::red);
    return services::makePicture(image, name);
}

} // namespace

/// A message is sent at once and gets its files when they have been read.
class FileGathererTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_loader = std::make_unique<AttachmentLoader>();
        m_gatherer = std::make_unique<FileGatherer>(*m_loader);
        m_turns = std::make_unique<Turns>();
        m_turns->add(*m_gatherer);
        m_submitted.clear();
        m_open.clear();
    }

    void everyFileIsPutWhereItWasAwaited()
    {
        // The order of their chips is a1 T1 a2 P1 a3 P2, where a represents a file that is awaited.
        Message message;
        message.pictures = {square("P1"), square("P2")};
        message.attachments = {{"T1", "text"}};
        message.awaited = {{"a1", {}, 0, 0}, {"a2", {}, 0, 1}, {"a3", {}, 1, 1}};
        QCOMPARE(services::placeOfAwaited(message, 0), 0);
        QCOMPARE(services::placeOfAwaited(message, 1), 2);
        QCOMPARE(services::placeOfAwaited(message, 2), 4);

        services::takeFile(message, 4, square("a3"));
        services::takeFile(message, 0, TextAttachment{"a1", "text"});
        services::takeFile(message, 2, square("a2"));
        services::takeFile(message, 2, square("a second time"));

        QVERIFY(message.awaited.isEmpty());
        QCOMPARE(namesOf(message.pictures), (QStringList{"a2", "P1", "a3", "P2"}));
        QCOMPARE(message.attachments.size(), 2);
        QCOMPARE(message.attachments[0].name, "a1");
    }

    void placesFromADamagedFileDoNoHarm()
    {
        Message message;
        message.awaited = {{"far", {}, 1'000'000, -7}};

        services::takeFile(message, services::placeOfAwaited(message, 0), square("far"));

        QCOMPARE(namesOf(message.pictures), QStringList{"far"});
    }

    void aMessageGetsItsFilesBeforeTheModelIsAsked()
    {
        Conversation conversation;
        conversation.appendUserMessage(Draft{.text = "Which is it?",
            .pictures = {square("first.png")},
            .awaited = {{"one-1.png", tests::resource("samples/one-1.png"), 1, 0},
                {"notes.txt", file("notes.txt", "Words"), 1, 0},
                {"one-2.png", tests::resource("samples/one-2.png"), 1, 0}}});
        const MessageId answer = ask(conversation);

        QVERIFY(conversation.messageById(answer).waitReason.contains("0"));
        QVERIFY(conversation.messageById(answer).waitReason.contains("3"));
        QTRY_COMPARE(m_submitted, QList<MessageId>{answer});

        const Message& message = conversation.message(0);
        QVERIFY(message.awaited.isEmpty());
        QCOMPARE(namesOf(message.pictures), (QStringList{"first.png", "one-1.png", "one-2.png"}));
        QCOMPARE(message.attachments, (QList<TextAttachment>{{"notes.txt", "Words"}}));
        QVERIFY(conversation.messageById(answer).waitReason.isEmpty());
    }

    void whatTheLoaderIsAtAlreadyIsNotReadTwice()
    {
        QSignalSpy loaded(m_loader.get(), &AttachmentLoader::textLoaded);
        const QString path = file("notes.txt", "Words");
        AwaitedFile handedOver = unread(path);
        handedOver.ticket = m_loader->loadFile(path);
        Conversation conversation;
        conversation.appendUserMessage(Draft{.awaited = {handedOver}});
        ask(conversation);
        QCOMPARE(conversation.message(1).waitReason.count("notes.txt"), 1);

        QTRY_COMPARE(m_submitted.size(), 1);

        QCOMPARE(loaded.count(), 1);
        QCOMPARE(conversation.message(0).attachments.size(), 1);
    }

    void aFileThatCannotBeReadFailsTheAnswerAndKeepsTheOthers()
    {
        const QString missing = m_folder->filePath("missing.png");
        Conversation conversation;
        conversation.appendUserMessage(
            Draft{.awaited = {unread(missing), unread(file("notes.txt", "Words"))}});
        const MessageId answer = ask(conversation);

        QTRY_COMPARE(conversation.messageById(answer).state, Message::State::Failed);
        QVERIFY(conversation.messageById(answer).error.contains("missing.png"));
        QVERIFY(m_submitted.isEmpty());
        const Message& message = conversation.message(0);
        QCOMPARE(message.attachments.size(), 1);
        QCOMPARE(message.awaited.size(), 1);
        QCOMPARE(message.awaited[0].path, missing);

        QVERIFY(square("").image.save(missing));
        begin(conversation.reopenReply(answer, {}));

        QTRY_COMPARE(m_submitted, QList<MessageId>{answer});
        QCOMPARE(namesOf(conversation.message(0).pictures), QStringList{"missing.png"});
    }

    void whatCameAsBytesCannotBeReadAfterARestart()
    {
        Conversation conversation;
        conversation.appendUserMessage(Draft{.awaited = {{.name = "Pasted picture"}}});
        const MessageId answer = ask(conversation);
        QVERIFY(conversation.messageById(answer).isOpen());

        QTRY_COMPARE(conversation.messageById(answer).state, Message::State::Failed);

        QVERIFY(conversation.messageById(answer).error.contains("Pasted picture"));
    }

    void severalAnswersWaitForOneReading()
    {
        QSignalSpy loaded(m_loader.get(), &AttachmentLoader::textLoaded);
        Conversation conversation;
        conversation.appendUserMessage(Draft{.awaited = {unread(file("notes.txt", "Words"))}});
        QList<MessageId> answers;
        for (OpenReply& reply : conversation.appendReplies(0, {{}, {}, {}})) {
            answers << reply.id();
            begin(std::move(reply));
        }

        QTRY_COMPARE(m_submitted, answers);

        QCOMPARE(loaded.count(), 1);
        QCOMPARE(conversation.message(0).attachments.size(), 1);
    }

    void conversationsWaitForTheirOwnFilesOnly()
    {
        Conversation one, two;
        one.appendUserMessage(Draft{.awaited = {unread(file("one.txt", "1"))}});
        two.appendUserMessage(Draft{.awaited = {unread(m_folder->filePath("missing"))}});
        ask(one);
        ask(two);

        QTRY_COMPARE(m_submitted.size(), 1);
        QTRY_COMPARE(two.message(1).state, Message::State::Failed);

        QVERIFY(one.message(1).isOpen());
        QCOMPARE(one.message(0).attachments.size(), 1);
    }

    void aCopyOfAMessageGetsItsFileFromTheSameReading()
    {
        const QString path = file("notes.txt", "Words");
        AwaitedFile handedOver = unread(path);
        handedOver.ticket = m_loader->loadFile(path);
        Conversation original, copy;
        for (Conversation* each : {&original, &copy}) {
            each->appendUserMessage(Draft{.awaited = {handedOver}});
            ask(*each);
        }

        QTRY_COMPARE(m_submitted.size(), 2);

        QCOMPARE(original.message(0).attachments.size(), 1);
        QCOMPARE(copy.message(0).attachments.size(), 1);
    }

    void aFileOfAStoppedAnswerStillComesIntoItsMessage()
    {
        Conversation conversation;
        conversation.appendUserMessage(Draft{.awaited = {unread(file("notes.txt", "Words"))}});
        ask(conversation);

        m_turns->stopWhere([](const Conversation&, MessageId) { return true; });

        QCOMPARE(conversation.message(1).state, Message::State::Complete);
        QTRY_COMPARE(conversation.message(0).attachments.size(), 1);
        QVERIFY(m_submitted.isEmpty());
    }

    void aLaterQuestionWaitsForTheFilesOfAnEarlierOne()
    {
        Conversation conversation;
        conversation.appendUserMessage(Draft{.awaited = {unread(file("notes.txt", "Words"))}});
        conversation.appendUserMessage({"And now?"});
        ask(conversation);

        QTRY_COMPARE(m_submitted.size(), 1);

        QCOMPARE(conversation.message(0).attachments.size(), 1);
    }

    void aConversationMayGoWhileItsFilesAreRead()
    {
        QSignalSpy loaded(m_loader.get(), &AttachmentLoader::textLoaded);
        auto conversation = std::make_unique<Conversation>();
        conversation->appendUserMessage(Draft{.awaited = {unread(file("notes.txt", "Words"))}});
        ask(*conversation);

        conversation.reset();

        QTRY_COMPARE(loaded.count(), 1);
        QVERIFY(m_submitted.isEmpty());
    }

private:
    QString file(const QString& name, const QByteArray& contents)
    {
        QFile made(m_folder->filePath(name));
        if (!made.open(QIODevice::WriteOnly) || made.write(contents) != contents.size())
            qFatal("cannot write a file of the test");
        return made.fileName();
    }

    MessageId ask(Conversation& conversation)
    {
        OpenReply reply = conversation.appendReply();
        const MessageId id = reply.id();
        begin(std::move(reply));
        return id;
    }

    void begin(OpenReply reply)
    {
        m_turns->begin(std::move(reply), [this](OpenReply gathered) {
            m_submitted << gathered.id();
            m_open.push_back(std::move(gathered));
        });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AttachmentLoader> m_loader;
    std::unique_ptr<FileGatherer> m_gatherer;
    std::unique_ptr<Turns> m_turns;
    QList<MessageId> m_submitted;
    std::vector<OpenReply> m_open; // those that were submitted
};

TESTS(FileGathererTest, QCoreApplication);
#include "file_gatherer_test.moc"
