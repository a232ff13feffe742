#include "tests/support/test_program.h"
#include "tests/ui/chat/chat_support.h"
#include "ui/chat/find_bar.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/line_edits.h"

#include <QApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QVBoxLayout>

using services::Conversation;
using services::MessageId;
using services::OpenReply;
using tests::fill;
using tests::keepPicture;
using ui::ChatView;
using ui::FindBar;

/// Finding words in a conversation, most of which is out of sight.
class FindBarTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_conversation = std::make_unique<Conversation>();
        m_chat = new ChatView(m_window.get());
        m_bar = new FindBar(*m_chat, m_window.get());
        auto* layout = new QVBoxLayout(m_window.get());
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(m_bar);
        layout->addWidget(m_chat);
        m_window->resize(800, 600);
        m_window->show();
        m_window->activateWindow();
    }

    void cleanup()
    {
        m_window.reset();
        m_conversation.reset();
    }

    void allOccurrencesAreCountedAndWalked()
    {
        fill(*m_conversation, 200);
        say("A needle and another **nee**dle.");
        fill(*m_conversation, 200);
        say("The last NEEDLE.");
        show();

        m_bar->open();
        QTest::keyClicks(m_bar->field(), "needle");
        QTRY_COMPARE(m_bar->countText(), "3 of 3"); // what is in sight goes first
        QVERIFY(isInSight(m_conversation->rowCount() - 1));
        keepPicture(*m_window, "find.png");

        QTest::keyClick(m_bar->field(), Qt::Key_Return);
        QCOMPARE(m_bar->countText(), "1 of 3");
        QVERIFY(isInSight(400));
        QCOMPARE(m_chat->viewOf(400)->text()->markCount(), 2);
        m_bar->findNext();
        QCOMPARE(m_bar->countText(), "2 of 3");
        m_bar->findPrevious();
        QTest::keyClick(m_bar->field(), Qt::Key_Return, Qt::ShiftModifier);

        QCOMPARE(m_bar->countText(), "3 of 3");
        QVERIFY(isInSight(m_conversation->rowCount() - 1));
    }

    void whatIsNotThereIsSaidToBeMissing()
    {
        fill(*m_conversation, 3);
        show();
        m_bar->open();

        QTest::keyClicks(m_bar->field(), "haystack");

        QTRY_COMPARE(m_bar->countText(), "No results");
        m_bar->findNext();
        QCOMPARE(m_bar->countText(), "No results");
    }

    void newMessagesAreCountedAndNobodyIsMoved()
    {
        fill(*m_conversation, 100);
        show();
        m_bar->open();
        QTest::keyClicks(m_bar->field(), "Question 0");
        QTRY_COMPARE(m_bar->countText(), "1 of 1");
        const int value = m_chat->verticalScrollBar()->value();
        OpenReply answer = m_conversation->appendReply();

        answer.append("As for question 0: yes.");

        QTRY_COMPARE(m_bar->countText(), "1 of 2");
        QCOMPARE(m_chat->verticalScrollBar()->value(), value);
    }

    void escapeClosesAndUnmarks()
    {
        fill(*m_conversation, 3);
        show();
        m_bar->open();
        QTest::keyClicks(m_bar->field(), "Answer");
        QTRY_COMPARE(m_bar->countText().right(4), "of 3");
        QVERIFY(m_chat->viewOf(5)->text()->markCount() > 0);
        QSignalSpy closed(m_bar, &FindBar::closed);

        QTest::keyClick(m_bar->field(), Qt::Key_Escape);

        QVERIFY(m_bar->isHidden());
        QCOMPARE(closed.count(), 1);
        QCOMPARE(m_chat->viewOf(5)->text()->markCount(), 0);
        QVERIFY(!m_bar->close());
    }

    void aHitOfTheSidebarMarksItsWordsInItsMessageOnly()
    {
        fill(*m_conversation, 50);
        show();

        m_chat->scrollToMessage(21, {"answer"});

        QVERIFY(isInSight(21));
        QCOMPARE(m_chat->viewOf(21)->text()->markCount(), 1);
        QCOMPARE(m_chat->viewOf(23)->text()->markCount(), 0);
        QVERIFY(!m_chat->isFollowing());
    }

    void aHitInALongMessageIsShownOnceItIsRead()
    {
        fill(*m_conversation, 1);
        say(QString("Some words of it.\n\n").repeated(6000) + "The octopus.\n\n"
            + QString("And more.\n\n").repeated(200));
        const MessageId longOne = m_conversation->message(2).id;
        fill(*m_conversation, 20);
        show();

        m_chat->scrollToMessage(longOne, {"octopus"});

        const auto isShown = [&] {
            auto* view = m_chat->viewOf(2);
            const QRect mark = view ? view->markRect(0) : QRect();
            return mark.isValid()
                && m_chat->viewport()->rect().contains(mark.translated(view->pos()).center());
        };
        QTRY_VERIFY(isShown());
    }

private:
    void say(const QString& text)
    {
        OpenReply answer = m_conversation->appendReply();
        answer.append(text);
        answer.finish();
    }

    void show()
    {
        m_chat->setConversation(m_conversation.get());
        m_bar->setConversation(m_conversation.get());
    }

    bool isInSight(int row)
    {
        const auto* view = m_chat->viewOf(row);
        return view && view->geometry().intersects(m_chat->viewport()->rect());
    }

    ui::Theme m_theme;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Conversation> m_conversation;
    ChatView* m_chat = nullptr;
    FindBar* m_bar = nullptr;
};

TESTS(FindBarTest, QApplication);
#include "find_bar_test.moc"
