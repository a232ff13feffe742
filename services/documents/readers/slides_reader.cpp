#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"

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
    const pugi::xml_node transform = findChild(findChild(shape, "spPr"), "xfrm");
    const pugi::xml_node offset = findChild(transform, "off"), extent = findChild(transform, "ext");
    if (!offset || !extent)
        return std::nullopt; // it is where its layout says
    return Rectangle{
        points(offset, "x"), points(offset, "y"), points(extent, "cx"), points(extent, "cy")};
}

bool isTitle(const pugi::xml_node& shape)
{
    const std::string_view type
        = findAttribute(findChild(findChild(findChild(shape, "nvSpPr"), "nvPr"), "ph"), "type");
    return type == "title" || type == "ctrTitle";
}

// Dates, numbers and what else is on every slide.
bool isFurniture(const pugi::xml_node& shape)
{
    const std::string_view type
        = findAttribute(findChild(findChild(findChild(shape, "nvSpPr"), "nvPr"), "ph"), "type");
    return type == "dt" || type == "ftr" || type == "sldNum" || type == "hdr" || type == "sldImg";
}

std::string collectText(const pugi::xml_node& paragraph)
{
    std::string text;
    for (const pugi::xml_node run : paragraph.children()) {
        const std::string_view name = localName(run);
        if (name == "br")
            text += '\n';
        else if (name == "r" || name == "fld")
            text += findChild(run, "t").text().get();
    }
    return text;
}

std::string collectAllText(const pugi::xml_node& body)
{
    std::string text;
    for (const pugi::xml_node paragraph : body.children())
        if (localName(paragraph) == "p")
            text += collectText(paragraph) + '\n';
    return text;
}

class Walk {
public:
    explicit Walk(DocumentWriter& writer)
        : m_writer(writer)
    {
    }

    void putSlide(const pugi::xml_node& slide)
    {
        const pugi::xml_node shapes = findChild(findChild(slide, "cSld"), "spTree");
        for (const pugi::xml_node shape : shapes.children())
            if (isTitle(shape))
                m_writer.add(BlockKind::Heading, collectAllText(findChild(shape, "txBody")),
                    readRectangle(shape));
        putShapes(shapes, 0);
    }

    void putNotes(const pugi::xml_node& notes)
    {
        putShapes(findChild(findChild(notes, "cSld"), "spTree"), 0);
    }

private:
    void putShapes(const pugi::xml_node& parent, int depth)
    {
        if (depth > m_writer.limits().nesting)
            throw Unreadable(DocumentFault::TooDeep);
        for (const pugi::xml_node shape : parent.children()) {
            const std::string_view name = localName(shape);
            if (name == "sp" && !isTitle(shape) && !isFurniture(shape))
                putBody(findChild(shape, "txBody"), readRectangle(shape));
            else if (name == "tr")
                putRow(shape);
            else if (name != "sp" && name != "Fallback")
                putShapes(shape, depth + 1);
        }
    }

    void putBody(const pugi::xml_node& body, const std::optional<Rectangle>& place)
    {
        for (const pugi::xml_node paragraph : body.children()) {
            if (localName(paragraph) != "p")
                continue;
            const pugi::xml_node properties = findChild(paragraph, "pPr");
            const bool isItem = hasAttribute(properties, "lvl") || findChild(properties, "buChar")
                || findChild(properties, "buAutoNum");
            m_writer.add(
                isItem ? BlockKind::ListItem : BlockKind::Paragraph, collectText(paragraph), place);
        }
    }

    void putRow(const pugi::xml_node& row)
    {
        std::vector<std::string> cells;
        for (const pugi::xml_node cell : row.children())
            if (localName(cell) == "tc")
                cells.push_back(collectAllText(findChild(cell, "txBody")));
        m_writer.tableRow(cells);
    }

    DocumentWriter& m_writer;
};

} // namespace

// Each slide is a page: its title, its shapes, and what the speaker noted.
void readSlides(const SourceFile& file, DocumentWriter& writer)
{
    const std::string path = "ppt/presentation.xml";
    Package package(file.bytes, writer.limits());
    if (const auto core = package.find("docProps/core.xml"))
        writer.setTitle(findChild(XmlDocument(*core).root(), "title").text().get());
    const XmlDocument presentation(package.read(path));
    const Relationships slides(package, path);
    const pugi::xml_node size = findChild(presentation.root(), "sldSz");
    Walk walk(writer);
    for (const pugi::xml_node each : findChild(presentation.root(), "sldIdLst").children()) {
        const std::string slide = slides.target(each);
        writer.beginPage(points(size, "cx"), points(size, "cy"));
        walk.putSlide(XmlDocument(package.read(slide)).root());
        const std::string notes = Relationships(package, slide).targetOfType("notesSlide");
        if (!notes.empty())
            walk.putNotes(XmlDocument(package.read(notes)).root());
    }
}

} // namespace services
