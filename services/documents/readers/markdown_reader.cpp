#include "base/ascii.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/formula_text.h"
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
            m_number = takeNumber();
        } else if (isA(node, "list")) {
            const bool hasNumbers = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
            m_lists.push_back(hasNumbers ? cmark_node_get_list_start(node) : -1);
        } else if (isA(node, "strikethrough")) {
            m_open.emplace_back("del", m_words.size());
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
            m_number.clear();
        } else if (isA(node, "list")) {
            m_lists.pop_back();
        } else if (isA(node, "strikethrough")) {
            closeTag("del");
        } else if (isA(node, "table_cell")) {
            m_cells.push_back(take());
        } else if (isA(node, "table_row") || isA(node, "table_header")) {
            m_writer.tableRow(m_cells);
        } else if (isA(node, "heading")) {
            m_writer.heading(cmark_node_get_heading_level(node), take());
        } else if (isA(node, "paragraph")) {
            m_writer.add(m_items > 0 ? BlockKind::ListItem : BlockKind::Paragraph,
                std::exchange(m_number, {}) + take());
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
        case CMARK_NODE_HTML_INLINE:
            passTag(base::toLowerAscii(findLiteral(node)));
            break;
        default: // footnotes' numbers, rules
            break;
        }
    }

private:
    std::string take()
    {
        m_open.clear();
        return std::exchange(m_words, {});
    }

    // "2. " for the next item of a numbered list.
    std::string takeNumber()
    {
        const bool hasNumber = !m_lists.empty() && m_lists.back() >= 0;
        return hasNumber ? std::to_string(m_lists.back()++) + ". " : std::string();
    }

    // Tags within a line count where they change what letters mean.
    void passTag(const std::string& tag)
    {
        if (tag.starts_with("<br"))
            m_words += '\n';
        for (const char* name : {"sup", "sub", "del", "s"}) {
            if (tag == '<' + std::string(name) + '>')
                m_open.emplace_back(name, m_words.size());
            else if (tag == "</" + std::string(name) + '>')
                closeTag(name);
        }
    }

    void closeTag(std::string_view name)
    {
        if (m_open.empty() || m_open.back().first != name)
            return;
        const std::string inner = m_words.substr(m_open.back().second);
        m_words.resize(m_open.back().second);
        m_open.pop_back();
        if (name == "sup")
            appendRaised(m_words, inner);
        else if (name == "sub")
            appendLowered(m_words, inner);
    }

    DocumentWriter& m_writer;
    std::string m_words;
    std::string m_number; // of the item that was begun, until its first words
    std::vector<int> m_lists; // the numbers of their next items; -1: they have bullets
    std::vector<std::pair<std::string_view, size_t>> m_open; // tags, and where in the words
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
