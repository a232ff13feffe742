#include "ui/markdown/inline_reader.h"

#include "base/ascii.h"
#include "ui/links/link.h"
#include "ui/markdown/markdown_source.h"

#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <cmark-gfm/chunk.h>
#include <memory>
#include <string>
#include <string_view>

namespace ui {

namespace {

struct FoundFormula {
    std::string_view latex;
    size_t length = 0; // of it and its delimiters; 0: none begins here
    bool isDisplayed = false;
};

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == maskedNewline;
}

bool isWord(char c)
{
    return base::isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
}

// The next dollar that no backslash is before.
size_t nextDollar(std::string_view text, size_t index)
{
    for (; index < text.size(); ++index) {
        if (text[index] == '\\')
            ++index;
        else if (text[index] == '$')
            return index;
    }
    return std::string_view::npos;
}

FoundFormula inDoubleDollars(std::string_view text)
{
    const size_t end = text.find("$$", 2);
    if (end == std::string_view::npos)
        return {};
    const std::string_view latex = text.substr(2, end - 2);
    if (latex.find_first_not_of(" \t\n\2") == std::string_view::npos)
        return {};
    return {latex, end + 2, true};
}

// Finds a formula between \( and \) or \[ and \]; a second opening mark in between means that it is
// not one.
FoundFormula inBrackets(std::string_view text)
{
    const char open = text[1], close = open == '(' ? ')' : ']';
    for (size_t end = text.find(maskedBackslash, 2); end + 1 < text.size() && end < text.size();
         end = text.find(maskedBackslash, end + 1)) {
        if (text[end + 1] == open)
            return {};
        if (text[end + 1] == close)
            return {text.substr(2, end - 2), end + 2, open == '['};
    }
    return {};
}

FoundFormula environment(std::string_view text)
{
    constexpr std::string_view open = "\1begin{";
    const size_t nameEnd = text.substr(0, 40).find('}');
    if (!text.starts_with(open) || nameEnd == std::string_view::npos)
        return {};
    const std::string close
        = "\\end{" + std::string(text.substr(open.size(), nameEnd + 1 - open.size()));
    const size_t end = text.find(close, nameEnd);
    if (end == std::string_view::npos)
        return {};
    return {text.substr(0, end + close.size()), end + close.size(), true};
}

FoundFormula inDollars(std::string_view text, char before)
{
    if (isWord(before) || before == '$' || text.size() < 3 || isSpace(text[1]))
        return {};
    const size_t end = nextDollar(text, 1);
    if (end == std::string_view::npos || end == 1 || isSpace(text[end - 1])
        || (end + 1 < text.size() && (base::isDigit(text[end + 1]) || text[end + 1] == '$')))
        return {};
    const std::string_view latex = text.substr(1, end - 1);
    if (base::isDigit(latex[0]) && latex.find_first_of("\\^_") == std::string_view::npos)
        return {};
    return {latex, end + 1, false};
}

// Every search for the end of a formula is over at the next mark of the same kind.
FoundFormula formulaAt(std::string_view text, char before)
{
    if (text.starts_with("$$"))
        return inDoubleDollars(text);
    if (text.starts_with("$"))
        return inDollars(text, before);
    if (text.size() > 3 && (text[1] == '(' || text[1] == '['))
        return inBrackets(text);
    return environment(text);
}

cmark_node* match(
    cmark_syntax_extension*, cmark_parser*, cmark_node*, unsigned char, cmark_inline_parser* parser)
{
    const cmark_chunk* chunk = cmark_inline_parser_get_chunk(parser);
    const size_t index = size_t(cmark_inline_parser_get_offset(parser));
    const std::string_view text(reinterpret_cast<const char*>(chunk->data), size_t(chunk->len));
    const FoundFormula formula = formulaAt(text.substr(index), index == 0 ? char(' ') : text[index - 1]);
    if (formula.length == 0)
        return nullptr;
    cmark_inline_parser_set_offset(parser, int(index + formula.length));
    // Cells of tables take this type of node and no type of ours. A tag begins with <, so no text
    // can make a node like this one.
    cmark_node* node = cmark_node_new(CMARK_NODE_HTML_INLINE);
    const std::string literal = (formula.isDisplayed ? "$$" : "$") + std::string(formula.latex);
    cmark_node_set_literal(node, literal.c_str());
    return node;
}

cmark_syntax_extension* makeExtension()
{
    cmark_syntax_extension* extension = cmark_syntax_extension_new("formula");
    cmark_mem* memory = cmark_get_default_mem_allocator();
    cmark_llist* special = nullptr;
    for (const char c : {'$', maskedBackslash})
        special = cmark_llist_append(memory, special, reinterpret_cast<void*>(intptr_t(c)));
    cmark_syntax_extension_set_special_inline_chars(extension, special);
    cmark_syntax_extension_set_match_inline_func(extension, match);
    return extension;
}

} // namespace

cmark_syntax_extension* formulaExtension()
{
    static cmark_syntax_extension* const extension = makeExtension();
    return extension;
}

bool isFormula(cmark_node* node)
{
    return cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE
        && cmark_node_get_literal(node)[0] == '$';
}

bool isDisplayed(cmark_node* formula)
{
    return cmark_node_get_literal(formula)[1] == '$';
}

const char* latexSource(cmark_node* formula)
{
    return cmark_node_get_literal(formula) + (isDisplayed(formula) ? 2 : 1);
}

namespace {

/// Walks over the events of a subtree and keeps count of what is open.
class InlineReader {
public:
    explicit InlineReader(bool splitsAtFormulas)
        : m_splitsAtFormulas(splitsAtFormulas)
    {
    }

    std::vector<InlinePart> read(cmark_node* leaf)
    {
        const std::unique_ptr<cmark_iter, void (*)(cmark_iter*)> walk(
            cmark_iter_new(leaf), cmark_iter_free);
        m_parts.emplace_back();
        cmark_event_type event;
        while ((event = cmark_iter_next(walk.get())) != CMARK_EVENT_DONE) {
            cmark_node* node = cmark_iter_get_node(walk.get());
            if (node != leaf)
                event == CMARK_EVENT_ENTER ? enter(node) : leave(node);
        }
        if (m_parts.size() > 1 && m_parts.back().text.empty() && m_parts.back().formula.isEmpty())
            m_parts.pop_back();
        return std::move(m_parts);
    }

private:
    void enter(cmark_node* node)
    {
        if (isFormula(node)) {
            addFormula(node);
            return;
        }
        switch (cmark_node_get_type(node)) {
        case CMARK_NODE_TEXT:
        case CMARK_NODE_HTML_INLINE:
            add(QString::fromUtf8(unescaped(cmark_node_get_literal(node))));
            break;
        case CMARK_NODE_CODE:
            add(QString::fromUtf8(unmasked(cmark_node_get_literal(node))), InlineRun::Code);
            break;
        case CMARK_NODE_SOFTBREAK:
            add(QStringLiteral(" "));
            break;
        case CMARK_NODE_LINEBREAK:
            add(QString(QChar::LineSeparator));
            break;
        case CMARK_NODE_FOOTNOTE_REFERENCE:
            add(QString::fromUtf8(cmark_node_get_literal(node)), InlineRun::Raised);
            break;
        default:
            count(node, 1);
        }
    }

    void leave(cmark_node* node) { count(node, -1); }

    void count(cmark_node* node, int step)
    {
        const cmark_node_type type = cmark_node_get_type(node);
        if (type == CMARK_NODE_EMPH)
            m_emphasis += step;
        else if (type == CMARK_NODE_STRONG)
            m_strong += step;
        else if (type == CMARK_NODE_LINK)
            setLink(step > 0 ? QString::fromUtf8(unescaped(cmark_node_get_url(node))) : QString());
        else if (std::string_view(cmark_node_get_type_string(node)) == "strikethrough")
            m_struck += step;
    }

    // Links do not nest.
    void setLink(const QString& address) { m_link = isSafeLink(address) ? address : QString(); }

    void addFormula(cmark_node* node)
    {
        const QString latex = QString::fromUtf8(unmasked(latexSource(node))).trimmed();
        if (!isDisplayed(node) || !m_splitsAtFormulas) {
            add(latex, InlineRun::Formula);
            return;
        }
        trimEnd(m_parts.back().text);
        if (m_parts.back().text.empty())
            m_parts.pop_back();
        m_parts.push_back({{}, latex});
        m_parts.emplace_back();
    }

    static void trimEnd(InlineText& text)
    {
        while (!text.empty() && text.back().style == 0) {
            QString& last = text.back().text;
            while (!last.isEmpty() && last.back().isSpace())
                last.chop(1);
            if (!last.isEmpty())
                return;
            text.pop_back();
        }
    }

    void add(const QString& text, int style = 0)
    {
        InlineText& runs = m_parts.back().text;
        if (m_emphasis > 0)
            style |= InlineRun::Emphasis;
        if (m_strong > 0)
            style |= InlineRun::Strong;
        if (m_struck > 0)
            style |= InlineRun::Struck;
        const bool isSpace = text.size() == 1 && text[0].isSpace();
        if (text.isEmpty() || (isSpace && runs.empty() && m_parts.size() > 1))
            return;
        if (!runs.empty() && runs.back().style == style && runs.back().link == m_link
            && !(style & InlineRun::Formula))
            runs.back().text += text;
        else
            runs.push_back({text, quint8(style), m_link});
    }

    bool m_splitsAtFormulas;
    std::vector<InlinePart> m_parts;
    int m_emphasis = 0, m_strong = 0, m_struck = 0; // how many of them are open
    QString m_link;
};

} // namespace

std::vector<InlinePart> readInline(cmark_node* leaf)
{
    return InlineReader(true).read(leaf);
}

InlineText readCell(cmark_node* cell)
{
    return InlineReader(false).read(cell).front().text;
}

} // namespace ui
