#include "ui/markdown/markdown_text.h"

#include "ui/links/link.h"
#include "ui/markdown/markdown_reader.h"
#include "ui/markdown/text_part.h"

#include <algorithm>

namespace ui {

namespace {

using Kind = MarkdownBlock::Kind;

QString visibleText(const InlineText& text)
{
    QString visible;
    for (const InlineRun& run : text)
        if (run.is(InlineRun::Formula))
            visible += QChar::ObjectReplacementCharacter;
        else
            visible += run.text;
    return visible;
}

QString plainPart(const InlineText& text, int begin, int end)
{
    QString plain;
    forEachRun(text, begin, end, [&](const InlineRun& run, const QString& part) {
        plain += run.is(InlineRun::Formula) ? u'$' + part + u'$' : part;
    });
    return plain.replace(QChar::LineSeparator, u'\n');
}

QString withMarks(const InlineRun& run, QString text)
{
    if (run.is(InlineRun::Formula))
        return u'$' + text + u'$';
    if (run.is(InlineRun::Raised))
        return QStringLiteral("[^%1]").arg(text);
    if (run.is(InlineRun::Code)) {
        const QString ticks(text.contains(u'`') ? 2 : 1, u'`');
        text = ticks + text + ticks;
    }
    if (run.is(InlineRun::Struck))
        text = QStringLiteral("~~%1~~").arg(text);
    if (run.is(InlineRun::Emphasis))
        text = QStringLiteral("*%1*").arg(text);
    if (run.is(InlineRun::Strong))
        text = QStringLiteral("**%1**").arg(text);
    const bool isLink = !run.link.isEmpty() && !isOwnLink(run.link);
    return !isLink ? text : QStringLiteral("[%1](%2)").arg(text, run.link);
}

QString markdownPart(const InlineText& text, int begin, int end)
{
    QString marked;
    forEachRun(text, begin, end,
        [&](const InlineRun& run, const QString& part) { marked += withMarks(run, part); });
    return marked.replace(QChar::LineSeparator, QStringLiteral("  \n"));
}

/// The cells of a table, each where it is in the visible text.
template <typename Write>
QString joinCells(const MarkdownBlock& table, int begin, int end, QStringView between, Write write)
{
    QString joined;
    int index = 0;
    for (const std::vector<InlineText>& row : table.rows) {
        bool isFirst = true;
        for (const InlineText& cell : row) {
            const int length = visibleLength(cell);
            if (begin <= index + length && end > index) {
                if (!isFirst)
                    joined += between;
                joined += write(cell, begin - index, end - index);
                isFirst = false;
            }
            index += length + 1;
        }
        if (!isFirst)
            joined += u'\n';
    }
    joined.chop(joined.endsWith(u'\n') ? 1 : 0);
    return joined;
}

QString markdownTable(const MarkdownBlock& table, int begin, int end)
{
    QString text = joinCells(table, begin, end, u" | ", markdownPart);
    QStringList lines = text.split(u'\n');
    for (QString& line : lines)
        line = QStringLiteral("| %1 |").arg(line);
    if (!table.continues && begin == 0 && !table.rows.empty()) {
        QString rule = QStringLiteral("|");
        for (const TableColumn& column : table.columns)
            rule += column.alignment == ColumnAlignment::Trailing ? QStringLiteral(" --: |")
                : column.alignment == ColumnAlignment::Center     ? QStringLiteral(" :-: |")
                                                                  : QStringLiteral(" --- |");
        lines.insert(1, rule);
    }
    return lines.join(u'\n');
}

// Quotes and the item around a block, before each of its lines.
QString withPlace(const MarkdownBlock& block, const QString& text)
{
    const QString quote = QStringLiteral("> ").repeated(block.quoteDepth);
    QString marker = block.marker;
    if (marker == u"☑" || marker == u"☐")
        marker = marker == u"☑" ? QStringLiteral("- [x]") : QStringLiteral("- [ ]");
    else if (!marker.isEmpty() && !marker[0].isDigit())
        marker = QStringLiteral("-");
    const QString outer = QStringLiteral("   ").repeated(std::max(0, block.listDepth - 1));
    const QString inner = block.listDepth > 0 ? QStringLiteral("   ") : QString();

    QStringList lines = text.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const bool isMarked = i == 0 && !marker.isEmpty();
        lines[i].prepend(quote + outer + (isMarked ? marker + u' ' : inner));
    }
    return lines.join(u'\n');
}

} // namespace

int visibleLength(const InlineText& text)
{
    int length = 0;
    for (const InlineRun& run : text)
        length += run.is(InlineRun::Formula) ? 1 : int(run.text.size());
    return length;
}

void forEachRun(const InlineText& text, int begin, int end,
    const std::function<void(const InlineRun&, const QString& part)>& visit)
{
    int index = 0;
    for (const InlineRun& run : text) {
        const int length = run.is(InlineRun::Formula) ? 1 : int(run.text.size());
        const int first = std::max(begin - index, 0), last = std::min(end - index, length);
        if (first < last)
            visit(run, run.is(InlineRun::Formula) ? run.text : run.text.mid(first, last - first));
        index += length;
    }
}

void forEachRun(const MarkdownBlock& block, const std::function<void(const InlineRun&, int)>& visit)
{
    int position = 0;
    const auto visitAll = [&](const InlineText& text) {
        for (const InlineRun& run : text) {
            visit(run, position);
            position += run.is(InlineRun::Formula) ? 1 : int(run.text.size());
        }
    };
    visitAll(block.text);
    for (const std::vector<InlineText>& row : block.rows)
        for (const InlineText& cell : row) {
            visitAll(cell);
            ++position; // the separator between cells
        }
}

QString visibleText(const MarkdownBlock& block)
{
    switch (block.kind) {
    case Kind::Code:
        return block.code;
    case Kind::Formula:
        return QString(QChar::ObjectReplacementCharacter);
    case Kind::Table: {
        QString text;
        for (const std::vector<InlineText>& row : block.rows) {
            for (const InlineText& cell : row)
                text += visibleText(cell) + u'\t';
            text.back() = u'\n';
        }
        text.chop(1);
        return text;
    }
    default:
        return visibleText(block.text);
    }
}

QString plainText(const MarkdownBlock& block, int begin, int end)
{
    if (begin >= end)
        return {};
    switch (block.kind) {
    case Kind::Code:
        return block.code.mid(begin, end - begin);
    case Kind::Formula:
        return QStringLiteral("$$%1$$").arg(block.code);
    case Kind::Table:
        return joinCells(block, begin, end, u"\t", plainPart);
    default:
        return plainPart(block.text, begin, end);
    }
}

QString markdownText(const MarkdownBlock& block, int begin, int end)
{
    switch (block.kind) {
    case Kind::Rule:
        return withPlace(block, QStringLiteral("---"));
    case Kind::Code:
        return withPlace(block,
            QStringLiteral("```%1\n%2\n```")
                .arg(block.language, block.code.mid(begin, end - begin)));
    case Kind::Formula:
        return withPlace(block, QStringLiteral("$$\n%1\n$$").arg(block.code));
    case Kind::Table:
        return withPlace(block, markdownTable(block, begin, end));
    case Kind::Heading:
        return withPlace(
            block, QString(block.level, u'#') + u' ' + markdownPart(block.text, begin, end));
    default:
        return withPlace(block, markdownPart(block.text, begin, end));
    }
}

QString readableText(const MarkdownBlock& block)
{
    const QString text = plainText(block, 0, int(visibleText(block).size()));
    return block.marker.isEmpty() ? text : block.marker + u' ' + text;
}

QStringList readableBlocks(const QString& text, Markup markup)
{
    const MarkdownReading reading
        = markup == Markup::Plain ? readPlainText(text) : readMarkdown(text);
    QStringList texts;
    for (const MarkdownBlock& block : reading.blocks)
        texts << visibleText(block);
    return texts;
}

QStringList codeBlocks(const QString& text)
{
    QStringList codes;
    for (const MarkdownBlock& block : readMarkdown(text).blocks) {
        if (block.kind != Kind::Code)
            continue;
        if (!block.continues)
            codes << block.code;
        else
            codes.last() += lineEndBefore(block) + block.code;
    }
    return codes;
}

} // namespace ui
