#include "services/conversations/conversation_list.h"
#include "tests/support/test_program.h"

#include <QSignalSpy>
#include <QTest>

using services::Author;
using services::Conversation;
using services::ConversationList;
using services::Message;
using services::MessageId;

class ConversationTest : public QObject {
    Q_OBJECT

private slots:
    void textOfAnAnswerIsAppendedUntilItEnds()
    {
        Conversation conversation;
        conversation.appendUserMessage("What is this?", {});
        const MessageId answer = conversation.appendAnswer();
        QSignalSpy changed(&conversation, &Conversation::messageChanged);

        conversation.appendText(answer, "A pic");
        conversation.appendText(answer, "ture.");
        QVERIFY(conversation.isWriting());
        conversation.finishAnswer(answer, {.tokens = 3});
        conversation.appendText(answer, " too late");

        QCOMPARE(conversation.message(1).text, "A picture.");
        QCOMPARE(conversation.message(1).state, Message::State::Complete);
        QCOMPARE(conversation.message(1).statistics.tokens, 3);
        QCOMPARE(changed.count(), 3);
        QVERIFY(!conversation.isWriting());
    }

    void aFailedAnswerKeepsItsTextAndSaysWhy()
    {
        Conversation conversation;
        conversation.appendUserMessage("Go on", {});
        const MessageId answer = conversation.appendAnswer();

        conversation.appendText(answer, "So far");
        conversation.failAnswer(answer, "The device is gone.");

        QCOMPARE(conversation.message(1).text, "So far");
        QCOMPARE(conversation.message(1).error, "The device is gone.");
        QCOMPARE(conversation.message(1).state, Message::State::Failed);
    }

    void anotherBranchKeepsItsMessages()
    {
        Conversation conversation;
        const MessageId question = conversation.appendUserMessage("Question", {});
        const MessageId first = conversation.appendAnswer();
        conversation.showBranch(question);
        const MessageId second = conversation.appendAnswer();

        conversation.appendText(first, "hidden");
        conversation.appendText(second, "shown");

        QCOMPARE(conversation.rowCount(), 2);
        QCOMPARE(conversation.message(1).text, "shown");
        conversation.showBranch(first);
        QCOMPARE(conversation.message(1).text, "hidden");
        QCOMPARE(conversation.messagesUntil(second).last().text, "shown");
    }

    void anotherVersionOfAMessageBeginsABranch()
    {
        Conversation conversation;
        const MessageId question = conversation.appendUserMessage("Question", {});
        const MessageId answer = conversation.appendAnswer();
        const MessageId more = conversation.appendUserMessage("More", {});

        conversation.branchOff(answer);
        const MessageId second = conversation.appendAnswer();

        QCOMPARE(conversation.versions(answer), (QList<MessageId>{answer, second}));
        QCOMPARE(conversation.versions(question), (QList<MessageId>{question}));
        QCOMPARE(conversation.record().leaf, second);
        conversation.showMessage(answer);
        QCOMPARE(conversation.record().leaf, more); // continues to the end of that branch
        conversation.showMessage(question);
        QCOMPARE(conversation.record().leaf, more); // it is shown already
        conversation.branchOff(question);
        QVERIFY(conversation.isEmpty());
        const MessageId edited = conversation.appendUserMessage("Better", {});
        QCOMPARE(conversation.versions(question), (QList<MessageId>{question, edited}));
        QCOMPARE(conversation.title(), "Better");
    }

    void anAnswerThatIsReopenedGrowsAndCountsOn()
    {
        Conversation conversation;
        conversation.appendUserMessage("Count", {});
        const MessageId answer = conversation.appendAnswer();
        conversation.appendText(answer, "one");
        conversation.finishAnswer(answer, {.tokens = 1});

        conversation.reopenAnswer(answer, {});
        QVERIFY(conversation.isWriting());
        conversation.appendText(answer, " two");
        conversation.finishAnswer(answer, {.tokens = 2});

        QCOMPARE(conversation.message(1).text, "one two");
        QCOMPARE(conversation.message(1).statistics.tokens, 3);
        QVERIFY(!conversation.isWriting());
    }

    void aRemovedMessageGoesWithAllThatFollowsAndComesBack()
    {
        Conversation conversation;
        const MessageId question = conversation.appendUserMessage("Question", {});
        const MessageId first = conversation.appendAnswer();
        const MessageId more = conversation.appendUserMessage("More", {});
        conversation.branchOff(first);
        const MessageId second = conversation.appendAnswer();
        conversation.showMessage(first);
        QCOMPARE(conversation.record().leaf, more);

        conversation.removeMessage(first);
        QCOMPARE(conversation.versions(second), (QList<MessageId>{second}));
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
        const MessageId question = conversation.appendUserMessage("Question", {});
        QSignalSpy writing(&conversation, &Conversation::writingChanged);

        const QList<MessageId> answers = conversation.appendAnswers(question, {"a", "b", "c"});

        QCOMPARE(conversation.versions(answers[0]), answers);
        QCOMPARE(conversation.message(1).id, answers[0]);
        QCOMPARE(conversation.messageById(answers[2]).model, "c");
        QCOMPARE(writing.count(), 1);
        for (const MessageId answer : answers)
            conversation.finishAnswer(answer, {});
        QCOMPARE(writing.count(), 2);
        QVERIFY(!conversation.isWriting());
    }

    void anEditedAnswerIsACompleteVersion()
    {
        Conversation conversation;
        conversation.appendUserMessage("Question", {});
        const MessageId answer = conversation.appendAnswer("a");
        conversation.failAnswer(answer, "No.");

        const MessageId edited = conversation.appendVersion(answer, "Better");

        QCOMPARE(conversation.message(1).id, edited);
        QCOMPARE(conversation.message(1).text, "Better");
        QCOMPARE(conversation.message(1).model, "a");
        QCOMPARE(conversation.message(1).state, Message::State::Complete);
        QVERIFY(conversation.message(1).error.isEmpty());
    }

    void aCopyEndsWhereItIsTold()
    {
        ConversationList list;
        Conversation* original = list.newConversation();
        const MessageId question = original->appendUserMessage("Question", {});
        const MessageId first = original->appendAnswer();
        original->finishAnswer(first, {});
        original->branchOff(first);
        const MessageId second = original->appendAnswer();
        original->appendText(second, "so far");

        const Conversation* fork = list.duplicate(original, second);
        const Conversation* whole = list.duplicate(original);

        QCOMPARE(list.rowCount(), 3);
        QCOMPARE(fork->allMessages().size(), 2);
        QCOMPARE(fork->message(1).text, "so far");
        QCOMPARE(fork->message(1).state, Message::State::Complete);
        QVERIFY(!fork->isWriting());
        QCOMPARE(whole->allMessages().size(), 3);
        QCOMPARE(whole->versions(first).size(), 2);
        QCOMPARE(whole->title(), "Question (copy)");
        QVERIFY(whole->id() != original->id());
        QCOMPARE(question, MessageId(0));
    }

    void theTitleIsTheFirstWordsOfTheFirstMessage()
    {
        Conversation conversation;
        QVERIFY(!conversation.title().isEmpty());

        conversation.appendUserMessage(
            "Tell me,\nplease, about the history of lighthouses in the northern seas", {});

        QCOMPARE(conversation.title(), u"Tell me, please, about the history of…"_qs);
    }

    void aConversationIsListedFromItsFirstMessage()
    {
        ConversationList list;
        Conversation* conversation = list.newConversation();
        QCOMPARE(list.rowCount(), 0);
        QCOMPARE(list.newConversation(), conversation);

        conversation->appendUserMessage("Hello", {});

        QCOMPARE(list.rowCount(), 1);
        QCOMPARE(list.data(list.index(0), Qt::DisplayRole).toString(), "Hello");
        QVERIFY(list.newConversation() != conversation);
    }

    void theListTellsWhoIsWriting()
    {
        ConversationList list;
        Conversation* conversation = list.newConversation();
        conversation->appendUserMessage("Hello", {});
        QSignalSpy changed(&list, &ConversationList::dataChanged);

        const MessageId answer = conversation->appendAnswer();

        QVERIFY(list.data(list.index(0), ConversationList::WritingRole).toBool());
        conversation->finishAnswer(answer, {});
        QVERIFY(!list.data(list.index(0), ConversationList::WritingRole).toBool());
        QVERIFY(changed.count() >= 2);
    }

    void foldersKeepTheirConversationsWhenTheyAreRenamed()
    {
        ConversationList list;
        Conversation* conversation = list.newConversation();
        conversation->appendUserMessage("Hello", {});
        conversation->setFolder(list.folders().add("Work"));
        QCOMPARE(list.folders().add("Work"), "Work 2");

        list.folders().rename("Work", " My  work ");
        QCOMPARE(conversation->folder(), "My work");
        list.folders().rename("My work", "Work 2"); // taken
        list.folders().rename("My work", "");
        QCOMPARE(conversation->folder(), "My work");
        list.folders().remove("My work");
        QVERIFY(conversation->folder().isEmpty());
        QCOMPARE(list.folders().names(), (QStringList{"Work 2"}));
    }

    void aPictureWithoutAWordIsTitledByItsCaption()
    {
        Conversation conversation;
        conversation.appendUserMessage({}, {services::Picture{"cat.png", {}, {}}});
        QCOMPARE(conversation.title(), "cat.png");
        const MessageId answer = conversation.appendAnswer();

        conversation.appendText(answer, "A picture of a cat.");
        conversation.finishAnswer(answer, {});

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
        conversation.appendUserMessage(question, {services::Picture{"dogs.png", {}, {}}});
        const MessageId written = conversation.appendAnswer();
        conversation.appendText(written, answer);
        conversation.finishAnswer(written, {});

        QTEST(conversation.title(), "title");
    }

    // Nearly all such answers are the same.
    void anAnswerThatIsNotSureMakesNoTitle()
    {
        for (const char* question : {"", "Describe this picture."}) {
            Conversation conversation;
            conversation.appendUserMessage(question, {services::Picture{"beach.jpg", {}, {}}});
            const MessageId written = conversation.appendAnswer();
            conversation.appendText(written, "I know drawings only.");
            conversation.finishAnswer(written, {.isSure = false});

            QCOMPARE(conversation.title(), "beach.jpg");
        }
    }

    void anEditedAnswerHasNoStatistics()
    {
        Conversation conversation;
        conversation.appendUserMessage("Hello", {});
        const MessageId answer = conversation.appendAnswer();
        conversation.appendText(answer, "Hi");
        conversation.finishAnswer(answer, {.tokens = 2, .tokensPerSecond = 9});

        const MessageId edited = conversation.appendVersion(answer, "Good morning");

        QCOMPARE(conversation.messageById(edited).statistics.tokens, 0);
        QCOMPARE(conversation.messageById(edited).statistics.tokensPerSecond, 0.0);
        QCOMPARE(conversation.messageById(answer).statistics.tokens, 2);
    }
};

TESTS(ConversationTest, QCoreApplication);
#include "conversation_test.moc"
