// Texts that nobody writes but someone sends. They must be read at all, and what a reading gives is
// bounded by what went in: seconds are not asserted, but a reading that is not linear runs into the
// time limit of the test.
#include "tests/support/test_program.h"
#include "ui/markdown/code/highlighter.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/markdown_text.h"
#include "ui/markdown/math/math_node.h"

#include <QTest>

namespace {

constexpr int megabyte = 1'000'000;

size_t nodesIn(const ui::MathNode& node)
{
    size_t count = 1;
    for (const ui::MathNode& child : node.children)
        count += nodesIn(child);
    return count;
}

size_t depthOf(const ui::MathNode& node)
{
    size_t deepest = 0;
    for (const ui::MathNode& child : node.children)
        deepest = std::max(deepest, depthOf(child));
    return deepest + 1;
}

} // namespace

class HostileMarkdownTest : public QObject {
    Q_OBJECT

private slots:
    void aMegabyteOfAnythingIsRead_data()
    {
        QTest::addColumn<QString>("piece");
        for (const char* piece :
            {"[", "*", "$", "$$", "`", "|", "_a", "~~a", "![", "](", "<", "&", "\\", "\\(", "\\[",
                "\\[\n", "$$\n", "\\begin{a}\n", "> ", "- ", "-\n", "#\n", "|a|\n|-|\n",
                "a|b\n-|-\n", "|a\n|-|-|-|-|-|-|-|-\n", "x\n", "1. ", "[^a]", "[^a]: b\n\n",
                "[a]: b\n", "www.", "http://", "```\n", "~~~\n", "\1", "\xef\xbf\xbf", "a`b``c",
                "<details>", "<details>\n\n", "</details>\n\n", "<details><summary>",
                "<details>a</details>", "<summary>a</summary>", "<details ", "- <details>\n"})
            QTest::newRow(piece) << QString::fromUtf8(piece);
    }
    void aMegabyteOfAnythingIsRead()
    {
        QFETCH(QString, piece);
        const QString text = piece.repeated(megabyte / piece.size());

        const auto blocks = ui::readMarkdown(text).blocks;

        qsizetype characters = 0;
        for (const ui::MarkdownBlock& block : blocks)
            characters += ui::visibleText(block).size();
        QVERIFY(characters <= 3 * text.size());
        QVERIFY(blocks.size() <= size_t(text.size()));
    }

    void nestingTenThousandDeepIsRead_data()
    {
        QTest::addColumn<QString>("text");
        const int depth = 10'000;
        QTest::newRow("quotes") << QString(depth, u'>') + " a";
        QTest::newRow("lists") << QString("- ").repeated(depth) + "a";
        QTest::newRow("both") << QString("> - ").repeated(depth) + "a";
        QTest::newRow("emphasis") << QString("*a **b ").repeated(depth)
                + QString("** *").repeated(depth);
        QTest::newRow("links") << QString("[").repeated(depth) + "a"
                + QString("](b)").repeated(depth);
        QTest::newRow("code in quotes")
            << QString(depth, u'>') + " ```\n" + QString(depth, u'>') + " a";
    }
    void nestingTenThousandDeepIsRead()
    {
        QFETCH(QString, text);
        const auto blocks = ui::readMarkdown(text).blocks;
        QVERIFY(!blocks.empty());
        for (const ui::MarkdownBlock& block : blocks)
            QVERIFY(block.quoteDepth + block.listDepth <= 51);
    }

    // A parser that fills up short rows would make 64 cells of every letter.
    void aTableOfShortRowsHasBoundedCells()
    {
        const QString text = QString("|a").repeated(60) + "\n" + QString("|-").repeated(60) + "\n"
            + QString("b\n").repeated(200'000);
        size_t cells = 0;
        for (const ui::MarkdownBlock& block : ui::readMarkdown(text).blocks)
            for (const auto& row : block.rows)
                cells += row.size();
        QVERIFY(cells <= 40'000);
    }

    void aWideTableIsText()
    {
        const QString text
            = QString("|a").repeated(5000) + "\n" + QString("|-").repeated(5000) + "\n";
        const auto blocks = ui::readMarkdown(text).blocks;

        QVERIFY(!blocks.empty());
        for (const ui::MarkdownBlock& block : blocks)
            QVERIFY(block.kind != ui::MarkdownBlock::Kind::Table);
    }

    void formulasAreBoundedInDepthAndSize_data()
    {
        QTest::addColumn<QString>("latex");
        QTest::newRow("braces") << QString(5000, u'{');
        QTest::newRow("fractions") << QString("\\frac{").repeated(1000);
        QTest::newRow("scripts") << QString("x^{").repeated(2000);
        QTest::newRow("bare scripts") << QString("^").repeated(7000);
        QTest::newRow("fences") << QString("\\left(").repeated(1000);
        QTest::newRow("grids") << QString("\\begin{matrix}").repeated(500);
        QTest::newRow("columns") << "\\begin{matrix}" + QString(5000, u'&');
        QTest::newRow("accents") << QString("\\hat").repeated(1800);
        QTest::newRow("fonts") << QString("\\mathbf").repeated(1000);
        QTest::newRow("roots") << QString("\\sqrt[").repeated(1200);
        QTest::newRow("long") << QString(megabyte, u'x');
        QTest::newRow("commands") << QString("\\").repeated(8000);
        QTest::newRow("closings") << QString("}\\right\\end").repeated(600);
    }
    void formulasAreBoundedInDepthAndSize()
    {
        QFETCH(QString, latex);
        const ui::MathNode node = ui::parseMath(latex);
        QVERIFY(nodesIn(node) <= 20'000);
        QVERIFY(depthOf(node) <= 80);
    }

    void codeOfOneLongLineIsHighlighted_data()
    {
        QTest::addColumn<QString>("piece");
        for (const char* piece :
            {"/*", "\"", "'", "`", "#", "<a ", "R\"(", "{-", "--[[", "$(", "a=", "\\"})
            QTest::newRow(piece) << piece;
    }
    void codeOfOneLongLineIsHighlighted()
    {
        QFETCH(QString, piece);
        const QString line = piece.repeated(200'000 / piece.size());
        for (const ui::Language& language : ui::languages()) {
            std::vector<ui::CodeToken> tokens;
            ui::highlightLine(line, language, {}, tokens);
            int end = 0; // they do not overlap
            for (const ui::CodeToken& token : tokens) {
                QVERIFY(token.begin >= end);
                end = token.begin + token.length;
            }
            QVERIFY(end <= line.size());
        }
    }
};

TESTS(HostileMarkdownTest);
#include "hostile_markdown_test.moc"
