#include "ui/chat/markdown_writer.h"

#include <QTextCursor>
#include <QTextTable>
#include <QUrl>

#include <array>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <string_view>

namespace ui {

namespace {

bool is(cmark_node* node, std::string_view type)
{
    return type == cmark_node_get_type_string(node);
}

QString literal(cmark_node* node)
{
    return QString::fromUtf8(cmark_node_get_literal(node));
}

// Writes the inline nodes below one leaf.
class InlineWriter {
public:
    InlineWriter(QTextCursor& cursor, const MarkdownStyle& style)
        : m_cursor(cursor)
        , m_style(style)
    {
    }

    void writeChildren(cmark_node* parent, const QTextCharFormat& format)
    {
        for (cmark_node* node = cmark_node_first_child(parent); node; node = cmark_node_next(node))
            write(node, format);
    }

private:
    void write(cmark_node* node, const QTextCharFormat& format)
    {
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_SOFTBREAK:
            m_cursor.insertText(QStringLiteral(" "), format);
            break;
        case CMARK_NODE_LINEBREAK:
            m_cursor.insertText(QString(QChar::LineSeparator), format);
            break;
        case CMARK_NODE_CODE:
            m_cursor.insertText(literal(node), codeFormat(format));
            break;
        case CMARK_NODE_TEXT:
        case CMARK_NODE_HTML_INLINE:
            m_cursor.insertText(literal(node), format);
            break;
        default:
            writeChildren(node, nestedFormat(node, format));
        }
    }

    QTextCharFormat codeFormat(QTextCharFormat format) const
    {
        format.setFontFamilies(m_style.codeFont.families());
        format.setFontFixedPitch(true);
        format.setBackground(m_style.codeColour);
        return format;
    }

    QTextCharFormat nestedFormat(cmark_node* node, QTextCharFormat format) const
    {
        const cmark_node_type type = cmark_node_get_type(node);
        if (type == CMARK_NODE_EMPH)
            format.setFontItalic(true);
        else if (type == CMARK_NODE_STRONG)
            format.setFontWeight(QFont::DemiBold);
        else if (type == CMARK_NODE_LINK)
            setLink(format, QString::fromUtf8(cmark_node_get_url(node)));
        else if (is(node, "strikethrough"))
            format.setFontStrikeOut(true);
        return format;
    }

    void setLink(QTextCharFormat& format, const QString& address) const
    {
        if (!isSafeLink(address))
            return;
        format.setAnchor(true);
        format.setAnchorHref(address);
        format.setForeground(m_style.linkColour);
        format.setFontUnderline(true);
    }

    QTextCursor& m_cursor;
    const MarkdownStyle& m_style;
};

QTextCharFormat headingFormat(cmark_node* node, const MarkdownStyle& style)
{
    constexpr std::array<double, 6> factors = {1.5, 1.3, 1.15, 1.05, 1, 1};
    const int level = cmark_node_get_heading_level(node);
    QTextCharFormat format;
    format.setFontPointSize(style.font.pointSizeF() * factors[size_t(level - 1) % 6]);
    format.setFontWeight(QFont::DemiBold);
    return format;
}

int childCount(cmark_node* parent)
{
    int count = 0;
    for (cmark_node* node = cmark_node_first_child(parent); node; node = cmark_node_next(node))
        ++count;
    return count;
}

void writeTable(QTextCursor& cursor, cmark_node* node, const MarkdownStyle& style)
{
    QTextTableFormat format;
    format.setBorder(1);
    format.setBorderCollapse(true);
    format.setBorderBrush(style.borderColour);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setCellPadding(6);
    format.setCellSpacing(0);
    const int columns = std::max(1, int(cmark_gfm_extensions_get_table_columns(node)));
    const uint8_t* alignments = cmark_gfm_extensions_get_table_alignments(node);
    QTextTable* table = cursor.insertTable(std::max(1, childCount(node)), columns, format);

    int row = 0;
    for (cmark_node* line = cmark_node_first_child(node); line;
         line = cmark_node_next(line), ++row) {
        QTextCharFormat text;
        text.setFontWeight(row == 0 ? QFont::DemiBold : QFont::Normal);
        int column = 0;
        for (cmark_node* cell = cmark_node_first_child(line); cell && column < columns;
             cell = cmark_node_next(cell), ++column) {
            QTextCursor inside = table->cellAt(row, column).firstCursorPosition();
            QTextBlockFormat alignment;
            alignment.setAlignment(alignments[column] == 'r' ? Qt::AlignRight
                    : alignments[column] == 'c'              ? Qt::AlignHCenter
                                                             : Qt::AlignLeft);
            inside.setBlockFormat(alignment);
            InlineWriter(inside, style).writeChildren(cell, text);
        }
    }
}

void writeCode(
    MarkdownBlock& block, QTextCursor& cursor, cmark_node* node, const MarkdownStyle& style)
{
    block.code = literal(node);
    if (block.code.endsWith(u'\n'))
        block.code.chop(1);
    block.language = QString::fromUtf8(cmark_node_get_fence_info(node)).section(u' ', 0, 0);
    QTextCharFormat format;
    format.setFont(style.codeFont);
    cursor.insertText(block.code, format);
}

} // namespace

bool isSafeLink(const QString& address)
{
    const QString scheme = QUrl(address, QUrl::StrictMode).scheme();
    return scheme == u"http" || scheme == u"https" || scheme == u"mailto";
}

std::shared_ptr<QTextDocument> newDocument(const MarkdownStyle& style)
{
    auto document = std::make_shared<QTextDocument>();
    document->setUndoRedoEnabled(false);
    document->setDocumentMargin(0);
    document->setDefaultFont(style.font);
    QTextOption option = document->defaultTextOption();
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    document->setDefaultTextOption(option);
    return document;
}

void writeBlock(MarkdownBlock& block, cmark_node* node, const MarkdownStyle& style)
{
    if (block.kind == MarkdownBlock::Kind::Rule)
        return;
    block.document = newDocument(style);
    QTextCursor cursor(block.document.get());
    cursor.beginEditBlock();
    if (block.kind == MarkdownBlock::Kind::Code)
        writeCode(block, cursor, node, style);
    else if (block.kind == MarkdownBlock::Kind::Table)
        writeTable(cursor, node, style);
    else if (block.kind == MarkdownBlock::Kind::Heading)
        InlineWriter(cursor, style).writeChildren(node, headingFormat(node, style));
    else if (cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK)
        cursor.insertText(literal(node).trimmed());
    else
        InlineWriter(cursor, style).writeChildren(node, {});
    cursor.endEditBlock();
}

} // namespace ui
