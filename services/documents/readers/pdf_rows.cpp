#include "services/documents/readers/pdf_rows.h"

#include <algorithm>
#include <utf8proc.h>

namespace services {

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

std::vector<PdfRow> rowsOf(PdfRegion region)
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
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    return std::ranges::all_of(text, isDigit)
        || (text.size() == 1 && text[0] >= 'a' && text[0] <= 'z');
}

bool beginsSmall(std::string_view text)
{
    utf8proc_int32_t letter;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    return utf8proc_iterate(bytes, utf8proc_ssize_t(text.size()), &letter) > 0
        && utf8proc_category(letter) == UTF8PROC_CATEGORY_LL;
}

} // namespace services
