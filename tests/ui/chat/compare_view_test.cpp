#include "tests/support/test_program.h"
#include "tests/ui/chat/chat_support.h"
#include "ui/chat/compare_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>

using services::Conversation;
using services::MessageId;
using tests::keepPicture;
using ui::CompareColumn;
using ui::CompareView;

/// Versions of an answer side by side.
class CompareViewTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_conversation = std::make_unique<Conversation>();
        m_view = std::make_unique<CompareView>();
        m_view->resize(1200, 600);
        m_question = m_conversation->appendUserMessage({"What is in the picture?"});
        m_replies = m_conversation->appendReplies(m_question,
            {services::ModelId::fromText("/models/Small-1B.gguf"),
                services::ModelId::fromText("/models/Large-8B.gguf"), {}});
        m_answers.clear();
        for (const services::OpenReply& reply : m_replies)
            m_answers << reply.id();
    }

    void cleanup()
    {
        m_view.reset();
        m_replies.clear();
        m_conversation.reset();
    }

    void everyModelHasAColumnWithItsName()
    {
        finishAll();

        m_view->compare(m_conversation.get(), m_answers.first());
        m_view->show();

        QCOMPARE(m_view->columns().size(), 3);
        QStringList titles;
        for (const CompareColumn* column : m_view->columns())
            titles << column->findChild<ui::TextLabel*>()->text();
        QCOMPARE(titles, (QStringList{"Small-1B", "Large-8B", "Built-in model"}));
        QVERIFY(m_view->columns()[1]->view()->readableText().contains("answer 1"));
        keepPicture(*m_view, "compare.png");
    }

    void theyAreShownWhileTheyAreWritten()
    {
        m_view->compare(m_conversation.get(), m_answers.first());

        m_replies[2].append("Only the last one has begun.");

        QTRY_VERIFY(m_view->columns()[2]->view()->readableText().contains("has begun"));
    }

    void theOneThatIsKeptIsSaid()
    {
        finishAll();
        m_view->compare(m_conversation.get(), m_answers.first());
        m_view->show();
        QSignalSpy kept(m_view.get(), &CompareView::kept);

        QTest::mouseClick(m_view->columns()[1]->keepButton(), Qt::LeftButton);

        QCOMPARE(kept.count(), 1);
        QCOMPARE(kept[0][0].value<MessageId>(), m_answers[1]);
    }

    void escapeLeaves()
    {
        finishAll();
        m_view->compare(m_conversation.get(), m_answers.first());
        m_view->show();
        QSignalSpy left(m_view.get(), &CompareView::left);

        QTest::keyClick(m_view->columns()[0]->keepButton(), Qt::Key_Escape);

        QCOMPARE(left.count(), 1);
    }

    void aNarrowWindowHasThemInRows()
    {
        finishAll();
        m_view->resize(500, 480);
        m_view->compare(m_conversation.get(), m_answers.first());
        m_view->show();

        const auto* area = m_view->findChild<QScrollArea*>();
        QTRY_VERIFY(area->verticalScrollBar()->maximum() > 0);
        for (const CompareColumn* column : m_view->columns()) {
            QVERIFY(column->width() >= CompareColumn::minWidth);
            QVERIFY(column->height() >= CompareColumn::minHeight);
            QVERIFY(column->x() + column->width() <= area->viewport()->width());
        }
        m_view->columns()[2]->keepButton()->setFocus(Qt::TabFocusReason);
        keepPicture(*m_view, "compare-narrow.png");
    }

    // The view is next to the conversations, in a window of the default size.
    void fourAnswersFitIntoTheUsualWindow()
    {
        finishAll();
        m_conversation->appendVersion(m_answers.first(), "A fourth one.");
        m_view->resize(1120 - 260, 600);
        m_view->compare(m_conversation.get(), m_answers.first());
        m_view->show();

        QCOMPARE(m_view->columns().size(), 4);
        QCoreApplication::processEvents(); // layouts
        QCOMPARE(m_view->findChild<QScrollArea*>()->verticalScrollBar()->maximum(), 0);
        for (const CompareColumn* column : m_view->columns())
            QVERIFY(column->width() >= CompareColumn::minWidth);
        QCOMPARE(m_view->columns()[1]->y(), m_view->columns()[0]->y()); // two rows of two
        QCOMPARE(m_view->columns()[2]->x(), m_view->columns()[0]->x());
        QVERIFY(m_view->columns()[2]->y() > m_view->columns()[0]->y());
        keepPicture(*m_view, "compare-four.png");
    }

    void aVersionThatIsAddedGetsAColumn()
    {
        finishAll();
        m_view->compare(m_conversation.get(), m_answers.first());

        m_conversation->appendVersion(m_answers.first(), "Written by hand.");

        QTRY_COMPARE(m_view->columns().size(), 4);
    }

    void aLongAnswerScrollsInItsColumn()
    {
        finishAll();
        m_conversation->appendVersion(
            m_answers.first(), QString("A paragraph of words.\n\n").repeated(2000));
        m_view->compare(m_conversation.get(), m_answers.first());
        m_view->show();

        CompareColumn* column = m_view->columns().last();
        QScrollBar* bar = column->findChild<QScrollArea*>()->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 5000);
        bar->setValue(bar->maximum());

        QCoreApplication::processEvents(); // layouts
        QVERIFY(column->view()->height() > bar->value());
    }

private:
    void finishAll()
    {
        for (size_t i = 0; i < m_replies.size(); ++i) {
            m_replies[i].append(
                QString("This is **answer %1**: a boat on the sea.\n\n- white\n- small\n").arg(i));
            m_replies[i].finish();
        }
    }

    ui::Theme m_theme;
    std::unique_ptr<Conversation> m_conversation;
    std::unique_ptr<CompareView> m_view;
    std::vector<services::OpenReply> m_replies;
    MessageId m_question = services::noMessage;
    QList<MessageId> m_answers;
};

TESTS(CompareViewTest, QApplication);
#include "compare_view_test.moc"
