#include "services/documents/readers/pdf_tables.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <algorithm>
#include <optional>
#include <utf8proc.h>
#include <utility>

namespace services {

namespace {

constexpr int mostColumns = 3; // that a page is divided into one within the other
constexpr size_t fewestLines = 4; // of a column

struct ColumnExtent {
    float low = 1e9F, high = -1e9F;

    void add(float from, float to)
    {
        low = std::min(low, from);
        high = std::max(high, to);
    }
    float length() const { return high - low; }
};

// The fragments on one side of a gutter.
struct Side {
    std::vector<float> widths;
    ColumnExtent across, down;
    size_t letters = 0;

    void add(const PdfFragment& fragment)
    {
        widths.push_back(fragment.box.width);
        across.add(fragment.box.x, fragment.box.right());
        down.add(fragment.box.y, fragment.box.bottom());
        letters += fragment.text.size();
    }

    // Lines of a text fill their column; cells of a table rarely do.
    bool isText()
    {
        if (widths.size() < fewestLines)
            return false;
        std::ranges::nth_element(widths, widths.begin() + ptrdiff_t(widths.size() / 2));
        return widths[widths.size() / 2] > 0.6F * across.length();
    }
};

enum class Towards { Left, Right, Across };

Towards towards(const PdfFragment& fragment, float gutter)
{
    constexpr float tolerance = 1; // points
    if (fragment.box.right() <= gutter + tolerance)
        return Towards::Left;
    return fragment.box.x >= gutter - tolerance ? Towards::Right : Towards::Across;
}

// How good it is to read what is left of it before what is right of it; nothing: it is wrong.
std::optional<float> worthOf(const std::vector<PdfFragment>& fragments, float gutter)
{
    Side left, right;
    size_t across = 0;
    for (const PdfFragment& fragment : fragments) {
        const Towards where = towards(fragment, gutter);
        if (where == Towards::Across)
            across += fragment.text.size();
        else
            (where == Towards::Left ? left : right).add(fragment);
    }
    const size_t fewer = std::min(left.letters, right.letters);
    if (fewer * 6 < left.letters + right.letters || across > left.letters + right.letters)
        return std::nullopt;
    const float beside
        = std::min(left.down.high, right.down.high) - std::max(left.down.low, right.down.low);
    if (beside < 0.4F * std::min(left.down.length(), right.down.length()) || !left.isText()
        || !right.isText())
        return std::nullopt;
    return float(fewer) - 2 * float(across) + 0.1F * (right.across.low - left.across.high);
}

std::optional<float> gutterOf(const std::vector<PdfFragment>& fragments)
{
    if (fragments.size() < 2 * fewestLines)
        return std::nullopt;
    ColumnExtent across;
    for (const PdfFragment& fragment : fragments)
        across.add(fragment.box.x, fragment.box.right());
    constexpr int steps = 120;
    std::optional<float> best;
    float most = -1e9F;
    for (int step = steps / 6; step <= steps - steps / 6; ++step) {
        const float gutter = across.low + across.length() * float(step) / steps;
        const std::optional<float> worth = worthOf(fragments, gutter);
        if (worth && *worth > most) {
            most = *worth;
            best = gutter;
        }
    }
    return best;
}

class Order {
public:
    void add(std::vector<PdfFragment> fragments, int depth)
    {
        const std::optional<float> gutter
            = depth < mostColumns ? gutterOf(fragments) : std::nullopt;
        if (gutter)
            divide(std::move(fragments), *gutter, depth);
        else
            addRegion(std::move(fragments));
    }

    std::vector<PdfRegion> take() { return std::move(m_regions); }

private:
    // What goes across divides the columns into those above and those below it.
    void divide(std::vector<PdfFragment> fragments, float gutter, int depth)
    {
        std::ranges::stable_sort(fragments, {}, &PdfFragment::middle);
        std::vector<PdfFragment> across, left, right;
        const auto endBand = [&] {
            if (left.empty() || right.empty()) {
                std::ranges::move(left, std::back_inserter(across));
                std::ranges::move(right, std::back_inserter(across));
            } else {
                addRegion(std::exchange(across, {}));
                add(std::move(left), depth + 1);
                add(std::move(right), depth + 1);
            }
            left.clear();
            right.clear();
        };
        for (PdfFragment& fragment : fragments) {
            const Towards where = towards(fragment, gutter);
            if (where == Towards::Across) {
                endBand();
                across.push_back(std::move(fragment));
            } else {
                (where == Towards::Left ? left : right).push_back(std::move(fragment));
            }
        }
        endBand();
        addRegion(std::move(across));
    }

    void addRegion(std::vector<PdfFragment> fragments)
    {
        if (!fragments.empty())
            m_regions.push_back(std::move(fragments));
    }

    std::vector<PdfRegion> m_regions;
};

} // namespace

std::vector<PdfRegion> findRegions(std::vector<PdfFragment> fragments)
{
    Order order;
    order.add(std::move(fragments), 0);
    return order.take();
}

namespace {

bool isLeader(const std::string& text)
{
    return text.find_first_not_of(". ") == std::string::npos;
}

// ". . . . ." between a title and the number of its page.
std::string withoutLeaders(const std::string& text)
{
    std::string words;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.size(), text.find_first_not_of(". ", at));
        const auto dots
            = std::count(text.begin() + ptrdiff_t(at), text.begin() + ptrdiff_t(end), '.');
        words += dots > 3 ? " " : text.substr(at, end - at);
        at = end;
        while (at < text.size() && text[at] != '.')
            words += text[at++];
    }
    return words;
}

bool areOnALine(const PdfRow& row, const PdfFragment& fragment)
{
    const auto largest = std::ranges::max_element(row.cells, {}, &PdfFragment::size);
    const float shared = std::min(largest->box.bottom(), fragment.box.bottom())
        - std::max(largest->box.y, fragment.box.y);
    return shared > 0.5F * std::min(largest->box.height, fragment.box.height);
}

void finish(PdfRow& row)
{
    std::ranges::stable_sort(row.cells, {}, [](const PdfFragment& cell) { return cell.box.x; });
    if (row.cells.size() > 1)
        row.isEntry = std::erase_if(row.cells, [](const PdfFragment& cell) {
            return isLeader(cell.text);
        }) > 0;
    for (PdfFragment& cell : row.cells) {
        std::string words = withoutLeaders(cell.text);
        row.isEntry = row.isEntry || words.size() < cell.text.size();
        cell.text = std::move(words);
    }
}

} // namespace

float PdfRow::right() const
{
    float right = 0;
    for (const PdfFragment& cell : cells)
        right = std::max(right, cell.box.right());
    return right;
}

float PdfRow::top() const
{
    return std::ranges::min_element(cells, {}, [](const auto& cell) { return cell.box.y; })->box.y;
}

float PdfRow::bottom() const
{
    return std::ranges::max_element(cells, {}, [](const auto& cell) {
        return cell.box.bottom();
    })->box.bottom();
}

float PdfRow::size() const
{
    return std::ranges::max_element(cells, {}, [](const auto& cell) {
        return cell.text.size();
    })->size;
}

std::string PdfRow::text() const
{
    std::string text;
    for (const PdfFragment& cell : cells)
        text += (text.empty() ? "" : " ") + cell.text;
    return text;
}

std::vector<PdfRow> splitRows(PdfRegion region)
{
    std::ranges::stable_sort(region, {}, &PdfFragment::middle);
    std::vector<PdfRow> rows;
    for (PdfFragment& fragment : region) {
        if (rows.empty() || !areOnALine(rows.back(), fragment))
            rows.emplace_back();
        rows.back().cells.push_back(std::move(fragment));
    }
    for (PdfRow& row : rows)
        finish(row);
    std::erase_if(rows, [](const PdfRow& row) { return row.cells.empty(); });
    return rows;
}

bool isMarker(std::string_view text)
{
    for (const std::string_view bullet :
        {"•", "◦", "‣", "▪", "■", "●", "○", "–", "-", "—", "*", "·"})
        if (text == bullet)
            return true;
    if (text.size() < 2 || text.size() > 5)
        return false;
    const bool isOpened = text[0] == '(';
    if (text.back() != ')' && (text.back() != '.' || isOpened))
        return false;
    text = text.substr(isOpened, text.size() - 1 - size_t(isOpened));
    return std::ranges::all_of(text, base::isDigit)
        || (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z');
}

bool beginsSmall(std::string_view text)
{
    return !text.empty()
        && utf8proc_category(utf8proc_int32_t(base::utf8At(text, 0).value)) == UTF8PROC_CATEGORY_LL;
}

namespace {

struct Column {
    float left, right;
};

bool overlap(const Column& column, const PdfFragment& cell)
{
    return column.left < cell.box.right() && cell.box.x < column.right;
}

// Columns with the room that the cells of one more row take; cells that overlap share one.
std::vector<Column> widened(std::vector<Column> columns, const PdfRow& row)
{
    for (const PdfFragment& cell : row.cells) {
        Column merged{cell.box.x, cell.box.right()};
        std::erase_if(columns, [&](const Column& column) {
            if (!overlap(column, cell))
                return false;
            merged.left = std::min(merged.left, column.left);
            merged.right = std::max(merged.right, column.right);
            return true;
        });
        columns.push_back(merged);
    }
    std::ranges::sort(columns, {}, &Column::left);
    return columns;
}

bool isItem(const PdfRow& row)
{
    return row.cells.size() == 2 && isMarker(row.cells[0].text);
}

bool hasCells(const PdfRow& row)
{
    return row.cells.size() > 1 && !isItem(row);
}

size_t parseColumn(const std::vector<Column>& columns, const PdfFragment& cell)
{
    const auto found = std::ranges::find_if(
        columns, [&](const Column& column) { return overlap(column, cell); });
    return size_t(found - columns.begin());
}

// A cell continued below: nothing in the first column, and no wider gap than between lines.
bool continues(const PdfRow& row, const PdfRow& before, const std::vector<Column>& columns)
{
    if (columns.size() < 2 || row.top() - before.bottom() > 0.7F * row.size()
        || row.left() < columns[1].left - 1)
        return false;
    return std::ranges::all_of(row.cells,
        [&](const PdfFragment& cell) { return parseColumn(columns, cell) < columns.size(); });
}

struct Extent {
    std::vector<Column> columns;
    size_t rowCount = 0; // of the region's rows
    size_t tableRows = 0; // those that begin a row of the table
    size_t cellCount = 0;
};

// Takes as many rows as can be in the same columns.
Extent extentOf(std::span<const PdfRow> rows)
{
    Extent extent{widened({}, rows[0]), 1, 1, rows[0].cells.size()};
    for (const PdfRow& row : rows.subspan(1)) {
        const PdfRow& before = rows[extent.rowCount - 1];
        if (!continues(row, before, extent.columns)) {
            const bool isFar = row.top() - before.bottom() > 3 * row.size();
            std::vector<Column> columns = widened(extent.columns, row);
            if (!hasCells(row) || isFar || columns.size() < 2
                || columns.size() + 1 < extent.columns.size())
                break;
            extent.columns = std::move(columns);
            ++extent.tableRows;
            extent.cellCount += row.cells.size();
        }
        ++extent.rowCount;
    }
    return extent;
}

// Long texts next to short ones.
bool isLabeled(const PdfTable& table, size_t columns)
{
    if (columns != 2)
        return false;
    constexpr size_t longText = 80;
    size_t longOnes = 0;
    for (const auto& row : table.rows) {
        size_t length = 0;
        for (const PdfFragment& line : row[1])
            length += line.text.size();
        longOnes += length > longText;
    }
    return longOnes * 2 > table.rows.size();
}

} // namespace

std::optional<PdfTable> tableAt(std::span<const PdfRow> rows)
{
    if (rows.empty() || !hasCells(rows[0]))
        return std::nullopt;
    const Extent extent = extentOf(rows);
    const size_t columns = extent.columns.size();
    if (extent.tableRows < 2 || columns < 2 || extent.cellCount * 2 < extent.tableRows * columns)
        return std::nullopt;
    PdfTable table{extent.rowCount, {}, false};
    for (size_t row = 0; row < extent.rowCount; ++row) {
        const bool goesOn = row > 0 && continues(rows[row], rows[row - 1], extent.columns);
        if (!goesOn)
            table.rows.emplace_back(columns);
        for (const PdfFragment& cell : rows[row].cells)
            table.rows.back()[parseColumn(extent.columns, cell)].push_back(cell);
    }
    table.isLabeled = isLabeled(table, columns);
    return table;
}

} // namespace services
