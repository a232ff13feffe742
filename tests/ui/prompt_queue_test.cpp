#include "tests/services/conversations/slow_gatherer.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/queue_strip.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/undo_bar.h"
#include "ui/window/main_window.h"

#include <QAccessible>
#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using services::Author;
using services::Conversation;
using tests::keepPicture;
using tests::patience;

/// Messages that are written while an answer is: the whole window, in which a gatherer decides when
/// answers end.
class PromptQueueTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>(tests::Keep::Conversations);
        startAnew();
    }

    void cleanup()
    {
        m_window.reset();
        m_services->theme().setScheme(ui::Scheme::Light);
        m_services.reset();
        m_gatherer.reset();
    }

    void enterQueuesAndTheEndOfTheAnswerSends()
    {
        write("First");
        write("Second");
        write("Third");
        QCOMPARE(questions(), QStringList{"First"});
        QCOMPARE(chipNames(), (QStringList{"Queued message 1: Second", "Queued message 2: Third"}));
        QVERIFY(state().contains("sent when the reply ends"));
        QVERIFY(prompt()->text().isEmpty());
        QCoreApplication::processEvents();
        keepPicture(*m_window, "queue-light.png");

        letAnswer(0);
        QTRY_COMPARE_WITH_TIMEOUT(questions(), (QStringList{"First", "Second"}), patience);
        QCOMPARE(chipNames(), QStringList{"Queued message 1: Third"});
        letAnswer(1);

        QTRY_COMPARE_WITH_TIMEOUT(questions(), (QStringList{"First", "Second", "Third"}), patience);
        QVERIFY(strip()->isEmpty());
        QVERIFY(!strip()->sendButton()->isVisible());
    }

    void escapeStopsAndTheQueueStaysWithAButton()
    {
        write("First");
        write("Second");

        QTest::keyClick(prompt()->edit(), Qt::Key_Escape);
        QTRY_VERIFY(state().contains("the reply was stopped"));
        QCOMPARE(questions(), QStringList{"First"});
        QTest::mouseClick(strip()->sendButton(), Qt::LeftButton);

        QTRY_COMPARE(questions(), (QStringList{"First", "Second"}));
        QVERIFY(strip()->isEmpty());
        QVERIFY(prompt()->edit()->hasFocus());
    }

    void sendNowStopsTheReplyAndKeepsItsText()
    {
        write("First");
        write("Second");

        strip()->sendButton()->setFocus();
        QTest::keyClick(strip()->sendButton(), Qt::Key_Space);

        QTRY_COMPARE(questions(), (QStringList{"First", "Second"}));
        QCOMPARE(m_window->conversation()->message(1).statistics.end,
            services::AnswerStatistics::End::Stopped);
    }

    void upAndClicksEditAndEnterPutsBack()
    {
        write("First");
        write("Second");
        write("Third");

        QTest::keyClick(prompt()->edit(), Qt::Key_Up);
        QCOMPARE(prompt()->text(), "Third");
        QVERIFY(prompt()->isEditing(ui::PromptBox::Editing::Queued));
        letAnswer(0); // nothing is sent from under the user's hands
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->conversation()->isWriting(), patience);
        QCoreApplication::processEvents();
        QCOMPARE(questions(), QStringList{"First"});
        QTest::keyClicks(prompt()->edit(), " time");
        QTest::keyClick(prompt()->edit(), Qt::Key_Return);

        QTRY_COMPARE_WITH_TIMEOUT(questions(), (QStringList{"First", "Second"}), patience);
        QCOMPARE(chipNames(), QStringList{"Queued message 1: Third time"});
        QTest::mouseClick(strip()->chips()[0]->tile(), Qt::LeftButton);
        QCOMPARE(prompt()->text(), "Third time");
        QTest::keyClick(prompt()->edit(), Qt::Key_Escape);
        QVERIFY(!prompt()->isEditing());
        QVERIFY(prompt()->text().isEmpty());
        QCOMPARE(chipNames(), QStringList{"Queued message 1: Third time"});
    }

    void deletingCanBeUndone()
    {
        write("First");
        for (const char* text : {"a", "b", "c"})
            write(text);
        ui::QueuedChip* second = strip()->chips()[1];
        second->tile()->setFocus();

        QTest::keyClick(second->tile(), Qt::Key_Delete);
        QCOMPARE(chipNames(), (QStringList{"Queued message 1: a", "Queued message 2: c"}));
        QVERIFY(prompt()->edit()->hasFocus()); // what had it has gone
        strip()->undoBar()->undo();

        QCOMPARE(chipNames(),
            (QStringList{"Queued message 1: a", "Queued message 2: b", "Queued message 3: c"}));
        QTest::mouseClick(tests::button(strip(), "Delete queued message 3"), Qt::LeftButton);
        QCOMPARE(chipNames().size(), 2);
    }

    void attachmentsTravelWithTheMessage()
    {
        write("First");
        prompt()->attachText("The whole story");
        prompt()->attachFile(tests::resource("samples/one-1.png"));
        write("Second");
        QVERIFY(prompt()->attachments().isEmpty());
        QTRY_COMPARE(chipNames(), QStringList{"Queued message 1: Second, 2 attachments"});
        QCoreApplication::processEvents();
        keepPicture(*m_window, "queue-attachments.png");

        strip()->chips()[0]->tile()->click();
        QTRY_COMPARE(prompt()->pictures().size(), 1);
        QCOMPARE(prompt()->attachments().size(), 1);
        QTest::keyClick(prompt()->edit(), Qt::Key_Return);
        strip()->sendButton()->click();

        QTRY_COMPARE(m_window->conversation()->rowCount(), 4);
        const services::Message& sent = m_window->conversation()->message(2);
        QTRY_COMPARE(sent.pictures.size() + sent.awaited.size(), 1);
        QCOMPARE(sent.attachments.size(), 1);
    }

    void theQueueBelongsToItsChat()
    {
        Conversation* first = m_window->conversation();
        write("First");
        write("Second");
        m_window->newChat();
        QVERIFY(strip()->isEmpty());
        QVERIFY(!strip()->sendButton()->isVisible());

        letAnswer(0); // it is sent there, too, while another chat is shown
        QTRY_COMPARE_WITH_TIMEOUT(first->rowCount(), 4, patience);
        QCOMPARE(m_window->conversation()->rowCount(), 0);
    }

    void theQueueIsThereAfterARestartAndNotSentByItself()
    {
        write("First");
        write("Second");
        m_window.reset();
        startAnew();
        QTRY_COMPARE(m_services->conversations().rowCount(), 1);
        m_window->chatPage()->showConversation(m_services->conversations().conversation(0));

        QTRY_COMPARE(chipNames(), QStringList{"Queued message 1: Second"});
        QVERIFY(state().contains("not sent yet"));
        QVERIFY(m_gatherer->begun.isEmpty());
        strip()->sendButton()->click();

        QTRY_COMPARE(questions(), (QStringList{"First", "Second"}));
        QTRY_COMPARE(m_gatherer->begun.size(), 1);
    }

    void aFailedReplyKeepsTheQueue()
    {
        m_services->theme().setScheme(ui::Scheme::Dark);
        write("First");
        write("Second");

        m_gatherer->begun[0]->events.failed("The disk is gone.");

        QTRY_VERIFY(state().contains("the reply failed"));
        QCoreApplication::processEvents();
        keepPicture(*m_window, "queue-dark.png");
        QCOMPARE(questions(), QStringList{"First"});
    }

    void anEditedQuestionIsAnsweredBeforeTheQueueIsSent()
    {
        write("First");
        letAnswer(0);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->conversation()->isWriting(), patience);
        QTest::keyClick(prompt()->edit(), Qt::Key_Up); // edits the question
        QTest::keyClicks(prompt()->edit(), " again");
        QTest::keyClick(prompt()->edit(), Qt::Key_Return);
        write("Second");
        QCOMPARE(questions(), QStringList{"First again"});

        letAnswer(1);

        QTRY_COMPARE_WITH_TIMEOUT(questions(), (QStringList{"First again", "Second"}), patience);
    }

    void aFullQueueGivesTheMessageBack()
    {
        write("First");
        for (int count = 0; count < 20; ++count)
            write("more");
        write("too much");

        QCOMPARE(strip()->chips().size(), 20);
        QCOMPARE(prompt()->text(), "too much");
        QVERIFY(m_window->height() > strip()->height() * 2); // the chips scroll
    }

private:
    void startAnew()
    {
        m_services->startAnew();
        m_gatherer = std::make_unique<tests::SlowGatherer>();
        m_services->answers().addGatherer(*m_gatherer);
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->newChat();
    }

    ui::PromptBox* prompt() const { return m_window->promptBox(); }
    ui::QueueStrip* strip() const { return prompt()->queueStrip(); }
    QString state() const { return strip()->state()->text(); }
    void letAnswer(int turn) { m_gatherer->begun[turn]->events.done({}); }

    void write(const QString& text)
    {
        QTest::keyClicks(prompt()->edit(), text);
        QTest::keyClick(prompt()->edit(), Qt::Key_Return);
    }

    QStringList chipNames() const
    {
        QStringList names;
        for (const ui::QueuedChip* chip : strip()->chips())
            names << chip->tile()->accessibleName();
        return names;
    }

    QStringList questions() const
    {
        QStringList texts;
        const Conversation* conversation = m_window->conversation();
        for (int row = 0; row < conversation->rowCount(); ++row)
            if (conversation->message(row).author == Author::User)
                texts << conversation->message(row).text;
        return texts;
    }

    std::unique_ptr<tests::SlowGatherer> m_gatherer;
    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(PromptQueueTest, QApplication);
#include "prompt_queue_test.moc"
