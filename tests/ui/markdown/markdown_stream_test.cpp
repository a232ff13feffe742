#include "tests/support/test_program.h"
#include "ui/markdown/markdown_reader.h"

#include <QTest>

using ui::MarkdownBlock;
using ui::MarkdownReading;

namespace {

// Reads as MarkdownView does: settled parts are not read again.
class Stream {
public:
    void append(const QString& more)
    {
        m_text += more;
        MarkdownReading reading = ui::readMarkdown(m_text.mid(m_settledSize));
        m_work += m_text.size() - m_settledSize;
        m_blocks.resize(m_settledBlocks);
        for (MarkdownBlock& block : reading.blocks)
            m_blocks.push_back(std::move(block));
        m_settledBlocks += reading.settledBlocks;
        m_settledSize += reading.settledSize;
    }

    const std::vector<MarkdownBlock>& blocks() const { return m_blocks; }
    qsizetype work() const { return m_work; } // characters read, those read again included

private:
    QString m_text;
    std::vector<MarkdownBlock> m_blocks;
    size_t m_settledBlocks = 0;
    qsizetype m_settledSize = 0, m_work = 0;
};

const QStringList constructs = {"# Title\n\n", "Some *words* and $x^2$ here.\n\n",
    "Setext\n===\n\n", "- a\n- b\n  - c\n\n  d\n- e\n\n", "1. a\n\n2. b\n\n",
    "> quote\nlazy\n\n> more\n\n", "```cpp\nint a;\n\n// $$ \\[\n```\n\n",
    "text before\n|a|b|\n|-|-|\n|1|2|\n\n", "|a|\n|-|\n|1|\nafter\n\n",
    "$$\na\n+ b\n- c\n= d\n$$\n\n", "\\[\nx\n\n", "\\[\n- y\n\\]\n\n",
    "    indented\n\n    code\n\n", "<div>\n*x*\n</div>\n\n", "---\n\n", "~~~\nunclosed?\n~~~\n\n",
    u"عربي و English\n\n"_qs, "costs $5 and $6\n\n", "\\begin{align}\na\n\\end{align}\n\n",
    "* * *\n\n", "- \n\n  x\n\n", "a\\\nb  \nc\n\n", u"😀 emoji 😀\n\n"_qs};

} // namespace

class MarkdownStreamTest : public QObject {
    Q_OBJECT

private slots:
    // A text that is cut in two anywhere.
    void everySplitGivesTheBlocksOfTheWhole()
    {
        for (const QString& first : constructs)
            for (const QString& second : constructs) {
                const QString text = first + second + "End.";
                const auto whole = ui::readMarkdown(text).blocks;
                for (qsizetype cut = 1; cut < text.size(); ++cut) {
                    Stream stream;
                    stream.append(text.left(cut));
                    stream.append(text.mid(cut));
                    if (stream.blocks() != whole)
                        QFAIL(qPrintable(QStringLiteral("cut at %1: %2").arg(cut).arg(text)));
                }
            }
    }

    void characterByCharacterGivesTheBlocksOfTheWhole()
    {
        const QString text = constructs.join(QString());
        Stream stream;
        for (const QChar c : text)
            stream.append(c);
        QVERIFY(stream.blocks() == ui::readMarkdown(text).blocks);
    }

    // Counted in characters that are read, not in seconds.
    void aLongAnswerIsNotReadAgainAndAgain()
    {
        Stream stream;
        const QString paragraph = QString("Some words of a paragraph. ").repeated(8) + "\n\n";
        for (int i = 0; i < 400; ++i)
            stream.append(paragraph);
        QVERIFY(stream.work() < 3 * 400 * paragraph.size());
    }
};

TESTS(MarkdownStreamTest);
#include "markdown_stream_test.moc"
