#include "tests/support/test_program.h"
#include "tests/ui/chat/chat_support.h"
#include "ui/markdown/markdown_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QMenu>
#include <QMimeData>
#include <QMouseEvent>
#include <QScrollBar>

using services::Conversation;
using services::MessageId;
using services::OpenReply;
using tests::fill;
using ui::ChatView;
using ui::MarkdownView;

/// Text of several messages, selected by mouse and keyboard and copied.
class ChatSelectionTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_conversation = std::make_unique<Conversation>();
        m_chat = std::make_unique<ChatView>();
        m_chat->setModelNames([](const services::ModelId&) { return QString("Built-in <model>"); });
        m_chat->resize(800, 600);
        m_chat->show();
        m_chat->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_chat.get()));
        QApplication::clipboard()->clear();
    }

    void cleanup()
    {
        m_chat.reset();
        m_conversation.reset();
    }

    void aDragAcrossMessagesCopiesAllBetween_data()
    {
        QTest::addColumn<bool>("isUpwards");
        QTest::newRow("downwards") << false;
        QTest::newRow("upwards") << true;
    }
    void aDragAcrossMessagesCopiesAllBetween()
    {
        QFETCH(bool, isUpwards);
        say("Question with many words", "# Head\n\n- *one*\n- two");
        say("Next question", "An answer");
        m_chat->setConversation(m_conversation.get());
        const QPoint early = pointIn(0, "Question with"), late = pointIn(3, "An");

        drag(isUpwards ? 3 : 0, isUpwards ? late : early, isUpwards ? early : late);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_C, Qt::ControlModifier);

        const QMimeData& copied = *QApplication::clipboard()->mimeData();
        QCOMPARE(copied.text(),
            "**You**\n\n many words\n\n**Built-in <model>**\n\n# Head\n\n- *one*\n- two\n\n"
            "**You**\n\nNext question\n\n**Built-in <model>**\n\nAn");
        QCOMPARE(QString::fromUtf8(copied.data("text/markdown")), copied.text());
        QVERIFY2(copied.html().contains("<strong>Built-in &lt;model&gt;</strong></p><h1>Head</h1>"
                                        "<ul><li><p><em>one</em></p></li><li><p>two</p></li></ul>"),
            qPrintable(copied.html()));
    }

    void whatIsSelectedIsSeenInEachMessage()
    {
        say("First", "Second");
        say("Third", "Fourth");
        m_chat->setConversation(m_conversation.get());

        drag(0, pointIn(0, "Fi"), pointIn(2, "Thi"));

        QCOMPARE(selectedIn(0), "rst");
        QCOMPARE(selectedIn(1), "Second");
        QCOMPARE(selectedIn(2), "Thi");
        QCOMPARE(selectedIn(3), "");
        tests::keepPicture(*m_chat, "chat-selection.png");
    }

    void aDragBackIntoItsMessageSelectsWithinIt()
    {
        say("First", "Second");
        m_chat->setConversation(m_conversation.get());
        press(text(0), pointIn(0, "Fi"));
        move(text(0), pointIn(1, "Sec"));
        QCOMPARE(selectedIn(1), "Sec");

        move(text(0), pointIn(0, "Firs"));
        release(text(0), pointIn(0, "Firs"));

        QCOMPARE(selectedIn(0), "rs");
        QCOMPARE(selectedIn(1), "");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), "rs");
    }

    // The row where it began is far out of sight by then, and its widget would show another one.
    void aDragBeyondTheEdgeScrollsAndKeepsItsBeginning()
    {
        fill(*m_conversation, 300);
        m_chat->setConversation(m_conversation.get());
        m_chat->scrollToRow(100);
        const int row = m_chat->firstRowInSight() + 1;
        const int before = bar()->value();
        MarkdownView* origin = text(row);
        press(origin, origin->mapTo(m_chat->viewport(), QPoint(1, 1)));

        move(origin, QPoint(400, m_chat->viewport()->height() + 200));
        QTRY_VERIFY_WITH_TIMEOUT(bar()->value() > before + 3000, 20'000);
        release(origin, QPoint(400, m_chat->viewport()->height() + 200));
        const int after = bar()->value();
        m_chat->copySelection();

        const QString copied = QApplication::clipboard()->text();
        const int turn = row / 2;
        QVERIFY2(copied.startsWith(row % 2 == 0
                         ? QString("**You**\n\nQuestion %1\n").arg(turn)
                         : QString("**Built-in <model>**\n\nAnswer **%1**").arg(turn)),
            qPrintable(copied.left(100)));
        for (int between = turn + 1; between < turn + 10; ++between)
            QVERIFY(copied.contains(QString("Answer **%1** to it.").arg(between)));
        QTRY_VERIFY(!m_chat->viewOf(row));
        QTest::qWait(80); // longer than a step
        QCOMPARE(bar()->value(), after); // it has ended
    }

    void aSelectionSurvivesWhatIsWrittenBelow()
    {
        say("First", "Second");
        m_conversation->appendUserMessage({"Third"});
        OpenReply answer = m_conversation->appendReply();
        m_chat->setConversation(m_conversation.get());
        drag(0, pointIn(0, "Fi"), pointIn(1, "Sec"));

        answer.append(QString("many words ").repeated(400));
        QTRY_VERIFY(bar()->maximum() > 0);
        answer.finish();
        m_chat->copySelection();

        QCOMPARE(
            QApplication::clipboard()->text(), "**You**\n\nrst\n\n**Built-in <model>**\n\nSec");
    }

    void escapeAClickAndTheFocusElsewhereEndIt()
    {
        say("First", "Second");
        m_chat->setConversation(m_conversation.get());
        const auto select = [this] {
            drag(0, pointIn(0, "Fi"), pointIn(1, "Sec"));
            return selectedIn(1) == "Sec";
        };

        QVERIFY(select());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QCOMPARE(selectedIn(0) + selectedIn(1), "");
        QVERIFY(select());
        QTest::mouseClick(text(1), Qt::LeftButton, {}, QPoint(2, 2));
        QCOMPARE(selectedIn(0), "");
        QVERIFY(select());
        QTest::mouseClick(m_chat->viewport(), Qt::LeftButton, {}, QPoint(2, 2));
        QCOMPARE(selectedIn(1), "");
        QVERIFY(select());
        QVERIFY(m_chat->clearSelection());
        QVERIFY(!m_chat->clearSelection());
    }

    void aBranchWithoutItsEndEndsIt()
    {
        say("First", "Second");
        m_chat->setConversation(m_conversation.get());
        drag(0, pointIn(0, "Fi"), pointIn(1, "Sec"));

        m_conversation->appendVersion(m_conversation->message(1).id, "Another");

        QVERIFY(!m_chat->clearSelection());
        QCOMPARE(selectedIn(0), "");
        QCOMPARE(selectedIn(1), "");
    }

    void allOfALongConversationIsSelectedByKeysAndCopiedAsItWasWritten()
    {
        fill(*m_conversation, 5000);
        m_chat->setConversation(m_conversation.get());
        m_chat->setFocus(Qt::ShortcutFocusReason);

        QElapsedTimer timer;
        timer.start();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_C, Qt::ControlModifier);

        const QString copied = QApplication::clipboard()->text();
        QCOMPARE(copied.count("**You**"), 5000);
        QVERIFY(copied.startsWith("**You**\n\nQuestion 0\nwith a second line\n\n"));
        QVERIFY(copied.endsWith("**Built-in <model>**\n\nAnswer **4999** to it."));
    }

    void theSecondSelectAllGoesBeyondTheMessage()
    {
        say("First", "Second");
        m_chat->setConversation(m_conversation.get());
        QTest::mouseClick(text(0), Qt::LeftButton, {}, QPoint(2, 2));

        QTest::keyClick(text(0), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(selectedIn(0) + selectedIn(1), "First");
        QTest::keyClick(text(0), Qt::Key_A, Qt::ControlModifier);

        QCOMPARE(selectedIn(0) + selectedIn(1), "FirstSecond");
    }

    void theMenuCopiesIt()
    {
        say("First", "Second");
        m_chat->setConversation(m_conversation.get());
        drag(0, pointIn(0, "Fi"), pointIn(1, "Sec"));

        QContextMenuEvent event(
            QContextMenuEvent::Mouse, QPoint(2, 2), text(1)->mapToGlobal(QPoint(2, 2)));
        QApplication::sendEvent(text(1), &event);

        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCOMPARE(menu->actions().first()->text(), "Copy");
        menu->actions().first()->trigger();
        menu->close();
        QCOMPARE(
            QApplication::clipboard()->text(), "**You**\n\nrst\n\n**Built-in <model>**\n\nSec");
    }

private:
    void say(const QString& question, const QString& answer)
    {
        m_conversation->appendUserMessage({question});
        OpenReply reply = m_conversation->appendReply();
        reply.append(answer);
        reply.finish();
    }

    MarkdownView* text(int row) const { return m_chat->viewOf(row)->text(); }
    QScrollBar* bar() const { return m_chat->verticalScrollBar(); }
    QString selectedIn(int row) const { return text(row)->selectedText(); }

    // A point of the viewport just behind these words, with which a text begins.
    QPoint pointIn(int row, const QString& words) const
    {
        const MarkdownView* view = text(row);
        for (int x = 0; x < view->width(); ++x)
            if (view->positionAt(QPointF(x, 8)).position == words.size())
                return view->mapTo(m_chat->viewport(), QPoint(x, 8));
        return {};
    }

    void send(MarkdownView* view, QEvent::Type type, const QPoint& place)
    {
        const QPoint global = m_chat->viewport()->mapToGlobal(place);
        QMouseEvent event(type, view->mapFromGlobal(global), global,
            type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
            type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(view, &event);
    }

    void press(MarkdownView* view, const QPoint& place)
    {
        view->setFocus(Qt::MouseFocusReason);
        send(view, QEvent::MouseButtonPress, place);
    }
    void move(MarkdownView* view, const QPoint& place) { send(view, QEvent::MouseMove, place); }
    void release(MarkdownView* view, const QPoint& place)
    {
        send(view, QEvent::MouseButtonRelease, place);
    }

    void drag(int row, const QPoint& from, const QPoint& to)
    {
        MarkdownView* view = text(row);
        press(view, from);
        move(view, to);
        release(view, to);
    }

    std::unique_ptr<Conversation> m_conversation;
    std::unique_ptr<ChatView> m_chat;
};

TESTS(ChatSelectionTest, QApplication);
#include "chat_selection_test.moc"
