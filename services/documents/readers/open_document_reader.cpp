#include "services/documents/readers/document_writer.h"
#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
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

class Walk {
public:
    explicit Walk(DocumentWriter& writer)
        : m_writer(writer)
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
                putBlocks(node, depth + 1, true);
            else if (!isUnseen(name))
                putBlocks(node, depth + 1, isInList);
        }
    }

    void putSheet(const pugi::xml_node& table)
    {
        m_writer.heading(1, findAttribute(table, "name"));
        putTable(table, 0);
    }

    void putSlide(const pugi::xml_node& slide)
    {
        for (const pugi::xml_node frame : slide.children())
            if (isTitle(frame))
                m_writer.add(BlockKind::Heading, collectText(frame, 0), readRectangle(frame));
        for (const pugi::xml_node frame : slide.children())
            if (!isTitle(frame)) {
                m_place = readRectangle(frame);
                putBlocks(frame, 0, attributeIs(frame, "class", "outline"));
            }
        m_place.reset();
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

    // What was deleted, remarks, and descriptions of forms and styles.
    static bool isUnseen(std::string_view name)
    {
        for (const std::string_view each :
            {"tracked-changes", "annotation", "forms", "font-face-decls", "automatic-styles",
                "scripts", "sequence-decls", "variable-decls", "binary-data", "date-time",
                "page-number", "footer", "header", "ruby-text"})
            if (name == each)
                return true;
        return false;
    }

    void putParagraph(const pugi::xml_node& node, int depth, bool isInList)
    {
        const std::string text = collectText(node, depth);
        if (localName(node) == "h" && hasAttribute(node, "outline-level"))
            m_writer.heading(std::atoi(findAttribute(node, "outline-level")), text);
        else
            m_writer.add(isInList ? BlockKind::ListItem : BlockKind::Paragraph, text, m_place);
        for (const std::string& note : std::exchange(m_notes, {}))
            m_writer.paragraph(note);
        for (const pugi::xml_node& box : std::exchange(m_boxes, {}))
            putBlocks(box, depth + 1);
    }

    void putTable(const pugi::xml_node& table, int depth)
    {
        guard(depth);
        for (const pugi::xml_node node : table.children()) {
            const std::string_view name = localName(node);
            if (name == "table-row")
                putRow(node, depth + 1);
            else if (name == "table-header-rows" || name == "table-rows"
                || name == "table-row-group")
                putTable(node, depth + 1);
        }
    }

    void putRow(const pugi::xml_node& row, int depth)
    {
        std::vector<std::string> cells;
        size_t end = 0; // of the last cell with text
        for (const pugi::xml_node cell : row.children()) {
            if (localName(cell) != "table-cell" && localName(cell) != "covered-table-cell")
                continue;
            const std::string text = collectText(cell, depth + 1);
            cells.insert(cells.end(), size_t(readCount(cell, "number-columns-repeated")), text);
            if (!text.empty())
                end = cells.size();
            if (cells.size() > size_t(maxRepeats) * 20)
                break;
        }
        cells.resize(end);
        const int rows = cells.empty() ? 1 : readCount(row, "number-rows-repeated");
        for (int i = 0; i < rows; ++i)
            m_writer.tableRow(cells);
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
            else if (name == "text-box" && localName(parent) == "frame" && depth > 1)
                m_boxes.push_back(node);
            else if (!isUnseen(name))
                text += collectText(node, depth + 1) + (name == "p" || name == "h" ? "\n" : "");
        }
        return text;
    }

    std::string mark(const pugi::xml_node& note, int depth)
    {
        const std::string number = '[' + std::to_string(++m_noteCount) + ']';
        m_notes.push_back(number + ' ' + collectText(findChild(note, "note-body"), depth + 1));
        return number;
    }

    DocumentWriter& m_writer;
    std::optional<Rectangle> m_place; // of the frame of a slide
    std::vector<std::string> m_notes; // met in the paragraph that is being read, as the text boxes
    std::vector<pugi::xml_node> m_boxes;
    int m_noteCount = 0;
};

bool isEncrypted(Package& package)
{
    const auto manifest = package.find("META-INF/manifest.xml");
    return manifest && manifest->find("encryption-data") != std::string::npos;
}

// The size of a slide, which the styles tell.
Rectangle slideSize(Package& package)
{
    const auto bytes = package.find("styles.xml");
    if (!bytes)
        return {};
    const XmlDocument styles(*bytes);
    for (const pugi::xml_node layout : findChild(styles.root(), "automatic-styles").children()) {
        const pugi::xml_node size = findChild(layout, "page-layout-properties");
        if (hasAttribute(size, "page-width") && hasAttribute(size, "page-height"))
            return {0, 0, toPoints(findAttribute(size, "page-width")),
                toPoints(findAttribute(size, "page-height"))};
    }
    return {};
}

} // namespace

void readOpenDocument(const SourceFile& file, DocumentWriter& writer)
{
    Package package(file.bytes, writer.limits());
    if (isEncrypted(package))
        throw Unreadable(DocumentFault::Encrypted);
    if (const auto meta = package.find("meta.xml"))
        writer.setTitle(
            findChild(findChild(XmlDocument(*meta).root(), "meta"), "title").text().get());
    const XmlDocument content(package.read("content.xml"));
    const pugi::xml_node body = findChild(content.root(), "body");
    Walk walk(writer);
    for (const pugi::xml_node table : findChild(body, "spreadsheet").children())
        if (localName(table) == "table")
            walk.putSheet(table);
    walk.putBlocks(findChild(body, "text"), 0);
    const pugi::xml_node slides = findChild(body, "presentation");
    const Rectangle size = slides ? slideSize(package) : Rectangle();
    for (const pugi::xml_node slide : slides.children()) {
        if (localName(slide) != "page")
            continue;
        writer.beginPage(size.width, size.height);
        walk.putSlide(slide);
    }
}

} // namespace services
