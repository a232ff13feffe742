#include "services/documents/passages/split_document.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <QString>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace services {

namespace {

constexpr std::string_view levelSeparator = " › ", cellSeparator = " | ";
constexpr size_t lettersOfToken = 7;

enum class Kind { Space, Letter, Sign, Syllable, Inside };

// Classifies a character by its first byte. From E3 on come the scripts of East Asia, in three
// bytes.
Kind kindOf(uint8_t byte)
{
    if (byte <= ' ')
        return Kind::Space;
    if (byte < 0x80) {
        const auto lower = uint8_t(byte | 0x20);
        const bool isLetter = (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9');
        return isLetter ? Kind::Letter : Kind::Sign;
    }
    if (byte < 0xC0)
        return Kind::Inside;
    return byte >= 0xE3 ? Kind::Syllable : Kind::Letter;
}

} // namespace

size_t estimatedTokens(std::string_view text)
{
    size_t tokens = 0, letters = 0; // of the word
    for (const char byte : text) {
        const Kind kind = kindOf(uint8_t(byte));
        if (kind == Kind::Inside)
            continue;
        if (kind != Kind::Letter) {
            letters = 0;
            tokens += kind == Kind::Space ? 0 : 1;
        } else if (letters++ % lettersOfToken == 0) {
            ++tokens;
        }
    }
    return tokens;
}

namespace {

// The bytes that count as one token at least, because what some models take for one may have any
// length.
constexpr size_t bytesOfToken = 16;

enum class Cut { Lines, Sentences, Words, Halves };

class Cutter {
public:
    Cutter(std::string_view text, size_t most, const TokenCounter& count)
        : m_text(text)
        , m_most(most)
        , m_count(count)
    {
    }

    std::vector<MeasuredRange> run(ByteRange bytes)
    {
        cut(bytes, Cut::Lines);
        return std::move(m_done);
    }

private:
    std::string_view textOf(ByteRange bytes) const
    {
        return m_text.substr(bytes.from, bytes.size());
    }

    std::optional<size_t> fittingTokens(ByteRange bytes) const
    {
        if (bytes.size() > m_most * bytesOfToken)
            return {};
        const size_t tokens = std::max(m_count(textOf(bytes)), bytes.size() / bytesOfToken);
        return tokens <= m_most ? std::optional(tokens) : std::nullopt;
    }

    void cut(ByteRange bytes, Cut by)
    {
        if (const auto tokens = fittingTokens(bytes))
            return append(bytes, *tokens);
        const std::vector<ByteRange> parts = splitBy(bytes, by);
        if (parts.empty())
            return append(bytes, m_most);
        for (const ByteRange& part : parts)
            cut(part, by == Cut::Halves ? by : Cut(int(by) + 1));
    }

    // Joins it with the part before it, if there is room.
    void append(ByteRange bytes, size_t tokens)
    {
        const bool joins = !m_done.empty() && m_done.back().tokens + tokens <= m_most;
        if (!joins)
            return m_done.push_back({bytes, tokens});
        m_done.back().bytes.to = bytes.to;
        m_done.back().tokens += tokens;
    }

    std::vector<ByteRange> splitBy(ByteRange bytes, Cut by) const
    {
        switch (by) {
        case Cut::Lines:
            return splitLines(bytes);
        case Cut::Sentences:
            return boundedBy(bytes, QTextBoundaryFinder::Sentence);
        case Cut::Words:
            return boundedBy(bytes, QTextBoundaryFinder::Word);
        case Cut::Halves:
            break;
        }
        return halvesOf(bytes);
    }

    std::vector<ByteRange> splitLines(ByteRange bytes) const
    {
        std::vector<ByteRange> lines;
        while (bytes.from < bytes.to) {
            const size_t end = std::min(m_text.find('\n', bytes.from), bytes.to - 1) + 1;
            lines.push_back({bytes.from, end});
            bytes.from = end;
        }
        return lines;
    }

    std::vector<ByteRange> boundedBy(
        ByteRange bytes, QTextBoundaryFinder::BoundaryType boundary) const
    {
        const std::string_view part = textOf(bytes);
        const QString text = QString::fromUtf8(part.data(), qsizetype(part.size()));
        QTextBoundaryFinder finder(boundary, text);
        std::vector<ByteRange> parts;
        size_t from = bytes.from;
        for (qsizetype at = 0, next = 0; (next = finder.toNextBoundary()) > 0; at = next) {
            const QStringView stretch = QStringView(text).mid(at, next - at);
            const size_t to = from + size_t(stretch.toUtf8().size());
            parts.push_back({from, to});
            from = to;
        }
        return parts;
    }

    // None of a single character, whatever is counted of it.
    std::vector<ByteRange> halvesOf(ByteRange bytes) const
    {
        size_t middle = base::characterStart(m_text, bytes.from + bytes.size() / 2);
        if (middle <= bytes.from)
            middle = base::nextCharacterStart(m_text, bytes.from + 1);
        if (middle >= bytes.to)
            return {};
        return {{bytes.from, middle}, {middle, bytes.to}};
    }

    std::string_view m_text;
    size_t m_most;
    const TokenCounter& m_count;
    std::vector<MeasuredRange> m_done;
};

} // namespace

std::vector<MeasuredRange> cutText(
    std::string_view text, ByteRange bytes, size_t most, const TokenCounter& count)
{
    return Cutter(text, most, count).run(bytes);
}

std::string passageLocation(int page, std::string_view heading)
{
    if (page == 0)
        return std::string(heading);
    const size_t level = heading.rfind(levelSeparator);
    const std::string_view last
        = level == std::string_view::npos ? heading : heading.substr(level + levelSeparator.size());
    const bool hasColumns = last.find(cellSeparator) != std::string_view::npos;
    return "page " + std::to_string(page) + (hasColumns ? ", " + std::string(last) : "");
}

namespace {

constexpr size_t mostOfHeading = 160; // bytes; what is longer is no heading

using Path = std::vector<std::string>; // of headings, the highest first

// What is not cut any more.
struct Piece {
    MeasuredRange range;
    size_t page = 0;
    bool isHeading = false;
    bool isFigure = false;
    std::shared_ptr<const Path> path;
    std::shared_ptr<const std::string> columns; // heads of a table that began before; null: none

    // It goes with what follows: the text of a section, the caption of a figure.
    bool isLead() const { return isHeading || isFigure; }
    bool leadsTo(const Piece& next) const { return isHeading || (isFigure && !next.isHeading); }
};

std::string oneLine(std::string_view text)
{
    std::string line(
        text.substr(0, base::characterStart(text, std::min(text.size(), mostOfHeading))));
    std::ranges::replace(line, '\n', ' ');
    return line;
}

/// The headings above what is read just now.
class Outline {
public:
    void enter(int level, std::string_view heading)
    {
        while (!m_levels.empty() && m_levels.back() >= level)
            m_levels.pop_back();
        m_levels.push_back(level);
        Path path(m_path->begin(), m_path->begin() + ptrdiff_t(m_levels.size() - 1));
        path.push_back(oneLine(heading));
        m_path = std::make_shared<const Path>(std::move(path));
    }

    const std::shared_ptr<const Path>& path() const { return m_path; }

private:
    std::vector<int> m_levels;
    std::shared_ptr<const Path> m_path = std::make_shared<const Path>();
};

std::vector<std::string_view> cellsOf(std::string_view row)
{
    std::vector<std::string_view> cells;
    for (size_t end; (end = row.find(cellSeparator)) != std::string_view::npos;) {
        cells.push_back(row.substr(0, end));
        row.remove_prefix(end + cellSeparator.size());
    }
    cells.push_back(row);
    return cells;
}

// True for "1,234.50 €", "12 %", "2024-05-17"; not for "Unit 2".
bool isNumber(std::string_view cell)
{
    const auto isLetter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
    return std::ranges::any_of(cell, base::isDigit) && !std::ranges::any_of(cell, isLetter);
}

/// Follows the rows of tables and knows the heads of their columns. A table that goes on on the next
/// page is the same one.
class TableHeads {
public:
    /// The heads that stand above this block; null if it is no row, or the one with the heads.
    std::shared_ptr<const std::string> above(const Block& block, std::string_view text)
    {
        if (block.kind != BlockKind::TableRow) {
            m_rows = 0;
            m_heads.reset();
            return nullptr;
        }
        constexpr int mostTitles = 5; // rows that may stand above the heads
        if (m_heads)
            return text == *m_heads ? nullptr : m_heads;
        if (m_rows++ < mostTitles && areHeads(text))
            m_heads = std::make_shared<const std::string>(text);
        return nullptr;
    }

private:
    static bool areHeads(std::string_view row)
    {
        size_t named = 0;
        for (const std::string_view cell : cellsOf(row)) {
            if (isNumber(cell))
                return false;
            named += !cell.empty();
        }
        return named > 1 && row.size() <= mostOfHeading;
    }

    int m_rows = 0; // of the table so far, as long as its heads are not known
    std::shared_ptr<const std::string> m_heads;
};

std::vector<Piece> piecesOf(const Document& document, size_t most, const TokenCounter& count)
{
    std::vector<Piece> pieces;
    Outline outline;
    TableHeads heads;
    for (size_t page = 0; page < document.pages.size(); ++page) {
        const auto blocks
            = std::span(document.blocks)
                  .subspan(document.pages[page].firstBlock, document.pages[page].blockCount);
        for (const Block& block : blocks) {
            const std::string_view text = document.text;
            const bool isHeading = block.kind == BlockKind::Heading;
            const auto columns
                = heads.above(block, text.substr(block.bytes.from, block.bytes.size()));
            if (isHeading)
                outline.enter(block.level, text.substr(block.bytes.from, block.bytes.size()));
            for (const MeasuredRange& range : cutText(text, block.bytes, most, count))
                pieces.push_back({range, page, isHeading, block.kind == BlockKind::Figure,
                    outline.path(), columns});
        }
    }
    return pieces;
}

// What all of them are under; headings themselves do not count, unless there is nothing else. Where
// they begin within a table, the heads of its columns are behind.
std::string commonHeading(std::span<const Piece> pieces)
{
    const bool isAllHeadings = std::ranges::all_of(pieces, &Piece::isHeading);
    Path common;
    bool isFirst = true;
    for (const Piece& piece : pieces) {
        if (piece.isHeading && !isAllHeadings)
            continue;
        if (std::exchange(isFirst, false))
            common = *piece.path;
        common.erase(std::ranges::mismatch(common, *piece.path).in1, common.end());
    }
    std::string heading;
    for (const std::string& level : common)
        heading.append(heading.empty() ? "" : levelSeparator).append(level);
    if (const auto& columns = pieces.front().columns)
        heading.append(heading.empty() ? "" : levelSeparator).append(*columns);
    return heading;
}

ByteRange trimmed(std::string_view text, ByteRange bytes)
{
    constexpr std::string_view space = " \n\t";
    while (bytes.from < bytes.to && space.find(text[bytes.from]) != std::string_view::npos)
        ++bytes.from;
    while (bytes.to > bytes.from && space.find(text[bytes.to - 1]) != std::string_view::npos)
        --bytes.to;
    return bytes;
}

/// Gathers pieces to passages.
class Gatherer {
public:
    Gatherer(const Document& document, const PassageSize& size)
        : m_document(document)
        , m_size(size)
    {
    }

    void add(const Piece& piece)
    {
        if (!m_waiting.empty() && beginsPassage(piece))
            close(m_waiting.back().page == piece.page ? &piece : nullptr);
        m_tokens += piece.range.tokens;
        m_waiting.push_back(piece);
    }

    std::vector<Passage> finish()
    {
        if (!m_waiting.empty())
            close(nullptr);
        return std::move(m_passages);
    }

private:
    bool beginsPassage(const Piece& piece) const
    {
        if (piece.page != m_waiting.back().page)
            return true;
        if (std::ranges::all_of(m_waiting, &Piece::isLead))
            return m_tokens + piece.range.tokens > m_size.most;
        if (piece.isHeading && !m_waiting.back().isHeading && m_tokens >= m_size.least)
            return true;
        return m_tokens + piece.range.tokens > m_size.usual;
    }

    // Headings and figures at its end go with what follows on the page. `next` is that; null: nothing.
    void close(const Piece* next)
    {
        auto end = m_waiting.end();
        while (next && end != m_waiting.begin() && (end - 1)->leadsTo(*next))
            next = &*--end;
        if (end == m_waiting.begin())
            end = m_waiting.end();
        const std::span<const Piece> pieces(m_waiting.begin(), end);
        const ByteRange bytes = trimmed(
            m_document.text, {pieces.front().range.bytes.from, pieces.back().range.bytes.to});
        if (bytes.size() > 0)
            m_passages.push_back({m_document.isPaged ? int(pieces.front().page) + 1 : 0,
                commonHeading(pieces), m_document.text.substr(bytes.from, bytes.size()), bytes,
                findRectangles(m_document, bytes)});
        m_waiting.erase(m_waiting.begin(), end);
        m_tokens = 0;
        for (const Piece& piece : m_waiting)
            m_tokens += piece.range.tokens;
    }

    const Document& m_document;
    const PassageSize m_size;
    std::vector<Piece> m_waiting;
    size_t m_tokens = 0; // of what waits
    std::vector<Passage> m_passages;
};

} // namespace

std::vector<Passage> splitDocument(
    const Document& document, const PassageSize& size, const TokenCounter& count)
{
    Gatherer gatherer(document, size);
    for (const Piece& piece : piecesOf(document, size.most, count))
        gatherer.add(piece);
    return gatherer.finish();
}

} // namespace services
