#include "tests/support/test_program.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/markdown_text.h"

#include <QTest>

using ui::InlineRun;
using ui::MarkdownBlock;
using Kind = ui::MarkdownBlock::Kind;

namespace {

std::vector<MarkdownBlock> read(const QString& text)
{
    return ui::readMarkdown(text).blocks;
}

// The runs of a text in one line: what each is, and its text.
QString runs(const QString& text)
{
    QString described;
    const auto blocks = read(text);
    for (const InlineRun& run : blocks.at(0).text) {
        QString style;
        for (const auto& [flag, name] :
            {std::pair{InlineRun::Emphasis, "e"}, {InlineRun::Strong, "s"}, {InlineRun::Code, "c"},
                {InlineRun::Struck, "x"}, {InlineRun::Formula, "f"}, {InlineRun::Raised, "r"}})
            if (run.is(flag))
                style += name;
        described += QStringLiteral("%1(%2)").arg(style, run.text);
        if (!run.link.isEmpty())
            described += QStringLiteral("->%1").arg(run.link);
    }
    return described;
}

QStringList kinds(const QString& text)
{
    static const QStringList names
        = {"text", "heading", "code", "table", "rule", "formula", "summary"};
    QStringList kinds;
    for (const MarkdownBlock& block : read(text))
        kinds << names[int(block.kind)];
    return kinds;
}

} // namespace

class MarkdownReaderTest : public QObject {
    Q_OBJECT

private slots:
    void disclosuresHoldWhatIsBetweenTheirTags_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("described");
        QTest::newRow("usual") << "<details>\n<summary>A <b>title</b></summary>\n\n# In\n\n- it\n\n"
                                  "</details>\n\nafter"
                               << QStringList{"0 summary A title", "1 heading In", "1 text it",
                                      "0 text after"};
        QTest::newRow("without blank lines")
            << "<details><summary>T</summary>\n*in*\n</details>\n\nafter"
            << QStringList{"0 summary T", "1 text in", "0 text after"};
        QTest::newRow("nested") << "<details>\n<summary>A</summary>\n\n<details open>\n"
                                   "<summary>B</summary>\n\nin\n\n</details>\n\n</details>"
                                << QStringList{"0 summary A", "1 open summary B", "2 text in"};
        QTest::newRow("unclosed") << "<details>\n<summary>A</summary>\n\nin\n\nalso"
                                  << QStringList{"0 summary A", "1 text in", "1 text also"};
        QTest::newRow("unclosed in a list")
            << "- <details>\n\n  in\n- next"
            << QStringList{"0 summary ", "1 text in", "0 text next"};
        QTest::newRow("summary of its own")
            << "<details>\n\n<summary>A</summary>\n\nin" << QStringList{"0 summary A", "1 text in"};
        QTest::newRow("end alone") << "</details>" << QStringList{"0 text </details>"};
        QTest::newRow("summary alone")
            << "<summary>a</summary>" << QStringList{"0 text <summary>a</summary>"};
        QTest::newRow("in a line") << "a <details>" << QStringList{"0 text a <details>"};
        QTest::newRow("in code") << "```\n<details>\n```" << QStringList{"0 code <details>"};
    }
    void disclosuresHoldWhatIsBetweenTheirTags()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, described);
        QStringList found;
        for (const MarkdownBlock& block : read(text))
            found << QStringLiteral("%1 %2%3 %4")
                         .arg(block.foldDepth)
                         .arg(block.isOpen ? "open " : "",
                             block.kind == Kind::Summary       ? "summary"
                                 : block.kind == Kind::Heading ? "heading"
                                 : block.kind == Kind::Code    ? "code"
                                                               : "text",
                             ui::visibleText(block));
        QCOMPARE(found, described);
    }

    void aTextWithinADisclosureIsNotSettledBeforeItsEnd()
    {
        const QString open = "before\n\n<details>\n\nin\n\nalso\n\n";

        QCOMPARE(ui::readMarkdown(open).settledBlocks, size_t(1));
        QVERIFY(ui::readMarkdown(open + "</details>\n\nafter\n\nlast").settledBlocks > 3);
    }

    void everyLeafIsABlockThatKnowsWhereItStands()
    {
        const auto blocks
            = read("# Title\n\nText\n\n> quoted\n\n3. three\n4. four\n   - inner\n\n---\n");

        QCOMPARE(blocks.size(), size_t(7));
        QCOMPARE(blocks[0].kind, Kind::Heading);
        QCOMPARE(blocks[0].level, 1);
        QCOMPARE(blocks[2].quoteDepth, 1);
        QCOMPARE(blocks[3].marker, "3.");
        QCOMPARE(blocks[4].marker, "4.");
        QCOMPARE(blocks[5].listDepth, 2);
        QVERIFY(blocks[5].indent > blocks[4].indent);
        QCOMPARE(readableText(blocks[5]), u"◦ inner"_qs);
        QCOMPARE(blocks[6].kind, Kind::Rule);
    }

    void inlineMarksBecomeRuns_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("plain") << "a b"
                               << "(a b)";
        QTest::newRow("emphasis") << "a *b* c"
                                  << "(a )e(b)( c)";
        QTest::newRow("both") << "***b***"
                              << "es(b)";
        QTest::newRow("nested") << "**a *b* c**"
                                << "s(a )es(b)s( c)";
        QTest::newRow("struck") << "~~a~~"
                                << "x(a)";
        QTest::newRow("code") << "`a*b*`"
                              << "c(a*b*)";
        QTest::newRow("lines") << "a\nb"
                               << "(a b)";
        QTest::newRow("link") << "[a](https://b.org)"
                              << "(a)->https://b.org";
        QTest::newRow("bare link") << "see www.b.org"
                                   << "(see )(www.b.org)->http://www.b.org";
        QTest::newRow("refused link") << "[a](javascript:b)"
                                      << "(a)";
        QTest::newRow("no file") << "[a](file:///etc/passwd)"
                                 << "(a)";
        QTest::newRow("reference") << "[a][1]\n\n[1]: https://b.org"
                                   << "(a)->https://b.org";
        QTest::newRow("picture") << "![a cat](https://b.org/cat.png)"
                                 << "(a cat)";
        QTest::newRow("tags") << "<b>a</b>"
                              << "(<b>a</b>)";
        QTest::newRow("footnote") << "a[^x]\n\n[^x]: b"
                                  << "(a)r(1)";
        QTest::newRow("entity") << "a &amp; b"
                                << "(a & b)";
    }
    void inlineMarksBecomeRuns()
    {
        QFETCH(QString, text);
        QTEST(runs(text), "expected");
    }

    void formulasFollowStrictRules_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("dollars") << "a $x_1 * y_1$ b"
                                 << "(a )f(x_1 * y_1)( b)";
        QTest::newRow("brackets") << R"(a \(x*y*z\) b)"
                                  << "(a )f(x*y*z)( b)";
        QTest::newRow("prices") << "$5 and $10"
                                << "($5 and $10)";
        QTest::newRow("prices in words") << "from $20,000 to US$ 30,000"
                                         << "(from $20,000 to US$ 30,000)";
        QTest::newRow("one price each side") << "costs $5, not $x"
                                             << "(costs $5, not $x)";
        QTest::newRow("digit after") << "$x$5"
                                     << "($x$5)";
        QTest::newRow("space within") << "$ x$ and $y $"
                                      << "($ x$ and $y $)";
        QTest::newRow("word before") << "a$x$"
                                     << "(a$x$)";
        QTest::newRow("digit first, no price") << "$2^{10}$"
                                               << "f(2^{10})";
        QTest::newRow("escaped") << R"(\$x$ y\$)"
                                 << "($x$ y$)";
        QTest::newRow("code") << "`$x$` and `\\(y\\)`"
                              << "c($x$)( and )c(\\(y\\))";
        QTest::newRow("open") << R"(a \(x)"
                              << "(a (x)";
        QTest::newRow("brackets of prose") << R"(a \[b)"
                                           << "(a [b)";
        QTest::newRow("strong") << "**$x$**"
                                << "fs(x)";
        QTest::newRow("escaped backslash") << R"(a \\(b\\) c)"
                                           << R"((a \(b\) c))";
    }
    void formulasFollowStrictRules()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QString found = runs(text);
        QCOMPARE(found.replace("sf(", "fs("), expected);
    }

    void displayedFormulasAreBlocks_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("latex");
        QTest::newRow("dollars") << "$$\na\n$$"
                                 << "a";
        QTest::newRow("brackets") << "\\[\na\n\\]"
                                  << "a";
        QTest::newRow("a line that looks like a list") << "\\[\na\n+ b\n= c\n- d\n\\]"
                                                       << "a\n+ b\n= c\n- d";
        QTest::newRow("environment") << "\\begin{align}\na &= b \\\\\n&= c\n\\end{align}"
                                     << "\\begin{align}\na &= b \\\\\n&= c\n\\end{align}";
        QTest::newRow("one line") << "$$a$$"
                                  << "a";
    }
    void displayedFormulasAreBlocks()
    {
        QFETCH(QString, text);
        const auto blocks = read(text);
        QCOMPARE(blocks.size(), size_t(1));
        QCOMPARE(blocks[0].kind, Kind::Formula);
        QTEST(blocks[0].code, "latex");
    }

    void aDisplayedFormulaPartsItsParagraph()
    {
        QCOMPARE(kinds("before\n$$a$$\nafter"), (QStringList{"text", "formula", "text"}));
        QCOMPARE(kinds("- item\n  \\[a\\]\n- next"), (QStringList{"text", "formula", "text"}));
        QCOMPARE(kinds("```\n$$\na\n$$\n```"), (QStringList{"code"}));
    }

    void codeKeepsItsTextAndLanguage()
    {
        const auto blocks = read("```cpp\nint a;\n\nint b; // \\( \\[ $$\n```\n");

        QCOMPARE(blocks.size(), size_t(1));
        QCOMPARE(blocks[0].code, "int a;\n\nint b; // \\( \\[ $$");
        QCOMPARE(blocks[0].language, "cpp");
    }

    void longLeavesAreCutAndComeTogetherAgain()
    {
        QString code;
        for (int line = 0; line < 200; ++line)
            code += QString("line %1 of %2\n").arg(line).arg(QString(line * 30, u'x'));
        const QString text = "```\n" + code + "```\n";

        const auto blocks = read(text);

        QVERIFY(blocks.size() > 8);
        QVERIFY(!blocks[0].continues && blocks[1].continues);
        QCOMPARE(ui::codeBlocks(text), QStringList{code.chopped(1)});
        const auto words = read(QString("word ").repeated(5000));
        QVERIFY(words.size() > 5);
        QVERIFY(words[1].continues && words[1].inLine);
    }

    void aTableHasItsCellsAndColumns()
    {
        const auto blocks = read("|a|b|\n|:-:|--:|\n|1|`2`|\n|x\\|y|\n");

        QCOMPARE(blocks[0].kind, Kind::Table);
        QCOMPARE(blocks[0].rows.size(), size_t(3));
        QCOMPARE(blocks[0].rows[1][1], (ui::InlineText{{"2", InlineRun::Code}}));
        QCOMPARE(blocks[0].rows[2][0], (ui::InlineText{{"x|y"}}));
        QCOMPARE(blocks[0].columns[0].alignment, ui::ColumnAlignment::Center);
        QCOMPARE(blocks[0].columns[1].alignment, ui::ColumnAlignment::Trailing);
        QCOMPARE(ui::visibleText(blocks[0]), "a\tb\n1\t2\nx|y\t");
    }

    void tasksShowWhetherTheyAreDone()
    {
        const auto blocks = read("- [x] a\n- [ ] b\n");
        QCOMPARE(blocks[0].marker, u"☑"_qs);
        QCOMPARE(blocks[1].marker, u"☐"_qs);
    }

    void footnotesStandAtTheEnd()
    {
        const auto blocks = read("a[^x] b\n\n[^x]: the note\n\nc");
        QCOMPARE(blocks.size(), size_t(3));
        QCOMPARE(readableText(blocks[2]), "1. the note");
    }

    void markupOfTheWebIsTextAndPicturesAreWords()
    {
        const auto blocks
            = read("<b>bold</b> ![a cat](https://example.org/cat.png)\n\n<script>x</script>\n");

        QCOMPARE(readableText(blocks[0]), "<b>bold</b> a cat");
        QVERIFY(readableText(blocks[1]).contains("<script>"));
    }

    void theMarkdownOfABlockReadsAsTheSameBlock_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"a *b* **c** `d` ~~e~~ [f](https://g.org) $h^2$", "## a `b`",
                 "> a\n> b", "- a", "```py\na\nb\n```", "$$\na\n$$", "---",
                 "| a | b |\n| --- | --: |\n| c | *d* |", "3. a"})
            QTest::newRow(text) << text;
    }
    void theMarkdownOfABlockReadsAsTheSameBlock()
    {
        QFETCH(QString, text);
        const MarkdownBlock block = read(text).at(0);
        const int length = int(ui::visibleText(block).size());
        QCOMPARE(read(ui::markdownText(block, 0, length)).at(0), block);
    }

    void plainTextKeepsItsLinesAndTheirDirections()
    {
        const auto blocks = ui::readPlainText(u"a $5\n*b*\nعربي\nc"_qs).blocks;
        QCOMPARE(blocks.size(), size_t(3));
        QCOMPARE(ui::visibleText(blocks[0]), "a $5\n*b*");
        QCOMPARE(ui::visibleText(blocks[1]), u"عربي"_qs);
    }

    void controlCharactersShowAsNothingOfOurs()
    {
        const auto blocks = read(QString("a\1(b\2c\3 `\1`"));
        const QString text = ui::visibleText(blocks.at(0));
        QVERIFY(!text.contains(u'\\') && !text.contains(u'\n') && !text.contains(u'-'));
    }
};

TESTS(MarkdownReaderTest);
#include "markdown_reader_test.moc"
