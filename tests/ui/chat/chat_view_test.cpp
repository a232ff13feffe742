#include "tests/support/test_program.h"
#include "tests/ui/chat/chat_support.h"
#include "ui/chat/message_actions.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/text_label.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QVBoxLayout>
#include <QWheelEvent>

using services::Author;
using services::Conversation;
using services::Message;
using services::MessageId;
using services::OpenReply;
using tests::button;
using tests::fill;
using tests::keepPicture;
using ui::ChatView;
using ui::MessageAction;
using ui::MessageView;

/// The messages in their view, on real conversations, driven by keys, wheel and mouse.
class ChatViewTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { ui::installMessageAccessibility(); }

    void init()
    {
        m_window = std::make_unique<QWidget>();
        m_conversation = std::make_unique<Conversation>();
        m_before = new QLineEdit(m_window.get());
        m_chat = new ChatView(m_window.get());
        m_after = new QLineEdit(m_window.get());
        auto* layout = new QVBoxLayout(m_window.get());
        for (QWidget* widget : std::initializer_list<QWidget*>{m_before, m_chat, m_after})
            layout->addWidget(widget);
        m_window->resize(800, 600);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void cleanup()
    {
        m_window.reset();
        m_conversation.reset();
    }

    void aWideTableIsScrolledByTheArrowKeys()
    {
        m_conversation->appendUserMessage({"A table"});
        OpenReply answer = m_conversation->appendReply();
        const QString cells = QString("| a_column_with_a_long_name ").repeated(12) + "|\n";
        answer.append(cells + QString("|---").repeated(12) + "|\n" + cells);
        answer.finish();
        m_chat->setConversation(m_conversation.get());
        m_chat->setFocus(Qt::ShortcutFocusReason);
        const auto bars = m_chat->viewport()->findChildren<QScrollBar*>();
        QCOMPARE(bars.size(), 1);

        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        const int right = bars[0]->value();
        QVERIFY(right > 0);

        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
        QVERIFY(bars[0]->value() < right);
    }

    void anyMoveUpwardsStopsFollowing_data()
    {
        QTest::addColumn<int>("move");
        QTest::newRow("wheel") << 0;
        QTest::newRow("page up") << 1;
        QTest::newRow("home") << 2;
        QTest::newRow("arrow up") << 3;
        QTest::newRow("drag") << 4;
    }
    void anyMoveUpwardsStopsFollowing()
    {
        QFETCH(int, move);
        fill(*m_conversation, 30);
        OpenReply answer = m_conversation->appendReply();
        answer.append(QString("many words ").repeated(300));
        m_chat->setConversation(m_conversation.get());
        QVERIFY(m_chat->isFollowing());

        moveUp(move);
        QVERIFY(!m_chat->isFollowing());
        const int value = bar()->value();
        answer.append(QString("more words ").repeated(300));
        QTest::qWait(80); // the next frames; out of sight nothing happens that could be awaited

        QCOMPARE(bar()->value(), value);
        QVERIFY(bar()->value() < bar()->maximum());
        QVERIFY(button(m_chat, "Scroll to latest message"));
    }

    void whatIsWrittenIsFollowedAtTheEnd()
    {
        fill(*m_conversation, 30);
        OpenReply answer = m_conversation->appendReply();
        m_chat->setConversation(m_conversation.get());
        const int value = bar()->value();

        answer.append(QString("many words ").repeated(300));

        QTRY_VERIFY(bar()->value() > value);
        QCOMPARE(bar()->value(), bar()->maximum());
        QVERIFY(!button(m_chat, "Scroll to latest message"));
    }

    void theButtonJumpsToTheNewest()
    {
        fill(*m_conversation, 30);
        m_chat->setConversation(m_conversation.get());
        wheel(3);
        QPointer<QAbstractButton> jump = button(m_chat, "Scroll to latest message");
        QVERIFY(jump);

        QTest::mouseClick(jump, Qt::LeftButton);

        QVERIFY(m_chat->isFollowing());
        QCOMPARE(bar()->value(), bar()->maximum());
        QVERIFY(!button(m_chat, "Scroll to latest message"));
    }

    void scrollingDownToTheEndFollowsAgain()
    {
        fill(*m_conversation, 30);
        m_chat->setConversation(m_conversation.get());
        wheel(3);
        QVERIFY(!m_chat->isFollowing());

        wheel(-5);

        QVERIFY(m_chat->isFollowing());
    }

    void aLongConversationOpensAtItsEndWithFewWidgets()
    {
        fill(*m_conversation, 5000);

        m_chat->setConversation(m_conversation.get());

        QVERIFY(m_chat->viewOf(9999));
        QVERIFY(!m_chat->viewOf(0));
        QVERIFY(m_chat->findChildren<MessageView*>().size() < 40);
    }

    void noPlaceIsBlankWhereverOneDrags()
    {
        fill(*m_conversation, 500);
        m_chat->setConversation(m_conversation.get());

        for (int step = 0; step <= 20; ++step) {
            bar()->setSliderPosition(bar()->maximum() * ((step * 7) % 21) / 20);
            QCOMPARE(firstGap(), -1);
        }
    }

    void messagesStayInTheirPlaceWhenTheScrollBarComes()
    {
        fill(*m_conversation, 1);
        m_chat->setConversation(m_conversation.get());
        QCOMPARE(bar()->maximum(), 0);
        const auto left
            = [this](int row) { return m_chat->viewOf(row)->mapTo(m_chat, QPoint()).x(); };
        const int before = left(0);

        fill(*m_conversation, 20);

        QTRY_VERIFY(bar()->maximum() > 0);
        QTRY_COMPARE(left(m_conversation->rowCount() - 1), before);
    }

    void arrowsWalkFromMessageToMessage()
    {
        fill(*m_conversation, 10);
        m_chat->setConversation(m_conversation.get());
        m_chat->setFocus(Qt::ShortcutFocusReason);
        QTRY_VERIFY(m_chat->viewOf(19)->hasFocus());

        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
        QVERIFY(m_chat->viewOf(18)->hasFocus());
        for (int step = 0; step < 18; ++step)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);

        QVERIFY(m_chat->viewOf(0));
        QVERIFY(m_chat->viewOf(0)->hasFocus());
        QVERIFY(isWholeInSight(m_chat->viewOf(0)));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QVERIFY(m_chat->viewOf(1)->hasFocus());
        keepPicture(*m_window, "chat-focus.png");
    }

    void aTallMessageIsScrolledThroughBeforeTheNext()
    {
        fill(*m_conversation, 2);
        OpenReply answer = m_conversation->appendReply();
        answer.append(QString("A paragraph.\n\n").repeated(60));
        answer.finish();
        fill(*m_conversation, 2);
        m_chat->setConversation(m_conversation.get());
        m_chat->scrollToRow(4);
        m_chat->viewOf(4)->setFocus();
        const int value = bar()->value();

        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);

        QVERIFY(m_chat->viewOf(4)->hasFocus());
        QVERIFY(bar()->value() > value);
        for (int step = 0; step < 40 && m_chat->viewOf(4) && m_chat->viewOf(4)->hasFocus(); ++step)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QVERIFY(m_chat->viewOf(5)->hasFocus());
    }

    void tabWalksThroughTheButtonsOfEveryMessageFromTheFirstInSightAndOut()
    {
        fill(*m_conversation, 10);
        m_chat->setConversation(m_conversation.get());
        m_chat->scrollToRow(16);
        const int first = m_chat->firstRowInSight();
        m_before->setFocus();

        QTest::keyClick(m_before, Qt::Key_Tab);
        QTRY_VERIFY(m_chat->viewOf(first)->hasFocus());
        QStringList names;
        for (int step = 0; step < 100 && !m_after->hasFocus(); ++step) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            if (!m_after->hasFocus())
                names << QApplication::focusWidget()->accessibleName();
        }

        QVERIFY(m_after->hasFocus());
        names.removeAll(QString()); // the button that jumps to the newest
        QCOMPARE(names.count("Answer") + names.count("Your message"), 20 - first - 1);
        QVERIFY2(names.join(u',').endsWith(
                     "Your message,Copy message,Edit,More,Answer,Copy answer,Regenerate,More"),
            qPrintable(names.join(u',')));
        m_chat->setFocus(Qt::BacktabFocusReason);
        QVERIFY(m_chat->viewOf(19)->isAncestorOf(QApplication::focusWidget()));
        QCOMPARE(QApplication::focusWidget()->accessibleName(), "More");
    }

    void pageKeysScrollAndTheFocusStaysInside()
    {
        fill(*m_conversation, 30);
        m_chat->setConversation(m_conversation.get());
        m_chat->setFocus(Qt::ShortcutFocusReason);
        const int value = bar()->value();

        QTest::keyClick(QApplication::focusWidget(), Qt::Key_PageUp);
        QVERIFY(bar()->value() < value);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
        QCOMPARE(bar()->value(), 0);
        QVERIFY(m_chat->hasFocus() || m_chat->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);

        QCOMPARE(bar()->value(), bar()->maximum());
        QVERIFY(m_chat->isFollowing());
    }

    void keysOfAMessageAskForWhatTheyMean()
    {
        fill(*m_conversation, 3);
        m_chat->setConversation(m_conversation.get());
        m_chat->viewOf(3)->setFocus();
        QSignalSpy requested(m_chat, &ChatView::requested);

        QTest::keyClick(m_chat->viewOf(3), Qt::Key_C, Qt::ControlModifier);
        QTest::keyClick(m_chat->viewOf(3), Qt::Key_Delete);

        QCOMPARE(requested.count(), 2);
        QCOMPARE(requested[0][0].value<MessageId>(), MessageId(3));
        QCOMPARE(requested[0][1].value<MessageAction>(),
            MessageAction(ui::MessageCommand::CopyMarkdown));
        QCOMPARE(requested[1][1].value<MessageAction>(), MessageAction(ui::MessageCommand::Remove));
    }

    void aBurstOfTokensIsShownAtOnce()
    {
        fill(*m_conversation, 2);
        OpenReply answer = m_conversation->appendReply();
        m_chat->setConversation(m_conversation.get());
        QCoreApplication::processEvents(); // the first frame
        UpdateCounter updates(*m_window);

        for (int token = 0; token < 300; ++token)
            answer.append("word ");
        QTRY_VERIFY(m_chat->viewOf(4)->readableText().count("word") == 300);

        QVERIFY2(updates.count <= 3, qPrintable(QString::number(updates.count)));
    }

    void messagesAreListItemsWithLines()
    {
        m_conversation->appendUserMessage({"First line\nSecond line"});
        m_chat->setConversation(m_conversation.get());

        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(m_chat->viewport());
        QAccessibleInterface* item = QAccessible::queryAccessibleInterface(m_chat->viewOf(0));

        QCOMPARE(list->role(), QAccessible::List);
        QCOMPARE(item->role(), QAccessible::ListItem);
        QCOMPARE(item->text(QAccessible::Name), "Your message");
        QAccessibleTextInterface* text = item->textInterface();
        int begin = 0, end = 0;
        QCOMPARE(
            text->textAtOffset(0, QAccessible::LineBoundary, &begin, &end).trimmed(), "First line");
        QCOMPARE(text->textAtOffset(13, QAccessible::LineBoundary, &begin, &end).trimmed(),
            "Second line");
        QCOMPARE(text->characterCount(), 22);
    }

    void messagesAreReadInTheirOrderAfterScrolling()
    {
        fill(*m_conversation, 40);
        m_chat->setConversation(m_conversation.get());
        bar()->setSliderPosition(bar()->maximum() / 3);
        bar()->setSliderPosition(bar()->maximum() / 2);
        wheel(2);

        QAccessibleInterface* list = QAccessible::queryAccessibleInterface(m_chat->viewport());

        QVERIFY(list->childCount() > 3);
        int lastTop = -10'000;
        for (int child = 0; child < list->childCount(); ++child) {
            const auto* view = qobject_cast<MessageView*>(list->child(child)->object());
            QVERIFY(view && view->y() > lastTop);
            QCOMPARE(list->indexOfChild(list->child(child)), child);
            lastTop = view->y();
        }
    }

    void finishedSentencesAreAnnounced()
    {
        QAccessible::setActive(true);
        fill(*m_conversation, 1);
        OpenReply answer = m_conversation->appendReply();
        m_chat->setConversation(m_conversation.get());
        const auto* announcer = m_chat->findChild<ui::Announcer*>();

        answer.append("The **boat** is white. It sai");
        QTRY_COMPARE(announcer->text(), "The boat is white.");
        answer.append("ls home");
        QTRY_VERIFY(m_chat->viewOf(2)->readableText().contains("sails home"));
        QCOMPARE(announcer->text(), "The boat is white.");
        answer.finish();

        QTRY_COMPARE(announcer->text(), "It sails home");
        QAccessible::setActive(false);
    }

    void whyAnAnswerWaitsIsSaid()
    {
        m_conversation->appendUserMessage({"Hello"});
        OpenReply answer = m_conversation->appendReply();
        m_chat->setConversation(m_conversation.get());

        answer.setWaitReason("Two answers go before this one.");

        QTRY_COMPARE(m_chat->viewOf(1)->readableText(), "Two answers go before this one.");
    }

    void anAnswerOfAnotherModelIsNamed()
    {
        m_conversation->appendUserMessage({"Hello"});
        OpenReply answer = m_conversation->appendReply(
            services::ModelId::fromText("/models/Some-Model-4B.gguf"));
        answer.append("Hello.");
        answer.finish();
        m_chat->setConversation(m_conversation.get());
        const auto footer = [this] { return m_chat->viewOf(1)->findChild<ui::ElidedLabel*>(); };
        QVERIFY(footer()->text().startsWith("Some-Model-4B"));

        m_chat->setCurrentModel(services::ModelId::fromText("/models/Some-Model-4B.gguf"));

        QVERIFY(!footer()->text().contains("Some-Model-4B"));
    }

    void itIsSaidWhereReadingBegins()
    {
        fill(*m_conversation, 4);
        m_chat->setConversation(m_conversation.get());

        m_chat->setUnread({0, 1, 2, 3});

        QVERIFY(m_chat->viewOf(4)->readableText().startsWith("Earlier messages are outside"));
        QVERIFY(!m_chat->viewOf(5)->readableText().contains("are outside the context"));
        keepPicture(*m_window, "chat-reads-from.png");

        m_chat->setUnread({2, 3}); // an image is above them
        QVERIFY(m_chat->viewOf(4)->readableText().contains("only reads pictures"));
        QVERIFY(!m_chat->viewOf(2)->readableText().contains("only reads pictures"));
        m_chat->setUnread({});
        QVERIFY(!m_chat->viewOf(4)->readableText().contains("the model"));
    }

    void rightToLeftIsMirrored()
    {
        QApplication::setLayoutDirection(Qt::RightToLeft);
        m_conversation->appendUserMessage({u"ما الذي تراه في الصورة؟"_qs});
        OpenReply answer = m_conversation->appendReply();
        answer.append(u"قارب أبيض **صغير** في البحر.\n\n1. واحد\n2. اثنان"_qs);
        answer.finish();
        m_chat->setConversation(m_conversation.get());
        QCoreApplication::processEvents();

        const QRect bubble = m_chat->viewOf(0)->text()->geometry();
        keepPicture(*m_window, "chat-right-to-left.png");
        QApplication::setLayoutDirection(Qt::LeftToRight);

        QVERIFY(bubble.center().x() < m_chat->viewOf(0)->width() / 2);
    }

    void aBranchThatIsLeftTakesItsChangesWithIt()
    {
        fill(*m_conversation, 3);
        m_chat->setConversation(m_conversation.get());
        OpenReply open = m_conversation->appendReply();
        open.append("half");

        m_conversation->removeMessage(m_conversation->message(1).id);

        QCOMPARE(m_conversation->rowCount(), 1);
        QVERIFY(!m_chat->viewOf(1));
        // The announcement of another answer comes later than what was left.
        OpenReply another = m_conversation->appendReply();
        another.append("whole");
        QTRY_COMPARE(m_chat->viewOf(1)->readableText(), "whole");
    }

private:
    // Counts the frames of a window.
    class UpdateCounter : public QObject {
    public:
        explicit UpdateCounter(QWidget& window)
            : m_window(window)
        {
            qApp->installEventFilter(this);
        }
        int count = 0;

    protected:
        bool eventFilter(QObject* watched, QEvent* event) override
        {
            count += watched == &m_window && event->type() == QEvent::UpdateRequest ? 1 : 0;
            return false;
        }

    private:
        QWidget& m_window;
    };

    QScrollBar* bar() { return m_chat->verticalScrollBar(); }

    void wheel(int steps)
    {
        QWidget* viewport = m_chat->viewport();
        const QPointF place = viewport->rect().center();
        QWheelEvent event(place, viewport->mapToGlobal(place), {}, {0, 120 * steps}, Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(viewport, &event);
    }

    void moveUp(int how)
    {
        switch (how) {
        case 0:
            return wheel(1);
        case 1:
            return QTest::keyClick(m_chat, Qt::Key_PageUp);
        case 2:
            return QTest::keyClick(m_chat, Qt::Key_Home);
        case 3:
            QTest::keyClick(m_chat, Qt::Key_Up);
            return QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
        default:
            bar()->setSliderDown(true);
            bar()->setSliderPosition(bar()->maximum() - 100);
            bar()->setSliderDown(false);
        }
    }

    bool isWholeInSight(const QWidget* view)
    {
        return view->y() >= 0 && view->geometry().bottom() <= m_chat->viewport()->height();
    }

    // The first pixel of the viewport between the first and the last row that nothing covers.
    int firstGap()
    {
        QMap<int, int> spans;
        for (const MessageView* view : m_chat->findChildren<MessageView*>())
            if (view->isVisible())
                spans[view->y()] = view->geometry().bottom() + 1;
        int covered = bar()->value() < 20 ? 20 : 0;
        for (auto span = spans.begin(); span != spans.end(); ++span)
            if (span.key() <= covered)
                covered = std::max(covered, span.value());
        const int needed = m_chat->viewport()->height() - 20;
        return covered >= needed ? -1 : covered;
    }

    ui::Theme m_theme;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Conversation> m_conversation;
    QLineEdit* m_before = nullptr;
    ChatView* m_chat = nullptr;
    QLineEdit* m_after = nullptr;
};

TESTS(ChatViewTest, QApplication);
#include "chat_view_test.moc"
