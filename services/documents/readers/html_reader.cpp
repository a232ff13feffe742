#include "base/ascii.h"
#include "services/documents/document.h"
#include "services/documents/readers/document_writer.h"
#include "services/documents/readers/drawings.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/formula_text.h"
#include "services/documents/readers/hidden_classes.h"
#include "services/documents/readers/image_files.h"
#include "services/documents/readers/list_numbers.h"
#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"
#include "services/documents/readers/table_grid.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <gumbo.h>
#include <memory>
#include <span>
#include <string>
#include <utility>
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
    GUMBO_TAG_IFRAME, GUMBO_TAG_OBJECT, GUMBO_TAG_SVG, GUMBO_TAG_SELECT, GUMBO_TAG_BUTTON,
    GUMBO_TAG_HEAD, GUMBO_TAG_NOSCRIPT, GUMBO_TAG_DEL, GUMBO_TAG_S, GUMBO_TAG_STRIKE, GUMBO_TAG_RT,
    GUMBO_TAG_RP};

constexpr std::array inlines{GUMBO_TAG_A, GUMBO_TAG_ABBR, GUMBO_TAG_ACRONYM, GUMBO_TAG_B,
    GUMBO_TAG_BDI, GUMBO_TAG_BDO, GUMBO_TAG_BIG, GUMBO_TAG_BR, GUMBO_TAG_CITE, GUMBO_TAG_CODE,
    GUMBO_TAG_DATA, GUMBO_TAG_DFN, GUMBO_TAG_EM, GUMBO_TAG_FONT, GUMBO_TAG_I, GUMBO_TAG_IMG,
    GUMBO_TAG_INS, GUMBO_TAG_KBD, GUMBO_TAG_LABEL, GUMBO_TAG_MARK, GUMBO_TAG_MATH, GUMBO_TAG_Q,
    GUMBO_TAG_RUBY, GUMBO_TAG_SAMP, GUMBO_TAG_SMALL, GUMBO_TAG_SPAN, GUMBO_TAG_STRONG,
    GUMBO_TAG_SUB, GUMBO_TAG_SUP, GUMBO_TAG_TIME, GUMBO_TAG_TT, GUMBO_TAG_U, GUMBO_TAG_VAR,
    GUMBO_TAG_WBR};

// The elements which, inside a cell, show that the table only arranges the page.
constexpr std::array arranged{
    GUMBO_TAG_TABLE, GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_PRE};

bool isElement(const GumboNode* node)
{
    return node->type == GUMBO_NODE_ELEMENT || node->type == GUMBO_NODE_TEMPLATE;
}

std::span<GumboNode* const> listChildren(const GumboNode* node)
{
    const GumboVector& children
        = node->type == GUMBO_NODE_DOCUMENT ? node->v.document.children : node->v.element.children;
    return {reinterpret_cast<GumboNode* const*>(children.data), children.length};
}

const char* findAttribute(const GumboNode* node, const char* name)
{
    const GumboAttribute* attribute = gumbo_get_attribute(&node->v.element.attributes, name);
    return attribute ? attribute->value : nullptr;
}

bool attributeIs(const GumboNode* node, const char* name, std::string_view value)
{
    const char* found = findAttribute(node, name);
    return found && base::toLowerAscii(found) == value;
}

// True if the element's own style hides it.
bool isHiddenByStyle(const GumboNode* node)
{
    const char* attribute = findAttribute(node, "style");
    return attribute && hidesElement(attribute);
}

bool isUnseen(const GumboNode* node)
{
    return isOneOf(node->v.element.tag, unseen) || findAttribute(node, "hidden")
        || attributeIs(node, "aria-hidden", "true") || isHiddenByStyle(node);
}

// An attribute's number, at most a billion; `otherwise` if it has none.
int numberIn(const GumboNode* node, const char* name, int otherwise)
{
    const char* value = findAttribute(node, name);
    char* end = nullptr;
    const long number = value ? std::strtol(value, &end, 10) : 0;
    constexpr long most = 1'000'000'000;
    return end && end != value ? int(std::clamp(number, -most, most)) : otherwise;
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

std::string tagName(const GumboNode* node)
{
    const GumboElement& element = node->v.element;
    if (element.tag != GUMBO_TAG_UNKNOWN)
        return gumbo_normalized_tagname(element.tag);
    GumboStringPiece name = element.original_tag;
    gumbo_tag_from_original_text(&name);
    return base::toLowerAscii({name.data, name.length});
}

// The text of MathML.
class Math {
public:
    explicit Math(int nesting)
        : m_nesting(nesting)
    {
    }

    std::string text(const GumboNode* node, int depth) const
    {
        if (depth > m_nesting)
            throw Unreadable(DocumentFault::TooDeep);
        if (node->type == GUMBO_NODE_COMMENT)
            return {};
        if (!isElement(node))
            return std::string(base::trimmed(node->v.text.text));
        const std::string name = tagName(node);
        std::vector<const GumboNode*> parts;
        for (const GumboNode* child : listChildren(node))
            if (isElement(child))
                parts.push_back(child);
        const auto part = [&](size_t i) {
            return i < parts.size() ? text(parts[i], depth + 1) : std::string();
        };
        if (name == "mfrac")
            return fraction(part(0), part(1));
        if (name == "msup")
            return withExponent(part(0), part(1));
        if (name == "msub" || name == "munder")
            return withIndex(part(0), part(1));
        if (name == "msubsup" || name == "munderover")
            return withExponent(withIndex(part(0), part(1)), part(2));
        if (name == "mover" && !hasAccent(part(1)))
            return withExponent(part(0), part(1));
        if (name == "mover")
            return part(0);
        if (name == "mroot")
            return root(part(1), part(0));
        if (name == "semantics")
            return part(0);
        if (name == "mphantom" || name == "annotation" || name == "annotation-xml")
            return {};
        std::string joined;
        for (const GumboNode* child : listChildren(node)) {
            const std::string_view separator = !isElement(child) || joined.empty() ? ""
                : name == "mtr"                                                    ? ", "
                : name == "mtable"                                                 ? "; "
                : name == "mfenced"                                                ? ","
                                                                                   : "";
            joined += std::string(separator) + text(child, depth + 1);
        }
        if (name == "msqrt")
            return root({}, joined);
        if (name == "mfenced")
            return '(' + joined + ')';
        return name == "mtext" ? ' ' + joined + ' ' : joined;
    }

private:
    // A bar, a hat or an arrow over a letter, which plain text can't show.
    static bool hasAccent(std::string_view over)
    {
        return over.size() <= 3 && (over.empty() || !std::isalnum(uint8_t(over[0])));
    }

    int m_nesting;
};

// The image that the source "data:image/png;base64,…" contains, as long as the page is there.
ImageLoader imageWithin(std::string_view source)
{
    constexpr std::string_view mark = ";base64,";
    const size_t at = source.substr(0, 200).find(mark);
    return at == std::string_view::npos ? ImageLoader()
                                        : imageInBase64(source.substr(at + mark.size()));
}

class Walk {
public:
    Walk(DocumentWriter& writer, const ImageFinder& imageOf, const HiddenClasses& hidden)
        : m_writer(writer)
        , m_imageOf(imageOf)
        , m_hidden(hidden)
    {
    }

    void visit(const GumboNode* node, int depth)
    {
        if (depth > m_writer.limits().nesting)
            throw Unreadable(DocumentFault::TooDeep);
        if (isElement(node) && isOneOf(node->v.element.tag, inlines)
            && !hasBlocks(node, depth)) // a link may be around a whole section
            appendText(m_words, node, depth);
        else if (isElement(node))
            visitElement(node, depth);
        else if (node->type != GUMBO_NODE_COMMENT && node->type != GUMBO_NODE_DOCUMENT)
            m_words += onOneLine(node->v.text.text);
    }

    // Ends the block that the words so far belong to.
    void endBlock()
    {
        const bool hasWords = !base::trimmed(m_words).empty();
        m_writer.add(m_items > 0 ? BlockKind::ListItem : BlockKind::Paragraph,
            hasWords ? std::exchange(m_number, {}) + m_words : std::string());
        m_words.clear();
        for (const ShownImage& image : std::exchange(m_images, {}))
            m_writer.image(image);
    }

private:
    // An `ol`; of other lists the style is None.
    struct List {
        ListNumbers numbers;
        int step = 1, number = 1; // of its next item
    };

    void visitElement(const GumboNode* node, int depth)
    {
        const GumboTag tag = node->v.element.tag;
        if (isUnseen(node))
            return;
        if (isOneOf(tag, inlines)) {
            visitChildren(node, depth);
        } else if (const int level = headingLevel(tag)) {
            endBlock();
            m_writer.heading(level, std::exchange(m_number, {}) + textWithin(node, depth));
        } else if (tag == GUMBO_TAG_PRE) {
            endBlock();
            m_writer.code(textWithin(node, depth));
        } else if (tag == GUMBO_TAG_TR && !isArranged(node, depth)) {
            endBlock();
            putRow(node, depth);
        } else {
            endBlock();
            visitBlock(node, depth);
            endBlock();
        }
    }

    void visitBlock(const GumboNode* node, int depth)
    {
        const GumboTag tag = node->v.element.tag;
        if (tag == GUMBO_TAG_TABLE) {
            TableGrid grid(m_writer, TableGrid::Covered::Omitted);
            TableGrid* outer = std::exchange(m_grid, &grid);
            visitChildren(node, depth);
            endBlock();
            m_grid = outer;
        } else if (tag == GUMBO_TAG_OL || tag == GUMBO_TAG_UL) {
            m_lists.push_back(makeList(node));
            visitChildren(node, depth);
            endBlock();
            m_lists.pop_back();
        } else if (tag == GUMBO_TAG_LI) {
            ++m_items;
            m_number = takeNumber(node);
            visitChildren(node, depth);
            endBlock();
            --m_items;
            m_number.clear();
        } else {
            visitChildren(node, depth);
        }
    }

    static List makeList(const GumboNode* node)
    {
        List list;
        if (node->v.element.tag == GUMBO_TAG_UL)
            return list;
        const char* type = findAttribute(node, "type");
        list.numbers.level(0).style = numberStyle(type ? type : "1");
        int count = 0;
        for (const GumboNode* child : listChildren(node))
            count += isElement(child) && child->v.element.tag == GUMBO_TAG_LI;
        list.step = findAttribute(node, "reversed") ? -1 : 1;
        list.number = numberIn(node, "start", list.step < 0 ? count : 1);
        return list;
    }

    // "4. " for an item of a numbered list.
    std::string takeNumber(const GumboNode* item)
    {
        if (m_lists.empty())
            return {};
        List& list = m_lists.back();
        list.number = numberIn(item, "value", list.number);
        list.numbers.restart(0, list.number);
        list.number += list.step;
        const std::string number = list.numbers.next(0);
        return number.empty() ? number : number + ' ';
    }

    void visitChildren(const GumboNode* node, int depth)
    {
        for (const GumboNode* child : listChildren(node))
            visit(child, depth + 1);
    }

    void putRow(const GumboNode* row, int depth)
    {
        TableGrid single(m_writer, TableGrid::Covered::Omitted);
        TableGrid& grid = m_grid ? *m_grid : single;
        for (const GumboNode* cell : listChildren(row))
            if (isElement(cell) && !isUnseen(cell)) {
                const int rows = numberIn(cell, "rowspan", 1); // 0: to the end
                grid.cell(textWithin(cell, depth),
                    size_t(std::max(numberIn(cell, "colspan", 1), 1)),
                    rows > 0 ? size_t(rows) : TableGrid::maxColumns);
            }
        grid.endRow();
    }

    bool isArranged(const GumboNode* node, int depth) const
    {
        return contains(node, depth, [](GumboTag tag) { return isOneOf(tag, arranged); });
    }

    bool hasBlocks(const GumboNode* node, int depth) const
    {
        return node->v.element.tag != GUMBO_TAG_MATH && contains(node, depth, [](GumboTag tag) {
            return tag != GUMBO_TAG_UNKNOWN && !isOneOf(tag, inlines) && !isOneOf(tag, unseen);
        });
    }

    bool contains(const GumboNode* node, int depth, bool (*isWanted)(GumboTag)) const
    {
        if (!isElement(node))
            return false;
        if (isWanted(node->v.element.tag) || depth > m_writer.limits().nesting)
            return true;
        if (node->v.element.tag == GUMBO_TAG_MATH)
            return false;
        for (const GumboNode* child : listChildren(node))
            if (contains(child, depth + 1, isWanted))
                return true;
        return false;
    }

    bool isUnseen(const GumboNode* node) const
    {
        const char* classes = findAttribute(node, "class");
        return services::isUnseen(node) || (classes && m_hidden.hide(classes));
    }

    // True for an image or a drawing that is part of the file; it is written behind the block.
    bool takeImage(const GumboNode* node)
    {
        const char* named = findAttribute(node, "src");
        const std::string_view source = base::trimmed(named ? named : "");
        const ImageLoader load = source.starts_with("data:") ? imageWithin(source)
            : m_imageOf && !source.empty()                   ? m_imageOf(source)
                                                             : ImageLoader();
        const char* description = findAttribute(node, "alt");
        ShownImage image{description ? description : "",
            float(numberIn(node, "width", 0)) * pointsPerPixel,
            float(numberIn(node, "height", 0)) * pointsPerPixel, {}, load};
        const bool isFigure = showsSomething(image);
        const bool isDrawing = !isFigure && !describeDrawing(image).empty();
        if (isFigure || isDrawing)
            m_images.push_back(std::move(image));
        return isFigure || isDrawing;
    }

    std::string textWithin(const GumboNode* node, int depth)
    {
        std::string text;
        if (isElement(node))
            for (const GumboNode* child : listChildren(node))
                appendText(text, child, depth + 1);
        return text;
    }

    void appendText(std::string& text, const GumboNode* node, int depth)
    {
        const int nesting = m_writer.limits().nesting;
        if (depth > nesting)
            throw Unreadable(DocumentFault::TooDeep);
        if (!isElement(node)) {
            text += node->type == GUMBO_NODE_COMMENT ? "" : node->v.text.text;
            return;
        }
        if (isUnseen(node))
            return;
        const GumboTag tag = node->v.element.tag;
        if (tag == GUMBO_TAG_BR) {
            text += '\n';
        } else if (tag == GUMBO_TAG_IMG) {
            const char* description = takeImage(node) ? nullptr : findAttribute(node, "alt");
            text += description ? onOneLine(description) : std::string();
        } else if (tag == GUMBO_TAG_MATH) {
            text += Math(nesting).text(node, depth);
        } else if (tag == GUMBO_TAG_SUP) {
            appendRaised(text, textWithin(node, depth));
        } else if (tag == GUMBO_TAG_SUB) {
            appendLowered(text, textWithin(node, depth));
        } else {
            for (const GumboNode* child : listChildren(node))
                appendText(text, child, depth + 1);
            if (!isOneOf(tag, inlines))
                text += ' ';
        }
    }

    DocumentWriter& m_writer;
    const ImageFinder& m_imageOf;
    const HiddenClasses& m_hidden;
    std::vector<ShownImage> m_images; // met in the block that is being read
    std::string m_words;
    std::string m_number; // of the item that was begun, until its first words
    std::vector<List> m_lists;
    TableGrid* m_grid = nullptr; // of the table that is being read
    int m_items = 0; // how many lists the words are in
};

std::string readTitle(const GumboNode* node, int depth)
{
    if (depth == 0 || !isElement(node))
        return {};
    for (const GumboNode* child : listChildren(node)) {
        const bool isTitle = isElement(child) && child->v.element.tag == GUMBO_TAG_TITLE;
        const auto words = isTitle ? listChildren(child) : std::span<GumboNode* const>();
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

namespace {

void collectStyles(const GumboNode* node, int depth, HiddenClasses& hidden)
{
    if (depth == 0 || (!isElement(node) && node->type != GUMBO_NODE_DOCUMENT))
        return;
    for (const GumboNode* child : listChildren(node)) {
        const bool isStyle = isElement(child) && child->v.element.tag == GUMBO_TAG_STYLE;
        if (!isStyle) {
            collectStyles(child, depth - 1, hidden);
            continue;
        }
        for (const GumboNode* text : listChildren(child))
            if (text->type == GUMBO_NODE_TEXT)
                hidden.add(text->v.text.text);
    }
}

} // namespace

void putHtml(std::string_view html, DocumentWriter& writer, const ImageFinder& imageOf)
{
    rejectDeep(html);
    const Output output(gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size()));
    if (!output)
        throw std::bad_alloc();
    constexpr int titleDepth = 3; // document, html, head
    if (writer.title().empty())
        writer.setTitle(readTitle(output->root, titleDepth));
    HiddenClasses hidden;
    constexpr int styleDepth = 40; // of the elements around style sheets
    collectStyles(output->root, styleDepth, hidden);
    Walk walk(writer, imageOf, hidden);
    walk.visit(output->root, 0);
    walk.endBlock();
}

namespace {

// True if the writer of a page meant XML: only there "<title/>" is a whole element.
bool isXhtml(std::string_view html)
{
    html.remove_prefix(std::min(html.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), html.size()));
    return html.starts_with("<?xml");
}

bool isVoid(std::string_view name)
{
    for (const std::string_view each : {"area", "base", "br", "col", "embed", "hr", "img", "input",
             "link", "meta", "source", "track", "wbr"})
        if (name == each)
            return true;
    return false;
}

void appendEscaped(std::string& html, std::string_view text, char quote)
{
    for (const char c : text)
        if (c == '<')
            html += "&lt;";
        else if (c == quote)
            html += quote == '"' ? "&quot;" : "&amp;";
        else
            html += c;
}

// Writes XML by the rules of HTML.
void appendHtml(
    std::string& html, const pugi::xml_node& node, int depth, XmlDocument::Entities entities)
{
    if (depth < 0)
        throw Unreadable(DocumentFault::TooDeep);
    const bool isKept = entities == XmlDocument::Entities::Kept;
    if (node.type() == pugi::node_pcdata && isKept)
        html += node.value();
    else if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
        appendEscaped(html, node.value(), '&');
    if (node.type() != pugi::node_element)
        return;
    const std::string name(localName(node));
    if (name == "script" || name == "style")
        return;
    html += '<' + name;
    for (const pugi::xml_attribute attribute : node.attributes()) {
        html += ' ' + std::string(attribute.name()) + "=\"";
        appendEscaped(html, attribute.value(), '"');
        html += '"';
    }
    html += '>';
    for (const pugi::xml_node child : node.children())
        appendHtml(html, child, depth - 1, entities);
    if (!isVoid(name))
        html += "</" + name + '>';
}

} // namespace

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

void putXhtml(const std::string& xml, DocumentWriter& writer, const ImageFinder& imageOf)
{
    std::string html;
    try {
        const XmlDocument document(xml, XmlDocument::Entities::Kept);
        appendHtml(html, document.root(), writer.limits().nesting, XmlDocument::Entities::Kept);
    } catch (const Unreadable& error) {
        if (error.fault() != DocumentFault::Damaged)
            throw;
        html = xml; // Browsers and readers of books are as tolerant.
    }
    putHtml(html, writer, imageOf);
}

std::string mathText(const pugi::xml_node& math, int nesting)
{
    std::string html;
    appendHtml(html, math, nesting, XmlDocument::Entities::Replaced);
    const Output output(gumbo_parse_with_options(&kGumboDefaultOptions, html.data(), html.size()));
    if (!output)
        throw std::bad_alloc();
    const GumboNode* body = listChildren(output->root).back();
    return Math(nesting).text(body, 0);
}

void readHtml(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = decodeText(file.bytes, declaredEncoding(file.bytes));
    if (isXhtml(text) || file.name.ends_with(".xhtml"))
        putXhtml(text, writer);
    else
        putHtml(text, writer);
}

} // namespace services
