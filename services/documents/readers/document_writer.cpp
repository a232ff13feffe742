#include "services/documents/readers/document_writer.h"

#include "services/documents/document_stream.h"
#include "services/documents/readers/clean_text.h"

#include <algorithm>

namespace services {

namespace {

constexpr size_t partBytes = size_t(256) << 10; // what a document without pages hands over at once
constexpr size_t maxTitle = 500;

bool standsOnALine(BlockKind kind)
{
    return kind == BlockKind::ListItem || kind == BlockKind::TableRow;
}

// A cell must not look like two, nor be longer than its line.
std::string cellOf(std::string_view text)
{
    return onOneLine(proseOf(text));
}

} // namespace

DocumentWriter::DocumentWriter(const ReadLimits& limits, Sink sink)
    : m_limits(limits)
    , m_sink(std::move(sink))
{
}

void DocumentWriter::setTitle(std::string_view title)
{
    m_title = cellOf(title.substr(0, maxTitle));
}

void DocumentWriter::beginPage(float width, float height)
{
    if (m_pages > 0 || !m_part.text.empty())
        handOver();
    if (m_pages == m_limits.pages)
        throw Full();
    ++m_pages;
    const bool hasSize = isPlace({0, 0, width, height});
    m_part = {true, hasSize ? width : 0, hasSize ? height : 0, {}, {}};
    m_isOpen = true;
}

void DocumentWriter::heading(int level, std::string_view text)
{
    const std::string words = cellOf(text);
    Block block{BlockKind::Heading, uint8_t(std::clamp(level, 1, 6)), {}, {}};
    addBlock(std::move(block), words);
}

void DocumentWriter::paragraph(std::string_view text)
{
    add(BlockKind::Paragraph, text);
}

void DocumentWriter::listItem(std::string_view text)
{
    add(BlockKind::ListItem, text);
}

void DocumentWriter::code(std::string_view text)
{
    add(BlockKind::Code, text);
}

void DocumentWriter::tableRow(std::span<const std::string> cells)
{
    std::string row;
    size_t end = 0; // empty cells at the end are left out
    for (const std::string& text : cells) {
        row += (&text == cells.data() ? "" : " | ") + cellOf(text);
        if (!row.ends_with(' '))
            end = row.size();
    }
    row.resize(end);
    addBlock({BlockKind::TableRow, 0, {}, {}}, row);
}

void DocumentWriter::add(
    BlockKind kind, std::string_view text, const std::optional<Rectangle>& place)
{
    const std::string words = kind == BlockKind::Code ? codeOf(text) : proseOf(text);
    Block block{kind, uint8_t(kind == BlockKind::Heading ? 1 : 0), {}, {}};
    if (place)
        block.places.push_back({{0, words.size()}, *place});
    addBlock(std::move(block), words);
}

void DocumentWriter::addPlaced(BlockKind kind, int level, std::span<const PlacedText> pieces)
{
    Block block{kind, uint8_t(level), {}, {}};
    std::string text;
    bool wordGoesOn = true;
    for (const PlacedText& piece : pieces) {
        const std::string words = kind == BlockKind::Code ? codeOf(piece.text) : cellOf(piece.text);
        if (words.empty())
            continue;
        if (!wordGoesOn)
            text += kind == BlockKind::Code ? '\n' : ' ';
        if (piece.place.width > 0)
            block.places.push_back({{text.size(), text.size() + words.size()}, piece.place});
        text += words;
        wordGoesOn = piece.wordGoesOn;
    }
    addBlock(std::move(block), text);
}

bool DocumentWriter::finish()
{
    if (m_isOpen && (isPaged() || !m_part.text.empty()))
        handOver();
    return m_bytes > 0;
}

void DocumentWriter::addBlock(Block block, std::string_view text)
{
    if (text.empty())
        return;
    if (m_blocks == m_limits.blocks || m_bytes + text.size() > m_limits.textBytes)
        throw Full();
    std::string& whole = m_part.text;
    if (!isPaged() && whole.size() + text.size() > partBytes && !whole.empty()) {
        handOver();
        m_part = {.beginsPage = false, .text = {}, .blocks = {}};
        m_isOpen = true;
    }
    std::erase_if(block.places, [](const PlacedRange& line) { return !isPlace(line.place); });
    const bool isFirst = m_blocks == 0 || (m_part.beginsPage && whole.empty());
    if (!isFirst && !(standsOnALine(block.kind) && block.kind == m_last))
        whole += '\n';
    block.bytes = {whole.size(), whole.size() + text.size()};
    for (PlacedRange& line : block.places)
        line.bytes = {line.bytes.from + whole.size(), line.bytes.to + whole.size()};
    whole += text;
    whole += '\n';
    m_last = block.kind;
    m_part.blocks.push_back(std::move(block));
    ++m_blocks;
    m_bytes += text.size();
}

void DocumentWriter::handOver()
{
    m_sink(m_part);
    m_part = {};
    m_isOpen = false;
}

} // namespace services
