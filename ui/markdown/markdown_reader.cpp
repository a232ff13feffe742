#include "ui/markdown/markdown_reader.h"

#include "ui/markdown/disclosure_tags.h"
#include "ui/markdown/inline_reader.h"
#include "ui/markdown/markdown_source.h"

#include <algorithm>
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <iterator>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

namespace ui {

namespace {

constexpr int deepest = 50; // lists and quotes that are told apart; those within are one
constexpr double foldIndent = 1.4; // ems
constexpr qsizetype maxAtOnce = 1 << 20; // UTF-16 units; one block of more than that is cut

struct NodeDeleter {
    void operator()(cmark_node* node) const { cmark_node_free(node); }
};
using NodePointer = std::unique_ptr<cmark_node, NodeDeleter>;

NodePointer parse(const QByteArray& text)
{
    static std::mutex mutex; // the parser keeps a table of its extensions' characters
    const std::lock_guard lock(mutex);
    cmark_gfm_core_extensions_ensure_registered();
    const std::unique_ptr<cmark_parser, void (*)(cmark_parser*)> parser(
        cmark_parser_new(CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_FOOTNOTES), cmark_parser_free);
    for (const char* name : {"table", "strikethrough", "autolink", "tasklist"})
        if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name))
            cmark_parser_attach_syntax_extension(parser.get(), extension);
    cmark_parser_attach_syntax_extension(parser.get(), formulaExtension());
    cmark_parser_feed(parser.get(), text.constData(), size_t(text.size()));
    return NodePointer(cmark_parser_finish(parser.get()));
}

bool is(cmark_node* node, std::string_view type)
{
    return type == cmark_node_get_type_string(node);
}

QString literal(cmark_node* node)
{
    return QString::fromUtf8(unmasked(cmark_node_get_literal(node)));
}

/// Walks the tree of a text and makes blocks of every leaf.
class Reader {
public:
    explicit Reader(PreparedSource source)
        : m_source(std::move(source))
    {
    }

    // Reads a part of a text within a disclosure, at the place of that.
    Reader(PreparedSource source, const MarkdownBlock& place)
        : m_source(std::move(source))
        , m_place(place)
        , m_foldsAround(place.foldDepth)
    {
    }

    MarkdownReading read()
    {
        const NodePointer root = parse(m_source.text);
        int lastLine = 0; // where the nodes so far begin and end
        size_t before = 0; // blocks of the nodes above
        qsizetype settledBytes = 0;
        for (cmark_node* node = cmark_node_first_child(root.get()); node;
             node = cmark_node_next(node)) {
            const int line = cmark_node_get_start_line(node);
            if (line > lastLine && m_place.foldDepth == 0 && isCertain(lineStart(line))) {
                m_reading.settledBlocks = before;
                settledBytes = lineStart(line);
            }
            lastLine = std::max({lastLine, line, cmark_node_get_end_line(node)});
            readNode(node);
            if (line > 0) // words above a table have no line: they are read with the table
                before = m_reading.blocks.size();
        }
        m_reading.settledSize = QString::fromUtf8(m_source.text.constData(), settledBytes).size();
        return std::move(m_reading);
    }

private:
    // True if the node that begins there stays one of its own, whatever text follows: its first
    // line has ended, and it is not within a formula that more text could close.
    bool isCertain(qsizetype begin) const
    {
        return m_source.text.indexOf('\n', begin) >= 0
            && (m_source.openFormula < 0 || begin <= m_source.openFormula);
    }

    // A disclosure that begins within a quote or an item of a list ends with that.
    void readChildren(cmark_node* parent)
    {
        const int foldsAround = std::exchange(m_foldsAround, m_place.foldDepth);
        for (cmark_node* node = cmark_node_first_child(parent); node; node = cmark_node_next(node))
            readNode(node);
        while (m_place.foldDepth > m_foldsAround)
            endDisclosure();
        m_foldsAround = foldsAround;
    }

    void readNode(cmark_node* node)
    {
        const cmark_node_type type = cmark_node_get_type(node);
        const bool nests = type == CMARK_NODE_BLOCK_QUOTE || type == CMARK_NODE_LIST
            || type == CMARK_NODE_FOOTNOTE_DEFINITION;
        if (!nests)
            addLeaf(node);
        else if (m_place.quoteDepth + m_place.listDepth >= deepest)
            readLeaves(node);
        else if (type == CMARK_NODE_LIST)
            readList(node);
        else if (type == CMARK_NODE_BLOCK_QUOTE)
            readQuote(node);
        else
            readFootnote(node);
    }

    // Reads leaves at any depth without recursion.
    void readLeaves(cmark_node* root)
    {
        const std::unique_ptr<cmark_iter, void (*)(cmark_iter*)> walk(
            cmark_iter_new(root), cmark_iter_free);
        cmark_event_type event;
        while ((event = cmark_iter_next(walk.get())) != CMARK_EVENT_DONE) {
            cmark_node* node = cmark_iter_get_node(walk.get());
            const cmark_node_type type = cmark_node_get_type(node);
            const bool isLeaf = type == CMARK_NODE_PARAGRAPH || type == CMARK_NODE_HEADING
                || type == CMARK_NODE_CODE_BLOCK || type == CMARK_NODE_HTML_BLOCK;
            if (event == CMARK_EVENT_ENTER && isLeaf)
                addLeaf(node);
        }
    }

    void readQuote(cmark_node* quote)
    {
        const MarkdownBlock outer = m_place;
        m_place.tight = false;
        ++m_place.quoteDepth;
        readChildren(quote);
        const QString marker = m_place.marker;
        m_place = outer;
        m_place.marker = marker; // gone if a leaf has taken it
    }

    void readList(cmark_node* list)
    {
        const MarkdownBlock outer = m_place;
        const bool ordered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
        int number = cmark_node_get_list_start(list);
        m_place.tight = cmark_node_get_list_tight(list);
        m_place.indent += ordered ? 1.1 + 0.6 * std::max(2, countDigits(list, number)) : 1.8;
        ++m_place.listDepth;
        for (cmark_node* item = cmark_node_first_child(list); item; item = cmark_node_next(item)) {
            m_place.marker = ordered ? QStringLiteral("%1.").arg(number++) : marker(item);
            if (cmark_node_first_child(item))
                readChildren(item);
            else
                addEmptyItem();
            m_place.marker.clear();
        }
        m_place = outer;
        m_place.marker.clear();
    }

    static int countDigits(cmark_node* list, int first)
    {
        qint64 last = first;
        for (cmark_node* item = cmark_node_first_child(list); item; item = cmark_node_next(item))
            ++last;
        return int(QString::number(last - 1).size());
    }

    QString marker(cmark_node* item) const
    {
        if (is(item, "tasklist"))
            return cmark_gfm_extensions_get_tasklist_item_checked(item) ? QStringLiteral("☑")
                                                                        : QStringLiteral("☐");
        return m_place.listDepth > 1 ? QStringLiteral("◦") : QStringLiteral("•");
    }

    void addEmptyItem()
    {
        MarkdownBlock block = m_place;
        m_reading.blocks.push_back(std::move(block));
    }

    void readFootnote(cmark_node* definition)
    {
        const MarkdownBlock outer = m_place;
        m_place.indent += 1.8;
        ++m_place.listDepth;
        m_place.marker = QStringLiteral("%1.").arg(++m_footnotes);
        readChildren(definition);
        m_place = outer;
    }

    void addLeaf(cmark_node* node)
    {
        MarkdownBlock block = m_place;
        m_place.marker.clear();
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_CODE_BLOCK:
            block.kind = MarkdownBlock::Kind::Code;
            block.isClosed = isClosed(node);
            block.language = QString::fromUtf8(cmark_node_get_fence_info(node)).section(u' ', 0, 0);
            addCodeParts(m_reading.blocks, block, literal(node));
            return;
        case CMARK_NODE_THEMATIC_BREAK:
            block.kind = MarkdownBlock::Kind::Rule;
            m_reading.blocks.push_back(block);
            return;
        case CMARK_NODE_HTML_BLOCK:
            if (readDisclosures(block, literal(node)))
                return;
            addTextParts(m_reading.blocks, block, {{literal(node).trimmed()}});
            return;
        default:
            is(node, "table") ? addTable(block, node) : addText(block, node);
        }
    }

    void endDisclosure()
    {
        --m_place.foldDepth;
        m_place.indent -= foldIndent;
    }

    // Reads the tags of disclosures in HTML and the Markdown between them. Returns false, and has
    // done nothing, if there is no such tag.
    bool readDisclosures(MarkdownBlock block, const QString& html)
    {
        bool hasRead = false;
        qsizetype done = 0;
        for (const DisclosureTag& tag : disclosureTags(html)) {
            using Tag = DisclosureTag::Kind;
            if (tag.kind == Tag::Begin && m_place.foldDepth >= deepest)
                continue;
            if (tag.kind == Tag::End && m_place.foldDepth <= m_foldsAround)
                continue;
            if (tag.kind == Tag::Summary && !awaitsSummary())
                continue;
            readPiece(html.mid(done, tag.begin - done));
            if (tag.kind == Tag::Begin)
                beginDisclosure(std::exchange(block, m_place), tag.isOpen);
            else if (tag.kind == Tag::End)
                endDisclosure();
            else if (!tag.text.isEmpty())
                m_reading.blocks.back().text = {{tag.text}};
            done = tag.end;
            hasRead = true;
        }
        if (hasRead)
            readPiece(html.mid(done));
        return hasRead;
    }

    // `block` is at the place of the disclosure and may have the marker of a list item.
    void beginDisclosure(MarkdownBlock block, bool isOpen)
    {
        block.kind = MarkdownBlock::Kind::Summary;
        block.foldDepth = m_place.foldDepth;
        block.indent = m_place.indent;
        block.isOpen = isOpen;
        m_reading.blocks.push_back(std::move(block));
        ++m_place.foldDepth;
        m_place.indent += foldIndent;
    }

    // A disclosure has begun, and nothing of it has been read.
    bool awaitsSummary() const
    {
        return !m_reading.blocks.empty()
            && m_reading.blocks.back().kind == MarkdownBlock::Kind::Summary
            && m_reading.blocks.back().text.empty()
            && m_reading.blocks.back().foldDepth + 1 == m_place.foldDepth;
    }

    // Every piece is shorter than the HTML around it, and lacks the tags that have been read.
    void readPiece(const QString& text)
    {
        if (text.trimmed().isEmpty())
            return;
        MarkdownReading inner = Reader(prepareSource(text.toUtf8()), m_place).read();
        std::move(inner.blocks.begin(), inner.blocks.end(), std::back_inserter(m_reading.blocks));
    }

    void addText(MarkdownBlock block, cmark_node* node)
    {
        if (cmark_node_get_type(node) == CMARK_NODE_HEADING) {
            block.kind = MarkdownBlock::Kind::Heading;
            block.level = cmark_node_get_heading_level(node);
        }
        const MarkdownBlock::Kind kind = block.kind;
        for (InlinePart& part : readInline(node)) {
            if (part.formula.isEmpty()) {
                block.kind = kind;
                addTextParts(m_reading.blocks, block, std::move(part.text));
            } else {
                block.kind = MarkdownBlock::Kind::Formula;
                block.code = part.formula;
                m_reading.blocks.push_back(block);
                block.code.clear();
            }
            block.marker.clear();
        }
    }

    void addTable(MarkdownBlock block, cmark_node* node)
    {
        block.kind = MarkdownBlock::Kind::Table;
        const int columns = cmark_gfm_extensions_get_table_columns(node);
        const uint8_t* alignments = cmark_gfm_extensions_get_table_alignments(node);
        for (int column = 0; column < columns; ++column)
            block.columns.push_back({alignments[column] == 'r' ? ColumnAlignment::Trailing
                    : alignments[column] == 'c'                ? ColumnAlignment::Center
                                                               : ColumnAlignment::Leading});
        std::vector<std::vector<InlineText>> rows;
        for (cmark_node* row = cmark_node_first_child(node); row; row = cmark_node_next(row)) {
            std::vector<InlineText>& cells = rows.emplace_back();
            for (cmark_node* cell = cmark_node_first_child(row); cell; cell = cmark_node_next(cell))
                cells.push_back(readCell(cell));
            cells.resize(size_t(columns));
        }
        addTableParts(m_reading.blocks, block, std::move(rows));
    }

    // True if the last line of a block of code is the end of its fence.
    bool isClosed(cmark_node* code)
    {
        const int last = cmark_node_get_end_line(code);
        if (last <= cmark_node_get_start_line(code))
            return false;
        const qsizetype begin = lineStart(last), end = m_source.text.indexOf('\n', begin);
        QByteArrayView line = QByteArrayView(m_source.text).sliced(begin);
        line = (end < 0 ? line : line.first(end - begin)).trimmed();
        while (line.startsWith('>'))
            line = line.sliced(1).trimmed();
        return line.size() >= 3 && (line[0] == '`' || line[0] == '~')
            && line.count(line[0]) == line.size();
    }

    // Lines count from 1. They are requested in rising order.
    qsizetype lineStart(int line)
    {
        for (; m_line < line; ++m_line) {
            const qsizetype end = m_source.text.indexOf('\n', m_lineStart);
            m_lineStart = end < 0 ? m_source.text.size() : end + 1;
        }
        return m_lineStart;
    }

    const PreparedSource m_source;
    MarkdownReading m_reading;
    MarkdownBlock m_place; // what the lists and quotes around say of the next leaf
    int m_foldsAround = 0; // disclosures that don't end within the list or quote that is read
    int m_footnotes = 0;
    int m_line = 1;
    qsizetype m_lineStart = 0;
};

// Cuts at the end of a line, if there is one.
qsizetype cutBefore(const QString& text, qsizetype limit)
{
    const qsizetype end = text.lastIndexOf(u'\n', limit - 1) + 1;
    if (end > limit / 2)
        return end;
    return text[limit].isLowSurrogate() ? limit - 1 : limit;
}

} // namespace

MarkdownReading readMarkdown(const QString& text)
{
    if (text.size() <= maxAtOnce)
        return Reader(prepareSource(text.toUtf8())).read();

    MarkdownReading whole;
    for (qsizetype begin = 0; begin < text.size();) {
        const bool isLast = text.size() - begin <= maxAtOnce;
        const QString piece = isLast
            ? text.mid(begin)
            : text.mid(begin, cutBefore(text.mid(begin, maxAtOnce + 1), maxAtOnce));
        MarkdownReading reading = Reader(prepareSource(piece.toUtf8())).read();
        const bool isOneBlock = reading.settledSize == 0;
        if (!isLast && !isOneBlock)
            reading.blocks.resize(reading.settledBlocks);
        whole.settledBlocks = whole.blocks.size() + reading.settledBlocks;
        whole.settledSize = begin + reading.settledSize;
        std::move(reading.blocks.begin(), reading.blocks.end(), std::back_inserter(whole.blocks));
        begin += isLast || isOneBlock ? piece.size() : reading.settledSize;
    }
    return whole;
}

MarkdownReading readPlainText(const QString& text)
{
    MarkdownReading reading;
    MarkdownBlock block;
    block.tight = true;
    addPlainParts(reading.blocks, block, text);
    return reading;
}

} // namespace ui
