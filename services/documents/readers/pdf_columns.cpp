#include "services/documents/readers/pdf_columns.h"

#include "services/documents/readers/pdf_tables.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace services {

namespace {

using Line = const PdfFragment*;

struct Gutter {
    float left, right;
};

// The gutters that are left where a box isn't.
std::vector<Gutter> withoutBox(
    const std::vector<Gutter>& gutters, const Rectangle& box, float width)
{
    std::vector<Gutter> left;
    for (const Gutter& gutter : gutters)
        for (const Gutter part : {Gutter{gutter.left, std::min(gutter.right, box.x)},
                 Gutter{std::max(gutter.left, box.right()), gutter.right}})
            if (part.right - part.left >= width)
                left.push_back(part);
    return left;
}

// The distances from line to line in a column, and the usual one: the median, or the lower one of two, as gaps
// between paragraphs are wider.
struct Pitches {
    std::vector<float> all = {};
    float usual = 0;

    explicit Pitches(std::span<const Line> lines)
    {
        for (size_t i = 1; i < lines.size(); ++i)
            all.push_back(lines[i]->box.y - lines[i - 1]->box.y);
        if (all.empty())
            return;
        std::vector<float> sorted = all;
        const size_t middle = (sorted.size() - 1) / 2;
        std::ranges::nth_element(sorted, sorted.begin() + ptrdiff_t(middle));
        usual = sorted[middle];
    }

    bool isWide(size_t i) const { return all[i] > 1.3F * usual; }
};

constexpr size_t fewLines = 4; // of the end of a text

// True if lines are below each other, most fill the column, and sentences go on from line to line.
bool isRunningText(std::span<const Line> lines)
{
    constexpr float full = 0.65F; // of the longest line
    float longest = 0;
    for (const Line line : lines)
        longest = std::max(longest, line->box.width);
    size_t filled = 0, continued = 0, words = 0, abreast = 0;
    for (size_t i = 0; i < lines.size(); ++i) {
        filled += lines[i]->box.width > full * longest;
        words += lines[i]->words.size();
        continued += i > 0 && beginsSmall(lines[i]->text);
        abreast += i > 0 && areOnALine(lines[i - 1]->box, lines[i]->box);
    }
    return filled * 2 > lines.size() && words >= 2 * lines.size() && abreast * 5 <= lines.size()
        && (lines.size() < fewLines || continued * 3 > lines.size());
}

// The upper edges of the lines behind a gap between paragraphs.
std::vector<float> findParagraphs(std::span<const Line> lines)
{
    const Pitches pitches(lines);
    std::vector<float> tops;
    for (size_t i = 0; i < pitches.all.size(); ++i)
        if (pitches.isWide(i))
            tops.push_back(lines[i + 1]->box.y);
    return tops;
}

// True if paragraphs of two columns begin at the same heights, as the rows of a table do.
bool areRows(std::span<const Line> a, std::span<const Line> b)
{
    constexpr size_t fewest = 3; // paragraphs that don't by chance
    constexpr float near = 3; // points
    std::vector<float> fewer = findParagraphs(a), more = findParagraphs(b);
    if (fewer.size() > more.size())
        std::swap(fewer, more);
    const auto isShared = [&more](float top) {
        return std::ranges::any_of(more, [top](float y) { return std::abs(y - top) < near; });
    };
    return fewer.size() >= fewest
        && size_t(std::ranges::count_if(fewer, isShared)) * 4 > fewer.size() * 3;
}

using Columns = std::vector<std::vector<Line>>;

bool areRunningText(const Columns& columns)
{
    constexpr size_t fewestLines = 8; // of all columns
    constexpr float even = 1.3F; // between the distances from line to line
    size_t count = 0, most = 0;
    float closest = 1e9F, widest = 0;
    for (const std::vector<Line>& lines : columns) {
        if (!isRunningText(lines))
            return false;
        count += lines.size();
        most = std::max(most, lines.size());
        if (lines.size() < 3)
            continue; // one distance at most
        const float usual = Pitches(lines).usual;
        closest = std::min(closest, usual);
        widest = std::max(widest, usual);
    }
    for (size_t column = 1; column < columns.size(); ++column)
        if (areRows(columns[column - 1], columns[column]))
            return false;
    return columns.size() > 1 && count >= fewestLines && most >= fewLines
        && widest < even * closest;
}

Columns splitAt(std::span<const Line> lines, const std::vector<Gutter>& gutters)
{
    Columns columns(gutters.size() + 1);
    for (const Line line : lines) {
        const auto isLeft = [line](const Gutter& gutter) { return gutter.right <= line->box.x; };
        columns[size_t(std::ranges::count_if(gutters, isLeft))].push_back(line);
    }
    std::erase_if(columns, [](const auto& column) { return column.empty(); });
    return columns;
}

// The columns of text that begin with the first of some lines, and how many lines they have. No
// columns: there are none.
struct Run {
    Columns columns = {};
    size_t size = 0;
};

Run findRun(std::span<const Line> lines, const Gutter& inside, float width)
{
    std::vector<Gutter> gutters{inside};
    size_t size = 0;
    for (; size < lines.size(); ++size) {
        std::vector<Gutter> left = withoutBox(gutters, lines[size]->box, width);
        if (left.empty())
            break;
        gutters = std::move(left);
    }
    Run run{splitAt(lines.first(size), gutters), size};
    if (!areRunningText(run.columns))
        run.columns.clear();
    return run;
}

} // namespace

std::vector<PdfBand> findBands(std::vector<PdfFragment> fragments)
{
    constexpr float narrowestGutter = 0.6F, narrowestColumn = 5; // in sizes of the letters
    constexpr size_t fewest = 8, most = 1000; // fragments of a page with columns
    std::vector<PdfBand> bands;
    std::vector<Line> lines;
    float left = 1e9F, right = 0;
    for (const PdfFragment& fragment : fragments) {
        lines.push_back(&fragment);
        left = std::min(left, fragment.box.x);
        right = std::max(right, fragment.box.right());
    }
    std::ranges::stable_sort(lines, {}, [](Line line) { return line->box.y; });
    const float size = middleSize(fragments);
    const Gutter inside{left + narrowestColumn * size, right - narrowestColumn * size};
    std::vector<size_t> bandOf(fragments.size(), 0); // for what isn't in columns
    std::vector<bool> isInColumns(fragments.size(), false);
    std::vector<Columns> found; // by band; none: other fragments
    const bool canHaveColumns = lines.size() >= fewest && lines.size() <= most;
    for (size_t first = 0; canHaveColumns && first < lines.size();) {
        const std::span<const Line> rest = std::span(lines).subspan(first);
        Run run = findRun(rest, inside, narrowestGutter * size);
        if (run.columns.empty()) {
            if (found.empty() || !found.back().empty())
                found.emplace_back();
            bandOf[size_t(rest[0] - fragments.data())] = found.size() - 1;
            ++first;
            continue;
        }
        for (const Line line : rest.first(run.size))
            isInColumns[size_t(line - fragments.data())] = true;
        found.push_back(std::move(run.columns));
        first += run.size;
    }
    if (std::ranges::all_of(found, [](const Columns& columns) { return columns.empty(); })) {
        bands.emplace_back().columns.push_back(std::move(fragments));
        return bands;
    }
    for (const Columns& columns : found) {
        PdfBand& band = bands.emplace_back();
        for (const std::vector<Line>& column : columns) {
            std::vector<PdfFragment>& copied = band.columns.emplace_back();
            for (const Line line : column)
                copied.push_back(*line);
        }
        if (columns.empty())
            band.columns.emplace_back();
    }
    for (size_t i = 0; i < fragments.size(); ++i)
        if (!isInColumns[i])
            bands[bandOf[i]].columns[0].push_back(fragments[i]);
    return bands;
}

} // namespace services
