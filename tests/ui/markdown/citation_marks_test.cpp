#include "tests/support/test_program.h"
#include "ui/links/link.h"
#include "ui/markdown/citation_marks.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/markdown_text.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

using ui::CitationLink;
using ui::CitationMarks;
using ui::MarkdownView;

namespace {

const CitationMarks three{{"Lamp.pdf, page 1", "Lamp.pdf, page 2", "Filter.pdf"}, {}};

// The marks that are links: "[1] 2 3?"; "?" is behind unsupported ones.
QString linksIn(const QString& text, const CitationMarks& marks = three)
{
    std::vector<ui::MarkdownBlock> blocks = ui::readMarkdown(text).blocks;
    ui::linkCitations(blocks, marks);
    QStringList links;
    for (const ui::MarkdownBlock& block : blocks)
        ui::forEachRun(block, [&](const ui::InlineRun& run, int) {
            if (const auto link = ui::citationLink(run.link))
                links << run.text + (link->missing.isEmpty() ? "" : "?");
        });
    return links.join(' ');
}

} // namespace

// The marks of an answer that lead to its sources.
class CitationMarksTest : public QObject {
    Q_OBJECT

private slots:
    void marksBecomeLinks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("links");
        QTest::newRow("one") << "It blinks [1]."
                             << "[1]";
        QTest::newRow("several") << "It blinks [1, 3] and **stops [2]**."
                                 << "1 3 [2]";
        QTest::newRow("beside each other") << "It blinks [1][2]."
                                           << "[1] [2]";
        QTest::newRow("in a table") << "| a | b |\n|--|--|\n| x [2] | y |"
                                    << "[2]";
        QTest::newRow("in a list") << "1. one [1]\n2. two [3]"
                                   << "[1] [3]";
        QTest::newRow("of no source") << "It blinks [4], in [2024], at [0]."
                                      << "";
        QTest::newRow("some of them") << "It blinks [3, 9]."
                                      << "3";
        QTest::newRow("in code") << "`a[1]` and\n\n```\nb[2]\n```"
                                 << "";
        QTest::newRow("in a formula") << "$x[1]$"
                                      << "";
        QTest::newRow("a link") << "[1](https://example.org) [a [2]](https://example.org)"
                                << "";
        QTest::newRow("no number") << "[x] [1a] [] [1"
                                   << "";
    }
    void marksBecomeLinks()
    {
        QFETCH(QString, text);
        QFETCH(QString, links);

        QCOMPARE(linksIn(text), links);
    }

    void withoutSourcesThereAreNone() { QCOMPARE(linksIn("It blinks [1].", {}), QString()); }

    void whatIsNotSupportedIsMarked()
    {
        const QString text = "It blinks [1]. It stops [1, 2]. Never [1].";

        CitationMarks marks = three;
        marks.missing = {{1, {"", "May", ""}}, {2, {"May, 20"}}};
        QCOMPARE(linksIn(text, marks), QString("[1] 1? 2? [1]"));
        marks.missing = {{1, {"", "May"}}}; // other marks than these were judged
        QCOMPARE(linksIn(text, marks), QString("[1] 1 2 [1]"));
        marks.missing = {{1, {"May", "20"}}};
        QCOMPARE(linksIn(text, marks), QString("[1]? 1? 2 [1]?"));
    }

    // Nothing that a model writes leads into the program, and nothing of it to another one.
    void noTextHoldsSuchAnAddress()
    {
        const QString address = ui::toAddress({.number = 2});

        QCOMPARE(*ui::citationLink(address), (CitationLink{.number = 2}));
        const CitationLink unsupported{.number = 12, .missing = "10:30, May"};
        QCOMPARE(*ui::citationLink(ui::toAddress(unsupported)), unsupported);
        QVERIFY(!ui::isSafeLink(address));
        for (const QString& text : {"[x](" + address + ")", "<" + address + ">", address}) {
            std::vector<ui::MarkdownBlock> blocks = ui::readMarkdown(text).blocks;
            for (const ui::MarkdownBlock& block : blocks)
                ui::forEachRun(
                    block, [](const ui::InlineRun& run, int) { QVERIFY(run.link.isEmpty()); });
        }
    }

    void aMarkIsReachedByKeyboardWhileTheAnswerIsWritten()
    {
        MarkdownView view(MarkdownView::Markup::Markdown);
        view.setCitations(three);
        view.resize(400, 200);
        view.show();
        view.setText("It blinks [");
        QCOMPARE(view.focusPolicy(), Qt::ClickFocus);
        view.setText("It blinks [2] and");
        QCOMPARE(view.focusPolicy(), Qt::StrongFocus);
        QSignalSpy chosen(&view, &MarkdownView::linkChosen);

        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.clearFocus();
        view.setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(view.accessibleDescription().contains("Lamp.pdf, page 2"));
        QTest::keyClick(&view, Qt::Key_Return);

        QCOMPARE(chosen.size(), 1);
        QCOMPARE(ui::citationLink(chosen[0][0].toString())->number, 2);
    }

    void copiesKeepTheMark()
    {
        MarkdownView view(MarkdownView::Markup::Markdown);
        view.setCitations(three);
        view.resize(400, 200);
        view.setText("It *blinks* [1, 3].");
        view.setPart(ui::TextRange{{}, ui::endOfText});

        QCOMPARE(view.plainText(), QString("It blinks [1, 3]."));
        QCOMPARE(view.selectedText(), QString("It blinks [1, 3]."));
        QCOMPARE(view.selectedMarkdown(), QString("It *blinks* [1, 3]."));
    }

private:
    ui::Theme m_theme;
};

TESTS(CitationMarksTest, QApplication);
#include "citation_marks_test.moc"
