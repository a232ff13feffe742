#include "services/documents/readers/pdf_tables.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "services/documents/readers/pdf_columns.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <utf8proc.h>
#include <utility>

namespace services {

namespace {

constexpr size_t fewestWords = 3; // of a line of running text
constexpr size_t fewestLetters = 16; // of one whose words are not apart

bool endsSentence(std::string_view text)
{
    return text.ends_with('.') || text.ends_with('!') || text.ends_with('?');
}

// True if the second line continues the sentence of the first.
bool goesOn(const PdfFragment& line, const PdfFragment& next)
{
    return beginsSmall(next.text) && !endsSentence(line.text) && next.box.y > line.box.y
        && line.words.size() > 1;
}

// Lines that are read one below the other: a column, or cells of a table that are in one.
struct Piece {
    size_t from, to; // of the fragments in the order of reading
    float top, bottom;
};

std::vector<Piece> piecesOf(std::span<const PdfFragment> lines)
{
    std::vector<Piece> pieces;
    for (size_t line = 0; line < lines.size(); ++line) {
        const Rectangle& box = lines[line].box;
        if (line == 0 || box.bottom() < lines[line - 1].box.y + 1)
            pieces.push_back({line, line, box.y, box.bottom()});
        Piece& piece = pieces.back();
        piece.to = line + 1;
        piece.top = std::min(piece.top, box.y);
        piece.bottom = std::max(piece.bottom, box.bottom());
    }
    return pieces;
}

// True if most of the lines at this height are sentences rather than cells: they have several words,
// go on in the next line, or fill their column.
bool isText(std::span<const PdfFragment> lines, float top, float bottom)
{
    constexpr size_t enoughLines = 6;
    constexpr float full = 0.65F; // of the longest line
    size_t all = 0, text = 0, words = 0, plain = 0, filled = 0;
    float longest = 0;
    const auto isBeside
        = [&](const PdfFragment& line) { return line.box.bottom() >= top && line.box.y <= bottom; };
    for (size_t line = 0; line < lines.size(); ++line) {
        const PdfFragment& here = lines[line];
        if (!isBeside(here))
            continue;
        ++all;
        text += here.words.size() >= fewestWords || here.text.size() >= fewestLetters
            || (line > 0 && goesOn(lines[line - 1], here));
        words += here.words.size();
        plain += !base::isDigit(here.text[0]);
        longest = std::max(longest, here.box.width);
    }
    for (const PdfFragment& line : lines)
        filled += isBeside(line) && line.box.width > full * longest;
    const bool isFull
        = all >= enoughLines && filled * 5 > all * 4 && words * 2 > all * 3 && plain * 2 > all;
    return all > 1 && (text * 2 > all || isFull);
}

// Takes what is written up the margin, alone: it is no line among others.
std::vector<PdfFragment> takeAside(std::vector<PdfFragment>& fragments)
{
    std::vector<PdfFragment> upright, aside;
    for (const PdfFragment& fragment : fragments) {
        const bool isAlone = fragment.isVertical
            && std::ranges::count_if(fragments,
                   [&](const PdfFragment& other) {
                       return other.isVertical && areOnALine(other.box, fragment.box);
                   })
                == 1;
        (isAlone ? aside : upright).push_back(fragment);
    }
    fragments = std::move(upright);
    return aside;
}

// Adds the regions of what isn't columns of running text as such.
void addRegions(std::vector<PdfFragment> fragments, std::vector<PdfRegion>& regions)
{
    const std::vector<Piece> pieces = piecesOf(fragments);
    const std::span<PdfFragment> lines(fragments);
    Piece region{};
    const auto endRegion = [&] {
        const auto part = lines.subspan(region.from, region.to - region.from);
        if (!part.empty())
            regions.emplace_back(std::move_iterator(part.begin()), std::move_iterator(part.end()));
    };
    for (const Piece& piece : pieces) {
        const float top = std::max(region.top, piece.top);
        const float bottom = std::min(region.bottom, piece.bottom);
        const auto before = lines.subspan(region.from, region.to - region.from);
        const auto next = lines.subspan(piece.from, piece.to - piece.from);
        if (isText(before, top, bottom) && isText(next, top, bottom)) {
            endRegion();
            region = piece;
        } else {
            region.top = region.to == 0 ? piece.top : std::min(region.top, piece.top);
            region.bottom = std::max(region.bottom, piece.bottom);
            region.to = piece.to;
        }
    }
    endRegion();
}

} // namespace

std::vector<PdfRegion> findRegions(std::vector<PdfFragment> fragments)
{
    const std::vector<PdfFragment> aside = takeAside(fragments);
    std::vector<PdfRegion> regions;
    for (PdfBand& band : findBands(std::move(fragments))) {
        if (band.columns.size() == 1)
            addRegions(std::move(band.columns[0]), regions);
        else
            std::ranges::move(band.columns, std::back_inserter(regions));
    }
    for (const PdfFragment& fragment : aside)
        regions.push_back({fragment});
    return regions;
}

namespace {

// Takes ". . . . ." or "....." between a title and the number of its page away. Returns whether there were any.
bool removeLeaders(PdfFragment& cell)
{
    const std::string text = std::exchange(cell.text, {});
    const std::vector<Rectangle> boxes = std::exchange(cell.words, {});
    const bool isEntry
        = text.find("....") != std::string::npos || text.find(". . . .") != std::string::npos;
    size_t at = 0;
    for (const Rectangle& box : boxes) {
        std::string word = text.substr(at, text.find(' ', at) - at);
        at += word.size() + 1;
        if (isEntry && (word.ends_with("...") || word == "." || word == ".."))
            word.resize(word.find_last_not_of('.') + 1);
        if (word.empty())
            continue;
        cell.text += (cell.text.empty() ? "" : " ") + word;
        cell.words.push_back(box);
    }
    return isEntry;
}

bool areOnALine(const PdfRow& row, const PdfFragment& fragment)
{
    const auto largest = std::ranges::max_element(row.cells, {}, &PdfFragment::size);
    return largest->isVertical == fragment.isVertical && areOnALine(largest->box, fragment.box);
}

void finish(PdfRow& row)
{
    std::ranges::stable_sort(row.cells, {}, [](const PdfFragment& cell) { return cell.box.x; });
    for (PdfFragment& cell : row.cells)
        row.isEntry = removeLeaders(cell) || row.isEntry;
    std::erase_if(row.cells, [](const PdfFragment& cell) { return cell.text.empty(); });
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

namespace {

// The row of a region in which a fragment is, and its index there.
struct CellPosition {
    size_t row, cell;
};

// True if a word that is divided at the end of a line goes on in the next one, which is below it.
bool dividesWord(const PdfFragment& line, const PdfFragment& next)
{
    return !line.isVertical && !next.isVertical && !hyphenAt(line.text).empty()
        && beginsSmall(next.text) && next.box.y > line.box.y
        && next.box.y - line.box.bottom() < line.box.height && line.box.x < next.box.right()
        && next.box.x < line.box.right();
}

// Takes the rest of each divided word to its beginning, unless it follows anyway: rows are read across
// their cells, in which lines are anywhere.
void joinDividedWords(std::vector<PdfRow>& rows, std::span<const CellPosition> positions)
{
    for (size_t i = 0; i + 1 < positions.size(); ++i) {
        const CellPosition at = positions[i], below = positions[i + 1];
        auto &cells = rows[at.row].cells, &cellsBelow = rows[below.row].cells;
        PdfFragment &line = cells[at.cell], &next = cellsBelow[below.cell];
        const bool follows = below.row == at.row + 1 && cells.size() == 1 && cellsBelow.size() == 1;
        if (follows || !dividesWord(line, next))
            continue;
        const size_t end = std::min(next.text.find(' '), next.text.size());
        line.rest = next.text.substr(0, end);
        line.restBox = next.words.front();
        next.text.erase(0, std::min(end + 1, next.text.size()));
        next.words.erase(next.words.begin());
    }
}

} // namespace

std::vector<PdfRow> splitRows(PdfRegion region)
{
    std::vector<size_t> order(region.size()); // from top to bottom
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, {}, [&](size_t i) { return region[i].middle(); });
    std::vector<PdfRow> rows;
    std::vector<CellPosition> positions(region.size());
    for (const size_t i : order) {
        if (rows.empty() || !areOnALine(rows.back(), region[i]))
            rows.emplace_back();
        positions[i] = {rows.size() - 1, rows.back().cells.size()};
        rows.back().cells.push_back(std::move(region[i]));
    }
    joinDividedWords(rows, positions);
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
