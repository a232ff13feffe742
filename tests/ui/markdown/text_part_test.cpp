#include "tests/support/test_program.h"
#include "ui/markdown/html_writer.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/text_part.h"

#include <QTest>

using ui::TextPart;

/// Parts of texts as they are copied.
class TextPartTest : public QObject {
    Q_OBJECT

private slots:
    void aTextBecomesHtml_data()
    {
        QTest::addColumn<QString>("markdown");
        QTest::addColumn<QString>("html");
        QTest::newRow("styles") << "a **b** *c* `d` ~~e~~"
                                << "<p>a <strong>b</strong> <em>c</em> <code>d</code> <s>e</s></p>";
        QTest::newRow("heading") << "## a"
                                 << "<h2>a</h2>";
        QTest::newRow("marks") << "1 < 2 & \"x\""
                               << "<p>1 &lt; 2 &amp; &quot;x&quot;</p>";
        QTest::newRow("a tag is text") << "<b onload='x'>a</b>"
                                       << "<p>&lt;b onload='x'&gt;a&lt;/b&gt;</p>";
        QTest::newRow("code") << "```\na < b\nc\n```"
                              << "<pre><code>a &lt; b\nc</code></pre>";
        QTest::newRow("lists") << "- a\n  - b\n- c\n\n3. d\n4. e"
                               << "<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li>"
                                  "</ul><ol start=\"3\"><li><p>d</p></li><li><p>e</p></li></ol>";
        QTest::newRow("quote") << "> a\n\nb"
                               << "<blockquote><p>a</p></blockquote><p>b</p>";
        QTest::newRow("table") << "| a | b |\n|---|---|\n| c | **d** |"
                               << "<table><tr><th>a</th><th>b</th></tr>"
                                  "<tr><td>c</td><td><strong>d</strong></td></tr></table>";
        QTest::newRow("aligned columns")
            << "| a | b |\n|:-:|--:|\n| c | d |"
            << "<table><tr><th align=\"center\">a</th><th align=\"right\">b</th></tr>"
               "<tr><td align=\"center\">c</td><td align=\"right\">d</td></tr></table>";
        QTest::newRow("formula") << "$a<b$"
                                 << "<p><code>$a&lt;b$</code></p>";
        QTest::newRow("displayed formula") << "a\n\n$$b<c$$"
                                           << "<p>a</p><pre><code>$$b&lt;c$$</code></pre>";
        QTest::newRow("link")
            << "[a](https://example.org/?a=1&b=\"2\")"
            << "<p><a href=\"https://example.org/?a=1&amp;b=&quot;2&quot;\">a</a></p>";
        QTest::newRow("unsafe link") << "[a](javascript:alert(1))"
                                     << "<p>a</p>";
        QTest::newRow("disclosure") << "<details>\n<summary>a</summary>\n\n- b\n- c\n\n</details>"
                                    << "<p><strong>a</strong></p><ul><li><p>b</p></li><li><p>c</p>"
                                       "</li></ul>";
        QTest::newRow("rule") << "a\n\n---\n\nb"
                              << "<p>a</p><hr><p>b</p>";
    }
    void aTextBecomesHtml()
    {
        QFETCH(QString, markdown);
        QFETCH(QString, html);

        QCOMPARE(ui::htmlText({ui::readMarkdown(markdown).blocks, {{}, ui::endOfText}}), html);
    }

    // Every opened tag is closed, and no image is named, whatever a text holds.
    void anyPartIsWellFormed()
    {
        const QString text = "# a\n\n> - b ![x](http://a/b.png)\n>   1. c\n>\n>      d\n\n- [x] e\n"
                             "  > f\n\n| a | b |\n|---|---|\n| c | d |\n\n```\ncode\n```\n\n"
            + QString("long line\n").repeated(3000);
        const std::vector<ui::MarkdownBlock> blocks = ui::readMarkdown(text).blocks;
        for (size_t first = 0; first < std::min<size_t>(blocks.size(), 14); ++first)
            for (size_t last = first; last < blocks.size(); ++last) {
                const QString html = ui::htmlText({blocks, {{first, 1}, {last, 3}}});
                QVERIFY2(areClosed(html), qPrintable(html.left(1000)));
                QVERIFY(!html.contains("<img"));
            }
    }

    void aPartIsCopiedWithItsMarks()
    {
        const TextPart part{
            ui::readMarkdown("# Heading\n\nfirst **bold**\n\n- item").blocks, {{0, 4}, {2, 2}}};

        QCOMPARE(markdownText(part), "# ing\n\nfirst **bold**\n\n- it");
        QCOMPARE(plainText(part), "ing\nfirst bold\nit");
        QVERIFY(!part.isWhole());
        QVERIFY((TextPart{part.blocks, {{}, {2, 4}}}.isWhole()));
        QVERIFY((TextPart{part.blocks, {{}, ui::endOfText}}.isWhole()));
        QVERIFY(!(TextPart{part.blocks, {{}, {2, 3}}}.isWhole()));
    }

private:
    static bool areClosed(const QString& html)
    {
        QStringList open;
        for (qsizetype at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
            const QString tag = html.mid(at + 1, html.indexOf('>', at) - at - 1).section(' ', 0, 0);
            if (tag == "br" || tag == "hr")
                continue;
            if (!tag.startsWith('/'))
                open << tag;
            else if (open.isEmpty() || open.takeLast() != tag.mid(1))
                return false;
        }
        return open.isEmpty();
    }
};

TESTS(TextPartTest, QCoreApplication);
#include "text_part_test.moc"
