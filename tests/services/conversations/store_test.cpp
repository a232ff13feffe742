#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_search.h"
#include "services/conversations/conversation_store.h"
#include "tests/support/largest_file.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "vision/image_budget.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

using services::Author;
using services::Conversation;
using services::ConversationContents;
using services::ConversationDatabase;
using services::ConversationList;
using services::ConversationRecord;
using services::ConversationSearch;
using services::ConversationStore;
using services::Message;
using services::MessageId;
using services::OpenReply;

namespace {

ConversationRecord record(const QString& id, qint64 changed = 1)
{
    return {.id = id, .title = id + " title", .created = 1, .changed = changed};
}

Message userMessage(MessageId id, const QString& text)
{
    Message message;
    message.id = id;
    message.parent = id - 1;
    message.text = text;
    return message;
}

} // namespace

/// What is on the disk, and what comes back from it.
class StoreTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void whatWasSavedComesBack()
    {
        Message answer = userMessage(1, "A **bird**.");
        answer.author = Author::Assistant;
        answer.statistics = {.isSure = false,
            .tokens = 4,
            .promptTokens = 90,
            .tokensPerSecond = 12.5,
            .temperature = 0.5,
            .seed = std::numeric_limits<uint64_t>::max()};
        {
            ConversationDatabase database(file());
            database.saveMessage(record("a"), userMessage(0, "What is it?"));
            database.saveMessage(record("a", 5), answer);
        }
        ConversationDatabase database(file());

        QCOMPARE(database.conversations().size(), 1);
        QCOMPARE(database.conversations()[0].title, "a title");
        QCOMPARE(database.conversations()[0].changed, 5);
        const QList<Message> messages = database.contents("a").messages;
        QCOMPARE(messages.size(), 2);
        QCOMPARE(messages[0].text, "What is it?");
        QCOMPARE(messages[1].text, "A **bird**.");
        QCOMPARE(messages[1].parent, MessageId(0));
        QCOMPARE(messages[1].author, Author::Assistant);
        QVERIFY(!messages[1].statistics.isSure);
        QCOMPARE(messages[1].statistics.promptTokens, 90);
        QCOMPARE(messages[1].statistics.tokensPerSecond, 12.5);
        QCOMPARE(messages[1].statistics.temperature, 0.5);
        QCOMPARE(messages[1].statistics.seed, std::numeric_limits<uint64_t>::max());
    }

    void picturesComeBackAsTheFilesTheyWere()
    {
        const services::Picture dropped
            = services::decodePictureFile(tests::resource("samples/one-1.png"));
        QImage pixels(3, 2, QImage::Format_RGB888);
        pixels.fill(qRgb(10, 20, 30));
        Message message = userMessage(0, "");
        message.pictures = {services::withTokens(dropped, vision::fineImage),
            services::makePicture(pixels, {})};
        ConversationDatabase database(file());
        database.saveMessage(record("a"), message);
        database.saveMessage(record("b"), message); // the same bytes once more

        const ConversationContents stored = database.contents("a");
        QVERIFY(stored.messages[0].pictures[0].image.isNull()); // no work for the database's thread

        const QList<services::Picture> pictures
            = services::decodedContents(stored).messages[0].pictures;

        QCOMPARE(pictures.size(), 2);
        QCOMPARE(pictures[0].name, "one-1.png");
        QCOMPARE(pictures[0].file, dropped.file);
        QCOMPARE(pictures[0].image, dropped.image);
        QCOMPARE(pictures[1].image, pixels);
        QCOMPARE(pictures[0].pixels->tokens, vision::fineImage);
        QCOMPARE(pictures[1].pixels->tokens, 0);
    }

    void pinnedOnesComeFirstThenTheNewest()
    {
        ConversationDatabase database(file());
        database.saveConversation(record("old", 1));
        database.saveConversation(record("new", 3));
        ConversationRecord pinned = record("pinned", 2);
        pinned.isPinned = true;
        database.saveConversation(pinned);

        QStringList ids;
        for (const ConversationRecord& each : database.conversations())
            ids << each.id;
        QCOMPARE(ids, (QStringList{"pinned", "new", "old"}));
    }

    void deletedCanBePutBackUntilTheNextStart()
    {
        {
            ConversationDatabase database(file());
            database.saveMessage(record("a"), userMessage(0, "keep"));
            database.saveMessage(record("b"), userMessage(0, "go"));
            database.setDeleted("a", true);
            QCOMPARE(database.conversations().size(), 1);
            database.setDeleted("a", false);
            QCOMPARE(database.contents("a").messages.size(), 1);
            database.setDeleted("b", true);
        }
        ConversationDatabase database(file());
        QCOMPARE(database.conversations().size(), 1);
        QVERIFY(database.contents("b").messages.isEmpty());
        QVERIFY(database.search("go", {}, 10).isEmpty());
    }

    void wordsAreFoundWhereverTheyStand()
    {
        ConversationDatabase database(file());
        database.saveMessage(record("a"), userMessage(0, "The lighthouse of Skagen"));
        database.saveMessage(record("b"), userMessage(0, "Über den Leuchtturm"));
        Message writing = userMessage(1, "A lighthouse being");
        writing.author = Author::Assistant;
        writing.state = Message::State::Writing;
        database.saveMessage(record("b"), writing);

        QCOMPARE(database.search("lighthou", {}, 10).size(), 1);
        QCOMPARE(database.search("skagen LIGHTHOUSE", {}, 10)[0].conversation, "a");
        QCOMPARE(database.search("uber", {}, 10)[0].title, "b title");
        QVERIFY(database.search("lighthouse missing", {}, 10).isEmpty());
        QVERIFY(database.search("  ", {}, 10).isEmpty());
        for (const char* hostile : {"\"", "a\" OR \"b", "NEAR(", "*", "text:", "-", "(", "AND"})
            database.search(hostile, {}, 10); // never an error

        writing.state = Message::State::Complete;
        writing.text = "A lighthouse being built";
        database.saveMessage(record("b"), writing);
        QCOMPARE(database.search("built", {}, 10).size(), 1);
        QCOMPARE(database.search("lighthouse", {}, 10).size(), 2);
    }

    void aContinuedAnswerIsFoundByItsNewWords()
    {
        ConversationDatabase database(file());
        Message answer = userMessage(0, "A lighthouse");
        database.saveMessage(record("a"), answer);
        answer.state = Message::State::Waiting;
        database.saveMessage(record("a"), answer);
        QVERIFY(database.search("lighthouse", {}, 5).isEmpty());
        answer.state = Message::State::Complete;
        answer.text = "A lighthouse on an island";
        database.saveMessage(record("a"), answer);

        QCOMPARE(database.search("lighthouse", {}, 5).size(), 1);
        QCOMPARE(database.search("island", {}, 5).size(), 1);
    }

    void draftsAreKept()
    {
        {
            ConversationStore store(file());
            ConversationList list(&store);
            Conversation* sent = list.newConversation();
            sent->appendUserMessage({"Sent"});
            sent->setDraft({"half a thought"});
            list.newConversation()->setDraft({"never sent"});
        }
        for (int start = 0; start < 2; ++start) { // also when nothing was done at the first
            ConversationStore store(file());
            ConversationList list(&store);
            QSignalSpy restored(&list, &ConversationList::restored);
            QTRY_COMPARE(restored.count(), 1);

            QCOMPARE(list.rowCount(), 1);
            QCOMPARE(list.conversation(0)->draft().text, "half a thought");
            QCOMPARE(list.newConversation()->draft().text, "never sent");
        }
    }

    void theQueueIsKeptWithItsFiles()
    {
        const services::Picture picture = services::withTokens(
            services::decodePictureFile(tests::resource("samples/one-1.png")), vision::fastImage);
        {
            ConversationStore store(file());
            ConversationList list(&store);
            Conversation* talk = list.newConversation();
            talk->appendUserMessage({"Sent"});
            talk->setDraft({"draft", {}, {{"draft.txt", "of the draft"}}});
            talk->setQueue({{.draft = {"next", {picture}}},
                {.draft = {"then", {}, {{"notes.txt", "long"}, {"more.txt", "longer"}}}}});
            talk->setDraft({"another draft", {picture}});
        }
        {
            ConversationStore store(file());
            ConversationList list(&store);
            QSignalSpy restored(&list, &ConversationList::restored);
            QTRY_COMPARE(restored.count(), 1);
            Conversation* talk = list.conversation(0);
            list.load(talk);
            QTRY_VERIFY(talk->isLoaded());
            QCOMPARE(talk->draft().text, "another draft");
            QCOMPARE(talk->draft().pictures.size(), 1);
            QVERIFY(talk->draft().attachments.isEmpty());
            QCOMPARE(talk->queue().size(), 2);
            QVERIFY(talk->queue()[0].id != talk->queue()[1].id);
            QCOMPARE(talk->queue()[0].draft.text, "next");
            QCOMPARE(talk->queue()[0].draft.pictures[0].image, picture.image);
            QCOMPARE(talk->queue()[0].draft.pictures[0].pixels->tokens, vision::fastImage);
            QCOMPARE(talk->draft().pictures[0].pixels->tokens, vision::fastImage);
            QCOMPARE(talk->queue()[1].draft.attachments,
                (QList<services::TextAttachment>{{"notes.txt", "long"}, {"more.txt", "longer"}}));
            talk->setDraft({});
            talk->setQueue(talk->queue().mid(1));
            QVERIFY(isDone(store));
        }
        const QString id = onlyConversation();
        const services::ConversationContents contents = ConversationDatabase(file()).contents(id);
        QCOMPARE(contents.queue.size(), 1);
        QCOMPARE(contents.queue[0].text, "then");
        QCOMPARE(contents.queue[0].attachments.size(), 2);
        QVERIFY(contents.draft.isEmpty());
        QCOMPARE(picturesOnDisk(), 0);
    }

    void aQueueWhoseMessagesWereDeletedComesWithANewChat()
    {
        {
            ConversationDatabase database(file());
            database.saveQueue(record("a"), {{"next"}});
        }
        {
            ConversationStore store(file());
            ConversationList list(&store);
            QSignalSpy restored(&list, &ConversationList::restored);
            QTRY_COMPARE(restored.count(), 1);
            QCOMPARE(list.newConversation()->queuedDrafts().value(0).text, "next");
        }
        QVERIFY(onlyConversation() != "a"); // the old one is gone
    }

    void aDraftKeepsItsPicturesAndTexts()
    {
        const services::Picture picture
            = services::decodePictureFile(tests::resource("samples/one-1.png"));
        QImage pixels(3, 2, QImage::Format_RGB888);
        pixels.fill(qRgb(10, 20, 30));
        {
            ConversationStore store(file());
            ConversationList list(&store);
            Conversation* sent = list.newConversation();
            sent->appendUserMessage({"Sent", {picture}});
            sent->setDraft({"more", {picture}, {{"notes.txt", "long"}}});
            list.newConversation()->setDraft({"", {services::makePicture(pixels, {})}});
        }
        {
            ConversationStore store(file());
            ConversationList list(&store);
            QSignalSpy restored(&list, &ConversationList::restored);
            QTRY_COMPARE(restored.count(), 1);
            QCOMPARE(list.newConversation()->draft().pictures.size(), 1);
            QCOMPARE(list.newConversation()->draft().pictures[0].image, pixels);
            Conversation* sent = list.conversation(0);
            sent->setDraft({"more and more"}); // before the files are here
            list.load(sent);
            QTRY_VERIFY(sent->isLoaded());
            QCOMPARE(sent->draft().text, "more and more");
            QCOMPARE(sent->draft().pictures[0].file, picture.file);
            QCOMPARE(sent->draft().attachments[0].text, "long");
            sent->setDraft({});
            list.newConversation()->setDraft({});
        }
        ConversationDatabase(file()).conversations(); // the next start
        QCOMPARE(picturesOnDisk(), 1); // that of the message
    }

    void nothingOfATemporaryChatIsStored()
    {
        const QByteArray secret = "Xylophonsecret";
        {
            ConversationStore store(file());
            ConversationList list(&store);
            Conversation* temporary = list.newTemporary();
            temporary->setDraft({secret});
            temporary->appendUserMessage({secret, {}, {{secret, secret}}});
            OpenReply answer = temporary->appendReply();
            answer.append(secret);
            answer.finish();
            temporary->rename(secret);
            temporary->setDraft({secret});
            temporary->setPinned(true);
            for (Conversation* copy : {list.duplicate(temporary), list.duplicate(temporary, 0)}) {
                QVERIFY(copy->isTemporary());
                copy->appendUserMessage({secret});
            }
            list.remove(temporary);
            list.putBack(temporary);
            QVERIFY(list.newTemporary() != temporary);
        }
        QVERIFY(QFile::exists(file()));
        for (const QString& name : QDir(m_folder->path()).entryList(QDir::Files)) {
            QFile opened(m_folder->filePath(name));
            QVERIFY(opened.open(QIODevice::ReadOnly));
            QVERIFY2(!opened.readAll().contains(secret), qPrintable(name));
        }
    }

    void aTemporaryChatCanBeKept()
    {
        {
            ConversationStore store(file());
            ConversationList list(&store);
            Conversation* temporary = list.newTemporary();
            temporary->appendUserMessage({"Before"});
            temporary->keep();
            QVERIFY(!temporary->isTemporary());
            temporary->appendUserMessage({"After"});
        }
        ConversationDatabase database(file());
        QCOMPARE(database.conversations().size(), 1);
        const QList<Message> messages = database.contents(database.conversations()[0].id).messages;
        QCOMPARE(messages.size(), 2);
        QCOMPARE(messages[0].text, "Before");
        QCOMPARE(messages[1].text, "After");
    }

    void aTemporaryChatThatIsKeptWhileEmptyBecomesARow()
    {
        ConversationList list;
        Conversation* empty = list.newConversation();
        Conversation* kept = list.newTemporary();
        kept->keep();

        kept->appendUserMessage({"Hello"});

        QCOMPARE(list.rowOf(kept), 0);
        QCOMPARE(list.newConversation(), empty);
    }

    void foldersAndSettingsComeBack()
    {
        {
            ConversationStore store(file());
            ConversationList list(&store);
            list.folders().add("Empty");
            list.folders().setCollapsed("Empty", true);
            Conversation* conversation = list.newConversation();
            conversation->appendUserMessage({"Hello"});
            conversation->setFolder(list.folders().add("Work"));
            conversation->setSettings({.systemPrompt = "Be brief."});
            conversation->setMadeTitle("Greeting");
        }
        ConversationStore store(file());
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);

        QCOMPARE(list.folders().names(), (QStringList{"Empty", "Work"}));
        QVERIFY(list.folders().all()[0].isCollapsed);
        QCOMPARE(list.conversation(0)->storedRecord().folder, "Work");
        QCOMPARE(list.conversation(0)->settings().systemPrompt, QString("Be brief."));
        QVERIFY(!list.conversation(0)->settings().model);
        QCOMPARE(list.conversation(0)->title(), "Greeting");
        QCOMPARE(list.conversation(0)->storedRecord().titleOrigin, services::TitleOrigin::Model);
    }

    void whatWasRemovedIsGoneAtTheNextStart()
    {
        Message removed = userMessage(1, "zebra crossing");
        removed.removedWith = 1;
        removed.attachments = {{"notes", "giraffe"}};
        {
            ConversationDatabase database(file());
            database.saveMessage(record("a"), userMessage(0, "keep"));
            database.saveMessage(record("a"), removed);
            QVERIFY(database.search("zebra", {}, 5).isEmpty());
            removed.removedWith = services::noMessage; // put back
            database.saveMessage(record("a"), removed);
            QCOMPARE(database.search("zebra", {}, 5).size(), 1);
            QCOMPARE(database.search("giraffe", {}, 5).size(), 1);
            QCOMPARE(database.contents("a").messages[1].attachments[0].text, "giraffe");
            removed.removedWith = 1;
            database.saveMessage(record("a"), removed);
        }
        for (int start = 0; start < 2; ++start) {
            ConversationDatabase database(file());
            const QList<Message> messages = database.contents("a").messages;
            QCOMPARE(messages.size(), 2); // its place stays
            QVERIFY(messages[1].isRemoved());
            QVERIFY(messages[1].text.isEmpty());
            QVERIFY(messages[1].attachments.isEmpty());
            QVERIFY(database.search("zebra", {}, 5).isEmpty());
            QVERIFY(database.search("giraffe", {}, 5).isEmpty());
            QCOMPARE(database.search("keep", {}, 5).size(), 1);
        }
    }

    void whatIsGoneIsGivenBackToTheDisk()
    {
        Message message = userMessage(0, "");
        message.attachments = {{"notes", QString(12 << 20, u'x')}};
        ConversationRecord kept = record("b");
        kept.leaf = 0;
        {
            ConversationDatabase database(file());
            database.saveMessage(record("a"), message);
            database.saveMessage(kept, userMessage(0, "keep"));
            QVERIFY(database.bytes() > 12 << 20);
            database.setDeleted("a", true);
        }
        QVERIFY2(QFileInfo(file()).size() < 1 << 20,
            qPrintable(QString::number(QFileInfo(file()).size())));
        QCOMPARE(ConversationDatabase(file()).contents("b").messages[0].text, "keep");
    }

    // A file that is too large to be written again shrinks so.
    void aFileShrinksInParts()
    {
        services::Database database(file(), {});
        database.run("CREATE TABLE one (text)");
        for (int row = 0; row < 3; ++row)
            database.run("INSERT INTO one VALUES (?)", {QString(8 << 20, u'x')});
        database.run("DELETE FROM one");
        const qint64 before = database.bytes();

        QVERIFY(database.shrink());

        QVERIFY(database.bytes() < before && database.bytes() > before / 2);
        while (database.shrink()) { }
        QVERIFY(database.bytes() < 1 << 20);
    }

    void wholeWordsAreFoundBeforeBeginnings()
    {
        ConversationDatabase database(file());
        database.saveMessage(record("a"), userMessage(0, "the answer"));
        database.saveMessage(record("b"), userMessage(0, "there it is"));

        const auto hits = database.search("the", {}, 10);

        QCOMPARE(hits.size(), 2);
        QCOMPARE(hits[0].conversation, "a");
        QCOMPARE(hits[1].conversation, "b");
        QCOMPARE(database.search("the", {}, 1).size(), 1);
    }

    void wordsOfScriptsWithoutSpacesAreFoundAnywhere()
    {
        Message withText = userMessage(1, "see the notes");
        withText.attachments = {{"公园.txt", "这里没有鸟。"}};
        ConversationDatabase database(file());
        database.saveMessage(record("a"), userMessage(0, "今天天气很好，我们去100%的公园。"));
        database.saveMessage(record("a"), withText);
        database.saveMessage(record("b"), userMessage(0, "きょうの天気は Nice です"));

        const auto hits = database.search("天气", {}, 10);

        QCOMPARE(hits.size(), 1);
        QCOMPARE(hits[0].excerpt, QString("今天\x02天气\x03很好，我们去100%的公园。"));
        QCOMPARE(database.search("天気 nice", {}, 10).size(), 1);
        QCOMPARE(database.search("天気 bad", {}, 10).size(), 0);
        QCOMPARE(database.search("公园", {}, 10).size(), 2);
        QCOMPARE(database.search("公园", {}, 1).size(), 1);
        QCOMPARE(database.search("没有鸟", {}, 10)[0].message, 1);
        QCOMPARE(database.search("100%的", {}, 10).size(), 1);
        QCOMPARE(database.search("1_0%的", {}, 10).size(), 0);
    }

    void aFilterLooksAtSomeMessagesOnly()
    {
        QImage pixels(3, 2, QImage::Format_RGB888);
        pixels.fill(Qt::red);
        Message question = userMessage(0, "a red square");
        question.pictures = {services::makePicture(pixels, {})};
        Message answer = userMessage(1, "red indeed");
        answer.author = Author::Assistant;
        ConversationDatabase database(file());
        database.saveMessage(record("a"), question);
        database.saveMessage(record("a"), answer);
        database.saveMessage(record("b"), userMessage(0, "red wine"));

        QCOMPARE(database.search("red", {}, 10).size(), 3);
        QCOMPARE(database.search("red", {.author = Author::User}, 10).size(), 2);
        QCOMPARE(database.search("red", {.author = Author::Assistant}, 10).size(), 1);
        QCOMPARE(database.search("red", {.withPictures = true}, 10).size(), 2);
    }

    void aFileOfTheFirstVersionIsCopiedAndBroughtUpToDate()
    {
        {
            services::Database database(file(), {":/sql/conversations-1.sql"});
            database.run("INSERT INTO conversation (id, title, renamed, created, changed, leaf) "
                         "VALUES ('a', 'Named', 1, 1, 2, 0)");
            database.run("INSERT INTO message (conversation, id, parent, author, state, text, "
                         "created) VALUES ('a', 0, -1, 'user', 'complete', 'An old text', 1)");
            database.run("INSERT INTO message_text (rowid, text) SELECT rowid, text FROM message");
        }
        {
            ConversationDatabase database(file());
            QCOMPARE(database.conversations()[0].title, "Named");
            QCOMPARE(database.conversations()[0].titleOrigin, services::TitleOrigin::User);
            QCOMPARE(database.contents("a").messages[0].text, "An old text");
            QCOMPARE(database.search("old", {}, 5).size(), 1);
        }
        const QString copy = copyOfBefore();
        QVERIFY(QFile::exists(copy));
        services::Database before(copy, {":/sql/conversations-1.sql"});
        QSqlQuery query = before.run("SELECT text FROM message");
        QVERIFY(query.next());
        QCOMPARE(query.value(0).toString(), "An old text");
    }

    // It contains messages that are deleted meanwhile.
    void theCopyGoesWhenTheFileIsOpenedAgain()
    {
        {
            const services::Database database(file(), {":/sql/conversations-1.sql"});
        }
        const QString copy = copyOfBefore();
        const QString older = file() + ".before-version-2", others = file() + ".mine";
        for (const QString& name : {older, others})
            QVERIFY(QFile(name).open(QIODevice::WriteOnly));
        {
            const ConversationDatabase database(file());
        }
        QVERIFY(QFile::exists(copy));

        const ConversationDatabase database(file());

        QVERIFY(!QFile::exists(copy));
        QVERIFY(!QFile::exists(older));
        QVERIFY(QFile::exists(others));
    }

    void whereTheCopyDoesNotFitTheFileIsLeftAsItIs()
    {
        {
            services::Database database(file(), {":/sql/conversations-1.sql"});
            database.run("INSERT INTO conversation (id, title, renamed, created, changed, leaf) "
                         "VALUES ('a', ?, 1, 1, 2, 0)",
                {QString(4 << 20, u'x')});
        }
        QString message;
        try {
            const tests::LargestFile limit(1 << 20);
            const ConversationDatabase database(file());
        } catch (const std::exception& error) {
            message = error.what();
        }
        QVERIFY2(message.contains("the backup couldn't be written"), qPrintable(message));
        QVERIFY(!QFile::exists(copyOfBefore()));

        ConversationDatabase database(file());
        QCOMPARE(database.conversations().size(), 1);
    }

    void textsThatGoWithMessagesAreFound()
    {
        Message message = userMessage(0, "Sum it up");
        message.attachments = {{"report.txt", "The otter swims."}, {"list.md", "herons"}};
        {
            ConversationDatabase database(file());
            database.saveMessage(record("a"), message);
            database.saveMessage(record("a"), message); // again, as with every change
            database.saveMessage(record("b"), userMessage(0, "An otter"));
            QCOMPARE(database.search("herons", {}, 5).size(), 1);
            QCOMPARE(database.search("report", {}, 5)[0].conversation, "a");
            QVERIFY(database.search("hero", {}, 5)[0].excerpt.contains("herons"));
            QCOMPARE(database.search("otter", {}, 5).size(), 2);
            QCOMPARE(database.search("otter", {}, 1)[0].conversation, "b");
            QVERIFY(database.search("otter", {.author = Author::Assistant}, 5).isEmpty());
            database.setDeleted("a", true);
            QCOMPARE(database.search("otter", {}, 5).size(), 1);
        }
        ConversationDatabase database(file());
        QVERIFY(database.search("herons", {}, 5).isEmpty());
        QCOMPARE(database.search("otter", {}, 5).size(), 1);
    }

    void documentsThatGoWithMessagesStayAndAreFound()
    {
        auto document = std::make_shared<services::Document>();
        document->isPaged = true;
        services::DocumentPart part;
        part.width = part.height = 100;
        part.text = "The otter swims.";
        part.blocks.push_back({services::BlockKind::Paragraph, 0, {0, part.text.size()},
            {{{0, part.text.size()}, {10, 20, 60, 12}}}});
        document->append(part);
        Message message = userMessage(0, "Sum it up");
        message.attachments = {{"birds.pdf", {}, document, "/books/birds.pdf"}};
        Message answer = userMessage(1, "It swims [1].");
        answer.author = Author::Assistant;
        answer.note = "The rest was left out.";
        answer.sources = {{"birds.pdf", "/books/birds.pdf", 1, "The otter swims.", 0, 16}};
        answer.sources[0].notes = "It swims.";
        {
            ConversationDatabase database(file());
            database.saveMessage(record("a"), message);
            database.saveMessage(record("a"), message); // again, as with every change
            database.saveMessage(record("a"), answer);
        }
        ConversationDatabase database(file());

        const auto messages = database.contents("a").messages;

        const services::TextAttachment& kept = messages[0].attachments.value(0);
        QVERIFY(kept.document);
        QCOMPARE(*kept.document, *document);
        QCOMPARE(kept.path, "/books/birds.pdf");
        QCOMPARE(messages[1].sources, answer.sources);
        QCOMPARE(messages[1].note, answer.note);
        QCOMPARE(database.search("otter", {}, 5).size(), 1);
    }

    void sourcesInAFileOfTheFourthVersionStay()
    {
        QStringList earlier = ConversationDatabase::migrations();
        earlier.resize(4);
        {
            services::Database database(file(), earlier);
            database.run("INSERT INTO conversation (id, title, renamed, created, changed, leaf) "
                         "VALUES ('a', 'Named', 1, 1, 2, 0)");
            database.run("INSERT INTO message (conversation, id, parent, author, state, text, "
                         "created) VALUES ('a', 0, -1, 'assistant', 'complete', 'Gulls', 1)");
            database.run(
                "INSERT INTO message_attachment (conversation, message, place, name, text) "
                "VALUES ('a', 0, 0, 'a.txt', 'otter')");
            database.run("INSERT INTO message_source (conversation, message, place, title, "
                         "address, page, passage, first, last) "
                         "VALUES ('a', 0, 0, 'Birds', '/b.pdf', 3, 'Loud.', 7, 12)");
        }
        ConversationDatabase database(file());

        const Message message = database.contents("a").messages[0];

        QCOMPARE(message.attachments,
            (QList<services::TextAttachment>{{.name = "a.txt", .text = "otter"}}));
        QCOMPARE(
            message.sources, (QList<services::Source>{{"Birds", "/b.pdf", 3, "Loud.", 7, 12}}));
        QVERIFY(message.sources[0].rectangles.isEmpty());
        QCOMPARE(message.sources[0].reading, services::Source::Reading::WithQuestion);
    }

    void textsInAFileOfTheSecondVersionAreFound()
    {
        {
            services::Database database(
                file(), {":/sql/conversations-1.sql", ":/sql/conversations-2.sql"});
            database.run("INSERT INTO conversation (id, title, renamed, created, changed, leaf) "
                         "VALUES ('a', 'Named', 1, 1, 2, 0)");
            for (const char* id : {"0", "1"})
                database.run(QString("INSERT INTO message (conversation, id, parent, author, "
                                     "state, text, created) VALUES ('a', %1, -1, 'user', "
                                     "'complete', 'Sum up', 1)")
                                 .arg(id));
            database.run(
                "INSERT INTO message_attachment (conversation, message, place, name, "
                "text) VALUES ('a', 1, 0, 'a.txt', 'otter'), ('a', 1, 1, 'b.txt', 'heron')");
        }
        ConversationDatabase database(file());
        QCOMPARE(database.search("otter", {}, 5).size(), 1);
        QCOMPARE(database.search("heron", {}, 5)[0].message, 1);
        QCOMPARE(database.search("txt", {}, 5).size(), 1);
    }

    void anAnswerCutShortIsCompleteAtTheNextStart()
    {
        Message writing = userMessage(0, "So far");
        writing.author = Author::Assistant;
        writing.state = Message::State::Writing;
        {
            ConversationDatabase database(file());
            database.saveMessage(record("a"), writing);
        }
        ConversationDatabase database(file());
        QCOMPARE(database.contents("a").messages[0].text, "So far");
        QCOMPARE(database.contents("a").messages[0].state, Message::State::Complete);
        QCOMPARE(database.contents("a").messages[0].statistics.end,
            services::AnswerStatistics::End::Stopped);
        QCOMPARE(database.search("far", {}, 5).size(), 1);
    }

    void theSourcesOfAnAnswerComeBackInTheirOrder()
    {
        const services::Source known{"Birds", "/books/birds.pdf", 12, "The gull is loud.", 100, 117,
            "Coast › Gulls", {{72, 90.5, 300, 12}, {72, 102.5, 40, 12}},
            services::Source::Reading::Earlier};
        Message answer = userMessage(1, "");
        answer.author = Author::Assistant;
        answer.state = Message::State::Waiting;
        answer.sources = {known, {.title = "Notes", .passage = "\"Gulls\"; --"}, known};
        {
            ConversationDatabase database(file());
            database.saveMessage(record("a"), userMessage(0, "What is loud?"));
            database.saveMessage(record("a"), answer);
            answer.text = "The gull.";
            answer.sources.removeFirst(); // it was asked for again
            answer.state = Message::State::Complete;
            database.saveMessage(record("a"), answer);
        }
        {
            ConversationDatabase database(file());
            QCOMPARE(database.contents("a").messages[1].sources, answer.sources);
            QVERIFY(database.contents("a").messages[0].sources.isEmpty());
            answer.removedWith = 1;
            database.saveMessage(record("a"), answer);
            QCOMPARE(database.contents("a").messages[1].sources.size(), 2); // to be put back
        }
        ConversationDatabase database(file());
        QVERIFY(database.contents("a").messages[1].sources.isEmpty());
    }

    void filesThatAMessageAwaitsComeBackAndGoWhenTheyAreRead()
    {
        QImage pixels(3, 2, QImage::Format_RGB888);
        pixels.fill(Qt::red);
        Message message = userMessage(0, "Look");
        message.pictures = {services::makePicture(pixels, "second.png")};
        message.attachments = {{"notes", "giraffe"}};
        message.awaited = {{"first.png", "/pictures/first.png", 0, 0, 77}, {"third", {}, 1, 1}};
        {
            ConversationDatabase database(file());
            database.saveMessage(record("a"), message);
            database.saveMessage(record("a"), message);
        }
        ConversationDatabase database(file());
        const Message stored = database.contents("a").messages[0];
        QCOMPARE(stored.pictures.size(), 1);
        QCOMPARE(stored.attachments.size(), 1);
        QCOMPARE(stored.awaited.size(), 2);
        QCOMPARE(stored.awaited[0].path, "/pictures/first.png");
        QCOMPARE(stored.awaited[0].ticket, 0U);
        QCOMPARE(stored.awaited[1].name, "third");
        QCOMPARE(stored.awaited[1].pictures, 1);
        QCOMPARE(stored.awaited[1].texts, 1);

        message.pictures.prepend(services::makePicture(pixels, "first.png"));
        message.attachments.append(services::TextAttachment{"third", "okapi"});
        message.awaited.clear();
        database.saveMessage(record("a"), message);
        database.saveMessage(record("a"), message);

        const Message whole = database.contents("a").messages[0];
        QVERIFY(whole.awaited.isEmpty());
        QCOMPARE(whole.pictures.size(), 2);
        QCOMPARE(whole.pictures[0].name, "first.png");
        QCOMPARE(whole.pictures[1].name, "second.png");
        QCOMPARE(whole.attachments, message.attachments);
        QCOMPARE(database.search("giraffe", {}, 5).size(), 1);
        QCOMPARE(database.search("okapi", {}, 5).size(), 1);
    }

    void aTurnThatGatheredIsStoppedAtTheNextStartAndCanBeAskedAgain()
    {
        Message question = userMessage(0, "Look");
        question.awaited = {{"first.png", "/pictures/first.png", 0, 0, 77}};
        OpenReply open; // outlives its conversation, as in a crash
        {
            ConversationStore store(file());
            ConversationList list(&store);
            Conversation* conversation = list.newConversation();
            conversation->appendUserMessage(
                services::Draft{.text = "Look", .awaited = question.awaited});
            open = conversation->appendReply();
            open.setWaitReason("Reading first.png");
        }
        ConversationStore store(file());
        ConversationList list(&store);
        QTRY_COMPARE(list.rowCount(), 1);
        Conversation* conversation = list.conversation(0);
        list.load(conversation);
        QTRY_VERIFY(conversation->isLoaded());

        QCOMPARE(conversation->message(0).awaited.size(), 1);
        const Message& answer = conversation->message(1);
        QCOMPARE(answer.state, Message::State::Complete);
        QCOMPARE(answer.statistics.end, services::AnswerStatistics::End::Stopped);
        QVERIFY(answer.waitReason.isEmpty());
        const OpenReply again = conversation->reopenReply(answer.id, {});
        QVERIFY(conversation->isWriting());
    }

    void aNewerFileIsLeftAsItIs()
    {
        {
            services::Database database(file(), {});
            database.run("PRAGMA user_version = 99");
        }
        const QByteArray before = contents();
        QVERIFY_EXCEPTION_THROWN(ConversationDatabase{file()}, std::exception);
        QCOMPARE(contents(), before);
    }

    void aMessageThatCannotBeWrittenIsTriedAgain()
    {
        {
            ConversationStore store(file());
            ConversationList list(&store);
            QSignalSpy restored(&list, &ConversationList::restored);
            QTRY_COMPARE(restored.count(), 1);
            QSignalSpy saved(&store, &ConversationStore::saved);
            QSignalSpy failed(&store, &ConversationStore::failed);
            Conversation* conversation = list.newConversation();
            conversation->appendUserMessage({"first"});
            QTRY_COMPARE(saved.count(), 1);
            {
                const tests::LargestFile full(4096);
                conversation->appendUserMessage({QString(100'000, u'x')});
                QTRY_COMPARE(failed.count(), 1);
            }
            conversation->appendUserMessage({"third"});

            QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 3, 20'000);
        }
        ConversationDatabase database(file());
        const QString id = database.conversations()[0].id;
        const QList<Message> messages = database.contents(id).messages;
        QCOMPARE(messages.size(), 3);
        QCOMPARE(messages[1].text.size(), 100'000);
        QCOMPARE(messages[2].text, "third");
    }

    void aMessageThatIsMissingLeavesTheOthers()
    {
        Message last = userMessage(3, "last");
        last.pictures = {services::decodePictureFile(tests::resource("samples/one-1.png"))};
        last.attachments = {{"notes.txt", "Notes"}};
        ConversationDatabase database(file());
        for (const Message& message : {userMessage(0, "first"), userMessage(1, "second"), last})
            database.saveMessage(record("a"), message);

        Conversation conversation(record("a"));
        conversation.restore(database.contents("a"));

        const QList<Message> messages = conversation.tree().messages();
        QCOMPARE(messages.size(), 4);
        QCOMPARE(messages[2].id, 2);
        QVERIFY2(messages[2].text.contains("couldn't be saved"), qPrintable(messages[2].text));
        QCOMPARE(messages[3].text, "last");
        QCOMPARE(messages[3].pictures.size(), 1);
        QCOMPARE(messages[3].attachments.size(), 1);
        QCOMPARE(conversation.appendUserMessage({"next"}), 4);
    }

    // The conversation must not make room for as many messages as the id suggests: anyone may have
    // written the file.
    void aMessageFarBeyondTheOthersIsLeftOut()
    {
        Message far = userMessage(MessageId(1) << 40, "far");
        ConversationDatabase database(file());
        database.saveMessage(record("a"), userMessage(0, "first"));
        database.saveMessage(record("a"), far);

        Conversation conversation(record("a"));
        conversation.restore(database.contents("a"));

        QCOMPARE(conversation.tree().messages().size(), 1);
    }

    void aDamagedFileGivesASentence()
    {
        QFile damaged(file());
        QVERIFY(damaged.open(QIODevice::WriteOnly));
        damaged.write(QByteArray(8192, 'x'));
        damaged.close();
        ConversationStore store(file());
        QTest::qSleep(300); // it has failed before anyone listens
        QSignalSpy failure(&store, &ConversationStore::failed);

        QTRY_COMPARE(failure.count(), 1);
        QVERIFY(failure[0][0].toString().contains(file()));
        store.saveMessage(record("a"), userMessage(0, "lost")); // no crash
    }

    void whatCannotBeReadIsAnsweredToo()
    {
        QVERIFY(QDir().mkpath(file())); // a folder: it cannot be opened
        ConversationStore store(file());
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        ConversationSearch search(list, &store);
        QSignalSpy finished(&search, &ConversationSearch::finished);
        search.setText("lighthouse");
        int read = 0, unread = 0;
        store.loadContents(
            "a", this, [&read](const ConversationContents&) { ++read; }, [&unread] { ++unread; });

        QTRY_COMPARE(unread, 1);
        QTRY_COMPARE(restored.count(), 1);
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(read, 0);
    }

    void aFileThatIsInUseIsRefusedWithASentence()
    {
        ConversationDatabase first(file());
        QString message;
        try {
            ConversationDatabase second(file());
        } catch (const std::exception& error) {
            message = QString::fromUtf8(error.what());
        }

        QVERIFY2(message.contains("Another Vignette"), qPrintable(message));
        first.saveMessage(record("a"), userMessage(0, "still mine"));
        QCOMPARE(first.conversations().size(), 1);
    }

    void afterACommitThatFailedTheNextOneWorks()
    {
        services::Database database(file(), {});
        database.run("CREATE TABLE one (id INTEGER PRIMARY KEY)");
        database.run("CREATE TABLE two (one REFERENCES one DEFERRABLE INITIALLY DEFERRED)");
        const auto point = [&database](int id) {
            database.transaction([&] { database.run("INSERT INTO two VALUES (?)", {id}); });
        };
        QVERIFY_EXCEPTION_THROWN(point(1), std::exception);

        database.run("INSERT INTO one VALUES (2)");
        point(2);

        QSqlQuery query = database.run("SELECT count(*) FROM two");
        QVERIFY(query.next());
        QCOMPARE(query.value(0).toInt(), 1);
    }

    void aListIsBackAfterARestart()
    {
        QString id;
        {
            ConversationStore store(file());
            ConversationList list(&store);
            Conversation* conversation = list.newConversation();
            id = conversation->id();
            conversation->appendUserMessage({"Tell me about lighthouses"});
            OpenReply answer = conversation->appendReply();
            answer.append("They shine");
            answer.finish();
            conversation->rename("Towers");
            list.newConversation()->appendUserMessage({"Another"});
        }
        ConversationStore store(file());
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);

        QCOMPARE(list.rowCount(), 2);
        Conversation* conversation = list.conversation(1);
        QCOMPARE(conversation->id(), id);
        QCOMPARE(conversation->title(), "Towers");
        QVERIFY(!conversation->isLoaded());
        list.load(conversation);
        QTRY_VERIFY(conversation->isLoaded());
        QCOMPARE(conversation->rowCount(), 2);
        QCOMPARE(conversation->message(1).text, "They shine");
        conversation->appendUserMessage({"And then?"});
        QCOMPARE(list.rowOf(conversation), 0); // the newest again
    }

    void conversationsThatWereLeftGiveTheirPicturesBack()
    {
        ConversationStore store(file());
        ConversationList list(&store);
        list.setMaxPictureBytes(0);
        Conversation* seen = withPicture(list);
        const QString title = seen->title();
        const services::Picture picture = seen->message(0).pictures[0];
        list.open(seen);
        QVERIFY(seen->isLoaded());

        list.open(list.newConversation());

        QTRY_VERIFY(!seen->isLoaded());
        QCOMPARE(services::pictureBytes(*seen), 0);
        QCOMPARE(seen->title(), title);
        list.open(seen);
        QTRY_VERIFY(seen->isLoaded());
        QCOMPARE(seen->title(), title);
        QCOMPARE(seen->message(0).pictures[0].image, picture.image);
        QCOMPARE(seen->message(0).pictures[0].name, picture.name);
    }

    void whatIsAtWorkOrOnlyInMemoryStays()
    {
        ConversationStore store(file());
        ConversationList list(&store);
        list.setMaxPictureBytes(0);
        Conversation* writing = withPicture(list);
        OpenReply answer = writing->appendReply();
        Conversation* drafted = withPicture(list);
        drafted->setDraft({{}, drafted->message(0).pictures});
        Conversation* temporary = list.newTemporary();
        temporary->appendUserMessage({{}, drafted->message(0).pictures});
        Conversation* left = withPicture(list);
        Conversation* queued = withPicture(list);
        queued->setQueue({{.draft = {"next"}}});
        for (Conversation* each : {writing, drafted, temporary, queued, left})
            list.open(each);

        list.open(list.newConversation());

        QTRY_VERIFY(!left->isLoaded());
        QVERIFY(writing->isLoaded() && drafted->isLoaded() && temporary->isLoaded()
            && queued->isLoaded());
        answer.finish();
        list.open(writing);
        list.open(list.newConversation());
        QTRY_VERIFY(!writing->isLoaded());
    }

    void whatCouldNotBeWrittenStaysInMemory()
    {
        ConversationStore store(file());
        ConversationList list(&store);
        list.setMaxPictureBytes(0);
        QSignalSpy restored(&list, &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);
        QSignalSpy failed(&store, &ConversationStore::failed);
        QSignalSpy saved(&store, &ConversationStore::saved);
        Conversation* full;
        {
            const tests::LargestFile limit(QFileInfo(file()).size() + 4096);
            full = withPicture(list, QString(4 << 20, u'x'));
            list.open(full);
            list.open(list.newConversation());
            QTRY_VERIFY(failed.count() > 0);
            QVERIFY(isDone(store));
            QVERIFY(full->isLoaded());
        }
        QTRY_VERIFY(saved.count() > 0); // the disk has room again
        list.open(full);
        list.open(list.newConversation());
        QTRY_VERIFY(!full->isLoaded());
        list.open(full);
        QTRY_VERIFY(full->isLoaded());
        QCOMPARE(full->message(0).text.size(), 4 << 20);
    }

    void withoutAFileEverythingStaysInMemory()
    {
        QVERIFY(QDir().mkpath(file())); // a folder
        ConversationStore store(file());
        ConversationList list(&store);
        list.setMaxPictureBytes(0);
        Conversation* conversation = withPicture(list);
        list.open(conversation);

        list.open(list.newConversation());

        QVERIFY(!isDone(store));
        QVERIFY(conversation->isLoaded());
    }

    void aDraftWaitsWhereAnotherWasWrittenBeforeItCameBack()
    {
        ConversationRecord unsent = record("unsent");
        unsent.draft = "an old thought";
        ConversationDatabase(file()).saveConversation(unsent);
        {
            ConversationStore store(file());
            ConversationList list(&store);
            list.newConversation()->setDraft({"written at once"});
            QSignalSpy restored(&list, &ConversationList::restored);
            QTRY_COMPARE(restored.count(), 1);
            QCOMPARE(list.newConversation()->draft().text, "written at once");
        }
        QStringList drafts;
        for (const ConversationRecord& each : ConversationDatabase(file()).conversations())
            drafts << each.draft;
        QVERIFY(drafts.contains("an old thought"));
    }

    void aDraftThatCameBackIsOnTheDiskAtAnyTime()
    {
        ConversationRecord unsent = record("unsent");
        unsent.draft = "a thought";
        ConversationDatabase(file()).saveConversation(unsent);
        ConversationStore store(file());
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);

        QStringList drafts;
        bool isRead = false;
        store.loadConversations(this, [&](const QList<ConversationRecord>& records) {
            for (const ConversationRecord& each : records)
                drafts << each.draft;
            isRead = true;
        });
        QTRY_VERIFY(isRead);
        QCOMPARE(drafts, QStringList{"a thought"});
    }

    void anAnswerBeingWrittenIsSavedEverySecond()
    {
        ConversationStore store(file());
        QSignalSpy saved(&store, &ConversationStore::saved);
        ConversationList list(&store);
        Conversation* conversation = list.newConversation();
        conversation->appendUserMessage({"Count"});
        OpenReply answer = conversation->appendReply();
        answer.append("one");
        answer.append(" two");

        QTRY_COMPARE(saved.count(), 3); // the question, the empty answer, and then both words
        QList<Message> messages;
        store.loadContents(conversation->id(), this,
            [&messages](const ConversationContents& read) { messages = read.messages; });
        QTRY_COMPARE(messages.size(), 2);
        QCOMPARE(messages[1].text, "one two");
    }

    void aReplyWhoseWriterIsGoneIsStoredAsStopped()
    {
        {
            ConversationStore store(file());
            ConversationList list(&store);
            Conversation* conversation = list.newConversation();
            conversation->appendUserMessage({"Count"});
            OpenReply reply = conversation->appendReply();
            reply.append("one two");
        }
        ConversationStore store(file());
        QList<Message> messages;
        store.loadConversations(this, [&](const QList<ConversationRecord>& records) {
            store.loadContents(records.first().id, this,
                [&messages](const ConversationContents& read) { messages = read.messages; });
        });
        QTRY_COMPARE(messages.size(), 2);
        QCOMPARE(messages[1].text, "one two");
        QCOMPARE(messages[1].state, Message::State::Complete);
        QCOMPARE(messages[1].statistics.end, services::AnswerStatistics::End::Stopped);
    }

private:
    static Conversation* withPicture(ConversationList& list, const QString& text = {})
    {
        Conversation* conversation = list.newConversation();
        conversation->appendUserMessage(
            {text, {services::decodePictureFile(tests::resource("samples/one-1.png"))}});
        return conversation;
    }

    // Waits for all that was asked of the store; false if it has no file to do it with.
    bool isDone(ConversationStore& store)
    {
        std::optional<bool> done;
        store.whenDone(
            this, [&] { done = true; }, [&] { done = false; });
        return QTest::qWaitFor([&] { return done.has_value(); }) && *done;
    }

    QString copyOfBefore() const
    {
        return file() + ".before-version-"
            + QString::number(ConversationDatabase::migrations().size());
    }

    QString file() const { return m_folder->filePath("conversations.sqlite"); }
    QString onlyConversation() const
    {
        const QList<ConversationRecord> all = ConversationDatabase(file()).conversations();
        return all.size() == 1 ? all[0].id : QString();
    }
    int picturesOnDisk() const
    {
        services::Database database(file(), ConversationDatabase::migrations());
        QSqlQuery query = database.run("SELECT count(*) FROM picture");
        return query.next() ? query.value(0).toInt() : -1;
    }
    QByteArray contents() const
    {
        QFile opened(file());
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TESTS(StoreTest, QCoreApplication);
#include "store_test.moc"
