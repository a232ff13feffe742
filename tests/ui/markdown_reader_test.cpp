#include "ui/chat/markdown_reader.h"
#include "ui/chat/markdown_writer.h"

#include <QTest>
#include <QTextBlock>
#include <QTextTable>

using ui::MarkdownBlock;
using ui::readMarkdown;
using Kind = ui::MarkdownBlock::Kind;

class MarkdownReaderTest : public QObject {
    Q_OBJECT

private slots:
    void everyLeafIsABlockThatKnowsWhereItStands()
    {
        const auto blocks = readMarkdown(
            "# Title\n\nText\n\n> quoted\n\n3. three\n4. four\n   - inner\n\n---\n", {});

        QCOMPARE(blocks.size(), size_t(7));
        QCOMPARE(blocks[0].kind, Kind::Heading);
        QCOMPARE(blocks[2].quoteDepth, 1);
        QCOMPARE(blocks[3].marker, "3.");
        QCOMPARE(blocks[4].marker, "4.");
        QCOMPARE(blocks[5].listDepth, 2);
        QCOMPARE(blocks[5].plainText(), u"◦ inner"_qs);
        QCOMPARE(blocks[6].kind, Kind::Rule);
    }

    void codeKeepsItsTextAndLanguage()
    {
        const auto blocks = readMarkdown("```cpp\nint a;\n\nint b;\n```\n", {});

        QCOMPARE(blocks.size(), size_t(1));
        QCOMPARE(blocks[0].code, "int a;\n\nint b;");
        QCOMPARE(blocks[0].language, "cpp");
    }

    void aTableHasItsCells()
    {
        const auto blocks = readMarkdown("|a|b|\n|--|--|\n|1|`2`|\n", {});

        QCOMPARE(blocks[0].kind, Kind::Table);
        QTextCursor cursor(blocks[0].document.get());
        cursor.movePosition(QTextCursor::NextBlock);
        QVERIFY(cursor.currentTable());
        QCOMPARE(cursor.currentTable()->cellAt(1, 1).firstCursorPosition().block().text(), "2");
    }

    void markupOfTheWebIsTextAndPicturesAreWords()
    {
        const auto blocks = readMarkdown(
            "<b>bold</b> ![a cat](https://example.org/cat.png)\n\n<script>x</script>\n", {});

        QCOMPARE(blocks[0].plainText(), "<b>bold</b> a cat");
        QVERIFY(blocks[1].plainText().contains("<script>"));
    }

    void aGrowingTextKeepsTheDocumentsOfWhatIsSettled()
    {
        auto before = readMarkdown("First.\n\n- one\n- tw", {});
        const auto first = before[0].document, item = before[1].document, last = before[2].document;

        const auto after = readMarkdown("First.\n\n- one\n- two", {}, std::move(before));

        QCOMPARE(after[0].document, first);
        QCOMPARE(after[1].document, item);
        QVERIFY(after[2].document != last);
        QCOMPARE(after[2].plainText(), u"• two"_qs);
    }

    void onlyLinksOfTheWebAndMailAreSafe()
    {
        QVERIFY(ui::isSafeLink("https://example.org"));
        QVERIFY(ui::isSafeLink("mailto:a@example.org"));
        QVERIFY(!ui::isSafeLink("file:///etc/passwd"));
        QVERIFY(!ui::isSafeLink("javascript:alert(1)"));
        QVERIFY(!ui::isSafeLink("relative"));
    }
};

QTEST_MAIN(MarkdownReaderTest)
#include "markdown_reader_test.moc"
