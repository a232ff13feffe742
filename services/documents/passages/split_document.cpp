#include "services/documents/passages/split_document.h"

#include "services/documents/passages/cut_text.h"
#include "services/documents/utf8.h"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

namespace services {

namespace {

constexpr size_t mostOfHeading = 160; // bytes; what is longer is no heading

using Path = std::vector<std::string>; // of headings, the highest first

// What is not cut any more.
struct Piece {
    MeasuredRange range;
    size_t page = 0;
    bool isHeading = false;
    std::shared_ptr<const Path> path;
};

std::string oneLine(std::string_view text)
{
    size_t length = std::min(text.size(), mostOfHeading);
    while (length < text.size() && length > 0 && isInsideCharacter(text, length))
        --length;
    std::string line(text.substr(0, length));
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

std::vector<Piece> piecesOf(const Document& document, size_t most, const TokenCounter& count)
{
    std::vector<Piece> pieces;
    Outline outline;
    for (size_t page = 0; page < document.pages.size(); ++page) {
        const auto blocks
            = std::span(document.blocks)
                  .subspan(document.pages[page].firstBlock, document.pages[page].blockCount);
        for (const Block& block : blocks) {
            const std::string_view text = document.text;
            const bool isHeading = block.kind == BlockKind::Heading;
            if (isHeading)
                outline.enter(block.level, text.substr(block.bytes.from, block.bytes.size()));
            for (const MeasuredRange& range : cutText(text, block.bytes, most, count))
                pieces.push_back({range, page, isHeading, outline.path()});
        }
    }
    return pieces;
}

// What all of them stand under; headings themselves do not count, unless there is nothing else.
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
        heading += (heading.empty() ? "" : " › ") + level;
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
            close(m_waiting.back().page == piece.page);
        m_tokens += piece.range.tokens;
        m_waiting.push_back(piece);
    }

    std::vector<Passage> finish()
    {
        if (!m_waiting.empty())
            close(false);
        return std::move(m_passages);
    }

private:
    bool beginsPassage(const Piece& piece) const
    {
        if (piece.page != m_waiting.back().page)
            return true;
        if (std::ranges::all_of(m_waiting, &Piece::isHeading))
            return m_tokens + piece.range.tokens > m_size.most;
        if (piece.isHeading && !m_waiting.back().isHeading && m_tokens >= m_size.least)
            return true;
        return m_tokens + piece.range.tokens > m_size.usual;
    }

    // Headings at its end go with what follows on the page.
    void close(bool pageGoesOn)
    {
        auto end = m_waiting.end();
        while (pageGoesOn && end != m_waiting.begin() && (end - 1)->isHeading)
            --end;
        if (end == m_waiting.begin())
            end = m_waiting.end();
        const std::span<const Piece> pieces(m_waiting.begin(), end);
        const ByteRange bytes = trimmed(
            m_document.text, {pieces.front().range.bytes.from, pieces.back().range.bytes.to});
        if (bytes.size() > 0)
            m_passages.push_back({bytes, pieces.front().page, commonHeading(pieces)});
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
