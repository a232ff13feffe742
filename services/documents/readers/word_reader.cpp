#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <strings.h>
#include <utility>
#include <vector>

namespace services {

namespace {

// What paragraphs of a style are: 0 plain, 1 … 9 headings.
class Styles {
public:
    explicit Styles(Package& package)
    {
        const auto bytes = package.find("word/styles.xml");
        if (!bytes)
            return;
        const XmlDocument document(*bytes);
        for (const pugi::xml_node style : document.root().children())
            if (localName(style) == "style")
                m_styles.emplace(findAttribute(style, "styleId"), styleOf(style));
    }

    int headingLevel(std::string id) const
    {
        constexpr int longestChain = 20; // a style may be based on itself
        for (int i = 0; i < longestChain; ++i) {
            const auto found = m_styles.find(id);
            if (found == m_styles.end())
                return 0;
            if (found->second.level != 0)
                return found->second.level;
            id = found->second.base;
        }
        return 0;
    }

private:
    struct Style {
        std::string base;
        int level = 0;
    };

    static Style styleOf(const pugi::xml_node& style)
    {
        Style made{findAttribute(findChild(style, "basedOn"), "val"), 0};
        const char* name = findAttribute(findChild(style, "name"), "val");
        const pugi::xml_node outline = findChild(findChild(style, "pPr"), "outlineLvl");
        if (strncasecmp(name, "heading ", 8) == 0)
            made.level = std::atoi(name + 8);
        else if (strcasecmp(name, "title") == 0)
            made.level = 1;
        else if (outline)
            made.level = (std::atoi(findAttribute(outline, "val")) + 1) % 10; // 9 is body text
        return made;
    }

    std::map<std::string, Style> m_styles;
};

// The texts of footnotes or endnotes by their numbers.
std::map<std::string, std::string> notesIn(Package& package, const char* path, int nesting)
{
    std::map<std::string, std::string> notes;
    const auto bytes = package.find(path);
    if (!bytes)
        return notes;
    const XmlDocument document(*bytes);
    for (const pugi::xml_node note : document.root().children())
        if (!hasAttribute(note, "type")) // the others are lines between text and notes
            notes.emplace(findAttribute(note, "id"), textWithin(note, nesting));
    return notes;
}

class Walk {
public:
    Walk(Package& package, DocumentWriter& writer)
        : m_writer(writer)
        , m_styles(package)
        , m_footnotes(notesIn(package, "word/footnotes.xml", writer.limits().nesting))
        , m_endnotes(notesIn(package, "word/endnotes.xml", writer.limits().nesting))
    {
    }

    // Paragraphs and tables, and what may be around them.
    void putBlocks(const pugi::xml_node& parent, int depth)
    {
        guard(depth);
        for (const pugi::xml_node node : parent.children()) {
            const std::string_view name = localName(node);
            if (name == "p")
                putParagraph(node, depth + 1);
            else if (name == "tbl")
                putTable(node, depth + 1);
            else if (!isUnseen(name))
                putBlocks(node, depth + 1);
        }
    }

private:
    void guard(int depth) const
    {
        if (depth > m_writer.limits().nesting)
            throw Unreadable(DocumentFault::TooDeep);
    }

    // What was deleted, instructions of fields, and the second form of what has two.
    static bool isUnseen(std::string_view name)
    {
        for (const std::string_view each : {"del", "moveFrom", "delText", "instrText", "Fallback",
                 "pPr", "rPr", "sectPr", "tblPr", "trPr", "tcPr", "sdtPr", "pict"})
            if (name == each)
                return true;
        return false;
    }

    void putParagraph(const pugi::xml_node& paragraph, int depth)
    {
        const std::string text = collectText(paragraph, depth);
        const pugi::xml_node properties = findChild(paragraph, "pPr");
        const pugi::xml_node outline = findChild(properties, "outlineLvl");
        int level = m_styles.headingLevel(findAttribute(findChild(properties, "pStyle"), "val"));
        if (outline)
            level = (std::atoi(findAttribute(outline, "val")) + 1) % 10;
        const pugi::xml_node number = findChild(findChild(properties, "numPr"), "numId");
        if (level > 0)
            m_writer.heading(level, text);
        else if (number && std::strcmp(findAttribute(number, "val"), "0") != 0)
            m_writer.listItem(text);
        else
            m_writer.paragraph(text);
        putAfterwards(depth);
    }

    // Text boxes and notes that the paragraph holds.
    void putAfterwards(int depth)
    {
        const auto boxes = std::exchange(m_boxes, {});
        for (const pugi::xml_node& box : boxes)
            putBlocks(box, depth + 1);
        for (const std::string& note : std::exchange(m_notes, {}))
            m_writer.paragraph(note);
    }

    void putTable(const pugi::xml_node& table, int depth)
    {
        guard(depth);
        for (const pugi::xml_node row : table.children()) {
            if (localName(row) == "tr")
                putRow(row, depth + 1);
            else if (!isUnseen(localName(row)))
                putTable(row, depth + 1); // a row that was inserted, or is in a control
        }
        putAfterwards(depth);
    }

    void putRow(const pugi::xml_node& row, int depth)
    {
        std::vector<std::string> cells;
        collectCells(row, cells, depth);
        m_writer.tableRow(cells);
    }

    void collectCells(const pugi::xml_node& row, std::vector<std::string>& cells, int depth)
    {
        guard(depth);
        for (const pugi::xml_node node : row.children()) {
            if (localName(node) == "tc")
                cells.push_back(collectText(node, depth + 1));
            else if (!isUnseen(localName(node)))
                collectCells(node, cells, depth + 1);
        }
    }

    std::string collectText(const pugi::xml_node& parent, int depth)
    {
        guard(depth);
        std::string text;
        for (const pugi::xml_node node : parent.children()) {
            const std::string_view name = localName(node);
            if (name == "t")
                text += node.text().get();
            else if (name == "tab" || name == "ptab")
                text += '\t';
            else if (name == "br" || name == "cr")
                text += '\n';
            else if (name == "noBreakHyphen")
                text += '-';
            else if (name == "footnoteReference")
                text += mark(m_footnotes, node);
            else if (name == "endnoteReference")
                text += mark(m_endnotes, node);
            else if (name == "txbxContent")
                m_boxes.push_back(node);
            else if (!isUnseen(name))
                text += collectText(node, depth + 1) + (name == "p" ? "\n" : "");
        }
        return text;
    }

    std::string mark(const std::map<std::string, std::string>& notes, const pugi::xml_node& node)
    {
        const auto note = notes.find(findAttribute(node, "id"));
        if (note == notes.end())
            return {};
        const std::string number = '[' + std::to_string(++m_noteCount) + ']';
        m_notes.push_back(number + ' ' + note->second);
        return number;
    }

    DocumentWriter& m_writer;
    Styles m_styles;
    std::map<std::string, std::string> m_footnotes, m_endnotes;
    std::vector<pugi::xml_node> m_boxes; // met in the paragraph that is being read, as the notes
    std::vector<std::string> m_notes;
    int m_noteCount = 0;
};

} // namespace

void readWord(const SourceFile& file, DocumentWriter& writer)
{
    Package package(file.bytes, writer.limits());
    if (const auto core = package.find("docProps/core.xml"))
        writer.setTitle(findChild(XmlDocument(*core).root(), "title").text().get());
    const XmlDocument document(package.read("word/document.xml"));
    Walk(package, writer).putBlocks(findChild(document.root(), "body"), 0);
}

} // namespace services
