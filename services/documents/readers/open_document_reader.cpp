#include "base/ascii.h"
#include "services/documents/readers/document_writer.h"
#include "services/documents/readers/drawings.h"
#include "services/documents/readers/formula_text.h"
#include "services/documents/readers/image_files.h"
#include "services/documents/readers/list_numbers.h"
#include "services/documents/readers/office_parts.h"
#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"
#include "services/documents/readers/table_grid.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace services {

namespace {

constexpr int maxRepeats = 1000; // of a cell or row; those that fill a sheet are empty

int readCount(const pugi::xml_node& node, const char* name)
{
    return std::clamp(std::atoi(findAttribute(node, name)), 1, maxRepeats);
}

// "2.54cm" in points.
float toPoints(const char* length)
{
    char* unit = nullptr;
    const float number = std::strtof(length, &unit);
    constexpr float inch = 72;
    if (std::strcmp(unit, "cm") == 0)
        return number * inch / 2.54F;
    if (std::strcmp(unit, "mm") == 0)
        return number * inch / 25.4F;
    return std::strcmp(unit, "in") == 0 ? number * inch : number;
}

std::string_view attribute(const pugi::xml_node& node, const char* name)
{
    return findAttribute(node, name);
}

// What the styles of a document say about its text.
class Styles {
public:
    enum class Raise { None, Up, Down };

    // Adds the styles that an element contains, at any of the places where files have them.
    void add(const pugi::xml_node& root)
    {
        for (const char* group : {"styles", "automatic-styles"})
            for (const pugi::xml_node style : findChild(root, group).children()) {
                const std::string name(attribute(style, "name"));
                if (localName(style) == "list-style")
                    m_lists.emplace(name, numbersOf(style));
                else if (localName(style) == "outline-style")
                    m_outline = numbersOf(style);
                else if (localName(style) == "style")
                    addText(name, findChild(style, "text-properties"));
            }
    }

    Raise raise(const std::string& style) const
    {
        const auto found = m_raised.find(style);
        return found == m_raised.end() ? Raise::None : found->second;
    }

    bool isHidden(const std::string& style) const { return m_hidden.contains(style); }

    // Numbers that begin at the beginning; null for a style that isn't known.
    const ListNumbers* list(const std::string& style) const
    {
        const auto found = m_lists.find(style);
        return found == m_lists.end() ? nullptr : &found->second;
    }

    const ListNumbers& outline() const { return m_outline; }

private:
    void addText(const std::string& name, const pugi::xml_node& properties)
    {
        const std::string_view position = attribute(properties, "text-position");
        if (position.starts_with("sub") || position.starts_with('-'))
            m_raised[name] = Raise::Down;
        else if (!position.empty() && !position.starts_with("0%"))
            m_raised[name] = Raise::Up;
        if (attribute(properties, "display") == "none")
            m_hidden.insert(name);
    }

    static ListNumbers numbersOf(const pugi::xml_node& style)
    {
        ListNumbers numbers;
        for (const pugi::xml_node each : style.children()) {
            const int level = std::atoi(findAttribute(each, "level"));
            if (level < 1 || level > int(ListNumbers::levels))
                continue;
            ListNumbers::Level& made = numbers.level(size_t(level) - 1);
            made.style = numberStyle(attribute(each, "num-format"));
            if (hasAttribute(each, "start-value"))
                made.start = std::atoi(findAttribute(each, "start-value"));
            const int shown
                = std::clamp(std::atoi(findAttribute(each, "display-levels")), 1, level);
            made.pattern = attribute(each, "num-prefix");
            for (int part = level - shown + 1; part <= level; ++part)
                made.pattern += '%' + std::to_string(part) + (part < level ? "." : "");
            made.pattern += attribute(each, "num-suffix");
        }
        return numbers;
    }

    std::map<std::string, ListNumbers> m_lists;
    ListNumbers m_outline;
    std::map<std::string, Raise> m_raised;
    std::set<std::string> m_hidden;
};

class Walk {
public:
    // `package` contains the objects of the document; null: it has none.
    Walk(const Styles& styles, Package* package, DocumentWriter& writer)
        : m_writer(writer)
        , m_package(package)
        , m_styles(styles)
        , m_outline(styles.outline())
    {
    }

    // Paragraphs, lists and tables, and what may be around them.
    void putBlocks(const pugi::xml_node& parent, int depth, bool isInList = false)
    {
        guard(depth);
        for (const pugi::xml_node node : parent.children()) {
            const std::string_view name = localName(node);
            if (name == "h" || name == "p")
                putParagraph(node, depth + 1, isInList);
            else if (name == "table")
                putTable(node, depth + 1);
            else if (name == "list")
                putList(node, depth + 1);
            else if (isImage(node)) {
                addImage(node);
                putAfterwards(depth);
            } else if (!isUnseen(node))
                putBlocks(node, depth + 1, isInList);
        }
    }

    void putSheet(const pugi::xml_node& table)
    {
        m_writer.heading(1, findAttribute(table, "name"));
        m_hasRemarks = true;
        putTable(table, 0);
    }

    void putSlide(const pugi::xml_node& slide)
    {
        std::vector<pugi::xml_node> frames;
        std::vector<std::optional<Rectangle>> rectangles;
        for (const pugi::xml_node frame : slide.children()) {
            if (isTitle(frame)) {
                m_writer.add(BlockKind::Heading, collectText(frame, 0), readRectangle(frame));
                continue;
            }
            frames.push_back(frame);
            rectangles.push_back(readRectangle(frame));
        }
        for (const size_t each : readingOrder(rectangles)) {
            m_rectangle = rectangles[each];
            putFrame(frames[each]);
        }
        m_rectangle.reset();
    }

private:
    void guard(int depth) const
    {
        if (depth > m_writer.limits().nesting)
            throw Unreadable(DocumentFault::TooDeep);
    }

    static bool attributeIs(const pugi::xml_node& node, const char* name, const char* value)
    {
        return std::strcmp(findAttribute(node, name), value) == 0;
    }

    static bool isTitle(const pugi::xml_node& frame)
    {
        return localName(frame) == "frame" && attributeIs(frame, "class", "title");
    }

    static std::optional<Rectangle> readRectangle(const pugi::xml_node& frame)
    {
        if (!hasAttribute(frame, "width") || !hasAttribute(frame, "x"))
            return std::nullopt;
        return Rectangle{toPoints(findAttribute(frame, "x")), toPoints(findAttribute(frame, "y")),
            toPoints(findAttribute(frame, "width")), toPoints(findAttribute(frame, "height"))};
    }

    // True for a frame that shows an image alone: that of an object is only what it looks like.
    static bool isImage(const pugi::xml_node& node)
    {
        return localName(node) == "frame" && findChild(node, "image") && !findChild(node, "object")
            && !findChild(node, "text-box");
    }

    // Returns the first form of an image that can be shown, or else the first one.
    pugi::xml_node chooseImage(const pugi::xml_node& frame) const
    {
        const float width = toPoints(findAttribute(frame, "width"));
        const float height = toPoints(findAttribute(frame, "height"));
        for (const pugi::xml_node image : frame.children())
            if (localName(image) == "image"
                && showsSomething({{}, width, height, {}, withoutMetafile(loaderOf(image))}))
                return image;
        return findChild(frame, "image");
    }

    // In a flat file, the image is within the element.
    ImageLoader loaderOf(const pugi::xml_node& image) const
    {
        const pugi::xml_node data = findChild(image, "binary-data");
        if (data)
            return imageInBase64(data.text().get());
        const std::string path = pathWithin("", findAttribute(image, "href"));
        return m_package && !path.empty() ? m_package->imageAt(path) : ImageLoader();
    }

    // Its image is written behind the paragraph.
    void addImage(const pugi::xml_node& frame)
    {
        const pugi::xml_node image = chooseImage(frame);
        const pugi::xml_node description = findChild(frame, "desc");
        const int nesting = m_writer.limits().nesting;
        const std::string path = pathWithin("", findAttribute(image, "href"));
        const bool isShown = !path.empty() && !m_shown.insert(path).second;
        if (isShown)
            return;
        m_images.push_back(
            {textWithin(description ? description : findChild(frame, "title"), nesting),
                toPoints(findAttribute(frame, "width")), toPoints(findAttribute(frame, "height")),
                m_rectangle, loaderOf(image)});
    }

    void putFrame(const pugi::xml_node& frame)
    {
        if (isImage(frame)) {
            addImage(frame);
            return putAfterwards(0);
        }
        putBlocks(frame, 0, attributeIs(frame, "class", "outline"));
        for (const pugi::xml_node object : frame.children())
            if (localName(object) == "object")
                m_writer.add(BlockKind::Paragraph, objectText(object), m_rectangle);
        putAfterwards(0);
    }

    // What was deleted or hidden, remarks, and descriptions of forms and styles.
    static bool isUnseen(const pugi::xml_node& node)
    {
        const std::string_view name = localName(node);
        for (const std::string_view each : {"tracked-changes", "annotation", "forms",
                 "font-face-decls", "automatic-styles", "scripts", "sequence-decls",
                 "variable-decls", "binary-data", "date-time", "page-number", "footer", "header",
                 "ruby-text", "hidden-text", "hidden-paragraph", "object"})
            if (name == each)
                return true;
        return attributeIs(node, "display", "none") || attributeIs(node, "is-hidden", "true");
    }

    // Items have the numbers of the list's style; the lists within it continue them.
    void putList(const pugi::xml_node& list, int depth, const std::string& outerStyle = {},
        ListNumbers* outer = nullptr, size_t level = 0)
    {
        guard(depth);
        std::string style(attribute(list, "style-name"));
        if (style.empty())
            style = outerStyle;
        ListNumbers fresh;
        if (!outer) {
            const bool goesOn = attributeIs(list, "continue-numbering", "true")
                || hasAttribute(list, "continue-list");
            const ListNumbers* known = m_styles.list(style);
            if (goesOn && m_lists.contains(style))
                fresh = m_lists[style];
            else if (known)
                fresh = *known;
        } else if (const ListNumbers* known = m_styles.list(style); known && style != outerStyle) {
            fresh = *known;
            outer = nullptr;
        }
        ListNumbers& numbers = outer ? *outer : fresh;
        for (const pugi::xml_node item : list.children()) {
            if (localName(item) != "list-item" && localName(item) != "list-header")
                continue;
            if (hasAttribute(item, "start-value"))
                numbers.restart(level, std::atoi(findAttribute(item, "start-value")));
            m_number = localName(item) == "list-item" ? numbers.next(level) : std::string();
            for (const pugi::xml_node node : item.children())
                if (localName(node) == "list")
                    putList(node, depth + 2, style, &numbers, level + 1);
                else if (localName(node) == "h" || localName(node) == "p")
                    putParagraph(node, depth + 2, true);
                else if (localName(node) == "table")
                    putTable(node, depth + 2);
                else if (!isUnseen(node))
                    putBlocks(node, depth + 2, true);
            m_number.clear();
        }
        if (!outer)
            m_lists[style] = numbers;
    }

    void putParagraph(const pugi::xml_node& node, int depth, bool isInList)
    {
        if (m_styles.isHidden(std::string(attribute(node, "style-name"))))
            return;
        std::string text = collectText(node, depth);
        const bool isHeading = localName(node) == "h" && hasAttribute(node, "outline-level");
        const int level = std::atoi(findAttribute(node, "outline-level"));
        std::string number;
        if (isHeading && !isInList && !attributeIs(node, "is-list-header", "true"))
            number = m_outline.next(size_t(std::max(level, 1)) - 1);
        else if (!base::trimmed(text).empty())
            number = std::exchange(m_number, {});
        if (!number.empty())
            text.insert(0, number + ' ');
        if (isHeading)
            m_writer.heading(level, text);
        else
            m_writer.add(isInList ? BlockKind::ListItem : BlockKind::Paragraph, text, m_rectangle);
        putAfterwards(depth);
    }

    // Images, notes, text boxes and charts, whose values are in tables of their own: those of a chart are read
    // while its document is there.
    void putAfterwards(int depth)
    {
        for (const ShownImage& image : std::exchange(m_images, {}))
            m_writer.image(image);
        for (const std::string& note : std::exchange(m_notes, {}))
            m_writer.paragraph(note);
        for (const pugi::xml_node& box : std::exchange(m_boxes, {}))
            putBlocks(box, depth + 1);
        for (const auto& object : std::exchange(m_objects, {}))
            putBlocks(findChild(object->root(), "body"), depth + 1);
    }

    void putTable(const pugi::xml_node& table, int depth)
    {
        TableGrid grid(m_writer, TableGrid::Covered::Written);
        putRows(table, grid, depth);
        putAfterwards(depth);
    }

    void putRows(const pugi::xml_node& parent, TableGrid& grid, int depth)
    {
        guard(depth);
        for (const pugi::xml_node node : parent.children()) {
            const std::string_view name = localName(node);
            if (name == "table-row")
                putRow(node, grid, depth + 1);
            else if (name == "table-header-rows" || name == "table-rows"
                || name == "table-row-group")
                putRows(node, grid, depth + 1);
        }
    }

    void putRow(const pugi::xml_node& row, TableGrid& grid, int depth)
    {
        struct Cell {
            std::string text;
            bool isCovered;
            size_t repeats, rows;
        };
        std::vector<Cell> cells;
        size_t end = 0; // of the last cell with text
        for (const pugi::xml_node cell : row.children()) {
            const bool isCovered = localName(cell) == "covered-table-cell";
            if (localName(cell) != "table-cell" && !isCovered)
                continue;
            cells.push_back({collectCell(cell, depth + 1), isCovered,
                size_t(readCount(cell, "number-columns-repeated")),
                size_t(readCount(cell, "number-rows-spanned"))});
            if (isCovered || !cells.back().text.empty())
                end = cells.size();
        }
        cells.resize(end);
        const int rows = cells.empty() ? 1 : readCount(row, "number-rows-repeated");
        for (int i = 0; i < rows; ++i) {
            for (const Cell& cell : cells)
                for (size_t repeat = 0; repeat < cell.repeats; ++repeat) {
                    if (cell.isCovered)
                        grid.cover();
                    else
                        grid.cell(cell.text, 1, cell.rows); // the covered ones follow
                }
            grid.endRow();
        }
        if (cells.empty())
            grid.skipRows(size_t(readCount(row, "number-rows-repeated")));
    }

    std::string collectCell(const pugi::xml_node& cell, int depth)
    {
        std::string text = collectText(cell, depth);
        if (!m_hasRemarks)
            return text;
        for (const pugi::xml_node remark : cell.children())
            if (localName(remark) == "annotation") {
                std::string words;
                for (const pugi::xml_node paragraph : remark.children())
                    if (localName(paragraph) == "p" || localName(paragraph) == "list")
                        words += collectText(paragraph, depth + 1) + '\n';
                text += " [" + std::string(base::trimmed(words)) + ']';
            }
        return text;
    }

    std::string collectText(const pugi::xml_node& parent, int depth)
    {
        guard(depth);
        std::string text;
        for (const pugi::xml_node node : parent.children()) {
            const std::string_view name = localName(node);
            if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
                text += onOneLine(node.value());
            else if (name == "s")
                text += ' ';
            else if (name == "tab")
                text += '\t';
            else if (name == "line-break")
                text += '\n';
            else if (name == "note")
                text += mark(node, depth);
            else if (name == "object")
                text += objectText(node);
            else if (isImage(node))
                addImage(node);
            else if (name == "text-box" && localName(parent) == "frame" && depth > 1)
                m_boxes.push_back(node);
            else if (name == "span")
                appendSpan(text, node, depth + 1);
            else if (!isUnseen(node))
                text += collectText(node, depth + 1) + (name == "p" || name == "h" ? "\n" : "");
        }
        return text;
    }

    void appendSpan(std::string& text, const pugi::xml_node& span, int depth)
    {
        const std::string style(attribute(span, "style-name"));
        if (m_styles.isHidden(style))
            return;
        const std::string words = collectText(span, depth);
        if (m_styles.raise(style) == Styles::Raise::Up)
            appendRaised(text, words);
        else if (m_styles.raise(style) == Styles::Raise::Down)
            appendLowered(text, words);
        else
            text += words;
    }

    // The text of a formula; of a chart nothing, which putAfterwards() writes.
    std::string objectText(const pugi::xml_node& object)
    {
        const int nesting = m_writer.limits().nesting;
        if (const pugi::xml_node math = findChild(object, "math"))
            return mathText(math, nesting);
        const std::string path = pathWithin("", findAttribute(object, "href")) + "/content.xml";
        constexpr int mostObjects = 1000;
        const auto bytes
            = m_package && m_objectCount < mostObjects ? m_package->find(path) : std::nullopt;
        if (!bytes)
            return {};
        ++m_objectCount;
        auto document = std::make_shared<XmlDocument>(*bytes);
        if (localName(document->root()) == "math")
            return mathText(document->root(), nesting);
        if (findChild(findChild(document->root(), "body"), "chart"))
            m_objects.push_back(std::move(document));
        return {};
    }

    std::string mark(const pugi::xml_node& note, int depth)
    {
        const std::string number = '[' + std::to_string(++m_noteCount) + ']';
        m_notes.push_back(number + ' ' + collectText(findChild(note, "note-body"), depth + 1));
        return number;
    }

    DocumentWriter& m_writer;
    Package* m_package;
    const Styles& m_styles;
    ListNumbers m_outline;
    std::map<std::string, ListNumbers> m_lists; // where each left off, by its style
    std::string m_number; // of the item that was begun, until its first words
    std::optional<Rectangle> m_rectangle; // of the frame of a slide
    std::vector<std::string> m_notes; // met in the paragraph that is being read, as the text boxes
    std::vector<ShownImage> m_images;
    std::set<std::string> m_shown; // paths of images that were met
    std::vector<pugi::xml_node> m_boxes;
    std::vector<std::shared_ptr<XmlDocument>> m_objects;
    int m_noteCount = 0, m_objectCount = 0;
    bool m_hasRemarks = false; // the notes of cells are read
};

bool isEncrypted(Package& package)
{
    const auto manifest = package.find("META-INF/manifest.xml");
    return manifest && manifest->find("encryption-data") != std::string::npos;
}

// The size of a slide, which the styles tell.
Rectangle slideSize(const pugi::xml_node& styles)
{
    for (const pugi::xml_node layout : findChild(styles, "automatic-styles").children()) {
        const pugi::xml_node size = findChild(layout, "page-layout-properties");
        if (hasAttribute(size, "page-width") && hasAttribute(size, "page-height"))
            return {0, 0, toPoints(findAttribute(size, "page-width")),
                toPoints(findAttribute(size, "page-height"))};
    }
    return {};
}

// The headers or footers of pages.
void putFurniture(const pugi::xml_node& styles, std::string_view kind, Walk& walk)
{
    for (const pugi::xml_node page : findChild(styles, "master-styles").children())
        for (const pugi::xml_node part : page.children())
            if (localName(part) == kind)
                walk.putBlocks(part, 0);
}

void putDocument(const pugi::xml_node& content, const pugi::xml_node& stylesRoot, Package* package,
    DocumentWriter& writer)
{
    Styles styles;
    styles.add(content);
    styles.add(stylesRoot);
    const pugi::xml_node body = findChild(content, "body");
    Walk walk(styles, package, writer);
    for (const pugi::xml_node table : findChild(body, "spreadsheet").children())
        if (localName(table) == "table")
            walk.putSheet(table);
    if (const pugi::xml_node text = findChild(body, "text")) {
        putFurniture(stylesRoot, "header", walk);
        walk.putBlocks(text, 0);
        putFurniture(stylesRoot, "footer", walk);
    }
    const pugi::xml_node slides = findChild(body, "presentation");
    const Rectangle size = slides ? slideSize(stylesRoot) : Rectangle();
    for (const pugi::xml_node slide : slides.children()) {
        if (localName(slide) != "page")
            continue;
        writer.beginPage(size.width, size.height);
        walk.putSlide(slide);
    }
}

void setTitle(const pugi::xml_node& root, DocumentWriter& writer)
{
    writer.setTitle(findChild(findChild(root, "meta"), "title").text().get());
}

} // namespace

void readOpenDocument(const SourceFile& file, DocumentWriter& writer)
{
    Package package(file.bytes, writer.limits());
    if (isEncrypted(package))
        throw Unreadable(DocumentFault::Encrypted);
    if (const auto meta = package.find("meta.xml"))
        setTitle(XmlDocument(*meta).root(), writer);
    const XmlDocument content(package.read("content.xml"));
    const XmlDocument styles(package.find("styles.xml").value_or("<none/>"));
    putDocument(content.root(), styles.root(), &package, writer);
}

// All that a package contains, in one file of XML.
void readFlatOpenDocument(const SourceFile& file, DocumentWriter& writer)
{
    const XmlDocument document{std::string(file.bytes)};
    setTitle(document.root(), writer);
    putDocument(document.root(), document.root(), nullptr, writer);
}

} // namespace services
