#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/sidebar/section_model.h"
#include "ui/sidebar/sidebar.h"
#include "ui/sidebar/transfer_dialogs.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/picture_tile.h"
#include "ui/widgets/undo_bar.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QListView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using services::Conversation;
using services::Message;
using tests::button;
using tests::drop;
using tests::keepPicture;
using tests::lastMessage;
using tests::patience;
using tests::trueCaption;

/// Conversations in the real window, with the real generator, the built-in model and stores: their
/// versions, the search, and what is there after a restart.
class ConversationsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services.startAnew();
        m_window = std::make_unique<ui::MainWindow>(m_services, m_services.theme());
        m_window->show();
    }

    void cleanup() { m_window.reset(); }

    void aConversationIsThereAgainInTheNextWindow()
    {
        tests::TestServices services(tests::Keep::Conversations);
        {
            ui::MainWindow window(services, services.theme());
            window.show();
            const Conversation& conversation = *window.conversation();
            for (int turn = 0; turn < 12; ++turn)
                window.conversation()->appendUserMessage({"An earlier message"});
            drop(window, {tests::resource("samples/one-1.png")});
            QTest::keyClicks(window.promptBox()->edit(), "What is it?");
            QTest::keyClick(window.promptBox()->edit(), Qt::Key_Return);
            QTRY_COMPARE(conversation.rowCount(), 14);
            QTRY_COMPARE_WITH_TIMEOUT(
                lastMessage(conversation).state, Message::State::Complete, patience);
            QTest::keyClicks(window.promptBox()->edit(), "half a thought");
            window.newChat();
            QTest::keyClicks(window.promptBox()->edit(), "another");
        }
        services.startAnew();
        ui::MainWindow window(services, services.theme());
        window.show();
        QListView* list = window.sidebar()->list();
        QTRY_COMPARE(list->model()->rowCount(), 2); // below the name of the section
        const QModelIndex earlier = list->model()->index(1, 0);
        QCOMPARE(earlier.data().toString(), "An earlier message");
        QTRY_COMPARE(window.promptBox()->text(), "another");

        QTest::mouseClick(
            list->viewport(), Qt::LeftButton, Qt::NoModifier, list->visualRect(earlier).center());

        QTRY_VERIFY(window.conversation()->isLoaded() && !window.conversation()->isEmpty());
        QCOMPARE(window.promptBox()->text(), "half a thought");
        const Conversation& conversation = *window.conversation();
        QCOMPARE(conversation.rowCount(), 14);
        ui::ChatView* chat = window.chatView();
        QCOMPARE(chat->verticalScrollBar()->value(), chat->verticalScrollBar()->maximum());
        QVERIFY(chat->viewOf(13) && !chat->viewOf(13)->readableText().isEmpty());
        QVERIFY(chat->viewOf(12)->findChild<ui::PictureTile*>());
        QCOMPARE(chat->viewOf(12)->readableText(), "What is it?");
        keepPicture(window, "window-restored.png");
    }

    void anotherAnswerIsAVersionThatCanBeWalked()
    {
        const services::MessageId first = askAndFinish("Hello");
        Conversation& conversation = *m_window->conversation();
        const QString firstText = conversation.messageById(first).text;

        QTest::mouseClick(button(m_window->chatView()->viewOf(1), "Regenerate"), Qt::LeftButton);
        QCOMPARE(conversation.rowCount(), 2);
        const services::MessageId second = conversation.message(1).id;
        QVERIFY(second != first);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        const auto view = [this] { return m_window->chatView()->viewOf(1); };
        QTRY_VERIFY(button(view(), "Regenerate")); // the view has read it
        QVERIFY(!button(view(), "Next version")->isEnabled());
        button(view(), "Previous version")->setFocus();
        m_window->resize(640, 480);
        keepPicture(*m_window, "window-versions.png");
        QTest::keyClick(button(view(), "Previous version"), Qt::Key_Space);

        QCOMPARE(conversation.message(1).id, first);
        QCOMPARE(conversation.message(1).text, firstText);
        QVERIFY(button(view(), "Next version")->isEnabled());
        QVERIFY(button(view(), "Next version")->hasFocus() || !m_window->isActiveWindow());
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(conversation.message(1).id, second);
    }

    void anEditedMessageIsAnsweredAnew()
    {
        const services::MessageId answer = askAndFinish("Hello");
        Conversation& conversation = *m_window->conversation();

        QTest::mouseClick(button(m_window->chatView()->viewOf(0), "Edit"), Qt::LeftButton);
        QCOMPARE(m_window->promptBox()->text(), "Hello");
        keepPicture(*m_window, "window-editing.png");
        QTest::keyClicks(m_window->promptBox()->edit(), " again");
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);

        QCOMPARE(conversation.rowCount(), 2);
        QCOMPARE(conversation.message(0).text, "Hello again");
        QCOMPARE(conversation.tree().versions(0).size(), 2);
        QVERIFY(conversation.message(1).id != answer);
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(conversation.message(0).text, "Hello");
        QCOMPARE(conversation.message(1).id, answer);
    }

    void escapeEndsEditing()
    {
        askAndFinish("Hello");
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Up);
        QVERIFY(m_window->promptBox()->isEditing());
        QCOMPARE(m_window->promptBox()->text(), "Hello");

        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Escape);

        QVERIFY(!m_window->promptBox()->isEditing());
        QVERIFY(m_window->promptBox()->text().isEmpty());
        QCOMPARE(m_window->conversation()->rowCount(), 2);
    }

    void aStoppedAnswerIsContinued()
    {
        Conversation& conversation = *m_window->conversation();
        services::Picture picture
            = services::decodePictureFile(tests::resource("samples/two-2.png"));
        conversation.appendUserMessage({{}, {picture}});
        services::OpenReply answer = conversation.appendReply();
        const QString whole = trueCaption("two-2.png");
        answer.append(whole.left(whole.indexOf(' ', whole.size() / 2)));
        answer.finish({.end = services::AnswerStatistics::End::Stopped, .tokens = 5});
        QTRY_VERIFY(button(m_window->chatView()->viewOf(1), "Continue"));
        keepPicture(*m_window, "window-stopped.png");

        QTest::mouseClick(button(m_window->chatView()->viewOf(1), "Continue"), Qt::LeftButton);

        QVERIFY(conversation.isWriting());
        QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience);
        QCOMPARE(conversation.rowCount(), 2);
        QCOMPARE(conversation.message(1).text.trimmed(), whole);
        QVERIFY(conversation.message(1).statistics.tokens > 5);
        QTRY_VERIFY(!button(m_window->chatView()->viewOf(1), "Continue"));
    }

    void aHitOfTheSearchIsShownInItsBranch()
    {
        tests::TestServices services(tests::Keep::Conversations);
        ui::MainWindow window(services, services.theme());
        window.show();
        Conversation* conversation = window.conversation();
        conversation->appendUserMessage({"Tell me"});
        services::OpenReply hidden = conversation->appendReply();
        hidden.append("Of a rhinoceros.");
        hidden.finish();
        conversation->branchOff(hidden.id());
        services::OpenReply shown = conversation->appendReply();
        shown.append("Of a sailboat.");
        shown.finish();
        for (int turn = 0; turn < 30; ++turn)
            conversation->appendUserMessage({"More"});
        window.newChat();

        QTest::keyClick(
            window.promptBox()->edit(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::keyClicks(window.sidebar()->searchField(), "rhino");
        QTRY_COMPARE(window.sidebar()->list()->model()->rowCount(), 1);
        QTest::keyClick(window.sidebar()->searchField(), Qt::Key_Return);

        QCOMPARE(window.conversation(), conversation);
        QCOMPARE(conversation->message(1).id, hidden.id());
        QVERIFY(window.chatView()->viewOf(1));
        window.sidebar()->searchField()->setText("sailboat");
        QTRY_COMPARE(window.sidebar()->list()->model()->rowCount(), 1);
        QTest::keyClick(window.sidebar()->searchField(), Qt::Key_Return);
        QCOMPARE(conversation->message(1).id, shown.id());
        QVERIFY(window.chatView()->viewOf(1));
        QVERIFY(!window.chatView()->isFollowing());
        keepPicture(window, "window-search.png");
    }

    void aConversationIsExportedInTheBackground()
    {
        const QTemporaryDir folder;
        askAndFinish("Hello");
        QString failure, news;
        const auto tell = [&](const QString& message, ui::Tone tone) {
            (tone == ui::Tone::News ? news : failure) = message;
        };

        ui::exportTo(
            folder.filePath("chat.md"), m_services.conversations(), m_window->conversation(), tell);
        QTRY_COMPARE(news, "Chat exported to “" + folder.filePath("chat.md") + "”.");
        QVERIFY(tests::readBytes(folder.filePath("chat.md").toStdString()).find("Hello")
            != std::string::npos);
        ui::exportTo(folder.filePath("missing/chat.md"), m_services.conversations(),
            m_window->conversation(), tell);

        QTRY_VERIFY(failure.contains("missing/chat.md"));
    }

    void anExportedConversationThatIsDroppedIsImported()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("chat.vignette.json");
        askAndFinish("Hello");
        ui::exportTo(file, m_services.conversations(), m_window->conversation(),
            [](const QString& message, ui::Tone tone) {
                QVERIFY2(tone == ui::Tone::News, qPrintable(message));
            });
        QTRY_VERIFY(QFile::exists(file));
        const int before = m_services.conversations().rowCount();
        const Conversation* exported = m_window->conversation();

        m_window->openFiles({file});

        QTRY_COMPARE(m_services.conversations().rowCount(), before + 1);
        QTRY_VERIFY(m_window->findChild<ui::Notice*>());
        QCOMPARE(m_window->findChild<ui::Notice*>()->tone(), ui::Tone::News);
        QVERIFY(m_window->promptBox()->attachments().isEmpty());
        QVERIFY(m_window->conversation() != exported); // what came is opened, and marked
        QCOMPARE(m_window->conversation()->title(), exported->title() + " (imported)");
    }

    void theConversationIsExportedByItsKeysFromAnywhere()
    {
        askAndFinish("Hello");
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->sidebar()->hide();
        m_window->promptBox()->edit()->setFocus();

        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_E, Qt::ControlModifier);

        auto* dialog = m_window->findChild<QFileDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->windowTitle(), "Export chat");
        dialog->reject();
    }

private:
    // The answer to a message without images, complete.
    services::MessageId askAndFinish(const QString& text)
    {
        QTest::keyClicks(m_window->promptBox()->edit(), text);
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        const Conversation& conversation = *m_window->conversation();
        const auto isRead = [&] { // by the view, too
            const auto* view = m_window->chatView()->viewOf(conversation.rowCount() - 1);
            return !conversation.isWriting() && view && button(view, "Regenerate");
        };
        if (!QTest::qWaitFor(isRead, patience))
            qWarning("the answer did not come to an end");
        return lastMessage(conversation).id;
    }

    tests::TestServices m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(ConversationsTest, QApplication);
#include "conversations_test.moc"
