#include "runtime/memory/remembered_files.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/conversations/remembered_upkeep.h"
#include "services/settings/settings.h"
#include "tests/support/file_search.h"
#include "tests/support/largest_file.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <memory>

using services::Author;
using services::Conversation;
using services::ConversationDatabase;
using services::ConversationList;
using services::ConversationRecord;
using services::ConversationStore;
using services::Message;
using services::MessageId;
using tests::filesWith;

namespace {

// One for each location in which a conversation stores words, none beginning as another does.
const QStringList words{"quokkatitle", "wombatquestion", "numbatanswer", "echidnaattachment",
    "platypusname", "dingodraft", "bilbydraftfile", "kookaburrasystem", "galahsource",
    "taipanpicture", "possumpath", "emupicturename", "cassowarydocument", "bandicootfile",
    "thylacinenotes", "quollpicturetext", "potorooarguments", "cuscusresult", "bettongqueued",
    "pademelonqueuedfile"};
enum Word {
    Title,
    Question,
    Answer,
    Attachment,
    Name,
    Draft,
    DraftFile,
    System,
    Passage,
    PictureBytes,
    Path,
    PictureName,
    DocumentText,
    DocumentPath,
    Notes,
    PictureText,
    ToolArguments,
    ToolResult,
    Queued,
    QueuedFile
};

constexpr engine::Fingerprint model{.low = 1, .high = 2};

services::Picture pictureWith(const QString& name, const QString& comment)
{
    QImage pixels(3, 2, QImage::Format_RGB888);
    pixels.fill(Qt::blue);
    services::Picture picture = services::makePicture(pixels, name);
    picture.file = services::encodedPicture(picture) + comment.toUtf8(); // behind its end
    return picture;
}

services::TextAttachment document()
{
    auto document = std::make_shared<services::Document>();
    services::DocumentPart part;
    part.text = words[DocumentText].toStdString();
    document->append(part);
    return {"book.pdf", {}, document, "/nowhere/" + words[DocumentPath]};
}

// Every word in its place.
void fill(Conversation& conversation)
{
    services::Draft sent{"A " + words[Question],
        {pictureWith(words[PictureName], words[PictureBytes])}, {{words[Name], words[Attachment]}}};
    sent.attachments << document();
    sent.pictures[0].text = services::PictureText{{{words[PictureText], {0.1, 0.1, 0.5, 0.1}}}};
    sent.awaited = {{words[Path], "/nowhere/" + words[Path]}};
    conversation.appendUserMessage(sent);
    services::OpenReply answer = conversation.appendReply();
    answer.setSources({{"one", {}, 0, words[Passage]}});
    services::Source noted{"two", {}, 0, "Long."};
    noted.notes = words[Notes];
    answer.setSources(answer.message().sources + QList{noted});
    answer.addToolUses({{.call = "1",
        .name = "look",
        .arguments = "{\"at\": \"" + words[ToolArguments] + "\"}",
        .result = words[ToolResult],
        .state = services::ToolUse::State::Done}});
    answer.append("An " + words[Answer]);
    answer.finish();
    conversation.rename(words[Title]);
    conversation.setSettings({.systemPrompt = words[System]});
    conversation.setDraft({words[Draft], {}, {{"notes", words[DraftFile]}}});
    conversation.setQueue({{.draft = {words[Queued], {}, {{"notes", words[QueuedFile]}}}}});
}

ConversationRecord record(const QString& id)
{
    return {.id = id, .title = id, .created = 1, .changed = 1};
}

Message message(MessageId id, Message::State state, const QString& text)
{
    Message message;
    message.id = id;
    message.parent = id - 1;
    message.author = id % 2 ? Author::Assistant : Author::User;
    message.state = state;
    message.text = text;
    return message;
}

} // namespace

/// What was deleted can be read nowhere, while the program still runs.
class EraseTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        QVERIFY(m_home->isValid());
    }

    // Whatever was done, the file and its indexes are whole.
    void cleanup()
    {
        services::Database database(file(), ConversationDatabase::migrations());
        for (const char* index : {"message_text", "attachment_text"})
            database.run(
                QString("INSERT INTO %1 (%1) VALUES ('integrity-check')").arg(index)); // or throws
        QSqlQuery query = database.run("PRAGMA integrity_check");
        QVERIFY(query.next());
        QCOMPARE(query.value(0).toString(), "ok");
    }

    void wordsOfAForgottenConversationAreNowhere()
    {
        ConversationStore store(file());
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);
        const services::Settings settings(m_home->filePath("settings.ini"));
        const auto contexts = std::make_shared<runtime::RememberedFiles>(
            std::filesystem::path(m_home->filePath("contexts").toStdU16String()));
        services::RememberedUpkeep upkeep(contexts, list, settings);
        contexts->setLimit(1'000'000);
        Conversation* kept = list.newConversation();
        kept->appendUserMessage({"This armadillostays"});
        Conversation* gone = list.newConversation();
        fill(*gone);
        const runtime::RememberedUse use{{gone->id().toStdString()}, 0};
        const auto context = contexts->filePath(gone->id().toStdString(), model);
        QVERIFY(contexts->makeRoom(use, context, 100));
        std::ofstream(context) << words[Answer].toStdString();
        for (const QString& word : words)
            QTRY_VERIFY2(!filesIn(word).isEmpty(), qPrintable(word));

        list.remove(gone);
        list.forget(gone);

        for (const QString& word : words)
            QTRY_VERIFY2(
                filesIn(word).isEmpty(), qPrintable(word + " in " + filesIn(word).join(' ')));
        QVERIFY(!filesIn("armadillostays").isEmpty());
        gone->rename(words[Title]); // too late
        gone->appendUserMessage({words[Question]});
        QVERIFY(isDone(store));
        QVERIFY(filesIn(words[Title]).isEmpty());
        QVERIFY(filesIn(words[Question]).isEmpty());
    }

    void wordsOfAForgottenMessageAreNowhere()
    {
        ConversationStore store(file());
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);
        Conversation* talk = list.newConversation();
        talk->appendUserMessage({"This armadillostays"});
        const MessageId removed = talk->rowCount();
        fill(*talk);
        talk->appendUserMessage({"Below it a hedgehogword"});
        const QStringList its{words[Question], words[Answer], words[Attachment], words[Name],
            words[Passage], words[PictureBytes], words[PictureName], words[PictureText],
            words[Path], words[ToolArguments], words[ToolResult], "hedgehogword"};
        for (const QString& word : its)
            QTRY_VERIFY2(!filesIn(word).isEmpty(), qPrintable(word));

        talk->removeMessage(removed);
        const MessageId other = talk->appendUserMessage({"Another crocodileword"});
        talk->removeMessage(other); // which can still be put back
        talk->forgetMessage(removed);

        for (const QString& word : its)
            QTRY_VERIFY2(
                filesIn(word).isEmpty(), qPrintable(word + " in " + filesIn(word).join(' ')));
        talk->putBackMessage(other);
        QCOMPARE(talk->message(1).text, "Another crocodileword");
        QVERIFY(isDone(store));
        QVERIFY(!filesIn("armadillostays").isEmpty());
        QVERIFY(!filesIn("crocodileword").isEmpty());
        QVERIFY(!filesIn(words[Draft]).isEmpty());
    }

    // SQLite leaves copies of rows in the pages that it moves them from, and overwrites only the
    // rows themselves.
    void copiesOfRowsThatWereMovedAreErasedToo()
    {
        ConversationStore store(file());
        const int count = 120;
        const auto word = [](int number) { return QString::number(10'000 + number) + "tarantula"; };
        for (int number = 0; number < count; ++number) {
            QList<Message> messages;
            for (MessageId id = 0; id < 6; ++id) // each of them grows along with another one
                for (int size = 1; size < 5; ++size)
                    for (const MessageId grown : {id, std::max<MessageId>(0, id - 3)})
                        messages << message(grown, Message::State::Writing,
                            word(number) + QString((size * 37 + number * 11) % 211 * size, u'x'));
            store.saveMessages(record(QString::number(number)), messages);
        }
        for (int number = 0; number < count; number += 2)
            store.setDeleted(QString::number(number), true);
        QVERIFY(isDone(store));

        for (int number = 0; number < count; number += 2)
            store.erase(QString::number(number));

        for (int number = 0; number < count; number += 2)
            QTRY_VERIFY2(!holdsLong(word(number)), qPrintable(word(number)));
        QVERIFY(holdsLong(word(1)));
    }

    void whatIsNotForgottenIsErasedAtTheEnd()
    {
        {
            ConversationStore store(file());
            ConversationList list(&store);
            Conversation* kept = list.newConversation();
            kept->appendUserMessage({"This armadillostays"});
            kept->appendUserMessage({"This hedgehogword goes"});
            Conversation* gone = list.newConversation();
            fill(*gone);
            kept->removeMessage(1);
            list.remove(gone);
        }
        for (const QString& word : words + QStringList{"hedgehogword"})
            QVERIFY2(filesIn(word).isEmpty(), qPrintable(word));
        QVERIFY(!filesIn("armadillostays").isEmpty());
    }

    // The home as it is while the program runs is what a killed one leaves behind.
    void whatAKilledProgramLeftIsErasedByTheNext_data()
    {
        QTest::addColumn<bool>("isForgotten");
        QTest::newRow("before it was forgotten") << false;
        QTest::newRow("before the file was tidied") << true;
    }
    void whatAKilledProgramLeftIsErasedByTheNext()
    {
        QFETCH(bool, isForgotten);
        const QTemporaryDir after;
        {
            ConversationDatabase database(file());
            for (const char* id : {"kept", "gone"})
                database.saveMessages(record(id),
                    {message(0, Message::State::Complete, QString("a %1wallabyword").arg(id)),
                        message(1, Message::State::Complete, "an answer")});
            database.setDeleted("gone", true);
            if (isForgotten)
                database.erase("gone");
            for (const char* ending : {"", "-wal"})
                QVERIFY(
                    QFile::copy(file() + ending, after.filePath("conversations.sqlite") + ending));
        }
        QVERIFY(!filesWith("gonewallabyword", after.path()).isEmpty());

        ConversationStore store(after.filePath("conversations.sqlite"));
        store.loadConversations(this, [](const QList<ConversationRecord>&) {});

        QTRY_VERIFY(filesWith("gonewallabyword", after.path()).isEmpty());
        QVERIFY(!filesWith("keptwallabyword", after.path()).isEmpty());
    }

    // The removal is saved only when the words are no longer in memory.
    void aMessageThatIsForgottenWhileTheDiskIsFullIsErasedWhenThereIsRoom()
    {
        ConversationStore store(file());
        QSignalSpy failed(&store, &ConversationStore::failed);
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);
        Conversation* talk = list.newConversation();
        talk->appendUserMessage({"This armadillostays"});
        const MessageId removed = talk->appendUserMessage({"This hedgehogword goes"});
        QVERIFY(isDone(store));
        QVERIFY(!filesIn("hedgehogword").isEmpty());
        {
            const tests::LargestFile full(4096);
            talk->removeMessage(removed);
            talk->forgetMessage(removed);
            QVERIFY(isDone(store));
            QTRY_VERIFY(failed.count() > 0);
        }

        QTRY_VERIFY_WITH_TIMEOUT(filesIn("hedgehogword").isEmpty(), 20'000);
        QVERIFY(!filesIn("armadillostays").isEmpty());
    }

    void aConversationThatIsForgottenWhileTheDiskIsFullDoesNotComeBack()
    {
        ConversationStore store(file());
        QSignalSpy saved(&store, &ConversationStore::saved);
        QSignalSpy failed(&store, &ConversationStore::failed);
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);
        Conversation* kept = list.newConversation();
        kept->appendUserMessage({"This armadillostays"});
        QTRY_COMPARE(saved.count(), 1);
        Conversation* gone = list.newConversation();
        {
            const tests::LargestFile full(4096);
            gone->appendUserMessage({"This hedgehogword goes"});
            kept->appendUserMessage({"Another crocodileword"});
            list.remove(gone);
            list.forget(gone);
            QVERIFY(isDone(store));
            QTRY_VERIFY(failed.count() > 0);
        }

        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 2, 20'000); // what is kept, tried again
        QVERIFY(isDone(store));
        QVERIFY(filesIn("hedgehogword").isEmpty());
        QVERIFY(!filesIn("crocodileword").isEmpty());
    }

private:
    QStringList filesIn(const QString& word) const { return filesWith(word, m_home->path()); }

    // The whole word, for all have the same end.
    bool holdsLong(const QString& word) const
    {
        for (const char* ending : {"", "-wal"}) {
            QFile opened(file() + ending);
            if (opened.open(QIODevice::ReadOnly) && opened.readAll().contains(word.toUtf8()))
                return true;
        }
        return false;
    }

    bool isDone(ConversationStore& store)
    {
        bool isDone = false;
        store.whenDone(this, [&isDone] { isDone = true; });
        return QTest::qWaitFor([&isDone] { return isDone; });
    }

    QString file() const { return m_home->filePath("conversations.sqlite"); }

    std::unique_ptr<QTemporaryDir> m_home;
};

TESTS(EraseTest, QCoreApplication);
#include "erase_test.moc"
