#include "ui/markdown/text_part.h"

#include "ui/links/link.h"
#include "ui/markdown/markdown_text.h"

#include <QList>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

using Kind = MarkdownBlock::Kind;

QString lineEndBefore(const MarkdownBlock& block)
{
    return block.inLine ? QString() : QStringLiteral("\n");
}

} // namespace

std::pair<int, int> partRange(const MarkdownBlock& block, size_t index, const TextRange& range)
{
    if (range.isEmpty() || index < range.begin.block || index > range.end.block)
        return {0, 0};
    const int length = int(visibleText(block).size());
    const int begin = index == range.begin.block ? range.begin.position : 0;
    const int end = index == range.end.block ? range.end.position : length;
    return {std::min(begin, length), std::min(end, length)};
}

bool TextPart::isWhole() const
{
    if (blocks.empty())
        return true;
    const TextPosition last{blocks.size() - 1, int(visibleText(blocks.back()).size())};
    return range.begin == TextPosition() && range.end >= last;
}

QString plainText(const TextPart& part)
{
    QString text;
    for (size_t index = 0; index < part.blocks.size(); ++index) {
        const MarkdownBlock& block = part.blocks[index];
        const auto [begin, end] = partRange(block, index, part.range);
        if (begin == end)
            continue;
        if (!text.isEmpty())
            text += lineEndBefore(block);
        text += plainText(block, begin, end);
    }
    return text;
}

// The parts of code are in one fence.
QString markdownText(const TextPart& part)
{
    QStringList texts;
    MarkdownBlock code; // its parts so far
    const auto endCode = [&] {
        if (code.kind == Kind::Code)
            texts << markdownText(code, 0, int(code.code.size()));
        code = {};
    };
    for (size_t index = 0; index < part.blocks.size(); ++index) {
        const MarkdownBlock& block = part.blocks[index];
        const auto [begin, end] = partRange(block, index, part.range);
        if (begin == end && block.kind != Kind::Rule)
            continue;
        if (block.kind == Kind::Code && block.continues && code.kind == Kind::Code) {
            code.code += lineEndBefore(block) + block.code.mid(begin, end - begin);
            continue;
        }
        endCode();
        if (block.kind == Kind::Code) {
            code = block;
            code.code = block.code.mid(begin, end - begin);
            continue;
        }
        const QString text = markdownText(block, begin, end);
        if (!texts.isEmpty() && block.continues)
            texts.last() += lineEndBefore(block) + text;
        else
            texts << text;
    }
    endCode();
    return texts.join(QStringLiteral("\n\n"));
}

// A part of a text as HTML.

namespace {

QString escaped(QString text)
{
    text = text.toHtmlEscaped();
    text.replace(QChar::LineSeparator, u'\n');
    return text.replace(u'\n', QLatin1String("<br>"));
}

QString within(const QString& tag, const QString& content)
{
    return QStringLiteral("<%1>").arg(tag) + content + QStringLiteral("</%1>").arg(tag);
}

QString runHtml(const InlineRun& run, const QString& part)
{
    if (run.is(InlineRun::Formula))
        return within("code", u'$' + escaped(part) + u'$');
    QString html = escaped(part);
    if (run.is(InlineRun::Code))
        html = within("code", html);
    if (run.is(InlineRun::Struck))
        html = within("s", html);
    if (run.is(InlineRun::Emphasis))
        html = within("em", html);
    if (run.is(InlineRun::Strong))
        html = within("strong", html);
    if (run.is(InlineRun::Raised))
        html = within("sup", html);
    if (!isSafeLink(run.link))
        return html;
    return QStringLiteral("<a href=\"") + run.link.toHtmlEscaped() + QStringLiteral("\">") + html
        + QStringLiteral("</a>");
}

QString textHtml(const InlineText& text, int begin, int end)
{
    QString html;
    forEachRun(text, begin, end,
        [&html](const InlineRun& run, const QString& part) { html += runHtml(run, part); });
    return html;
}

// The rows of a part of a table, with the cells that are touched. The first row of a table holds
// headings.
QString rowsHtml(const MarkdownBlock& table, int begin, int end)
{
    QString html;
    int index = 0;
    bool isHeading = !table.continues;
    for (const std::vector<InlineText>& row : table.rows) {
        QString cells;
        for (const InlineText& cell : row) {
            const int length = visibleLength(cell);
            if (begin <= index + length && end > index)
                cells
                    += within(isHeading ? "th" : "td", textHtml(cell, begin - index, end - index));
            index += length + 1;
        }
        if (!cells.isEmpty())
            html += within("tr", cells);
        isHeading = false;
    }
    return html;
}

// Blocks know how deep they are in lists and quotes; the tags around them follow from that.
class HtmlWriter {
public:
    void write(const MarkdownBlock& block, int begin, int end)
    {
        if (block.continues && !m_leaf.isEmpty()) {
            if (block.kind != Kind::Table && !block.inLine)
                m_html += block.kind == Kind::Code ? QStringLiteral("\n") : QStringLiteral("<br>");
            m_html += content(block, begin, end);
            return;
        }
        endLeaf();
        setQuotes(block.quoteDepth);
        setLists(block);
        beginLeaf(block);
        m_html += content(block, begin, end);
    }

    QString finish()
    {
        endLeaf();
        setQuotes(0);
        closeLists(0);
        return m_html;
    }

private:
    static QString content(const MarkdownBlock& block, int begin, int end)
    {
        switch (block.kind) {
        case Kind::Code:
            return block.code.mid(begin, end - begin).toHtmlEscaped();
        case Kind::Formula:
            return QStringLiteral("$$") + block.code.toHtmlEscaped() + QStringLiteral("$$");
        case Kind::Table:
            return rowsHtml(block, begin, end);
        case Kind::Rule:
            return {};
        default:
            return textHtml(block.text, begin, end);
        }
    }

    static QStringList htmlTags(const MarkdownBlock& block)
    {
        switch (block.kind) {
        case Kind::Heading:
            return {QStringLiteral("h%1").arg(std::clamp(block.level, 1, 6))};
        case Kind::Code:
        case Kind::Formula:
            return {"pre", "code"};
        case Kind::Table:
            return {"table"};
        default:
            return {"p"};
        }
    }

    void beginLeaf(const MarkdownBlock& block)
    {
        if (block.kind == Kind::Rule) {
            m_html += QStringLiteral("<hr>");
            return;
        }
        m_leaf = htmlTags(block);
        for (const QString& tag : std::as_const(m_leaf))
            m_html += QStringLiteral("<%1>").arg(tag);
        if (block.marker == u"☑" || block.marker == u"☐")
            m_html += block.marker + u' ';
    }

    void endLeaf()
    {
        while (!m_leaf.isEmpty())
            m_html += QStringLiteral("</%1>").arg(m_leaf.takeLast());
    }

    // A list does not continue across the border of a quote.
    void setQuotes(int depth)
    {
        if (depth == m_quotes)
            return;
        closeLists(0);
        for (; m_quotes > depth; --m_quotes)
            m_html += QStringLiteral("</blockquote>");
        for (; m_quotes < depth; ++m_quotes)
            m_html += QStringLiteral("<blockquote>");
    }

    void closeLists(int depth)
    {
        while (m_lists.size() > depth)
            m_html += QStringLiteral("</li></%1>").arg(m_lists.takeLast());
    }

    void openList(const MarkdownBlock& block)
    {
        const int number = block.marker.left(block.marker.size() - 1).toInt();
        const bool isOrdered = !block.marker.isEmpty() && block.marker[0].isDigit();
        m_lists << (isOrdered ? QStringLiteral("ol") : QStringLiteral("ul"));
        m_html += isOrdered ? QStringLiteral("<ol start=\"%1\"><li>").arg(number)
                            : QStringLiteral("<ul><li>");
    }

    void setLists(const MarkdownBlock& block)
    {
        const int depth = std::clamp(block.listDepth, 0, 100);
        closeLists(depth);
        const bool isOrdered = !block.marker.isEmpty() && block.marker[0].isDigit();
        const bool goesOn = m_lists.size() == depth && depth > 0;
        if (goesOn && !block.marker.isEmpty()) {
            if ((m_lists.last() == u"ol") == isOrdered)
                m_html += QStringLiteral("</li><li>");
            else
                closeLists(depth - 1);
        }
        while (m_lists.size() < depth)
            openList(m_lists.size() + 1 == depth ? block : MarkdownBlock());
    }

    QString m_html;
    QStringList m_leaf, m_lists; // the tags that are open
    int m_quotes = 0;
};

} // namespace

QString htmlText(const TextPart& part)
{
    HtmlWriter writer;
    for (size_t index = 0; index < part.blocks.size(); ++index) {
        const MarkdownBlock& block = part.blocks[index];
        const auto [begin, end] = partRange(block, index, part.range);
        if (begin < end || (block.kind == Kind::Rule && !part.range.isEmpty()))
            writer.write(block, begin, end);
    }
    return writer.finish();
}

} // namespace ui
