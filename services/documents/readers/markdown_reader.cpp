#include "services/documents/readers/encoding.h"
#include "services/documents/readers/reader.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace services {

namespace {

using Node = std::unique_ptr<cmark_node, decltype([](cmark_node* node) { cmark_node_free(node); })>;
using Parser
    = std::unique_ptr<cmark_parser, decltype([](cmark_parser* each) { cmark_parser_free(each); })>;

Node parsed(std::string_view text)
{
    cmark_gfm_core_extensions_ensure_registered();
    const Parser parser(cmark_parser_new(CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8));
    for (const char* name : {"table", "strikethrough", "autolink", "tasklist"})
        if (cmark_syntax_extension* extension = cmark_find_syntax_extension(name))
            cmark_parser_attach_syntax_extension(parser.get(), extension);
    cmark_parser_feed(parser.get(), text.data(), text.size());
    return Node(cmark_parser_finish(parser.get()));
}

bool isA(cmark_node* node, const char* type)
{
    return std::strcmp(cmark_node_get_type_string(node), type) == 0;
}

const char* findLiteral(cmark_node* node)
{
    const char* literal = cmark_node_get_literal(node);
    return literal ? literal : "";
}

// Puts together the words of a block, and knows what kind of block they belong to.
class Walk {
public:
    explicit Walk(DocumentWriter& writer)
        : m_writer(writer)
    {
    }

    void enter(cmark_node* node)
    {
        if (++m_depth > m_writer.limits().nesting)
            throw Unreadable(DocumentFault::TooDeep);
        if (isA(node, "item") || isA(node, "tasklist")) {
            ++m_items;
        } else if (isA(node, "table_row") || isA(node, "table_header")) {
            m_cells.clear();
        } else if (isA(node, "table_cell")) {
            m_words.clear();
        }
    }

    void leave(cmark_node* node)
    {
        --m_depth;
        if (isA(node, "item") || isA(node, "tasklist")) {
            --m_items;
        } else if (isA(node, "table_cell")) {
            m_cells.push_back(take());
        } else if (isA(node, "table_row") || isA(node, "table_header")) {
            m_writer.tableRow(m_cells);
        } else if (isA(node, "heading")) {
            m_writer.heading(cmark_node_get_heading_level(node), take());
        } else if (isA(node, "paragraph")) {
            m_writer.add(m_items > 0 ? BlockKind::ListItem : BlockKind::Paragraph, take());
        }
    }

    // Nodes without others in them.
    void pass(cmark_node* node)
    {
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_CODE_BLOCK:
            m_writer.code(findLiteral(node));
            break;
        case CMARK_NODE_HTML_BLOCK:
            putHtml(findLiteral(node), m_writer);
            break;
        case CMARK_NODE_SOFTBREAK:
            m_words += ' ';
            break;
        case CMARK_NODE_LINEBREAK:
            m_words += '\n';
            break;
        case CMARK_NODE_TEXT:
        case CMARK_NODE_CODE:
            m_words += findLiteral(node);
            break;
        default: // tags, footnotes' numbers, rules
            break;
        }
    }

private:
    std::string take() { return std::exchange(m_words, {}); }

    DocumentWriter& m_writer;
    std::string m_words;
    std::vector<std::string> m_cells;
    int m_items = 0, m_depth = 0;
};

bool isLeaf(cmark_node* node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_CODE_BLOCK:
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_THEMATIC_BREAK:
    case CMARK_NODE_TEXT:
    case CMARK_NODE_SOFTBREAK:
    case CMARK_NODE_LINEBREAK:
    case CMARK_NODE_CODE:
    case CMARK_NODE_HTML_INLINE:
        return true;
    default:
        return false;
    }
}

// What many generators put before a text: lines of "name: value" between two lines of "---".
std::string_view withoutFrontMatter(std::string_view text, DocumentWriter& writer)
{
    if (!text.starts_with("---\n"))
        return text;
    const size_t end = text.find("\n---", 3);
    if (end == std::string_view::npos)
        return text;
    const size_t title = text.find("\ntitle:");
    if (title < end) {
        const size_t from = title + 7;
        std::string_view value = text.substr(from, text.find('\n', from) - from);
        while (
            !value.empty() && std::string_view(" \"'\r").find(value[0]) != std::string_view::npos)
            value.remove_prefix(1);
        while (!value.empty()
            && std::string_view(" \"'\r").find(value.back()) != std::string_view::npos)
            value.remove_suffix(1);
        writer.setTitle(value);
    }
    return text.substr(std::min(text.size(), text.find('\n', end + 1)));
}

} // namespace

void readMarkdown(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = decodeText(file.bytes);
    const Node root = parsed(withoutFrontMatter(text, writer));
    const std::unique_ptr<cmark_iter, decltype([](cmark_iter* each) { cmark_iter_free(each); })>
        iterator(cmark_iter_new(root.get()));
    Walk walk(writer);
    for (cmark_event_type event; (event = cmark_iter_next(iterator.get())) != CMARK_EVENT_DONE;) {
        cmark_node* node = cmark_iter_get_node(iterator.get());
        if (isLeaf(node))
            walk.pass(node);
        else if (event == CMARK_EVENT_ENTER)
            walk.enter(node);
        else
            walk.leave(node);
    }
}

} // namespace services
