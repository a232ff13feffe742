#include "ui/chat/markdown_reader.h"

#include "ui/chat/markdown_writer.h"

#include <QStringList>

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <string_view>

namespace ui {

namespace {

constexpr int linesPerBlock = 40; // of plain text

struct NodeDeleter {
    void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using NodePointer = std::unique_ptr<cmark_node, NodeDeleter>;

NodePointer parse(const QByteArray& text)
{
    cmark_gfm_core_extensions_ensure_registered();
    const std::unique_ptr<cmark_parser, void (*)(cmark_parser*)> parser(
        cmark_parser_new(CMARK_OPT_VALIDATE_UTF8), cmark_parser_free);
    for (const char* name : {"table", "strikethrough", "autolink", "tasklist"})
        if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name))
            cmark_parser_attach_syntax_extension(parser.get(), extension);
    cmark_parser_feed(parser.get(), text.constData(), size_t(text.size()));
    return NodePointer(cmark_parser_finish(parser.get()));
}

bool is(cmark_node* node, std::string_view type)
{
    return type == cmark_node_get_type_string(node);
}

// Walks the tree and makes one block of every leaf.
class Reader {
public:
    Reader(const QByteArray& text, const MarkdownStyle& style, std::vector<MarkdownBlock> previous)
        : m_text(text)
        , m_style(style)
        , m_previous(std::move(previous))
    {
        for (qsizetype end = -1; (end = text.indexOf('\n', end + 1)) >= 0;)
            m_lineStarts.push_back(end + 1);
    }

    std::vector<MarkdownBlock> read()
    {
        const NodePointer root = parse(m_text);
        readChildren(root.get());
        return std::move(m_blocks);
    }

private:
    void readChildren(cmark_node* parent)
    {
        for (cmark_node* node = cmark_node_first_child(parent); node; node = cmark_node_next(node))
            readNode(node);
    }

    void readNode(cmark_node* node)
    {
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_BLOCK_QUOTE:
            ++m_place.quoteDepth;
            readChildren(node);
            --m_place.quoteDepth;
            break;
        case CMARK_NODE_LIST:
            readList(node);
            break;
        default:
            addLeaf(node);
        }
    }

    void readList(cmark_node* list)
    {
        const bool outerTight = m_place.tight;
        const bool ordered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
        int number = cmark_node_get_list_start(list);
        m_place.tight = cmark_node_get_list_tight(list);
        ++m_place.listDepth;
        for (cmark_node* item = cmark_node_first_child(list); item; item = cmark_node_next(item)) {
            m_place.marker = ordered ? QStringLiteral("%1.").arg(number++) : marker(item);
            readChildren(item);
            m_place.marker.clear();
        }
        --m_place.listDepth;
        m_place.tight = outerTight;
    }

    QString marker(cmark_node* item) const
    {
        if (is(item, "tasklist"))
            return cmark_gfm_extensions_get_tasklist_item_checked(item) ? QStringLiteral("☑")
                                                                        : QStringLiteral("☐");
        return m_place.listDepth > 1 ? QStringLiteral("◦") : QStringLiteral("•");
    }

    void addLeaf(cmark_node* node)
    {
        MarkdownBlock block = m_place;
        m_place.marker.clear();
        block.kind = kindOf(node);
        block.source = sourceOf(node);
        const size_t place = m_blocks.size();
        if (place < m_previous.size() && isSame(m_previous[place], block))
            block = std::move(m_previous[place]);
        else
            writeBlock(block, node, m_style);
        m_blocks.push_back(std::move(block));
    }

    static bool isSame(const MarkdownBlock& old, const MarkdownBlock& block)
    {
        return old.kind == block.kind && old.source == block.source && old.marker == block.marker
            && old.listDepth == block.listDepth && old.quoteDepth == block.quoteDepth
            && old.tight == block.tight;
    }

    static MarkdownBlock::Kind kindOf(cmark_node* node)
    {
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_CODE_BLOCK:
            return MarkdownBlock::Kind::Code;
        case CMARK_NODE_HEADING:
            return MarkdownBlock::Kind::Heading;
        case CMARK_NODE_THEMATIC_BREAK:
            return MarkdownBlock::Kind::Rule;
        default:
            return is(node, "table") ? MarkdownBlock::Kind::Table : MarkdownBlock::Kind::Text;
        }
    }

    QByteArray sourceOf(cmark_node* node) const
    {
        const int first = std::max(1, cmark_node_get_start_line(node));
        const int last = std::max(first, cmark_node_get_end_line(node));
        const qsizetype begin = lineStart(first);
        return m_text.mid(begin, lineStart(last + 1) - begin);
    }

    // Of a line counted from 1; the end of the text for lines after the last.
    qsizetype lineStart(int line) const
    {
        if (line <= 1)
            return 0;
        const auto place = size_t(line) - 2;
        return place < m_lineStarts.size() ? m_lineStarts[place] : m_text.size();
    }

    const QByteArray& m_text;
    const MarkdownStyle& m_style;
    std::vector<MarkdownBlock> m_previous;
    std::vector<MarkdownBlock> m_blocks;
    std::vector<qsizetype> m_lineStarts; // of the second line and those after it
    MarkdownBlock m_place; // what the lists and quotes around say of the next leaf
};

} // namespace

std::vector<MarkdownBlock> readMarkdown(
    const QString& text, const MarkdownStyle& style, std::vector<MarkdownBlock> previous)
{
    const QByteArray bytes = text.toUtf8();
    return Reader(bytes, style, std::move(previous)).read();
}

std::vector<MarkdownBlock> readPlainText(const QString& text, const MarkdownStyle& style)
{
    std::vector<MarkdownBlock> blocks;
    const QStringList lines = text.split(u'\n');
    for (qsizetype line = 0; line < lines.size(); line += linesPerBlock) {
        MarkdownBlock block;
        block.tight = true;
        block.document = newDocument(style);
        block.document->setPlainText(lines.mid(line, linesPerBlock).join(u'\n'));
        blocks.push_back(std::move(block));
    }
    return blocks;
}

QString MarkdownBlock::plainText() const
{
    const QString text = document ? document->toPlainText() : QString();
    return marker.isEmpty() ? text : marker + u' ' + text;
}

} // namespace ui
