#include "services/documents/readers/pdf_blocks.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "services/documents/readers/pdf_tables.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <optional>
#include <utf8proc.h>

namespace services {

namespace {

constexpr float indent = 0.8F; // in sizes of the font
constexpr size_t longestHeading = 200; // bytes

bool endsSentence(std::string_view text)
{
    while (text.ends_with(')') || text.ends_with('"') || text.ends_with("”"))
        text.remove_suffix(text.ends_with("”") ? 3 : 1);
    return text.ends_with('.') || text.ends_with(':') || text.ends_with('!') || text.ends_with('?')
        || text.ends_with(';');
}

std::string_view lastWord(std::string_view text)
{
    return text.substr(text.find_last_of(' ') + 1);
}

std::string_view firstWord(std::string_view text)
{
    return text.substr(0, text.find_first_of(" .,;:!?)"));
}

// "3.2 Title" is a heading of level 2, if it looks like one. 0: there is no such number.
int levelByNumber(std::string_view text)
{
    const size_t space = text.find(' ');
    if (space == std::string_view::npos || space > 10 || text[0] < '1' || text[0] > '9')
        return 0;
    std::string_view number = text.substr(0, space);
    if (number.ends_with('.'))
        number.remove_suffix(1);
    if (number.find_first_not_of("0123456789.") != std::string_view::npos)
        return 0;
    const char next = text[text.find_first_not_of(' ', space)];
    const bool isTitle = uint8_t(next) >= 0x80 || (next >= 'A' && next <= 'Z');
    return isTitle ? int(std::ranges::count(number, '.')) + 1 : 0;
}

// True if words that begin with it keep their hyphen: "well-known", but "donkey".
bool formsCompounds(std::string_view word)
{
    constexpr std::array<std::string_view, 22> first{"half", "self", "well", "non", "low", "high",
        "long", "short", "two", "three", "four", "five", "six", "seven", "eight", "twenty",
        "thirty", "forty", "fifty", "sixty", "seventy", "ninety"};
    return std::ranges::find(first, base::toLowerAscii(word)) != first.end();
}

bool isInCapitals(std::string_view word)
{
    return word.size() > 1
        && std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

// Word by word.
std::vector<PlacedText> piecesOf(const PdfFragment& fragment)
{
    std::vector<PlacedText> pieces;
    size_t at = 0;
    for (const Rectangle& box : fragment.words) {
        const size_t end = std::min(fragment.text.find(' ', at), fragment.text.size());
        pieces.push_back({fragment.text.substr(at, end - at), box});
        at = std::min(end + 1, fragment.text.size());
    }
    return pieces;
}

// True if a line that begins with it is an item of a list, whatever is before it.
bool isBullet(std::string_view marker)
{
    constexpr std::array<std::string_view, 7> bullets{"•", "◦", "‣", "▪", "■", "●", "○"};
    return std::ranges::find(bullets, marker) != bullets.end();
}

// A letter or a digit.
bool beginsLikeWord(std::string_view text)
{
    return !text.empty()
        && (beginsSmall(text) || base::isDigit(text[0]) || uint8_t(text[0]) >= 0x80
            || (text[0] >= 'A' && text[0] <= 'Z'));
}

class Blocks {
public:
    Blocks(const PdfSurroundings& surroundings, DocumentWriter& writer)
        : m_surroundings(surroundings)
        , m_writer(writer)
    {
    }

    void putRegion(const std::vector<PdfRow>& rows)
    {
        measure(rows);
        for (size_t row = 0; row < rows.size();) {
            if (const auto table = tableAt(std::span(rows).subspan(row))) {
                endBlock();
                putTable(*table);
                row += table->rowCount;
                m_before = nullptr;
                continue;
            }
            putRow(rows[row]);
            m_before = &rows[row];
            ++row;
        }
        endBlock();
        m_before = nullptr;
    }

private:
    // How far lines are apart, and how far right they reach.
    void measure(const std::vector<PdfRow>& rows)
    {
        std::vector<float> distances;
        m_left = 1e9F;
        m_right = 0;
        for (size_t row = 0; row < rows.size(); ++row) {
            m_left = std::min(m_left, rows[row].left());
            m_right = std::max(m_right, rows[row].right());
            const float distance = row > 0 ? rows[row].bottom() - rows[row - 1].bottom() : 0;
            if (distance > 0.8F * rows[row].size() && distance < 2.2F * rows[row].size())
                distances.push_back(distance);
        }
        m_leading = 1.25F * m_surroundings.bodySize;
        if (distances.empty())
            return;
        const auto lowerQuarter = distances.begin() + ptrdiff_t(distances.size() / 4);
        std::ranges::nth_element(distances, lowerQuarter); // more lines go on than begin something
        m_leading = *lowerQuarter;
    }

    int outlineLevel(std::string_view text) const
    {
        const std::string key = toKey(text);
        for (const PdfOutlineEntry& entry : m_surroundings.outline) {
            const bool hasNumber = key.size() > entry.key.size()
                && key.size() <= entry.key.size() + 12 && key.ends_with(entry.key);
            if (!entry.key.empty() && (key == entry.key || hasNumber))
                return entry.level;
        }
        return 0;
    }

    int levelBySize(float size) const
    {
        const float ratio = m_surroundings.bodySize > 0 ? size / m_surroundings.bodySize : 1;
        if (ratio < 1.17F)
            return 0;
        return ratio > 1.75F ? 1 : ratio > 1.35F ? 2 : 3;
    }

    // The level of a heading that no table of contents names; 0 if the row does not look like one.
    int guessedLevel(const PdfRow& row, std::string_view text, bool isApart) const
    {
        constexpr size_t longestNumbered = 120; // bytes
        const int level = isApart && text.size() < longestNumbered && !endsSentence(text)
            ? levelByNumber(text)
            : 0;
        const bool isTitle = text.size() < longestHeading && toKey(text).size() > 1;
        return level > 0 || !isTitle ? level : levelBySize(row.size());
    }

    void putRow(const PdfRow& row)
    {
        const std::string text = row.text();
        const bool isApart = !m_before || row.bottom() - m_before->bottom() > 1.3F * m_leading;
        const bool isAligned = m_isItem && std::abs(row.left() - m_first) < indent * row.size();
        const std::string marker = text.substr(0, text.find(' '));
        const bool isItem = isMarker(marker)
            && (isBullet(marker) || row.cells.size() > 1 || isApart || isAligned
                || (!m_isItem && !isFull(*m_before, row.size())));
        int level = row.isEntry ? 0 : outlineLevel(text);
        if (level == 0 && !row.isEntry)
            level = guessedLevel(row, text, isApart);
        const bool isSameHeading
            = level > 0 && m_level == level && !isApart && std::abs(row.size() - m_size) < 0.5F;
        if (!isSameHeading && (level > 0 || m_level > 0 || isItem || isApart || beginsBlock(row)))
            endBlock();
        if (m_lines.empty()) {
            m_level = level;
            m_isItem = isItem && level == 0;
            m_first = row.left();
        }
        ++m_rowCount;
        m_min = m_rowCount == 1 ? 1e9F : std::min(m_min, row.left());
        m_size = row.size();
        for (const PdfFragment& cell : row.cells)
            add(cell);
    }

    // True if a line extends as far as lines do, so that the next may continue its sentence.
    bool isFull(const PdfRow& row, float size) const { return row.right() > m_right - 3 * size; }

    bool beginsBlock(const PdfRow& row) const
    {
        const float step = indent * row.size();
        if (row.isEntry || m_before->isEntry)
            return true;
        if (std::abs(row.size() - m_size) > 0.17F * m_size || row.top() < m_before->top())
            return true;
        const bool isShort = m_before->right() < m_right - 0.25F * (m_right - m_left);
        if (isShort && endsSentence(m_before->text()))
            return true;
        if (m_isItem) // its further lines begin where its text does
            return row.left() < m_first - step
                || (row.left() < m_first + 1 && m_rowCount > 1 && m_min > m_first + step);
        if (m_rowCount == 1)
            return row.left() > m_first + step && !isFull(*m_before, row.size());
        return row.left() > m_min + step || row.left() < m_min - step;
    }

    // A hyphen at the end of a line divides a word, unless the word has one.
    void add(const PdfFragment& line)
    {
        if (!m_lines.empty())
            joinTo(m_lines.back(), line.text);
        std::ranges::move(piecesOf(line), std::back_inserter(m_lines));
        if (line.rest.empty())
            return;
        joinTo(m_lines.back(), line.rest);
        m_lines.push_back({line.rest, line.restBox});
    }

    void joinTo(PlacedText& before, std::string_view next) const
    {
        const std::string_view hyphen = hyphenAt(before.text);
        if (hyphen.empty() || !beginsLikeWord(next))
            return;
        before.wordGoesOn = true;
        const std::string_view left
            = lastWord(std::string_view(before.text).substr(0, before.text.size() - hyphen.size()));
        const std::string whole = std::string(left) + '-' + std::string(firstWord(next));
        if (hyphen == "\u00AD"
            || ((beginsSmall(next) || (isInCapitals(left) && isInCapitals(firstWord(next))))
                && !m_surroundings.hyphenated.contains(whole) && !formsCompounds(left)))
            before.text.resize(before.text.size() - hyphen.size());
    }

    void endBlock()
    {
        put(m_level > 0    ? BlockKind::Heading
                : m_isItem ? BlockKind::ListItem
                           : BlockKind::Paragraph,
            m_level);
        m_rowCount = 0;
        m_level = 0;
        m_isItem = false;
    }

    // Writes the lines as a block, where they are on the page as it is shown.
    void put(BlockKind kind, int level)
    {
        for (PlacedText& piece : m_lines)
            piece.place = turnedBack(
                piece.place, m_surroundings.quarters, m_surroundings.width, m_surroundings.height);
        if (!m_lines.empty())
            m_writer.addPlaced(kind, level, m_lines);
        m_lines.clear();
    }

    void putTable(const PdfTable& table)
    {
        for (const auto& row : table.rows) {
            size_t end = row.size();
            while (end > 0 && row[end - 1].empty())
                --end;
            for (size_t cell = 0; cell < end; ++cell) {
                if (cell > 0 && !table.isLabeled)
                    m_lines.push_back({"|", {}, false});
                for (const PdfFragment& line : row[cell])
                    add(line);
            }
            put(table.isLabeled ? BlockKind::Paragraph : BlockKind::TableRow, 0);
        }
    }

    const PdfSurroundings& m_surroundings;
    DocumentWriter& m_writer;

    float m_left = 0, m_right = 0; // of the region
    float m_leading = 0; // from line to line, in points
    const PdfRow* m_before = nullptr;

    // The block that is being put together.
    std::vector<PlacedText> m_lines; // or the words of lines
    size_t m_rowCount = 0;
    float m_first = 0, m_min = 0; // left edges of its first row, and of the others
    float m_size = 0;
    int m_level = 0;
    bool m_isItem = false;
};

} // namespace

void putPage(
    std::vector<PdfFragment> fragments, const PdfSurroundings& surroundings, DocumentWriter& writer)
{
    Blocks blocks(surroundings, writer);
    for (PdfRegion& region : findRegions(std::move(fragments)))
        blocks.putRegion(splitRows(std::move(region)));
}

void noteHyphens(const std::vector<PdfFragment>& fragments, std::set<std::string>& words)
{
    constexpr size_t most = 50'000;
    for (const PdfFragment& fragment : fragments)
        for (size_t at = fragment.text.find('-'); at != std::string::npos && words.size() < most;
             at = fragment.text.find('-', at + 1)) {
            const std::string_view text = fragment.text;
            const std::string_view left = lastWord(text.substr(0, at));
            const std::string_view right = firstWord(text.substr(at + 1));
            if (!left.empty() && !right.empty())
                words.insert(std::string(left) + '-' + std::string(right));
        }
}

std::string toKey(std::string_view title)
{
    std::string key;
    for (const char32_t character : base::decodeUtf8(title)) {
        const auto letter = utf8proc_int32_t(character);
        const utf8proc_category_t category = utf8proc_category(letter);
        if (category <= UTF8PROC_CATEGORY_LO
            || (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO))
            base::appendUtf8(key, char32_t(utf8proc_tolower(letter)));
    }
    return key;
}

namespace {

constexpr float edge = 0.1F; // of the page's height
constexpr float tolerance = 4; // points

// The value of "xiv"; none if the text is no such number.
std::optional<int> parseRoman(std::string_view text)
{
    constexpr std::string_view letters = "ivxlc";
    constexpr std::array<int, 5> values{1, 5, 10, 50, 100};
    constexpr size_t longest = 7;
    if (text.empty() || text.size() > longest)
        return std::nullopt;
    int sum = 0, last = 0;
    for (const char c : text) {
        const size_t letter = letters.find(char(std::tolower(uint8_t(c))));
        if (letter == std::string_view::npos)
            return std::nullopt;
        sum += values[letter] - (values[letter] > last ? 2 * last : 0);
        last = values[letter];
    }
    return sum;
}

// A text with every number as "#", and the numbers.
struct Form {
    std::string text;
    std::vector<int> numbers = {};

    explicit Form(std::string_view written)
    {
        constexpr int largest = 1'000'000; // more numbers no pages
        if (const auto roman = parseRoman(written)) {
            text = "#";
            numbers = {*roman};
            return;
        }
        bool isNumber = false;
        for (const char c : written) {
            if (base::isDigit(c)) {
                if (!isNumber) {
                    text += '#';
                    numbers.push_back(0);
                }
                int& number = numbers.back();
                number = number > largest ? number : 10 * number + (c - '0');
            } else {
                text += c;
            }
            isNumber = base::isDigit(c);
        }
    }
};

bool isAtEdge(const PdfFragment& fragment, float height)
{
    return fragment.box.y < edge * height || fragment.box.bottom() > (1 - edge) * height;
}

// True if it is one of four or more in a row: the heads of a table that continues.
bool isHeadOfTable(const std::vector<PdfFragment>& page, const PdfFragment& fragment)
{
    return std::ranges::count_if(page, [&](const PdfFragment& other) {
        return std::abs(other.box.y - fragment.box.y) < 1;
    }) > 3;
}

// What a fragment has in common with one that is as high on a page `distance` pages behind.
enum class Likeness { None, Same, NumbersPages };

Likeness likeness(const Form& form, const Form& other, int distance)
{
    if (form.text != other.text || form.numbers.size() != other.numbers.size())
        return Likeness::None;
    bool isSame = true;
    for (size_t i = 0; i < form.numbers.size(); ++i) { // "14 of 127"
        const int step = other.numbers[i] - form.numbers[i];
        if (step != 0 && step != distance)
            return Likeness::None;
        isSame = isSame && step == 0;
    }
    return isSame ? Likeness::Same : Likeness::NumbersPages;
}

Likeness findAlike(const PdfNeighbor& neighbor, const PdfFragment& wanted, const Form& form)
{
    Likeness best = Likeness::None;
    for (const PdfFragment& fragment : *neighbor.fragments)
        if (std::abs(fragment.box.y - wanted.box.y) < tolerance)
            best = std::max(best, likeness(form, Form(fragment.text), neighbor.distance));
    return best;
}

// How many of the pages near a fragment's have one like it.
struct Likenesses {
    size_t same = 0, numbered = 0;
};

} // namespace

std::vector<bool> findFurniture(const std::vector<PdfFragment>& page, float height, float bodySize,
    std::span<const PdfNeighbor> near)
{
    constexpr float headingSize = 1.2F;
    constexpr size_t certain = 3; // pages, on which no numbers of a list count by chance
    std::vector<bool> found(page.size(), false);
    std::vector<Likenesses> alike(page.size());
    for (size_t i = 0; i < page.size(); ++i) {
        if (!isAtEdge(page[i], height))
            continue;
        const Form form(page[i].text);
        for (const PdfNeighbor& neighbor : near) {
            const Likeness likeness = findAlike(neighbor, page[i], form);
            alike[i].same += likeness == Likeness::Same;
            alike[i].numbered += likeness == Likeness::NumbersPages;
        }
    }
    // A number next to other text may be that of a chapter, or of a page in a table of contents.
    const auto isNextToText = [&](const PdfFragment& fragment) {
        for (size_t other = 0; other < page.size(); ++other)
            if (alike[other].same + alike[other].numbered == 0
                && areOnALine(fragment.box, page[other].box))
                return true;
        return false;
    };
    for (size_t i = 0; i < page.size(); ++i) {
        const auto [same, numbered] = alike[i];
        if (same + numbered == 0 || page[i].size > headingSize * bodySize
            || isHeadOfTable(page, page[i]))
            continue;
        found[i] = same + numbered >= certain
            || (numbered > 0 ? !isNextToText(page[i]) : same >= std::min<size_t>(2, near.size()));
    }
    return found;
}

} // namespace services
