#include "tests/support/test_program.h"
#include "ui/links/link.h"
#include "ui/markdown/fact_marks.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/markdown_text.h"
#include "ui/markdown/markdown_view.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QSignalSpy>
#include <QStyleHints>
#include <QTest>

using ui::FactLink;
using ui::FactMark;
using ui::MarkdownView;

namespace {

// The first occurrences of these words in the text; "!" before one: it isn't supported.
QList<FactMark> marksOf(const QString& text, const QStringList& words)
{
    const QString searched = ui::factText(ui::readMarkdown(text).blocks);
    QList<FactMark> marks;
    for (QString word : words) {
        const bool isSupported = !word.startsWith(u'!');
        word.remove(u'!');
        const qsizetype begin = searched.indexOf(word);
        marks << FactMark{begin, begin + word.size(), isSupported, isSupported,
            word + (isSupported ? ", found" : ", missing")};
    }
    return marks;
}

// The parts of the text that lead to facts, each with the index of its fact.
QStringList factLinks(const QString& text, const QStringList& words)
{
    std::vector<ui::MarkdownBlock> blocks = ui::readMarkdown(text).blocks;
    ui::linkFacts(blocks, marksOf(text, words));
    QStringList links;
    for (const ui::MarkdownBlock& block : blocks)
        ui::forEachRun(block, [&](const ui::InlineRun& run, int) {
            if (const auto link = ui::factLink(run.link))
                links << run.text + u':' + QString::number(link->index)
                        + (link->isSupported ? "" : "?");
        });
    return links;
}

} // namespace

// Facts of an answer that lead to their places in an image.
class FactMarksTest : public QObject {
    Q_OBJECT

private slots:
    void factsBecomeLinks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("links");
        QTest::newRow("several") << "It was 12.80 on 3 March." << QStringList{"12.80", "!3 March"}
                                 << QStringList{"12.80:0", "3 March:1?"};
        QTest::newRow("in parts") << "It was **12**.80." << QStringList{"12.80"}
                                  << QStringList{"12:0", ".80:0"};
        QTest::newRow("second paragraph") << "One.\n\nTwo: *12.80*." << QStringList{"12.80"}
                                          << QStringList{"12.80:0"};
        QTest::newRow("in a list") << "1. tea\n2. cake 4.20" << QStringList{"4.20"}
                                   << QStringList{"4.20:0"};
        QTest::newRow("in a table")
            << "| a | b |\n|--|--|\n| cake | 4.20 |\n| tea | 3.10 |" << QStringList{"4.20", "!tea"}
            << QStringList{"4.20:0", "tea:1?"};
        QTest::newRow("behind code") << "```\n4.20\n```\n\nand 4.20" << QStringList{"4.20"}
                                     << QStringList{"4.20:0"};
        QTest::newRow("behind a formula") << "$x = 1$ and 4.20" << QStringList{"4.20"}
                                          << QStringList{"4.20:0"};
        QTest::newRow("in a link") << "[4.20](https://example.org)" << QStringList{"4.20"}
                                   << QStringList();
    }
    void factsBecomeLinks()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, words);
        QFETCH(QStringList, links);

        QCOMPARE(factLinks(text, words), links);
    }

    void addressesAreRead()
    {
        for (const FactLink& link :
            {FactLink{0, true}, FactLink{12, false}, FactLink{3, true, true}, FactLink{0, false, true}}) {
            QCOMPARE(*ui::factLink(ui::toAddress(link)), link);
            QVERIFY(ui::isOwnLink(ui::toAddress(link)));
            QVERIFY(!ui::isSafeLink(ui::toAddress(link)));
        }
        QVERIFY(!ui::factLink("https://example.org"));
    }

    // Tab reaches each fact; its place or the reason is what a screen reader reads.
    void factsAreReachedByKeyboard()
    {
        const QString text = "It was 12.80 on 3 March.";
        MarkdownView view(MarkdownView::Markup::Markdown);
        view.resize(400, 200);
        view.show();
        view.setText(text);
        view.setFacts(marksOf(text, {"12.80", "!3 March"}));
        QSignalSpy pointed(&view, &MarkdownView::factPointed), left(&view, &MarkdownView::factLeft);
        QSignalSpy chosen(&view, &MarkdownView::linkChosen);

        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.clearFocus();
        view.setFocus(Qt::TabFocusReason);
        QTRY_COMPARE(view.accessibleDescription(), QString("12.80, found"));
        QCOMPARE(pointed.size(), 1);
        QCOMPARE(pointed[0][0].toInt(), 0);
        const QRect rect = pointed[0][1].toRect();
        QVERIFY(QRect(view.mapToGlobal(QPoint()), view.size()).contains(rect));
        QTest::keyClick(&view, Qt::Key_Tab);
        QCOMPARE(view.accessibleDescription(), QString("3 March, missing"));
        QCOMPARE(pointed.size(), 1); // it has no place
        QCOMPARE(left.size(), 1);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(*ui::factLink(chosen[0][0].toString()), (FactLink{1, false}));
    }

    void aClickOpensItsImageAndADoubleClickSelectsIt()
    {
        const QString text = "12.80 it was.";
        MarkdownView view(MarkdownView::Markup::Markdown);
        view.resize(400, 200);
        view.show();
        view.setText(text);
        view.setFacts(marksOf(text, {"12.80"}));
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QSignalSpy chosen(&view, &MarkdownView::linkChosen);
        const QPoint fact(12, 10);

        // What QTest::mouseDClick() leaves out is the release in between.
        QTest::mouseClick(&view, Qt::LeftButton, {}, fact);
        QTest::mouseDClick(&view, Qt::LeftButton, {}, fact);
        QCOMPARE(view.selectedText(), QString("12.80"));
        const int interval = QGuiApplication::styleHints()->mouseDoubleClickInterval();
        QVERIFY(!QTest::qWaitFor([&] { return !chosen.isEmpty(); }, interval + 100));
        QTest::mouseClick(&view, Qt::LeftButton, {}, fact);

        QTRY_COMPARE(chosen.size(), 1);
        QCOMPARE(*ui::factLink(chosen[0][0].toString()), (FactLink{0, true}));
    }

    void anotherTextHasNone()
    {
        const QString text = "It was 12.80.";
        MarkdownView view(MarkdownView::Markup::Markdown);
        view.setText(text);
        view.setFacts(marksOf(text, {"12.80"}));
        QCOMPARE(view.focusPolicy(), Qt::StrongFocus);

        view.setText(text + " Or so.");

        QCOMPARE(view.focusPolicy(), Qt::ClickFocus);
    }

    void copiesHaveNoLinks()
    {
        const QString text = "It was *12.80*.";
        MarkdownView view(MarkdownView::Markup::Markdown);
        view.setText(text);
        view.setFacts(marksOf(text, {"12.80"}));
        view.setPart(ui::TextRange{{}, ui::endOfText});

        QCOMPARE(view.selectedMarkdown(), text);
    }

private:
    ui::Theme m_theme;
};

TESTS(FactMarksTest, QApplication);
#include "fact_marks_test.moc"
