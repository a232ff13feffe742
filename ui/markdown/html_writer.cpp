#include "ui/markdown/html_writer.h"

#include "ui/links/link.h"
#include "ui/markdown/markdown_text.h"
#include "ui/markdown/markdown_view.h"

#include <QList>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

using Kind = MarkdownBlock::Kind;

QString within(const QString& tag, const QString& content)
{
    return QStringLiteral("<%1>").arg(tag) + content + QStringLiteral("</%1>").arg(tag);
}

QString runHtml(const InlineRun& run, const QString& part, const HtmlForm& form)
{
    if (run.is(InlineRun::Formula))
        return form.formula(part, false);
    QString html = escapedHtml(part);
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
    if (const auto citation = citationLink(run.link))
        return form.citation(citation->number, html);
    if (const auto fact = factLink(run.link))
        return form.fact(fact->index, html);
    if (!isSafeLink(run.link))
        return html;
    return QStringLiteral("<a href=\"") + run.link.toHtmlEscaped() + QStringLiteral("\">") + html
        + QStringLiteral("</a>");
}

QString textHtml(const InlineText& text, int begin, int end, const HtmlForm& form)
{
    QString html;
    forEachRun(text, begin, end,
        [&](const InlineRun& run, const QString& part) { html += runHtml(run, part, form); });
    return html;
}

// The cell with the alignment of its column, unless that is the usual one.
QString cellHtml(const QString& tag, const TableColumn& column, const QString& content)
{
    const QString alignment = column.alignment == ColumnAlignment::Center ? " align=\"center\""
        : column.alignment == ColumnAlignment::Trailing                   ? " align=\"right\""
                                                                          : "";
    return QStringLiteral("<%1%2>").arg(tag, alignment) + content
        + QStringLiteral("</%1>").arg(tag);
}

// The rows of a part of a table, with the cells that are touched. The first row of a table holds
// headings.
QString rowsHtml(const MarkdownBlock& table, int begin, int end, const HtmlForm& form)
{
    QString html;
    int index = 0;
    bool isHeading = !table.continues;
    for (const std::vector<InlineText>& row : table.rows) {
        QString cells;
        for (size_t column = 0; column < row.size(); ++column) {
            const int length = visibleLength(row[column]);
            if (begin <= index + length && end > index)
                cells += cellHtml(isHeading ? "th" : "td", table.columns[column],
                    textHtml(row[column], begin - index, end - index, form));
            index += length + 1;
        }
        if (!cells.isEmpty())
            html += within("tr", cells);
        isHeading = false;
    }
    return html;
}

bool isTask(const MarkdownBlock& block)
{
    return block.marker == u"☑" || block.marker == u"☐";
}

// A task has its box in place of a bullet.
QString itemTag(const MarkdownBlock& block)
{
    return isTask(block) ? QStringLiteral("<li style=\"list-style-type:none\">")
                         : QStringLiteral("<li>");
}

// The picture of the diagram whose code begins with this block; empty if there is none.
QString diagramHtml(const TextPart& part, size_t index, const HtmlForm& form)
{
    const MarkdownBlock& block = part.blocks[index];
    if (block.kind != Kind::Code || block.continues || !block.isClosed)
        return {};
    QString text = block.code;
    for (++index; index < part.blocks.size() && part.blocks[index].continues; ++index)
        text += lineEndBefore(part.blocks[index]) + part.blocks[index].code;
    return form.diagram(block.language, text);
}

// Blocks know how deep they are in lists and quotes; the tags around them follow from that.
class HtmlWriter {
public:
    explicit HtmlWriter(const HtmlForm& form)
        : m_form(form)
    {
    }

    void write(const MarkdownBlock& block, int begin, int end)
    {
        if (block.continues && !m_leaf.isEmpty()) {
            if (block.kind != Kind::Table && !block.inLine)
                m_html += block.kind == Kind::Code ? QStringLiteral("\n") : QStringLiteral("<br>");
            m_html += content(block, begin, end);
            return;
        }
        endLeaf();
        setSurroundings(block);
        if (block.kind == Kind::Summary)
            return writeSummary(block);
        beginLeaf(block);
        m_html += content(block, begin, end);
    }

    // Writes this where the block would be.
    void writeInstead(const MarkdownBlock& block, const QString& html)
    {
        endLeaf();
        setSurroundings(block);
        m_html += html;
    }

    QString finish()
    {
        endLeaf();
        setFolds(0);
        setQuotes(0);
        closeLists(0);
        return m_html;
    }

private:
    void setSurroundings(const MarkdownBlock& block)
    {
        setFolds(block.foldDepth);
        setQuotes(block.quoteDepth);
        setLists(block);
    }

    QString content(const MarkdownBlock& block, int begin, int end)
    {
        switch (block.kind) {
        case Kind::Code:
            return m_form.code(
                block.code.mid(begin, end - begin), languageNamed(block.language), m_code);
        case Kind::Formula:
            return m_form.formula(block.code, true);
        case Kind::Table:
            return rowsHtml(block, begin, end, m_form);
        case Kind::Rule:
            return {};
        default:
            return textHtml(block.text, begin, end, m_form);
        }
    }

    static QStringList htmlTags(const MarkdownBlock& block)
    {
        switch (block.kind) {
        case Kind::Heading:
            return {QStringLiteral("h%1").arg(std::clamp(block.level, 1, 6))};
        case Kind::Code:
            return {"pre", "code"};
        case Kind::Formula:
            return {};
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
        m_code = {};
        for (const QString& tag : std::as_const(m_leaf))
            m_html += QStringLiteral("<%1>").arg(tag);
        if (isTask(block))
            m_html += block.marker + u' ';
    }

    void endLeaf()
    {
        while (!m_leaf.isEmpty())
            m_html += QStringLiteral("</%1>").arg(m_leaf.takeLast());
    }

    // A disclosure begins in no list or quote, so that every tag is closed where it was opened.
    void setFolds(int depth)
    {
        if (depth >= m_folds)
            return;
        setQuotes(0);
        closeLists(0);
        for (; m_folds > depth; --m_folds)
            m_html += QStringLiteral("</details>");
    }

    void writeSummary(const MarkdownBlock& block)
    {
        const QString title
            = block.text.empty() ? MarkdownView::tr("Details") : block.text.front().text;
        const QString html = within("strong", title.toHtmlEscaped());
        if (!m_form.hasDisclosures()) {
            m_html += within("p", html);
            return;
        }
        setQuotes(0);
        closeLists(0);
        m_html += QStringLiteral("<details open>") + within("summary", html);
        ++m_folds;
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
        m_html += isOrdered ? QStringLiteral("<ol start=\"%1\">").arg(number)
                            : QStringLiteral("<ul>");
        m_html += itemTag(block);
    }

    void setLists(const MarkdownBlock& block)
    {
        const int depth = std::clamp(block.listDepth, 0, 100);
        closeLists(depth);
        const bool isOrdered = !block.marker.isEmpty() && block.marker[0].isDigit();
        const bool goesOn = m_lists.size() == depth && depth > 0;
        if (goesOn && !block.marker.isEmpty()) {
            if ((m_lists.last() == u"ol") == isOrdered)
                m_html += QStringLiteral("</li>") + itemTag(block);
            else
                closeLists(depth - 1);
        }
        while (m_lists.size() < depth)
            openList(m_lists.size() + 1 == depth ? block : MarkdownBlock());
    }

    const HtmlForm& m_form;
    QString m_html;
    CodeState m_code; // at the end of what is written of a block of code
    QStringList m_leaf, m_lists; // the tags that are open
    int m_quotes = 0, m_folds = 0;
};

} // namespace

QString HtmlForm::formula(const QString& latex, bool isDisplayed) const
{
    if (isDisplayed)
        return QStringLiteral("<pre><code>$$") + latex.toHtmlEscaped()
            + QStringLiteral("$$</code></pre>");
    return within("code", u'$' + escapedHtml(latex) + u'$');
}

QString HtmlForm::code(const QString& code, const Language*, CodeState&) const
{
    return code.toHtmlEscaped();
}

QString HtmlForm::citation(int, const QString& html) const
{
    return html;
}

QString HtmlForm::fact(int, const QString& html) const
{
    return html;
}

QString escapedHtml(QString text)
{
    text = text.toHtmlEscaped();
    text.replace(QChar::LineSeparator, u'\n');
    return text.replace(u'\n', QLatin1String("<br>"));
}

QString htmlText(const TextPart& part, const HtmlForm& form)
{
    HtmlWriter writer(form);
    for (size_t index = 0; index < part.blocks.size(); ++index) {
        const MarkdownBlock& block = part.blocks[index];
        const auto [begin, end] = partRange(block, index, part.range);
        if (const QString diagram = diagramHtml(part, index, form); !diagram.isEmpty()) {
            writer.writeInstead(block, diagram);
            while (index + 1 < part.blocks.size() && part.blocks[index + 1].continues)
                ++index;
            continue;
        }
        const bool hasNoText = block.kind == Kind::Rule || block.kind == Kind::Summary;
        if (begin < end || (hasNoText && !part.range.isEmpty()))
            writer.write(block, begin, end);
    }
    return writer.finish();
}

} // namespace ui
