#include "services/documents/readers/document_writer.h"

#include "base/utf8.h"
#include "services/documents/document_stream.h"
#include "services/documents/readers/drawings.h"
#include "services/documents/readers/image_files.h"

#include <algorithm>
#include <array>

namespace services {

namespace {

constexpr char32_t softHyphen = 0xAD;
constexpr char32_t firstLigature = 0xFB00;
constexpr std::array<std::string_view, 7> ligatures{"ff", "fi", "fl", "ffi", "ffl", "st", "st"};

bool isSpace(char32_t c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == 0xA0 || c == 0x1680
        || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool isLineEnd(char32_t c)
{
    return c == '\n' || c == '\r' || c == '\f' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

// Control characters, marks of direction and of places where a word may be divided, and the signs in
// formulas that nobody sees.
bool isInvisible(char32_t c)
{
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == softHyphen || c == 0x200B
        || (c >= 0x2060 && c <= 0x2064) || (c >= 0x200E && c <= 0x200F)
        || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF
        || (c & 0xFFFE) == 0xFFFE;
}

// The character at the beginning of `text`, which it is taken from.
char32_t take(std::string_view& text)
{
    const base::Utf8Character character = base::utf8At(text, 0);
    text.remove_prefix(character.length);
    return character.value;
}

void putVisible(std::string& into, char32_t c)
{
    if (c >= firstLigature && c < firstLigature + ligatures.size())
        into += ligatures[c - firstLigature];
    else
        base::appendUtf8(into, c);
}

} // namespace

std::string toProse(std::string_view text)
{
    std::string prose;
    prose.reserve(text.size());
    char gap = 0; // the separator of the last word and the next one
    bool wordGoesOn = false; // behind a soft hyphen
    while (!text.empty()) {
        const char32_t c = take(text);
        if (c == softHyphen) {
            wordGoesOn = true;
        } else if (isLineEnd(c)) {
            gap = wordGoesOn ? gap : '\n';
        } else if (isSpace(c)) {
            gap = gap || wordGoesOn ? gap : ' ';
        } else if (!isInvisible(c)) {
            if (gap && !prose.empty())
                prose += gap;
            gap = 0;
            wordGoesOn = false;
            putVisible(prose, c);
        }
    }
    return prose;
}

std::string onOneLine(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return text;
}

std::string toCode(std::string_view text)
{
    std::string code;
    code.reserve(text.size());
    const auto cutBack
        = [&code](std::string_view what) { code.resize(code.find_last_not_of(what) + 1); };
    while (!text.empty()) {
        const char32_t c = take(text);
        if (c == '\r' && text.starts_with('\n'))
            continue;
        if (isLineEnd(c)) {
            cutBack(" \t");
            if (!code.empty())
                code += '\n';
        } else if (c == '\t' || !isInvisible(c)) {
            base::appendUtf8(code, c);
        }
    }
    cutBack(" \t\n");
    return code;
}

namespace {

constexpr size_t partBytes = size_t(256) << 10; // what a document without pages hands over at once
constexpr size_t maxTitle = 500;

bool standsOnALine(BlockKind kind)
{
    return kind == BlockKind::ListItem || kind == BlockKind::TableRow;
}

// A cell must not look like two, nor be longer than its line.
std::string toCell(std::string_view text)
{
    return onOneLine(toProse(text));
}

} // namespace

DocumentWriter::DocumentWriter(const ReadLimits& limits, Sink sink)
    : m_limits(limits)
    , m_sink(std::move(sink))
{
}

void DocumentWriter::setTitle(std::string_view title)
{
    m_title = toCell(title.substr(0, maxTitle));
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
    m_figures = 0;
}

void DocumentWriter::heading(int level, std::string_view text)
{
    const std::string words = toCell(text);
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
        row += (&text == cells.data() ? "" : " | ") + toCell(text);
        if (!row.ends_with(' '))
            end = row.size();
    }
    row.resize(end);
    addBlock({BlockKind::TableRow, 0, {}, {}}, row);
}

void DocumentWriter::add(
    BlockKind kind, std::string_view text, const std::optional<Rectangle>& place)
{
    const std::string words = kind == BlockKind::Code ? toCode(text) : toProse(text);
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
        const std::string words = kind == BlockKind::Code ? toCode(piece.text) : toCell(piece.text);
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

namespace {

std::string figureText(int number, std::string_view description, std::string_view words)
{
    std::string text = figureMark(number);
    if (!description.empty())
        text.append(" ").append(description);
    if (!words.empty())
        text.append("\n").append(words);
    return text;
}

} // namespace

void DocumentWriter::image(const ShownImage& image)
{
    const std::string description = toCell(image.description);
    ShownImage shown = image;
    shown.load = withoutMetafile(image.load);
    if (m_figures == maxFigures || !showsSomething(shown)) {
        const std::string drawing = describeDrawing(image);
        paragraph(description.empty() || drawing.empty() ? description + drawing
                                                         : description + ": " + drawing);
        return;
    }
    const int number = ++m_figures;
    const std::string words
        = m_visitor ? m_visitor({int(m_pages), number}, shown.load) : std::string();
    add(BlockKind::Figure, figureText(number, description, words), image.place);
}

void DocumentWriter::insertFigure(
    size_t before, int number, std::string_view words, const Rectangle& place)
{
    std::vector<Block>& blocks = m_part.blocks;
    const std::string text = toProse(figureText(number, {}, words));
    if (before >= blocks.size())
        return add(BlockKind::Figure, text, place);
    if (m_blocks == m_limits.blocks || m_bytes + text.size() > m_limits.textBytes)
        throw Full();
    const size_t at = blocks[before].bytes.from;
    const bool isApart = at == 0 || std::string_view(m_part.text).substr(0, at).ends_with("\n\n");
    const std::string inserted = (isApart ? "" : "\n") + text + "\n\n";
    m_part.text.insert(at, inserted);
    const auto move = [&](ByteRange& bytes) {
        bytes = {bytes.from + inserted.size(), bytes.to + inserted.size()};
    };
    for (size_t block = before; block < blocks.size(); ++block) {
        move(blocks[block].bytes);
        for (PlacedRange& line : blocks[block].places)
            move(line.bytes);
    }
    const size_t from = at + inserted.find(text);
    Block figure{BlockKind::Figure, 0, {from, from + text.size()}, {}};
    if (isPlace(place))
        figure.places.push_back({figure.bytes, place});
    blocks.insert(blocks.begin() + ptrdiff_t(before), std::move(figure));
    ++m_blocks;
    m_bytes += text.size();
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
