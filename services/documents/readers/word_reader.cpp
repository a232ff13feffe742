#include "base/ascii.h"
#include "base/utf8.h"
#include "services/documents/readers/formula_text.h"
#include "services/documents/readers/list_numbers.h"
#include "services/documents/readers/office_parts.h"
#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"
#include "services/documents/readers/table_grid.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <strings.h>
#include <utility>
#include <vector>

namespace services {

namespace {

bool isOn(const pugi::xml_node& property)
{
    const std::string_view value = findAttribute(property, "val");
    return property && value != "0" && value != "false" && value != "off";
}

// A character of a font whose letters are others: Greek and signs of Symbol, boxes of Wingdings.
std::string symbolText(const pugi::xml_node& symbol)
{
    const auto code = char32_t(std::strtoul(findAttribute(symbol, "char"), nullptr, 16));
    const std::string_view font = findAttribute(symbol, "font");
    const char32_t letter = code >= 0xF000 && code < 0xF100 ? code - 0xF000 : code;
    using Signs = std::span<const std::pair<char32_t, char32_t>>;
    constexpr std::u32string_view greek
        = U"ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ";
    constexpr std::pair<char32_t, char32_t> signs[] = {{0xA3, U'≤'}, {0xA5, U'∞'}, {0xAB, U'↔'},
        {0xAC, U'←'}, {0xAE, U'→'}, {0xB0, U'°'}, {0xB1, U'±'}, {0xB2, U'″'}, {0xB3, U'≥'},
        {0xB4, U'×'}, {0xB6, U'∂'}, {0xB7, U'•'}, {0xB8, U'÷'}, {0xB9, U'≠'}, {0xBB, U'≈'},
        {0xD6, U'√'}, {0xD7, U'⋅'}, {0xE5, U'∑'}, {0xF2, U'∫'}};
    constexpr std::pair<char32_t, char32_t> boxes[] = {{0x6F, U'☐'}, {0xA8, U'☐'}, {0xFB, U'✗'},
        {0xFC, U'✓'}, {0xFD, U'☒'}, {0xFE, U'☑'}, {0xE0, U'→'}};
    char32_t shown = code >= 0x20 && code < 0xE000 ? code : 0;
    if (font == "Symbol" && letter >= U'A' && letter <= U'z')
        shown = greek[letter - U'A'];
    else if (font == "Symbol" || font.starts_with("Wingdings"))
        for (const auto& [from, to] : font == "Symbol" ? Signs(signs) : Signs(boxes))
            shown = from == letter ? to : shown;
    std::string text;
    if (shown != 0)
        base::appendUtf8(text, shown);
    return text;
}

// What the styles say of paragraphs and letters. Each may be based on another.
class Styles {
public:
    explicit Styles(const std::optional<std::string>& bytes)
    {
        if (!bytes)
            return;
        const XmlDocument document(*bytes);
        for (const pugi::xml_node style : document.root().children())
            if (localName(style) == "style")
                m_styles.emplace(findAttribute(style, "styleId"), styleOf(style));
    }

    // 0 plain, 1 … 9 headings.
    int headingLevel(const std::string& id) const
    {
        const Style* style = find(id, [](const Style& each) { return each.level != 0; });
        return style ? style->level : 0;
    }

    // The list whose item a paragraph of the style is; empty: none.
    std::string list(const std::string& id) const
    {
        const Style* style = find(id, [](const Style& each) { return !each.list.empty(); });
        return style ? style->list : std::string();
    }

    int listLevel(const std::string& id) const
    {
        const Style* style = find(id, [](const Style& each) { return each.listLevel >= 0; });
        return style ? style->listLevel : 0;
    }

    bool isHidden(const std::string& id) const
    {
        return find(id, [](const Style& each) { return each.isHidden; });
    }

    std::string raise(const std::string& id) const
    {
        const Style* style = find(id, [](const Style& each) { return !each.raise.empty(); });
        return style ? style->raise : std::string();
    }

private:
    struct Style {
        std::string base;
        int level = 0;
        std::string list, raise;
        int listLevel = -1;
        bool isHidden = false;
    };

    template <typename Predicate>
    const Style* find(std::string id, Predicate isWanted) const
    {
        constexpr int longestChain = 20; // a style may be based on itself
        for (int i = 0; i < longestChain; ++i) {
            const auto found = m_styles.find(id);
            if (found == m_styles.end())
                return nullptr;
            if (isWanted(found->second))
                return &found->second;
            id = found->second.base;
        }
        return nullptr;
    }

    static Style styleOf(const pugi::xml_node& style)
    {
        Style made;
        made.base = findAttribute(findChild(style, "basedOn"), "val");
        const char* name = findAttribute(findChild(style, "name"), "val");
        const pugi::xml_node properties = findChild(style, "pPr");
        const pugi::xml_node outline = findChild(properties, "outlineLvl");
        if (strncasecmp(name, "heading ", 8) == 0)
            made.level = std::atoi(name + 8);
        else if (strcasecmp(name, "title") == 0)
            made.level = 1;
        else if (outline)
            made.level = (std::atoi(findAttribute(outline, "val")) + 1) % 10; // 9 is body text
        const pugi::xml_node list = findChild(properties, "numPr");
        made.list = findAttribute(findChild(list, "numId"), "val");
        if (const pugi::xml_node level = findChild(list, "ilvl"))
            made.listLevel = std::atoi(findAttribute(level, "val"));
        const pugi::xml_node letters = findChild(style, "rPr");
        made.isHidden = isOn(findChild(letters, "vanish"));
        made.raise = findAttribute(findChild(letters, "vertAlign"), "val");
        return made;
    }

    std::map<std::string, Style> m_styles;
};

// The numbers of lists. Several lists may count together.
class Lists {
public:
    explicit Lists(const std::optional<std::string>& bytes)
    {
        if (!bytes)
            return;
        const XmlDocument document(*bytes);
        for (const pugi::xml_node node : document.root().children())
            if (localName(node) == "abstractNum")
                addLevels(m_numbers[findAttribute(node, "abstractNumId")], node,
                    m_levelsOfStyles[findAttribute(node, "abstractNumId")]);
        for (const pugi::xml_node node : document.root().children())
            if (localName(node) == "num")
                addList(node);
    }

    // "2.1 " for the next item; empty if it has a bullet or the list isn't known.
    std::string next(const std::string& list, int level)
    {
        const auto found = m_lists.find(list);
        if (found == m_lists.end() || level < 0)
            return {};
        ListNumbers& numbers = m_numbers[found->second.counter];
        for (const auto& [started, start] : std::exchange(found->second.starts, {}))
            numbers.restart(size_t(started), start);
        const std::string number = numbers.next(size_t(level));
        return number.empty() ? number : number + ' ';
    }

    // The level of a list that paragraphs of the style have; -1: the list says nothing of it.
    int levelOfStyle(const std::string& list, const std::string& style) const
    {
        const auto found = m_lists.find(list);
        if (found == m_lists.end())
            return -1;
        const auto levels = m_levelsOfStyles.find(found->second.counter);
        if (levels == m_levelsOfStyles.end() || !levels->second.contains(style))
            return -1;
        return levels->second.at(style);
    }

private:
    struct List {
        std::string counter; // the abstract list that counts
        std::map<int, int> starts; // by level, when it is used for the first time
    };

    static void addLevels(
        ListNumbers& numbers, const pugi::xml_node& parent, std::map<std::string, int>& styles)
    {
        for (const pugi::xml_node node : parent.children()) {
            const int level = std::atoi(findAttribute(node, "ilvl"));
            if (localName(node) != "lvl" || level < 0 || level >= int(ListNumbers::levels))
                continue;
            ListNumbers::Level& made = numbers.level(size_t(level));
            const auto value
                = [&node](const char* name) { return findAttribute(findChild(node, name), "val"); };
            made.style = numberStyle(value("numFmt"));
            made.pattern = value("lvlText");
            made.isDecimal = isOn(findChild(node, "isLgl"));
            if (findChild(node, "start"))
                made.start = std::atoi(value("start"));
            if (const pugi::xml_node style = findChild(node, "pStyle"))
                styles[findAttribute(style, "val")] = level;
        }
    }

    void addList(const pugi::xml_node& node)
    {
        List list{findAttribute(findChild(node, "abstractNumId"), "val"), {}};
        const std::string own = "num " + std::string(findAttribute(node, "numId"));
        for (const pugi::xml_node each : node.children()) {
            if (localName(each) != "lvlOverride")
                continue;
            if (findChild(each, "lvl")) { // It looks otherwise, so it counts for itself.
                m_numbers[own] = m_numbers[list.counter];
                m_levelsOfStyles[own] = m_levelsOfStyles[list.counter];
                list.counter = own;
                addLevels(m_numbers[own], each, m_levelsOfStyles[own]);
            }
            const int level = std::atoi(findAttribute(each, "ilvl"));
            const pugi::xml_node start = findChild(each, "startOverride");
            if (start && level >= 0 && level < int(ListNumbers::levels))
                list.starts[level] = std::atoi(findAttribute(start, "val"));
        }
        m_lists.emplace(findAttribute(node, "numId"), std::move(list));
    }

    std::map<std::string, List> m_lists;
    std::map<std::string, ListNumbers> m_numbers; // by abstract list
    std::map<std::string, std::map<std::string, int>> m_levelsOfStyles;
};

class Walk {
public:
    // `path` is the entry of the document's main part.
    Walk(Package& package, const std::string& path, const SourceFile& file, DocumentWriter& writer)
        : m_package(package)
        , m_file(file)
        , m_writer(writer)
        , m_parts(package, path)
        , m_styles(findPart("styles"))
        , m_lists(findPart("numbering"))
        , m_footnotes(notesOf("footnotes"))
        , m_endnotes(notesOf("endnotes"))
        , m_comments(notesOf("comments"))
    {
    }

    void putDocument(const pugi::xml_node& body)
    {
        putFurniture(body, "headerReference");
        putBlocks(body, 0);
        m_writer.paragraph(std::exchange(m_carried, {}));
        putFurniture(body, "footerReference");
    }

private:
    using Notes = std::map<std::string, pugi::xml_node>; // by their numbers

    std::optional<std::string> findPart(const std::string& kind)
    {
        const std::string named = m_parts.targetOfType(kind);
        return m_package.find(named.empty() ? "word/" + kind + ".xml" : named);
    }

    Notes notesOf(const std::string& kind)
    {
        Notes notes;
        const auto bytes = findPart(kind);
        if (!bytes)
            return notes;
        m_opened.push_back(std::make_unique<XmlDocument>(*bytes));
        for (const pugi::xml_node note : m_opened.back()->root().children())
            if (!hasAttribute(note, "type")) // the others are lines between text and notes
                notes.emplace(findAttribute(note, "id"), note);
        return notes;
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
            else if (name == "altChunk")
                putChunk(m_parts.target(node));
            else if (!isUnseen(name))
                putBlocks(node, depth + 1);
        }
    }

    // Headers or footers of all sections, each text once; numbers of pages are none.
    void putFurniture(const pugi::xml_node& body, std::string_view kind)
    {
        std::set<std::string> seen;
        const auto putOf = [&](const pugi::xml_node& section) {
            for (const pugi::xml_node reference : section.children()) {
                const std::string path = m_parts.target(reference);
                if (localName(reference) != kind || !seen.insert(path).second)
                    continue;
                const auto bytes = m_package.find(path);
                if (!bytes)
                    continue;
                m_opened.push_back(std::make_unique<XmlDocument>(*bytes));
                const pugi::xml_node part = m_opened.back()->root();
                std::string text = textWithin(part, m_writer.limits().nesting);
                if (std::ranges::any_of(
                        text, [](char c) { return std::isalpha(uint8_t(c)) || uint8_t(c) > 127; })
                    && seen.insert(text).second) {
                    m_isInFurniture = true;
                    putBlocks(part, 0);
                    m_isInFurniture = false;
                }
            }
        };
        for (const pugi::xml_node node : body.children()) {
            putOf(localName(node) == "sectPr" ? node : pugi::xml_node());
            putOf(findChild(findChild(node, "pPr"), "sectPr"));
        }
    }

    // A document of another format that is shown here.
    void putChunk(const std::string& path)
    {
        if (const auto bytes = m_package.find(path))
            putFileWithin(m_file, path, *bytes, m_writer);
    }

    void guard(int depth) const
    {
        if (depth > m_writer.limits().nesting)
            throw Unreadable(DocumentFault::TooDeep);
    }

    // What was deleted, instructions of fields, readings of ruby, and the second form of what has two.
    static bool isUnseen(std::string_view name)
    {
        for (const std::string_view each : {"del", "moveFrom", "delText", "instrText", "Fallback",
                 "pPr", "rPr", "sectPr", "tblPr", "trPr", "tcPr", "sdtPr", "rt"})
            if (name == each)
                return true;
        return false;
    }

    void putParagraph(const pugi::xml_node& paragraph, int depth)
    {
        std::string text = std::exchange(m_carried, {}) + paragraphText(paragraph, depth);
        const pugi::xml_node properties = findChild(paragraph, "pPr");
        if (findChild(findChild(properties, "rPr"), "del")) { // Its end was deleted.
            m_carried = std::move(text);
            return;
        }
        const std::string style = findAttribute(findChild(properties, "pStyle"), "val");
        const pugi::xml_node outline = findChild(properties, "outlineLvl");
        int level = m_styles.headingLevel(style);
        if (outline)
            level = (std::atoi(findAttribute(outline, "val")) + 1) % 10;
        const std::string list = listOf(properties, style);
        const bool hasText = !base::trimmed(text).empty();
        if (!list.empty() && hasText)
            text.insert(0, m_lists.next(list, listLevelOf(properties, style, list)));
        if (level > 0)
            m_writer.heading(level, text);
        else if (!list.empty())
            m_writer.listItem(text);
        else
            m_writer.paragraph(text);
        putAfterwards(depth);
    }

    // Empty: the paragraph is no item of a list.
    std::string listOf(const pugi::xml_node& properties, const std::string& style) const
    {
        const pugi::xml_node number = findChild(findChild(properties, "numPr"), "numId");
        const std::string list = number ? findAttribute(number, "val") : m_styles.list(style);
        return list == "0" ? std::string() : list;
    }

    int listLevelOf(
        const pugi::xml_node& properties, const std::string& style, const std::string& list) const
    {
        const pugi::xml_node level = findChild(findChild(properties, "numPr"), "ilvl");
        if (level)
            return std::atoi(findAttribute(level, "val"));
        const int ofStyle = m_lists.levelOfStyle(list, style);
        return ofStyle >= 0 ? ofStyle : m_styles.listLevel(style);
    }

    // Text boxes, charts, diagrams and notes that the paragraph holds.
    void putAfterwards(int depth)
    {
        const auto boxes = std::exchange(m_boxes, {});
        for (const pugi::xml_node& box : boxes)
            putBlocks(box, depth + 1);
        const auto drawings = std::exchange(m_drawings, {});
        for (const auto& [path, put] : drawings)
            if (const auto bytes = m_package.find(path))
                put(XmlDocument(*bytes).root(), m_writer);
        for (const ShownImage& image : std::exchange(m_images, {}))
            m_writer.image(image);
        for (const std::string& note : std::exchange(m_notes, {}))
            m_writer.paragraph(note);
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
        for (const pugi::xml_node row : parent.children()) {
            const std::string_view name = localName(row);
            const pugi::xml_node properties = findChild(row, "trPr");
            if (name == "tr" && !findChild(properties, "del")
                && !isOn(findChild(properties, "hidden"))) {
                grid.seek(
                    size_t(std::clamp(valueOf(findChild(properties, "gridBefore")), 0, 1000)));
                putCells(row, grid, depth + 1);
                grid.endRow();
            } else if (name != "tr" && !isUnseen(name)) {
                putRows(row, grid, depth + 1); // a row that was inserted, or is in a control
            }
        }
    }

    static int valueOf(const pugi::xml_node& property)
    {
        return std::atoi(findAttribute(property, "val"));
    }

    void putCells(const pugi::xml_node& row, TableGrid& grid, int depth)
    {
        guard(depth);
        for (const pugi::xml_node node : row.children()) {
            if (localName(node) != "tc") {
                if (!isUnseen(localName(node)))
                    putCells(node, grid, depth + 1);
                continue;
            }
            const pugi::xml_node properties = findChild(node, "tcPr");
            if (findChild(properties, "cellDel"))
                continue;
            const auto columns
                = size_t(std::clamp(valueOf(findChild(properties, "gridSpan")), 1, 1000));
            const pugi::xml_node merge = findChild(properties, "vMerge");
            const bool isFirst = std::string_view(findAttribute(merge, "val")) == "restart";
            if (merge && !isFirst)
                grid.cover(columns);
            else
                grid.cell(collectText(node, depth + 1), columns, merge ? TableGrid::untilEnd : 1);
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
            else if (name == "r")
                appendRun(text, node, depth + 1);
            else if (name == "oMath")
                text += officeMathText(node, m_writer.limits().nesting);
            else if (name == "tab" || name == "ptab")
                text += '\t';
            else if (name == "br" || name == "cr")
                text += '\n';
            else if (name == "noBreakHyphen")
                text += '-';
            else if (name == "footnoteReference")
                text += mark(m_footnotes, node, depth);
            else if (name == "endnoteReference")
                text += mark(m_endnotes, node, depth);
            else if (name == "commentReference")
                addComment(node, depth);
            else if (name == "sym")
                text += symbolText(node);
            else if (name == "txbxContent")
                m_boxes.push_back(node);
            else if (name == "inline" || name == "anchor")
                text += drawingText(node, depth + 1);
            else if (name == "chart")
                m_drawings.emplace_back(m_parts.target(node), putChart);
            else if (name == "relIds")
                m_drawings.emplace_back(m_parts.targetOfId(findAttribute(node, "dm")), putDiagram);
            else if (name == "p")
                text += paragraphText(node, depth + 1) + '\n';
            else if (!isUnseen(name))
                text += collectText(node, depth + 1);
        }
        return text;
    }

    // The text in a drawing. Its image is written behind the paragraph; images of headers and notes, which
    // have relationships of their own, are not.
    std::string drawingText(const pugi::xml_node& drawing, int depth)
    {
        constexpr float unitsPerPoint = 12700; // English metric units
        const pugi::xml_node picture
            = findChild(findChild(findChild(drawing, "graphic"), "graphicData"), "pic");
        const std::string path
            = m_parts.targetNamed(findChild(findChild(picture, "blipFill"), "blip"), "embed");
        if (!path.empty() && !m_isInFurniture && !m_isInNote && m_shown.insert(path).second) {
            const pugi::xml_node properties = findChild(drawing, "docPr");
            const pugi::xml_node extent = findChild(drawing, "extent");
            const auto points = [&extent](const char* name) {
                return float(std::atof(findAttribute(extent, name))) / unitsPerPoint;
            };
            m_images.push_back({findAttribute(properties, "descr"), points("cx"), points("cy"), {},
                m_package.imageAt(path)});
        }
        return collectText(drawing, depth);
    }

    std::string paragraphText(const pugi::xml_node& paragraph, int depth)
    {
        const pugi::xml_node style = findChild(findChild(paragraph, "pPr"), "pStyle");
        const bool wasHidden
            = std::exchange(m_isHidden, m_styles.isHidden(findAttribute(style, "val")));
        std::string text = collectText(paragraph, depth);
        m_isHidden = wasHidden;
        return text;
    }

    // Letters of one format.
    void appendRun(std::string& text, const pugi::xml_node& run, int depth)
    {
        const pugi::xml_node properties = findChild(run, "rPr");
        const std::string style = findAttribute(findChild(properties, "rStyle"), "val");
        const pugi::xml_node hidden = findChild(properties, "vanish");
        if (hidden ? isOn(hidden) : m_isHidden || m_styles.isHidden(style))
            return;
        const std::string words = collectText(run, depth);
        const pugi::xml_node align = findChild(properties, "vertAlign");
        const std::string raise = align ? findAttribute(align, "val") : m_styles.raise(style);
        if (raise == "superscript")
            appendRaised(text, words);
        else if (raise == "subscript")
            appendLowered(text, words);
        else
            text += words;
    }

    std::string mark(const Notes& notes, const pugi::xml_node& node, int depth)
    {
        const auto note = notes.find(findAttribute(node, "id"));
        if (note == notes.end() || m_isInNote)
            return {};
        const std::string number = '[' + std::to_string(++m_noteCount) + ']';
        m_isInNote = true; // A note in a note could be the same one.
        m_notes.push_back(number + ' ' + collectText(note->second, depth + 1));
        m_isInNote = false;
        return number;
    }

    void addComment(const pugi::xml_node& reference, int depth)
    {
        const auto comment = m_comments.find(findAttribute(reference, "id"));
        if (comment == m_comments.end() || std::exchange(m_isInNote, true))
            return;
        m_notes.push_back("Comment: " + collectText(comment->second, depth + 1));
        m_isInNote = false;
    }

    Package& m_package;
    const SourceFile& m_file;
    DocumentWriter& m_writer;
    std::vector<std::unique_ptr<XmlDocument>> m_opened; // whose nodes are kept
    Relationships m_parts;
    Styles m_styles;
    Lists m_lists;
    Notes m_footnotes, m_endnotes, m_comments;
    std::string m_carried; // text of paragraphs whose end was deleted
    std::vector<pugi::xml_node> m_boxes; // met in the paragraph that is being read, as the notes
    std::vector<std::pair<std::string, void (*)(const pugi::xml_node&, DocumentWriter&)>>
        m_drawings;
    std::vector<ShownImage> m_images;
    std::set<std::string> m_shown; // paths of images that were met
    std::vector<std::string> m_notes;
    int m_noteCount = 0;
    bool m_isInNote = false;
    bool m_isInFurniture = false; // a header or footer
    bool m_isHidden = false; // by the style of the paragraph
};

} // namespace

void readWord(const SourceFile& file, DocumentWriter& writer)
{
    Package package(file.bytes, writer.limits());
    const auto core = package.find("docProps/core.xml");
    if (core && writer.title().empty())
        writer.setTitle(findChild(XmlDocument(*core).root(), "title").text().get());
    const std::string path = mainPart(package, "word/document.xml");
    const XmlDocument document(package.read(path));
    Walk(package, path, file, writer).putDocument(findChild(document.root(), "body"));
}

} // namespace services
