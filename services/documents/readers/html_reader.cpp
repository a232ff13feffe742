#include "base/ascii.h"
#include "services/documents/document.h"
#include "services/documents/readers/document_writer.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <gumbo.h>
#include <memory>
#include <string>
#include <vector>

namespace services {

namespace {

template <size_t Size>
bool isOneOf(GumboTag tag, const std::array<GumboTag, Size>& tags)
{
    for (const GumboTag each : tags)
        if (each == tag)
            return true;
    return false;
}

constexpr std::array unseen{GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_NAV, GUMBO_TAG_TEMPLATE,
    GUMBO_TAG_IFRAME, GUMBO_TAG_OBJECT, GUMBO_TAG_SVG, GUMBO_TAG_MATH, GUMBO_TAG_SELECT,
    GUMBO_TAG_BUTTON, GUMBO_TAG_HEAD, GUMBO_TAG_NOSCRIPT};

constexpr std::array inlines{GUMBO_TAG_A, GUMBO_TAG_ABBR, GUMBO_TAG_ACRONYM, GUMBO_TAG_B,
    GUMBO_TAG_BDI, GUMBO_TAG_BDO, GUMBO_TAG_BIG, GUMBO_TAG_CITE, GUMBO_TAG_CODE, GUMBO_TAG_DATA,
    GUMBO_TAG_DEL, GUMBO_TAG_DFN, GUMBO_TAG_EM, GUMBO_TAG_FONT, GUMBO_TAG_I, GUMBO_TAG_IMG,
    GUMBO_TAG_INS, GUMBO_TAG_KBD, GUMBO_TAG_LABEL, GUMBO_TAG_MARK, GUMBO_TAG_Q, GUMBO_TAG_RP,
    GUMBO_TAG_RT, GUMBO_TAG_RUBY, GUMBO_TAG_S, GUMBO_TAG_SAMP, GUMBO_TAG_SMALL, GUMBO_TAG_SPAN,
    GUMBO_TAG_STRIKE, GUMBO_TAG_STRONG, GUMBO_TAG_SUB, GUMBO_TAG_SUP, GUMBO_TAG_TIME, GUMBO_TAG_TT,
    GUMBO_TAG_U, GUMBO_TAG_VAR, GUMBO_TAG_WBR};

// The elements which, inside a cell, show that the table only arranges the page.
constexpr std::array arranged{
    GUMBO_TAG_TABLE, GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_PRE};

bool isElement(const GumboNode* node)
{
    return node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
}

std::vector<const GumboNode*> listChildren(const GumboNode* node)
{
    const GumboVector& children
        = node->type == GUMBO_NODE_DOCUMENT ? node->v.document.children : node->v.element.children;
    const auto* first = reinterpret_cast<GumboNode* const*>(children.data);
    return {first, first + children.length};
}

const char* findAttribute(const GumboNode* node, const char* name)
{
    const GumboAttribute* attribute = gumbo_get_attribute(&node->v.element.attributes, name);
    return attribute ? attribute->value : nullptr;
}

bool isUnseen(const GumboNode* node)
{
    const char* style = findAttribute(node, "style");
    return isOneOf(node->v.element.tag, unseen) || findAttribute(node, "hidden")
        || (style && std::string_view(style).find("display:none") != std::string_view::npos);
}

int headingLevel(GumboTag tag)
{
    constexpr std::array headings{
        GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6};
    for (size_t level = 0; level < headings.size(); ++level)
        if (headings[level] == tag)
            return int(level) + 1;
    return 0;
}

class Walk {
public:
    explicit Walk(DocumentWriter& writer)
        : m_writer(writer)
    {
    }

    void visit(const GumboNode* node, int depth)
    {
        if (depth > m_writer.limits().nesting)
            throw Unreadable(DocumentFault::TooDeep);
        if (isElement(node))
            visitElement(node, depth);
        else if (node->type != GUMBO_NODE_COMMENT && node->type != GUMBO_NODE_DOCUMENT)
            m_words += onOneLine(node->v.text.text);
    }

    // Ends the block that the words so far belong to.
    void endBlock()
    {
        m_writer.add(m_items > 0 ? BlockKind::ListItem : BlockKind::Paragraph, m_words);
        m_words.clear();
    }

private:
    void visitElement(const GumboNode* node, int depth)
    {
        const GumboTag tag = node->v.element.tag;
        if (isUnseen(node))
            return;
        if (tag == GUMBO_TAG_BR) {
            m_words += '\n';
        } else if (isOneOf(tag, inlines)) {
            visitChildren(node, depth);
        } else if (const int level = headingLevel(tag)) {
            endBlock();
            m_writer.heading(level, textWithin(node, depth));
        } else if (tag == GUMBO_TAG_PRE) {
            endBlock();
            m_writer.code(textWithin(node, depth));
        } else if (tag == GUMBO_TAG_TR && !isArranged(node, depth)) {
            endBlock();
            putRow(node, depth);
        } else {
            endBlock();
            m_items += tag == GUMBO_TAG_LI;
            visitChildren(node, depth);
            endBlock();
            m_items -= tag == GUMBO_TAG_LI;
        }
    }

    void visitChildren(const GumboNode* node, int depth)
    {
        for (const GumboNode* child : listChildren(node))
            visit(child, depth + 1);
    }

    void putRow(const GumboNode* row, int depth)
    {
        std::vector<std::string> cells;
        for (const GumboNode* cell : listChildren(row))
            if (isElement(cell) && !isUnseen(cell))
                cells.push_back(textWithin(cell, depth));
        m_writer.tableRow(cells);
    }

    bool isArranged(const GumboNode* node, int depth) const
    {
        if (!isElement(node))
            return false;
        if (isOneOf(node->v.element.tag, arranged) || depth > m_writer.limits().nesting)
            return true;
        for (const GumboNode* child : listChildren(node))
            if (isArranged(child, depth + 1))
                return true;
        return false;
    }

    std::string textWithin(const GumboNode* node, int depth) const
    {
        if (depth > m_writer.limits().nesting)
            throw Unreadable(DocumentFault::TooDeep);
        if (!isElement(node))
            return node->type == GUMBO_NODE_COMMENT ? "" : node->v.text.text;
        if (isUnseen(node))
            return {};
        const GumboTag tag = node->v.element.tag;
        if (tag == GUMBO_TAG_BR)
            return "\n";
        std::string text;
        for (const GumboNode* child : listChildren(node))
            text += textWithin(child, depth + 1);
        return isOneOf(tag, inlines) ? text : text + ' ';
    }

    DocumentWriter& m_writer;
    std::string m_words;
    int m_items = 0; // how many lists the words are in
};

std::string readTitle(const GumboNode* node, int depth)
{
    if (depth == 0 || !isElement(node))
        return {};
    for (const GumboNode* child : listChildren(node)) {
        const bool isTitle = isElement(child) && child->v.element.tag == GUMBO_TAG_TITLE;
        const auto words = isTitle ? listChildren(child) : std::vector<const GumboNode*>();
        if (!words.empty() && words[0]->type == GUMBO_NODE_TEXT)
            return words[0]->v.text.text;
        if (std::string title = readTitle(child, depth - 1); !title.empty())
            return title;
    }
    return {};
}

// Gumbo takes time with the square of how deep elements are, and calls itself as often. So these,
// which end only where the page says so, are counted first; whoever writes them forgets a few ends.
constexpr std::string_view nested[]
    = {"div", "span", "b", "i", "u", "a", "em", "font", "table", "ul", "ol", "dl", "blockquote",
        "section", "article", "center", "small", "big", "tt", "code", "strong", "nobr", "svg",
        "math", "g", "form", "object", "template", "fieldset", "details", "button"};

void rejectDeep(std::string_view html)
{
    constexpr int forgotten = 5000;
    int depth = 0;
    for (size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
        const bool isEnd = html.substr(at + 1).starts_with('/');
        const size_t from = at + 1 + size_t(isEnd);
        const size_t end = std::min(html.find_first_of(" \t\r\n/>", from), html.size());
        const std::string name
            = base::toLowerAscii(html.substr(from, std::min<size_t>(end - from, 20)));
        if (std::ranges::find(nested, name) == std::end(nested))
            continue;
        depth = std::max(0, depth + (isEnd ? -1 : 1));
        if (depth > forgotten)
            throw Unreadable(DocumentFault::TooDeep);
    }
}

using Output = std::unique_ptr<GumboOutput,
    decltype([](GumboOutput* output) { gumbo_destroy_output(&kGumboDefaultOptions, output); })>;

} // namespace

void putHtml(std::string_view html, DocumentWriter& writer)
{
    rejectDeep(html);
    const Output output(gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size()));
    if (!output)
        throw std::bad_alloc();
    constexpr int titleDepth = 3; // document, html, head
    if (writer.title().empty())
        writer.setTitle(readTitle(output->root, titleDepth));
    Walk walk(writer);
    walk.visit(output->root, 0);
    walk.endBlock();
}

namespace {

// What <meta charset="…"> or <?xml encoding="…"?> says.
std::string declaredEncoding(std::string_view bytes)
{
    bytes = bytes.substr(0, 2048);
    for (const std::string_view word : {"charset=", "encoding="}) {
        size_t at = bytes.find(word);
        if (at == std::string_view::npos)
            continue;
        at = bytes.find_first_not_of("\"' ", at + word.size());
        if (at != std::string_view::npos)
            return std::string(bytes.substr(at, bytes.find_first_of("\"'> ;?/", at) - at));
    }
    return {};
}

} // namespace

void readHtml(const SourceFile& file, DocumentWriter& writer)
{
    putHtml(decodeText(file.bytes, declaredEncoding(file.bytes)), writer);
}

} // namespace services
