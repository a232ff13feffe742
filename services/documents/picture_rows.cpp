#include "services/documents/picture_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

namespace services {

namespace {

using After = PictureWord::After;

struct Line {
    QList<PictureWord> words;
    QRectF place;

    qsizetype length() const { return PictureText{words}.text().size(); }
};

using Column = std::vector<Line>;

bool isBeside(const Line& line, const Line& other)
{
    const double apart = std::abs(line.place.center().y() - other.place.center().y());
    return apart < 0.4 * std::max(line.place.height(), other.place.height())
        && other.place.left() > line.place.right();
}

std::vector<Line> linesOf(const PictureText& text)
{
    std::vector<Line> lines;
    bool begins = true;
    for (const PictureWord& word : text.words) {
        if (begins)
            lines.emplace_back();
        lines.back().words << word;
        lines.back().place |= word.place;
        begins = word.after != After::Space;
    }
    return lines;
}

bool isBelow(const Line& line, const Column& column)
{
    QRectF all;
    for (const Line& each : column)
        all |= each.place;
    return line.place.center().y() > column.back().place.center().y()
        && line.place.left() < all.right() && line.place.right() > all.left();
}

// A column ends where the next line stands higher, or beside it.
std::vector<Column> columnsOf(const PictureText& text)
{
    std::vector<Column> columns;
    for (Line& line : linesOf(text)) {
        if (columns.empty() || !isBelow(line, columns.back()))
            columns.emplace_back();
        columns.back().push_back(std::move(line));
    }
    return columns;
}

bool areShort(const std::vector<const Line*>& lines)
{
    constexpr qsizetype shortLine = 24; // characters
    const auto isShort = [](const Line* line) { return line->length() <= shortLine; };
    return 2 * std::ranges::count_if(lines, isShort) > std::ssize(lines);
}

// The line of the columns that stands nearest to the left of this one; null if there is none.
Line* beside(const Line& line, std::vector<Column>& columns)
{
    Line* nearest = nullptr;
    for (Column& column : columns)
        for (Line& each : column)
            if (isBeside(each, line) && (!nearest || each.place.right() > nearest->place.right()))
                nearest = &each;
    return nearest;
}

bool belongsBeside(const Column& column, const std::vector<Line*>& partners)
{
    std::vector<const Line*> values, labels;
    for (size_t line = 0; line < column.size(); ++line)
        if (partners[line]) {
            values.push_back(&column[line]);
            labels.push_back(partners[line]);
        }
    return !values.empty() && 10 * values.size() >= 7 * column.size()
        && (areShort(values) || areShort(labels));
}

void append(Line& line, const Line& other)
{
    line.words.last().after = After::Space;
    line.words += other.words;
    line.place |= other.place;
}

// How far the middles of lines are apart that follow each other; the smaller half tells what is usual.
double usualDistance(const std::vector<Line>& lines)
{
    std::vector<double> distances;
    for (size_t line = 1; line < lines.size(); ++line)
        if (const double down = lines[line].place.center().y() - lines[line - 1].place.center().y();
            down > 0)
            distances.push_back(down);
    if (distances.empty())
        return 0;
    const auto middle = distances.begin() + ptrdiff_t((distances.size() - 1) / 2);
    std::ranges::nth_element(distances, middle);
    return *middle;
}

// Lines that are farther apart than usual, or lie higher than the one before, begin something new.
PictureText joined(std::vector<Line> lines)
{
    const double usual = usualDistance(lines);
    PictureText text;
    for (size_t line = 0; line < lines.size(); ++line) {
        After& after = lines[line].words.last().after;
        const double down = line + 1 < lines.size()
            ? lines[line + 1].place.center().y() - lines[line].place.center().y()
            : usual;
        if (after != After::Nothing)
            after = down <= 0 || down > 1.5 * usual ? After::Paragraph : After::Line;
        text.words += lines[line].words;
    }
    return text;
}

} // namespace

PictureText inRows(const PictureText& text)
{
    std::vector<Column> rows;
    for (Column& column : columnsOf(text)) {
        std::vector<Line*> partners;
        for (const Line& line : column)
            partners.push_back(beside(line, rows));
        if (!belongsBeside(column, partners)) {
            rows.push_back(std::move(column));
            continue;
        }
        Column others;
        for (size_t line = 0; line < column.size(); ++line)
            if (partners[line])
                append(*partners[line], column[line]);
            else
                others.push_back(std::move(column[line]));
        if (!others.empty())
            rows.push_back(std::move(others));
    }
    std::vector<Line> lines;
    for (Column& column : rows)
        std::ranges::move(column, std::back_inserter(lines));
    return joined(std::move(lines));
}

} // namespace services
