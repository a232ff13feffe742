#include "base/ascii.h"
#include "services/documents/readers/formula_text.h"
#include "services/documents/readers/list_numbers.h"
#include "services/documents/readers/office_parts.h"
#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"
#include "services/documents/readers/table_grid.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace services {

namespace {

constexpr float unitsPerPoint = 12700; // English metric units

float points(const pugi::xml_node& node, const char* name)
{
    return float(std::atof(findAttribute(node, name))) / unitsPerPoint;
}

std::optional<Rectangle> readRectangle(const pugi::xml_node& shape)
{
    pugi::xml_node transform = findChild(shape, "xfrm");
    for (const char* properties : {"spPr", "grpSpPr"})
        if (!transform)
            transform = findChild(findChild(shape, properties), "xfrm");
    const pugi::xml_node offset = findChild(transform, "off"), extent = findChild(transform, "ext");
    if (!offset || !extent)
        return std::nullopt; // it is where its layout says
    return Rectangle{
        points(offset, "x"), points(offset, "y"), points(extent, "cx"), points(extent, "cy")};
}

std::string_view placeholderType(const pugi::xml_node& shape)
{
    return findAttribute(findChild(findChild(findChild(shape, "nvSpPr"), "nvPr"), "ph"), "type");
}

bool isTitle(const pugi::xml_node& shape)
{
    const std::string_view type = placeholderType(shape);
    return type == "title" || type == "ctrTitle";
}

// Dates, numbers and what else is on every slide.
bool isFurniture(const pugi::xml_node& shape)
{
    const std::string_view type = placeholderType(shape);
    return type == "dt" || type == "ftr" || type == "sldNum" || type == "hdr" || type == "sldImg";
}

void appendRun(std::string& text, const pugi::xml_node& run)
{
    const char* words = findChild(run, "t").text().get();
    const int raise = std::atoi(findAttribute(findChild(run, "rPr"), "baseline"));
    if (raise > 0)
        appendRaised(text, words);
    else if (raise < 0)
        appendLowered(text, words);
    else
        text += words;
}

std::string collectText(const pugi::xml_node& paragraph, int nesting)
{
    std::string text;
    for (const pugi::xml_node run : paragraph.children()) {
        const std::string_view name = localName(run);
        if (name == "br")
            text += '\n';
        else if (name == "r" || name == "fld")
            appendRun(text, run);
        else if (name == "AlternateContent")
            text += officeMathText(findChild(findChild(run, "Choice"), "m"), nesting);
        else if (name == "m")
            text += officeMathText(run, nesting);
    }
    return text;
}

std::string collectAllText(const pugi::xml_node& body, int nesting)
{
    std::string text;
    for (const pugi::xml_node paragraph : body.children())
        if (localName(paragraph) == "p")
            text += collectText(paragraph, nesting) + '\n';
    return text;
}

// The numbers of paragraphs, by the names that DrawingML has for them: "alphaLcParenR" is "a)".
class Numbers {
public:
    // "2. " for the next paragraph of a text; empty if it has no number.
    std::string next(const pugi::xml_node& properties)
    {
        const auto level = size_t(std::clamp(std::atoi(findAttribute(properties, "lvl")), 0, 8));
        const pugi::xml_node automatic = findChild(properties, "buAutoNum");
        const std::string type = findAttribute(automatic, "type");
        const bool goesOn = std::exchange(m_types[level], type) == type;
        if (!automatic)
            return {};
        ListNumbers::Level& shown = m_numbers.level(level);
        const std::string number = '%' + std::to_string(level + 1);
        shown.pattern = (type.ends_with("ParenBoth") ? "(" : "") + number
            + (type.find("Paren") != std::string::npos ? ")"
                    : type.ends_with("Period")         ? "."
                                                       : "");
        shown.style = type.starts_with("alphaLc") ? NumberStyle::LowerLetter
            : type.starts_with("alphaUc")         ? NumberStyle::UpperLetter
            : type.starts_with("romanLc")         ? NumberStyle::LowerRoman
            : type.starts_with("romanUc")         ? NumberStyle::UpperRoman
                                                  : NumberStyle::Decimal;
        shown.start = std::max(std::atoi(findAttribute(automatic, "startAt")), 1);
        if (!goesOn)
            m_numbers.restart(level, shown.start);
        return m_numbers.next(level) + ' ';
    }

private:
    ListNumbers m_numbers;
    std::array<std::string, ListNumbers::levels> m_types; // of the last paragraphs
};

class Walk {
public:
    Walk(Package& package, DocumentWriter& writer)
        : m_package(package)
        , m_writer(writer)
    {
    }

    void putSlide(const pugi::xml_node& slide, const Relationships& parts)
    {
        const pugi::xml_node shapes = findChild(findChild(slide, "cSld"), "spTree");
        m_parts = &parts;
        for (const pugi::xml_node shape : shapes.children())
            if (isTitle(shape))
                m_writer.add(BlockKind::Heading,
                    collectAllText(findChild(shape, "txBody"), nesting()), readRectangle(shape));
        putShapes(shapes, 0);
        m_parts = nullptr;
    }

private:
    int nesting() const { return m_writer.limits().nesting; }

    void putShapes(const pugi::xml_node& parent, int depth)
    {
        if (depth > nesting())
            throw Unreadable(DocumentFault::TooDeep);
        std::vector<pugi::xml_node> shapes;
        std::vector<std::optional<Rectangle>> rectangles;
        for (const pugi::xml_node shape : parent.children()) {
            shapes.push_back(shape);
            rectangles.push_back(readRectangle(shape));
        }
        for (const size_t each : readingOrder(rectangles)) {
            const pugi::xml_node shape = shapes[each];
            const std::string_view name = localName(shape);
            if (name == "sp" && !isTitle(shape) && !isFurniture(shape))
                putBody(findChild(shape, "txBody"), rectangles[each]);
            else if (name == "pic")
                putImage(shape, rectangles[each]);
            else if (name == "tbl")
                putTable(shape);
            else if (name == "chart")
                putPart(m_parts->target(shape), putChart);
            else if (name == "relIds")
                putPart(m_parts->targetOfId(findAttribute(shape, "dm")), putDiagram);
            else if (name != "sp" && name != "Fallback")
                putShapes(shape, depth + 1);
        }
    }

    // An image that is on several slides, such as a logo, is a figure of the first.
    void putImage(const pugi::xml_node& shape, const std::optional<Rectangle>& rectangle)
    {
        const std::string path
            = m_parts->targetNamed(findChild(findChild(shape, "blipFill"), "blip"), "embed");
        const pugi::xml_node properties = findChild(findChild(shape, "nvPicPr"), "cNvPr");
        if (!path.empty() && m_shown.insert(path).second)
            m_writer.image({findAttribute(properties, "descr"), rectangle ? rectangle->width : 0,
                rectangle ? rectangle->height : 0, rectangle, m_package.imageAt(path)});
    }

    void putPart(const std::string& path, void (*put)(const pugi::xml_node&, DocumentWriter&))
    {
        if (const auto bytes = m_package.find(path))
            put(XmlDocument(*bytes).root(), m_writer);
    }

    void putBody(const pugi::xml_node& body, const std::optional<Rectangle>& rectangle)
    {
        Numbers numbers;
        for (const pugi::xml_node paragraph : body.children()) {
            if (localName(paragraph) != "p")
                continue;
            const pugi::xml_node properties = findChild(paragraph, "pPr");
            const std::string text = collectText(paragraph, nesting());
            if (base::trimmed(text).empty())
                continue;
            const bool isItem = hasAttribute(properties, "lvl") || findChild(properties, "buChar")
                || findChild(properties, "buAutoNum");
            m_writer.add(isItem ? BlockKind::ListItem : BlockKind::Paragraph,
                numbers.next(properties) + text, rectangle);
        }
    }

    void putTable(const pugi::xml_node& table)
    {
        TableGrid grid(m_writer, TableGrid::Covered::Written);
        for (const pugi::xml_node row : table.children()) {
            if (localName(row) != "tr")
                continue;
            for (const pugi::xml_node cell : row.children()) {
                if (localName(cell) != "tc")
                    continue;
                const bool isCovered = isOn(cell, "hMerge") || isOn(cell, "vMerge");
                if (isCovered)
                    grid.cover();
                else
                    grid.cell(collectAllText(findChild(cell, "txBody"), nesting()), 1,
                        size_t(std::max(std::atoi(findAttribute(cell, "rowSpan")), 1)));
            }
            grid.endRow();
        }
    }

    static bool isOn(const pugi::xml_node& node, const char* name)
    {
        const std::string_view value = findAttribute(node, name);
        return value == "1" || value == "true";
    }

    Package& m_package;
    DocumentWriter& m_writer;
    const Relationships* m_parts = nullptr; // of the slide that is being read
    std::set<std::string> m_shown; // paths of images that were met
};

} // namespace

// Each slide is a page: its title, its shapes, and what the speaker noted.
void readSlides(const SourceFile& file, DocumentWriter& writer)
{
    Package package(file.bytes, writer.limits());
    const std::string path = mainPart(package, "ppt/presentation.xml");
    if (const auto core = package.find("docProps/core.xml"))
        writer.setTitle(findChild(XmlDocument(*core).root(), "title").text().get());
    const XmlDocument presentation(package.read(path));
    const Relationships slides(package, path);
    const pugi::xml_node size = findChild(presentation.root(), "sldSz");
    Walk walk(package, writer);
    for (const pugi::xml_node each : findChild(presentation.root(), "sldIdLst").children()) {
        const std::string slide = slides.target(each);
        writer.beginPage(points(size, "cx"), points(size, "cy"));
        const XmlDocument document(package.read(slide));
        const Relationships parts(package, slide);
        walk.putSlide(document.root(), parts);
        if (const std::string notes = parts.targetOfType("notesSlide"); !notes.empty())
            walk.putSlide(XmlDocument(package.read(notes)).root(), Relationships(package, notes));
    }
}

} // namespace services
