#include "services/conversations/answer_writer.h"
#include "tests/support/test_program.h"
#include "tests/ui/chat/chat_support.h"
#include "tests/ui/test_services.h"
#include "ui/chat/message_commands.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/widgets/undo_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPointer>
#include <QSignalSpy>
#include <QVBoxLayout>

using services::Conversation;
using services::Message;
using services::MessageId;
using services::OpenReply;
using tests::button;
using tests::fill;
using ui::MessageCommand;
using ui::MessageCommands;

namespace {

constexpr int patience = 120'000; // milliseconds

} // namespace

/// What can be done with messages, by button, menu and key, on the real services and the built-in
/// model.
class MessageCommandsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_conversation = std::make_unique<Conversation>();
        m_chat = new ui::ChatView(m_window.get());
        m_prompt
            = new ui::PromptBox(m_services.settings(), m_services.attachments(), m_window.get());
        auto* layout = new QVBoxLayout(m_window.get());
        layout->addWidget(m_chat);
        layout->addWidget(m_prompt);
        m_writer
            = std::make_unique<services::AnswerWriter>(m_services.models(), m_services.settings());
        m_commands = std::make_unique<MessageCommands>(
            *m_chat, *m_prompt, *m_writer, m_services.settings());
        m_window->resize(800, 600);
        m_window->show();
    }

    void cleanup()
    {
        m_writer->stop(*m_conversation);
        m_commands.reset();
        m_window.reset();
        m_writer.reset();
        m_conversation.reset();
    }

    void theLastAnswerIsCopiedAsMarkdown()
    {
        fill(*m_conversation, 2);
        show();

        m_commands->copyLastAnswer();

        QCOMPARE(QApplication::clipboard()->text(), "Answer **1** to it.");
        m_commands->perform(3, MessageCommand::CopyPlainText);
        QCOMPARE(QApplication::clipboard()->text(), "Answer 1 to it.");
    }

    void theProcessorIsAskedForBeforeAnotherAnswer()
    {
        fill(*m_conversation, 2);
        show();
        int versions = 0;
        connect(m_commands.get(), &MessageCommands::cpuRequested, this,
            [&] { versions = int(m_conversation->tree().versions(3).size()); });

        m_commands->perform(3, MessageCommand::UseCpu);

        QCOMPARE(versions, 1);
        QCOMPARE(m_conversation->tree().versions(3).size(), 2);
    }

    void theConversationIsCopiedAsMarkdown()
    {
        fill(*m_conversation, 2);
        show();

        m_commands->copyConversation();

        const QString copied = QApplication::clipboard()->text();
        int before = -1;
        for (const QString part : {"Question 0", "Answer **0**", "Question 1", "Answer **1**"}) {
            const int place = int(copied.indexOf(part));
            QVERIFY2(place > before, qPrintable(copied));
            before = place;
        }
    }

    void anAnswerThatIsNotSureLeadsToAnotherModel()
    {
        m_conversation->appendUserMessage({"What is this?"});
        say("I am not sure what this is.");
        show();
        QSignalSpy requested(m_commands.get(), &MessageCommands::modelRequested);

        QAbstractButton* button = tests::button(m_chat, "Get a model for photos");
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);

        QCOMPARE(requested.count(), 1);
    }

    void whereAModelThatKnowsMoreIsHereItCanAnswerAgain()
    {
        m_conversation->appendUserMessage({"What is this?"});
        say("I am not sure what this is.");
        show();
        m_chat->setBetterModel("Eyes & Ears");
        QSignalSpy requested(m_commands.get(), &MessageCommands::betterAnswerRequested);

        QVERIFY(!tests::button(m_chat, "Get a model for photos"));
        QAbstractButton* button = tests::button(m_chat, "Regenerate with Eyes && Ears");
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);

        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested[0][0].toLongLong(), m_conversation->message(1).id);
        QVERIFY(m_chat->viewOf(1)->readableText().contains("Eyes & Ears can describe photos"));
    }

    void anAnswerThatIsSureOffersNoOtherModels()
    {
        fill(*m_conversation, 1);
        show();

        QVERIFY(!tests::button(m_chat, "Get a model for photos"));
    }

    void theLastCodeIsCopiedFromWhereverItStands()
    {
        m_conversation->appendUserMessage({"Hello"});
        say("Two:\n\n```\none\n```\n\n```python\ntwo()\n```\n");
        fill(*m_conversation, 2);
        show();

        m_commands->copyLastCode();

        QCOMPARE(QApplication::clipboard()->text().trimmed(), "two()");
    }

    void whatTheModelThoughtIsNotCopied()
    {
        m_conversation->appendUserMessage({"Hello"});
        say("<think>\nHm.\n</think>\n\nHello there.");
        show();

        m_commands->copyLastAnswer();

        QCOMPARE(QApplication::clipboard()->text(), "Hello there.");
    }

    void aMessageIsDeletedWithWhatFollowsAndComesBack()
    {
        fill(*m_conversation, 3);
        show();

        m_commands->perform(2, MessageCommand::Remove);
        QCOMPARE(m_conversation->rowCount(), 2);
        QVERIFY(!m_chat->viewOf(2));
        QAbstractButton* undo = button(m_chat, "Undo");
        QVERIFY(undo && undo->isVisible());
        QTest::mouseClick(undo, Qt::LeftButton);

        QCOMPARE(m_conversation->rowCount(), 6);
        QVERIFY(m_chat->viewOf(2));
    }

    void anEditedAnswerIsAnotherVersion()
    {
        fill(*m_conversation, 2);
        show();

        m_commands->perform(3, MessageCommand::Edit);
        QCOMPARE(m_prompt->text(), "Answer **1** to it.");
        QVERIFY(button(m_prompt, "Save as new version (Enter)"));
        QCOMPARE(m_chat->viewOf(3)->accessibleDescription(), "This message is being edited");
        QVERIFY(m_chat->viewOf(2)->accessibleDescription().isEmpty());
        tests::keepPicture(*m_window, "editing-an-answer.png");
        QTest::keyClick(m_prompt->edit(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(m_prompt->edit(), " Indeed.");
        QTest::keyClick(m_prompt->edit(), Qt::Key_Return);

        QCOMPARE(m_conversation->rowCount(), 4);
        QCOMPARE(m_conversation->message(3).text, "Answer **1** to it. Indeed.");
        QCOMPARE(m_conversation->tree().versions(3).size(), 2);
        QVERIFY(!m_conversation->isWriting());
        m_commands->showLastVersion(-1);
        QCOMPARE(m_conversation->message(3).text, "Answer **1** to it.");
        QTRY_VERIFY(m_chat->viewOf(3)->accessibleDescription().isEmpty());
        m_commands->perform(2, MessageCommand::Edit);
        QVERIFY(button(m_prompt, "Send as new version (Enter)"));
    }

    void forkAndCompareAreAskedForElsewhere()
    {
        fill(*m_conversation, 2);
        m_conversation->appendVersion(3, "Another.");
        show();
        QSignalSpy forks(m_commands.get(), &MessageCommands::forkRequested);
        QSignalSpy comparisons(m_commands.get(), &MessageCommands::compareRequested);

        m_commands->perform(1, MessageCommand::Fork);
        m_commands->compareLast();

        QCOMPARE(forks.count(), 1);
        QCOMPARE(comparisons.count(), 1);
        QCOMPARE(m_conversation->tree().versions(comparisons[0][0].value<MessageId>()).size(), 2);
    }

    void aMessageWhoseMenuLeadsToAnotherChatLivesUntilTheMenuIsDone()
    {
        fill(*m_conversation, 2);
        show();
        Conversation other;
        connect(m_commands.get(), &MessageCommands::forkRequested, m_chat,
            [&] { m_chat->setConversation(&other); });
        const QPointer<ui::MessageView> view = m_chat->viewOf(1);
        const QPointer<QMenu> menu = view->makeMenu();
        bool livedOn = false;
        connect(menu, &QMenu::triggered, m_chat, [&] { livedOn = !view.isNull(); });

        menu->popup(m_window->mapToGlobal(QPoint(10, 10)));
        for (QAction* action : menu->actions())
            if (action->text() == "Branch in new chat")
                menu->setActiveAction(action);
        QTest::keyClick(menu, Qt::Key_Return);

        QCOMPARE(m_chat->conversation(), &other);
        QVERIFY(livedOn);
        QTRY_VERIFY(view.isNull() && menu.isNull());
    }

    void whatIsBeingEditedCannotBringBackWhatIsDeleted()
    {
        fill(*m_conversation, 3);
        show();

        m_commands->perform(4, MessageCommand::Edit);
        QTest::keyClicks(m_prompt->edit(), " indeed");
        const QString edited = m_prompt->text();
        m_commands->perform(2, MessageCommand::Remove);
        QTest::keyClick(m_prompt->edit(), Qt::Key_Return);

        QVERIFY(!m_prompt->isEditing());
        QCOMPARE(m_conversation->rowCount(), 2);
        QTest::keyClick(m_prompt->edit(), Qt::Key_Up, Qt::ControlModifier);
        QCOMPARE(m_prompt->text(), edited);
    }

    void deletingStopsOnlyTheAnswersThatGo()
    {
        // One that is answered as long as may be, so that it is not done before it is stopped.
        const QString longOne = QString("What is this? ").repeated(300);
        const MessageId question = m_conversation->appendUserMessage({longOne});
        show();
        const MessageId answer = m_writer->answer(*m_conversation);
        m_conversation->branchOff(question);
        m_conversation->appendUserMessage({"What can you do?"});
        const MessageId other = m_writer->answer(*m_conversation);

        m_commands->perform(question, MessageCommand::Remove);

        QTRY_VERIFY_WITH_TIMEOUT(!m_conversation->isWriting(), patience);
        using End = services::AnswerStatistics::End;
        QCOMPARE(m_conversation->messageById(answer).statistics.end, End::Stopped);
        QCOMPARE(m_conversation->messageById(other).statistics.end, End::Complete);
    }

    void undoingIsOfferedOnlyWhereItWasDeleted()
    {
        fill(*m_conversation, 2);
        show();
        Conversation other;

        m_commands->removeLast();
        QVERIFY(button(m_chat, "Undo")->isVisible());
        m_chat->setConversation(&other);

        QVERIFY(!button(m_chat, "Undo")->isVisible());
    }

    void severalAnswersAreWrittenAtOnce()
    {
        m_conversation->appendUserMessage({"Hello"});
        const MessageId first = say("A first answer.");
        show();
        QSignalSpy comparisons(m_commands.get(), &MessageCommands::compareRequested);

        m_commands->generateLastAlternatives();

        QCOMPARE(comparisons.count(), 1);
        QCOMPARE(
            m_conversation->tree().versions(first).size(), 1 + MessageCommands::severalAnswers);
        QTRY_VERIFY_WITH_TIMEOUT(!m_conversation->isWriting(), patience);
        for (const MessageId version : m_conversation->tree().versions(first))
            QCOMPARE(m_conversation->messageById(version).state, Message::State::Complete);
    }

    void theDetailsOfAnErrorCanBeCopied()
    {
        m_conversation->appendUserMessage({"Hello"});
        m_conversation->appendReply(services::ModelId::fromText("/models/Large-8B.gguf"))
            .fail("There is not enough memory.");
        show();

        QTest::mouseClick(button(m_chat->viewOf(1), "Copy details"), Qt::LeftButton);

        QVERIFY(QApplication::clipboard()->text().startsWith("There is not enough memory."));
        QVERIFY(QApplication::clipboard()->text().contains("Large-8B"));
    }

    void whatWasRemovedIsForgottenWhenItCannotBeUndone()
    {
        fill(*m_conversation, 2);
        show();
        auto* bar = m_chat->findChild<ui::UndoBar*>();
        m_commands->perform(2, MessageCommand::Remove);
        bar->undo();
        QVERIFY(!m_conversation->messageById(3).text.isEmpty());

        m_commands->perform(2, MessageCommand::Remove);
        QVERIFY(!m_conversation->messageById(3).text.isEmpty());
        bar->withdraw();

        for (const MessageId removed : {2, 3}) {
            QVERIFY(m_conversation->messageById(removed).isRemoved());
            QVERIFY(m_conversation->messageById(removed).text.isEmpty());
        }
        m_commands->perform(0, MessageCommand::Remove);
        m_chat->setConversation(nullptr); // another one is shown
        QVERIFY(m_conversation->messageById(0).text.isEmpty());
    }

    void nothingHappensInAnEmptyConversation()
    {
        show();

        m_commands->editLast();
        m_commands->regenerateLast();
        m_commands->generateLastAlternatives();
        m_commands->continueLast();
        m_commands->showLastVersion(1);
        m_commands->compareLast();
        m_commands->copyLastAnswer();
        m_commands->copyLastCode();
        m_commands->removeLast();

        QVERIFY(m_conversation->isEmpty());
    }

private:
    MessageId say(const QString& text)
    {
        OpenReply answer = m_conversation->appendReply();
        answer.append(text);
        answer.finish();
        return answer.id();
    }

    void show()
    {
        m_chat->setConversation(m_conversation.get());
        m_commands->setConversation(m_conversation.get());
    }

    tests::TestServices m_services;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Conversation> m_conversation;
    std::unique_ptr<services::AnswerWriter> m_writer;
    std::unique_ptr<MessageCommands> m_commands;
    ui::ChatView* m_chat = nullptr;
    ui::PromptBox* m_prompt = nullptr;
};

TESTS(MessageCommandsTest, QApplication);
#include "message_commands_test.moc"
