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
