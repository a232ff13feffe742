#include "tests/support/test_program.h"
#include "ui/markdown/markdown_view.h"
#include "ui/markdown/thinking_view.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using ui::ThinkingView;

class ThinkingViewTest : public QObject {
    Q_OBJECT

private slots:
    void itIsClosedAndLaysNothingOutUntilItIsOpened()
    {
        ThinkingView view;
        view.resize(500, 32);
        view.setText("I **think**.\n\nAnd more.", true);
        view.show();
        const auto* header = view.findChild<QToolButton*>();
        QCOMPARE(header->text(), u"Reasoning…"_qs);
        QVERIFY(!view.isExpanded());
        QVERIFY(!view.findChild<ui::MarkdownView*>());
        const int closed = view.heightForWidth(500);
        QSignalSpy changed(&view, &ThinkingView::heightChanged);

        QTest::keyClick(view.findChild<QToolButton*>(), Qt::Key_Space);

        QVERIFY(view.isExpanded());
        QCOMPARE(changed.size(), 1);
        QVERIFY(view.heightForWidth(500) > closed + 30);
        QCOMPARE(view.findChild<ui::MarkdownView*>()->plainText(), "I think.\nAnd more.");

        QTest::mouseClick(view.findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(view.heightForWidth(500), closed);
    }

    void itSaysHowLongItTook()
    {
        ThinkingView view;
        view.setText("a", false, 12.3);
        QVERIFY(view.findChild<QToolButton*>()->text().contains("12"));
        view.setText("a", false);
        QCOMPARE(view.findChild<QToolButton*>()->text(), "Reasoning");
    }

    void aScreenReaderIsToldWhatTheButtonDoes()
    {
        ThinkingView view;
        view.setText("a", false, 3);
        const auto* header = view.findChild<QToolButton*>();
        QCOMPARE(header->accessibleName(), header->text());
        const QString closed = header->accessibleDescription();
        view.setExpanded(true);
        QVERIFY(header->accessibleDescription() != closed);
        QVERIFY(header->focusPolicy() & Qt::TabFocus);
    }

private:
    ui::Theme m_theme;
};

TESTS(ThinkingViewTest, QApplication);
#include "thinking_view_test.moc"
