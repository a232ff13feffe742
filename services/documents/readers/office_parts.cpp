#include "services/documents/readers/office_parts.h"

#include "services/documents/readers/formula_text.h"
#include "services/documents/readers/number_format.h"
#include "services/documents/readers/package.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace services {

namespace {

float overlap(float from, float to, float otherFrom, float otherTo)
{
    return std::min(to, otherTo) - std::max(from, otherFrom);
}

bool isAbove(const Rectangle& shape, const Rectangle& other)
{
    constexpr float tolerance = 0.2F; // of the smaller one, by which shapes may overlap
    const float width = std::min(shape.width, other.width);
    return shape.y < other.y
        && overlap(shape.x, shape.right(), other.x, other.right()) > width * tolerance
        && shape.bottom() - other.y <= std::min(shape.height, other.height) * tolerance;
}

// True only in a row, where each has its middle at the height of the other.
bool isLeft(const Rectangle& shape, const Rectangle& other)
{
    const auto isBeside = [](const Rectangle& one, const Rectangle& two) {
        const float middle = one.y + one.height / 2;
        return middle >= two.y && middle <= two.bottom();
    };
    return shape.right() <= other.x && isBeside(shape, other) && isBeside(other, shape);
}

} // namespace

std::vector<size_t> readingOrder(std::span<const std::optional<Rectangle>> shapes)
{
    constexpr size_t maxShapes = 500; // that are compared with each other
    std::vector<size_t> order(shapes.size());
    std::iota(order.begin(), order.end(), 0);
    if (shapes.size() > maxShapes)
        return order;
    order.clear();
    const auto isBefore = [&](size_t shape, size_t other) {
        return shape != other && shapes[shape] && shapes[other]
            && (isAbove(*shapes[shape], *shapes[other]) || isLeft(*shapes[shape], *shapes[other]));
    };
    std::vector<int> waitsFor(shapes.size()); // so many shapes before it
    for (size_t shape = 0; shape < shapes.size(); ++shape)
        for (size_t other = 0; other < shapes.size(); ++other)
            waitsFor[other] += isBefore(shape, other);
    std::vector<size_t> left(shapes.size());
    std::iota(left.begin(), left.end(), 0);
    while (!left.empty()) {
        auto next = std::ranges::find(left, 0, [&](size_t shape) { return waitsFor[shape]; });
        if (next == left.end()) // each waits for another one
            next = left.begin();
        const size_t shape = *next;
        left.erase(next);
        order.push_back(shape);
        for (const size_t other : left)
            waitsFor[other] -= isBefore(shape, other);
    }
    return order;
}

namespace {

constexpr size_t maxPoints = 10'000; // of a series
constexpr size_t maxSeries = 200;
constexpr int maxDepth = 50; // of elements in charts and diagrams

using Points = std::map<size_t, std::string>; // by their index

// The values that a chart keeps of the cells it was made from.
Points pointsOf(const pugi::xml_node& data, int depth = 0)
{
    Points points;
    const std::string format = findChild(data, "formatCode").text().get();
    for (const pugi::xml_node child : data.children()) {
        if (localName(child) == "pt") {
            const auto index = size_t(std::atoll(findAttribute(child, "idx")));
            if (index < maxPoints)
                points[index] = formattedNumber(findChild(child, "v").text().get(), format);
        } else if (localName(child) == "v") {
            points[0] = child.text().get();
        } else if (depth < maxDepth) {
            // Categories of several levels: "2024 Q1".
            for (const auto& [index, text] : pointsOf(child, depth + 1))
                points[index] = points.contains(index) ? text + ' ' + points[index] : text;
        }
    }
    return points;
}

struct Series {
    std::string name;
    Points categories, values;
};

void collectSeries(const pugi::xml_node& node, std::vector<Series>& series, int depth)
{
    for (const pugi::xml_node child : node.children()) {
        if (localName(child) == "ser" && series.size() < maxSeries) {
            const auto either = [&child](const char* name, const char* other) {
                const pugi::xml_node found = findChild(child, name);
                return pointsOf(found ? found : findChild(child, other));
            };
            const Points name = pointsOf(findChild(child, "tx"));
            series.push_back({name.empty() ? std::string() : name.begin()->second,
                either("cat", "xVal"), either("val", "yVal")});
        } else if (depth < maxDepth) {
            collectSeries(child, series, depth + 1);
        }
    }
}

// A table of the series that have the same categories.
void putSeries(std::span<const Series> series, DocumentWriter& writer)
{
    std::vector<std::string> cells{""};
    size_t rows = series[0].categories.empty() ? 0 : series[0].categories.rbegin()->first + 1;
    for (const Series& each : series) {
        cells.push_back(each.name);
        if (!each.values.empty())
            rows = std::max(rows, each.values.rbegin()->first + 1);
    }
    writer.tableRow(cells);
    const auto valueAt = [](const Points& points, size_t row) {
        const auto found = points.find(row);
        return found == points.end() ? std::string() : found->second;
    };
    for (size_t row = 0; row < rows; ++row) {
        cells = {valueAt(series[0].categories, row)};
        for (const Series& each : series)
            cells.push_back(valueAt(each.values, row));
        writer.tableRow(cells);
    }
}

// All text of drawings within, a line per paragraph.
void appendDrawingText(std::string& text, const pugi::xml_node& node, int depth)
{
    for (const pugi::xml_node child : node.children()) {
        if (localName(child) == "t" && child.first_child().type() == pugi::node_pcdata)
            text += child.text().get();
        else if (depth < maxDepth)
            appendDrawingText(text, child, depth + 1);
    }
    if (localName(node) == "p")
        text += '\n';
}

} // namespace

void putChart(const pugi::xml_node& root, DocumentWriter& writer)
{
    const pugi::xml_node chart = findChild(root, "chart");
    std::string title;
    appendDrawingText(title, findChild(chart, "title"), 0);
    writer.paragraph(title);
    std::vector<Series> series;
    collectSeries(findChild(chart, "plotArea"), series, 0);
    for (auto first = series.begin(); first != series.end();) {
        const auto end = std::find_if(first, series.end(),
            [&](const Series& each) { return each.categories != first->categories; });
        putSeries({first, end}, writer);
        first = end;
    }
}

void putDiagram(const pugi::xml_node& data, DocumentWriter& writer)
{
    for (const pugi::xml_node point : findChild(data, "ptLst").children()) {
        std::string text;
        appendDrawingText(text, findChild(point, "t"), 0);
        writer.listItem(text);
    }
}

namespace {

std::string propertyOf(
    const pugi::xml_node& node, const char* properties, const char* name, const char* usual)
{
    const pugi::xml_node found = findChild(findChild(node, properties), name);
    return found ? findAttribute(found, "val") : usual;
}

std::string joined(
    const pugi::xml_node& parent, std::string_view name, const char* separator, int nesting)
{
    std::string text;
    bool isFirst = true;
    for (const pugi::xml_node child : parent.children())
        if (localName(child) == name)
            text += (std::exchange(isFirst, false) ? "" : separator)
                + officeMathText(child, nesting - 1);
    return text;
}

} // namespace

std::string officeMathText(const pugi::xml_node& math, int nesting)
{
    if (nesting < 0)
        throw Unreadable(DocumentFault::TooDeep);
    std::string text;
    for (const pugi::xml_node node : math.children()) {
        const std::string_view name = localName(node);
        const auto part = [&](const char* child) {
            return officeMathText(findChild(node, child), nesting - 1);
        };
        if (name == "t")
            text += node.text().get();
        else if (name == "f")
            text += fraction(part("num"), part("den"));
        else if (name == "sSup")
            text += withExponent(part("e"), part("sup"));
        else if (name == "sSub")
            text += withIndex(part("e"), part("sub"));
        else if (name == "sSubSup")
            text += withExponent(withIndex(part("e"), part("sub")), part("sup"));
        else if (name == "limLow")
            text += withIndex(part("e"), part("lim"));
        else if (name == "limUpp")
            text += withExponent(part("e"), part("lim"));
        else if (name == "rad")
            text += root(part("deg"), part("e"));
        else if (name == "func")
            text += part("fName") + ' ' + part("e");
        else if (name == "nary") {
            std::string sign = propertyOf(node, "naryPr", "chr", "∫");
            if (const std::string from = part("sub"); !from.empty())
                sign = withIndex(sign, from);
            if (const std::string to = part("sup"); !to.empty())
                sign = withExponent(sign, to);
            text += sign + ' ' + part("e");
        } else if (name == "d")
            text += propertyOf(node, "dPr", "begChr", "(")
                + joined(node, "e", propertyOf(node, "dPr", "sepChr", "|").c_str(), nesting)
                + propertyOf(node, "dPr", "endChr", ")");
        else if (name == "m")
            text += joined(node, "mr", "; ", nesting);
        else if (name == "mr")
            text += joined(node, "e", ", ", nesting);
        else if (name == "eqArr")
            text += joined(node, "e", "; ", nesting);
        else if (!name.ends_with("Pr") && name != "delText" && name != "del")
            text += officeMathText(node, nesting - 1);
    }
    return text;
}

} // namespace services
