#include "services/conversations/conversation_list.h"

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
        QCOMPARE(conversation.record().leaf, more); // goes on to the end of that branch
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

        conversation.reopenAnswer(answer);
        QVERIFY(conversation.isWriting());
        conversation.appendText(answer, " two");
        conversation.finishAnswer(answer, {.tokens = 2});

        QCOMPARE(conversation.message(1).text, "one two");
        QCOMPARE(conversation.message(1).statistics.tokens, 3);
        QVERIFY(!conversation.isWriting());
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

    void aPictureWithoutAWordIsTitledByItsCaption()
    {
        Conversation conversation;
        conversation.appendUserMessage({}, {services::Picture{"cat.png", {}, {}}});
        QCOMPARE(conversation.title(), "cat.png");
        const MessageId answer = conversation.appendAnswer();

        conversation.appendText(answer, "A picture of a cat.");
        conversation.finishAnswer(answer, {});

        QCOMPARE(conversation.title(), "A picture of a cat.");
    }
};

QTEST_GUILESS_MAIN(ConversationTest)
#include "conversation_test.moc"
