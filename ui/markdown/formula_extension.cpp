#include "ui/markdown/formula_extension.h"

#include "ui/markdown/markdown_source.h"

#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <cmark-gfm/chunk.h>
#include <string>
#include <string_view>

namespace ui {

namespace {

struct Formula {
    std::string_view latex;
    size_t length = 0; // of it and its delimiters; 0: none begins here
    bool isDisplayed = false;
};

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == maskedNewline;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWord(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80);
}

// The next dollar that no backslash stands before.
size_t nextDollar(std::string_view text, size_t place)
{
    for (; place < text.size(); ++place) {
        if (text[place] == '\\')
            ++place;
        else if (text[place] == '$')
            return place;
    }
    return std::string_view::npos;
}

Formula inDoubleDollars(std::string_view text)
{
    const size_t end = text.find("$$", 2);
    if (end == std::string_view::npos)
        return {};
    const std::string_view latex = text.substr(2, end - 2);
    if (latex.find_first_not_of(" \t\n\2") == std::string_view::npos)
        return {};
    return {latex, end + 2, true};
}

// Between \( and \) or \[ and \]; another opening one in between makes it no formula.
Formula inBrackets(std::string_view text)
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

Formula environment(std::string_view text)
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

Formula inDollars(std::string_view text, char before)
{
    if (isWord(before) || before == '$' || text.size() < 3 || isSpace(text[1]))
        return {};
    const size_t end = nextDollar(text, 1);
    if (end == std::string_view::npos || end == 1 || isSpace(text[end - 1])
        || (end + 1 < text.size() && (isDigit(text[end + 1]) || text[end + 1] == '$')))
        return {};
    const std::string_view latex = text.substr(1, end - 1);
    if (isDigit(latex[0]) && latex.find_first_of("\\^_") == std::string_view::npos)
        return {};
    return {latex, end + 1, false};
}

// Every search for the end of a formula is over at the next mark of the same kind.
Formula formulaAt(std::string_view text, char before)
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
    const size_t place = size_t(cmark_inline_parser_get_offset(parser));
    const std::string_view text(reinterpret_cast<const char*>(chunk->data), size_t(chunk->len));
    const Formula formula = formulaAt(text.substr(place), place == 0 ? char(' ') : text[place - 1]);
    if (formula.length == 0)
        return nullptr;
    cmark_inline_parser_set_offset(parser, int(place + formula.length));
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

const char* latexOf(cmark_node* formula)
{
    return cmark_node_get_literal(formula) + (isDisplayed(formula) ? 2 : 1);
}

} // namespace ui
