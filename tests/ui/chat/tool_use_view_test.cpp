#include "tests/support/test_program.h"
#include "tests/ui/chat/chat_support.h"
#include "ui/chat/tool_use_view.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>

using services::ToolUse;
using ui::ToolArgumentsView;

namespace {

ToolUse asked(const QString& arguments)
{
    return {.call = "1",
        .name = "write_file",
        .title = "Write a file",
        .server = "disk",
        .arguments = arguments};
}

} // namespace

/// A call that waits until the user allows it.
class ToolUseViewTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_theme.setScheme(ui::Scheme::Light);
        m_window = std::make_unique<QWidget>();
        m_window->resize(500, 600);
        m_view = new ui::ToolUseView(m_window.get());
        auto* layout = new QVBoxLayout(m_window.get());
        layout->addWidget(m_view);
        layout->addStretch(1);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void shortArgumentsAreSeenWhole()
    {
        m_view->setUse(asked(R"({"path": "/home/me/a.txt", "text": "Hello"})"));

        QTRY_VERIFY(text().height() > 0 && text().isVisible());
        QTRY_COMPARE(text().verticalScrollBar()->maximum(), 0);
        tests::keepPicture(*m_window, "tool-arguments.png");
        QVERIFY(text().height() < 6 * text().fontMetrics().lineSpacing());
        QCOMPARE(paragraphs(), (QStringList{"path: /home/me/a.txt", "text: Hello"}));
    }

    void longArgumentsAreScrolledToTheirEnd()
    {
        m_view->setUse(asked("{\"text\": \"" + QString("word ").repeated(40'000) + "the end\"}"));
        QTRY_VERIFY(text().verticalScrollBar()->maximum() > 0);
        QVERIFY(text().height() < m_window->height() / 2);
        QVERIFY(m_view->readableText().contains("the end"));

        text().setFocus();
        QTest::keyClick(&text(), Qt::Key_End, Qt::ControlModifier);

        QTRY_COMPARE(text().verticalScrollBar()->value(), text().verticalScrollBar()->maximum());
        tests::keepPicture(*m_window, "tool-arguments-end.png");
        QTextCursor end(text().document());
        end.movePosition(QTextCursor::End);
        QVERIFY(end.block().text().endsWith("the end"));
        QVERIFY(text().viewport()->rect().contains(text().cursorRect(end).center()));
    }

    // Names begin at the edge and are bold; nothing else is.
    void noValueLooksLikeAnArgument()
    {
        m_view->setUse(asked(
            R"({"text": "a\npath: /tmp\u202e \u05d0)" + QString(3000, u' ') + R"(mode: read"})"));
        QTRY_VERIFY(text().height() > 2 * text().fontMetrics().lineSpacing());
        tests::keepPicture(*m_window, "tool-arguments-hostile.png");

        const QString whole = paragraphs().join(QString());
        QVERIFY2(whole.startsWith(u"text: a\\npath: /tmp\\u{202E} \u05d0"_qs), qPrintable(whole));
        QVERIFY(whole.endsWith("mode: read"));
        const QTextDocument& document = *text().document();
        for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
            const bool isFirst = block == document.begin();
            QVERIFY(block.blockFormat().leftMargin() > 0);
            QCOMPARE(block.blockFormat().textIndent() < 0, isFirst);
            QCOMPARE(block.textDirection(), Qt::LeftToRight);
            QString bold;
            for (auto part = block.begin(); !part.atEnd(); ++part)
                if (part.fragment().charFormat().fontWeight() > QFont::Normal)
                    bold += part.fragment().text();
            QCOMPARE(bold.remove(QChar(0x200E)), isFirst ? "text: " : "");
        }
        QCOMPARE(m_view->readableText().count('\n'), 1);
    }

    // This happens while an answer is written below it.
    void theSameCallLeavesTheTextWhereItWasScrolled()
    {
        const ToolUse use = asked("{\"text\": \"" + QString("word ").repeated(4000) + "\"}");
        m_view->setUse(use);
        QTRY_VERIFY(text().verticalScrollBar()->maximum() > 0);
        text().verticalScrollBar()->setValue(text().verticalScrollBar()->maximum());
        const int place = text().verticalScrollBar()->value();

        m_view->setUse(use);
        ToolUse running = use;
        running.state = ToolUse::State::Running;
        m_view->setUse(running);

        QCOMPARE(text().verticalScrollBar()->value(), place);
    }

    void theFieldIsNamedForScreenReaders()
    {
        m_view->setUse(asked(R"({"path": "/tmp"})"));

        QCOMPARE(text().accessibleName(), "Arguments of Write a file (disk)");
        QVERIFY(text().focusPolicy() & Qt::TabFocus);
    }

private:
    ToolArgumentsView& text() const { return *m_view->findChild<ToolArgumentsView*>(); }

    QStringList paragraphs() const
    {
        return text().toPlainText().remove(QChar(0x200E)).split(u'\n');
    }

    ui::Theme m_theme;
    std::unique_ptr<QWidget> m_window;
    ui::ToolUseView* m_view = nullptr;
};

TESTS(ToolUseViewTest, QApplication);
#include "tool_use_view_test.moc"
