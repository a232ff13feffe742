#include "services/conversations/conversation_list.h"
#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTest>

using services::Author;
using services::Conversation;
using services::ConversationList;
using services::Message;
using services::MessageId;
using services::OpenReply;

namespace {

// A complete reply at the end of the branch that is shown.
MessageId addReply(Conversation& conversation)
{
    OpenReply reply = conversation.appendReply();
    reply.finish();
    return reply.id();
}

} // namespace

class ConversationTest : public QObject {
    Q_OBJECT

private slots:
    void textOfAnAnswerIsAppendedUntilItEnds()
    {
        Conversation conversation;
        conversation.appendUserMessage({"What is this?"});
        OpenReply answer = conversation.appendReply();
        QSignalSpy changed(&conversation, &Conversation::messageChanged);

        answer.append("A pic");
        answer.append("ture.");
        QVERIFY(conversation.isWriting());
        answer.finish({.tokens = 3});

        QCOMPARE(conversation.message(1).text, "A picture.");
        QCOMPARE(conversation.message(1).state, Message::State::Complete);
        QCOMPARE(conversation.message(1).statistics.tokens, 3);
        QCOMPARE(changed.count(), 3);
        QVERIFY(!conversation.isWriting());
    }

    void aFailedAnswerKeepsItsTextAndSaysWhy()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Go on"});
        OpenReply answer = conversation.appendReply();

        answer.append("So far");
        answer.fail("The device is gone.");

        QCOMPARE(conversation.message(1).text, "So far");
        QCOMPARE(conversation.message(1).error, "The device is gone.");
        QCOMPARE(conversation.message(1).state, Message::State::Failed);
    }

    void aReplyThatNobodyFinishesIsKeptAsStopped()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Question"});
        QSignalSpy touched(&conversation, &Conversation::messageTouched);
        {
            OpenReply reply = conversation.appendReply();
            reply.append("So far");
            reply.addToolUses({{.name = "calculator", .arguments = "{}"}});
            OpenReply owner = std::move(reply);
            QVERIFY(!reply.isOpen());
            touched.clear();
        }

        QCOMPARE(touched.count(), 1);
        const Message& answer = conversation.message(1);
        QCOMPARE(answer.text, "So far\n\n");
        QCOMPARE(answer.state, Message::State::Complete);
        QCOMPARE(answer.statistics.end, services::AnswerStatistics::End::Stopped);
        QCOMPARE(answer.toolUses[0].state, services::ToolUse::State::Denied);
        QVERIFY(!conversation.isWriting());
    }

    void aReplyEndsOnce()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Question"});
        QSignalSpy writing(&conversation, &Conversation::writingChanged);
        {
            OpenReply reply = conversation.appendReply();
            reply.append("All of it");
            reply.finish({.tokens = 3});
            QVERIFY(!reply.isOpen());
            reply.stop();
        }

        QCOMPARE(writing.count(), 2);
        QCOMPARE(conversation.message(1).statistics.tokens, 3);
        QCOMPARE(conversation.message(1).statistics.end, services::AnswerStatistics::End::Complete);
    }

    void aReplyThatIsReplacedByAnotherIsStopped()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Question"});
        OpenReply reply = conversation.appendReply();
        reply.append("One");
        const MessageId first = reply.id();

        reply = conversation.appendReply();

        QCOMPARE(conversation.messageById(first).statistics.end,
            services::AnswerStatistics::End::Stopped);
        QCOMPARE(conversation.messageById(first).text, "One");
        QVERIFY(reply.isOpen() && reply.message().isOpen());
    }

    void aReplyMayOutliveItsConversation()
    {
        auto conversation = std::make_unique<Conversation>();
        conversation->appendUserMessage({"Question"});
        OpenReply reply = conversation->appendReply();

        conversation.reset();

        QVERIFY(!reply.isOpen());
        reply.append("Too late");
        reply.finish();
        QVERIFY(!reply.conversation());
    }

    void aReplyThatWasRemovedAndForgottenStillEnds()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Question"});
        OpenReply reply = conversation.appendReply();
        reply.append("Secret");

        conversation.removeMessage(reply.id());
        conversation.forgetMessage(reply.id());
        reply.append(" more");
        reply.finish();

        QVERIFY(!conversation.isWriting());
        QVERIFY(conversation.messageById(reply.id()).text.isEmpty());
    }

    void anotherBranchKeepsItsMessages()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Question"});
        OpenReply first = conversation.appendReply();
        conversation.branchOff(first.id());
        OpenReply second = conversation.appendReply();

        first.append("hidden");
        second.append("shown");

        QCOMPARE(conversation.rowCount(), 2);
        QCOMPARE(conversation.message(1).text, "shown");
        conversation.showMessage(first.id());
        QCOMPARE(conversation.message(1).text, "hidden");
        QCOMPARE(conversation.tree().messagesUntil(second.id()).last().text, "shown");
    }

    void anotherVersionOfAMessageBeginsABranch()
    {
        Conversation conversation;
        const MessageId question = conversation.appendUserMessage({"Question"});
        const MessageId answer = addReply(conversation);
        const MessageId more = conversation.appendUserMessage({"More"});

        conversation.branchOff(answer);
        const MessageId second = addReply(conversation);

        QCOMPARE(conversation.tree().versions(answer), (QList<MessageId>{answer, second}));
        QCOMPARE(conversation.tree().versions(question), (QList<MessageId>{question}));
        QCOMPARE(conversation.record().leaf, second);
        conversation.showMessage(answer);
        QCOMPARE(conversation.record().leaf, more); // continues to the end of that branch
        conversation.showMessage(question);
        QCOMPARE(conversation.record().leaf, more); // it is shown already
        conversation.branchOff(question);
        QVERIFY(conversation.isEmpty());
        const MessageId edited = conversation.appendUserMessage({"Better"});
        QCOMPARE(conversation.tree().versions(question), (QList<MessageId>{question, edited}));
        QCOMPARE(conversation.title(), "Better");
    }

    void anAnswerThatIsReopenedGrowsAndCountsOn()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Count"});
        OpenReply answer = conversation.appendReply();
        answer.append("one");
        answer.finish({.tokens = 1});

        answer = conversation.reopenReply(answer.id(), {});
        QVERIFY(conversation.isWriting());
        answer.append(" two");
        answer.finish({.tokens = 2});

        QCOMPARE(conversation.message(1).text, "one two");
        QCOMPARE(conversation.message(1).statistics.tokens, 3);
        QVERIFY(!conversation.isWriting());
    }

    void aRemovedMessageGoesWithAllThatFollowsAndComesBack()
    {
        Conversation conversation;
        const MessageId question = conversation.appendUserMessage({"Question"});
        const MessageId first = addReply(conversation);
        const MessageId more = conversation.appendUserMessage({"More"});
        conversation.branchOff(first);
        const MessageId second = addReply(conversation);
        conversation.showMessage(first);
        QCOMPARE(conversation.record().leaf, more);

        conversation.removeMessage(first);
        QCOMPARE(conversation.tree().versions(second), (QList<MessageId>{second}));
        QCOMPARE(conversation.record().leaf, second);
        QVERIFY(conversation.messageById(more).isRemoved());
        conversation.removeMessage(second);
        QCOMPARE(conversation.record().leaf, question);
        conversation.showMessage(first);
        QCOMPARE(conversation.record().leaf, question); // it is gone

        conversation.putBackMessage(first);
        QCOMPARE(conversation.record().leaf, more);
        QVERIFY(!conversation.messageById(more).isRemoved());
        QVERIFY(conversation.messageById(second).isRemoved());
    }

    void severalAnswersStandBesideEachOther()
    {
        Conversation conversation;
        const MessageId question = conversation.appendUserMessage({"Question"});
        QSignalSpy writing(&conversation, &Conversation::writingChanged);

        std::vector<OpenReply> replies = conversation.appendReplies(question,
            {services::ModelId::fromText("a"), services::ModelId::fromText("b"),
                services::ModelId::fromText("c")});

        QCOMPARE(conversation.tree().versions(replies[0].id()),
            (QList<MessageId>{replies[0].id(), replies[1].id(), replies[2].id()}));
        QCOMPARE(conversation.message(1).id, replies[0].id());
        QCOMPARE(replies[2].message().model.text(), "c");
        QCOMPARE(writing.count(), 1);
        for (OpenReply& reply : replies)
            reply.finish();
        QCOMPARE(writing.count(), 2);
        QVERIFY(!conversation.isWriting());
    }

    void anEditedAnswerIsACompleteVersion()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Question"});
        OpenReply answer = conversation.appendReply(services::ModelId::fromText("a"));
        answer.fail("No.");

        const MessageId edited = conversation.appendVersion(answer.id(), "Better");

        QCOMPARE(conversation.message(1).id, edited);
        QCOMPARE(conversation.message(1).text, "Better");
        QCOMPARE(conversation.message(1).model.text(), "a");
        QCOMPARE(conversation.message(1).state, Message::State::Complete);
        QVERIFY(conversation.message(1).error.isEmpty());
    }

    void aCopyEndsWhereItIsTold()
    {
        ConversationList list;
        Conversation* original = list.newConversation();
        const MessageId question = original->appendUserMessage({"Question"});
        OpenReply first = original->appendReply();
        first.finish();
        original->branchOff(first.id());
        OpenReply second = original->appendReply();
        second.append("so far");

        const Conversation* fork = list.duplicate(original, second.id());
        const Conversation* whole = list.duplicate(original);

        QCOMPARE(list.rowCount(), 3);
        QCOMPARE(fork->tree().messages().size(), 2);
        QCOMPARE(fork->message(1).text, "so far");
        QCOMPARE(fork->message(1).state, Message::State::Complete);
        QVERIFY(!fork->isWriting());
        QCOMPARE(whole->tree().messages().size(), 3);
        QCOMPARE(whole->tree().versions(first.id()).size(), 2);
        QCOMPARE(whole->title(), "Question (copy)");
        QVERIFY(whole->id() != original->id());
        QCOMPARE(question, MessageId(0));
    }

    void theTitleIsTheFirstWordsOfTheFirstMessage()
    {
        Conversation conversation;
        QVERIFY(!conversation.title().isEmpty());

        conversation.appendUserMessage(
            {"Tell me,\nplease, about the history of lighthouses in the northern seas"});

        QCOMPARE(conversation.title(), u"Tell me, please, about the history of…"_qs);
    }

    void aConversationIsListedFromItsFirstMessage()
    {
        ConversationList list;
        Conversation* conversation = list.newConversation();
        QCOMPARE(list.rowCount(), 0);
        QCOMPARE(list.newConversation(), conversation);

        conversation->appendUserMessage({"Hello"});

        QCOMPARE(list.rowCount(), 1);
        QCOMPARE(list.data(list.index(0), Qt::DisplayRole).toString(), "Hello");
        QVERIFY(list.newConversation() != conversation);
    }

    void theListTellsWhoIsWriting()
    {
        ConversationList list;
        Conversation* conversation = list.newConversation();
        conversation->appendUserMessage({"Hello"});
        QSignalSpy changed(&list, &ConversationList::dataChanged);

        OpenReply answer = conversation->appendReply();

        QVERIFY(list.data(list.index(0), ConversationList::WritingRole).toBool());
        answer.finish();
        QVERIFY(!list.data(list.index(0), ConversationList::WritingRole).toBool());
        QVERIFY(changed.count() >= 2);
    }

    void foldersKeepTheirConversationsWhenTheyAreRenamed()
    {
        ConversationList list;
        Conversation* conversation = list.newConversation();
        conversation->appendUserMessage({"Hello"});
        conversation->setFolder(list.folders().add("Work"));
        QCOMPARE(list.folders().add("Work"), "Work 2");

        list.folders().rename("Work", " My  work ");
        QCOMPARE(conversation->storedRecord().folder, "My work");
        list.folders().rename("My work", "Work 2"); // taken
        list.folders().rename("My work", "");
        QCOMPARE(conversation->storedRecord().folder, "My work");
        list.folders().remove("My work");
        QVERIFY(conversation->storedRecord().folder.isEmpty());
        QCOMPARE(list.folders().names(), (QStringList{"Work 2"}));
    }

    void aPictureWithoutAWordIsTitledByItsCaption()
    {
        Conversation conversation;
        conversation.appendUserMessage({{}, {services::Picture{"cat.png", {}, {}}}});
        QCOMPARE(conversation.title(), "cat.png");
        OpenReply answer = conversation.appendReply();

        answer.append("A picture of a cat.");
        answer.finish();

        QCOMPARE(conversation.title(), "A cat");
    }

    void titlesSayWhatDiffers_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("title");
        QTest::newRow("general question") << "What is in this picture?"
                                          << "A picture of two dogs on a red background."
                                          << "Two dogs on a red background";
        QTest::newRow("an answer of dots") << "What is this about?"
                                           << "The" + QString(100, u'.')
                                           << "dogs.png";
        QTest::newRow("the program's own example") << "Describe this picture."
                                                   << "The image shows a **lighthouse**."
                                                   << "A lighthouse";
        QTest::newRow("the program's other example") << "Transcribe all text in this picture."
                                                     << "EXIT"
                                                     << "EXIT";
        QTest::newRow("German") << "Beschreibe dieses Bild."
                                << "A picture of a ship."
                                << "A ship";
        QTest::newRow("German question") << "Was siehst du auf dem Bild?"
                                         << "A picture of a ship."
                                         << "A ship";
        QTest::newRow("German, of its own") << "Was kostet das Schiff auf dem Bild wohl heute?"
                                            << "Much."
                                            << "Was kostet das Schiff auf dem Bild wohl heute?";
        QTest::newRow("the other example in German")
            << "Schreibe allen Text auf, der in diesem Bild steht."
            << "EXIT"
            << "EXIT";
        QTest::newRow("the other example in Chinese") << "写出这张图片中的所有文字。"
                                                      << "EXIT"
                                                      << "EXIT";
        QTest::newRow("Chinese") << "描述这张图片。"
                                 << "A picture of a ship."
                                 << "A ship";
        QTest::newRow("Chinese question") << "图里有什么？"
                                          << "A picture of a ship."
                                          << "A ship";
        QTest::newRow("a question of its own") << "How many dogs are there?"
                                               << "Three."
                                               << "How many dogs are there?";
        QTest::newRow("Markdown in the answer") << ""
                                                << "# Heading\n\nSome *fine* words"
                                                << "Heading Some fine words";
        QTest::newRow("a product is none") << "2 * 3 * 4 = ?"
                                           << "24"
                                           << "2 * 3 * 4 = ?";
        QTest::newRow("nothing but marks") << "#"
                                           << "Hm"
                                           << "#";
        QTest::newRow("a model that thinks first")
            << ""
            << "<think>\nThe user wants a caption.\n</think>\n\nA picture of a ship."
            << "A ship";
        QTest::newRow("a model that thinks and says nothing") << ""
                                                              << "<think>\nThe user wants"
                                                              << "dogs.png";
        QTest::newRow("nothing after the usual") << ""
                                                 << "A picture of"
                                                 << "A picture of";
    }
    void titlesSayWhatDiffers()
    {
        QFETCH(QString, question);
        QFETCH(QString, answer);
        Conversation conversation;
        conversation.appendUserMessage({question, {services::Picture{"dogs.png", {}, {}}}});
        OpenReply written = conversation.appendReply();
        written.append(answer);
        written.finish();

        QTEST(conversation.title(), "title");
    }

    // Nearly all such answers are the same.
    void anAnswerThatIsNotSureMakesNoTitle()
    {
        for (const char* question : {"", "Describe this picture."}) {
            Conversation conversation;
            conversation.appendUserMessage({question, {services::Picture{"beach.jpg", {}, {}}}});
            OpenReply written = conversation.appendReply();
            written.append("I know drawings only.");
            written.finish({.isSure = false});

            QCOMPARE(conversation.title(), "beach.jpg");
        }
    }

    void anEditedAnswerHasNoStatistics()
    {
        Conversation conversation;
        conversation.appendUserMessage({"Hello"});
        OpenReply answer = conversation.appendReply();
        answer.append("Hi");
        answer.finish({.tokens = 2, .tokensPerSecond = 9});

        const MessageId edited = conversation.appendVersion(answer.id(), "Good morning");

        QCOMPARE(conversation.messageById(edited).statistics.tokens, 0);
        QCOMPARE(conversation.messageById(edited).statistics.tokensPerSecond, 0.0);
        QCOMPARE(answer.message().statistics.tokens, 2);
    }
};

TESTS(ConversationTest, QCoreApplication);
#include "conversation_test.moc"
