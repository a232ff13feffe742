#include "services/documents/document_stream.h"

#include "base/utf8.h"
#include "engine/files/byte_reader.h"

#include <cmath>
#include <cstring>
#include <string_view>

namespace services {

namespace {

constexpr std::string_view magic = "VGD1";
constexpr size_t recordHead = 5; // kind, length
constexpr size_t maxRecord = size_t(512) << 20;
constexpr size_t maxTitle = 4096;
constexpr float maxPoints = 1e6F;
constexpr uint8_t scanFlag = 2;

bool arePoints(float number)
{
    return std::isfinite(number) && std::abs(number) <= maxPoints;
}

template <typename Number>
void put(std::string& into, Number number)
{
    char bytes[sizeof(Number)];
    std::memcpy(bytes, &number, sizeof(Number));
    into.append(bytes, sizeof(Number));
}

void putText(std::string& into, std::string_view text)
{
    put(into, uint32_t(text.size()));
    into += text;
}

void put(std::string& into, ByteRange bytes)
{
    put(into, uint32_t(bytes.from));
    put(into, uint32_t(bytes.to));
}

std::string record(char kind, const std::string& rest)
{
    std::string bytes(1, kind);
    put(bytes, uint32_t(rest.size()));
    return bytes + rest;
}

using Reader = engine::ByteReader;

std::string takeText(Reader& reader, size_t most)
{
    const auto length = reader.number<uint32_t>("a text");
    if (length > most)
        reader.fail("has a text that is too long");
    const auto bytes = reader.take(length, "a text");
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (!base::isUtf8(text))
        reader.fail("has a text that is not UTF-8");
    return text;
}

// Reads a range that begins at `earliest` or later, ends at `latest` or before, and does not divide
// characters of `text`.
ByteRange takeRange(Reader& reader, size_t earliest, size_t latest, std::string_view text)
{
    const auto from = reader.number<uint32_t>("a range"), to = reader.number<uint32_t>("a range");
    if (from < earliest || to < from || to > latest || base::isInsideCharacter(text, from)
        || base::isInsideCharacter(text, to))
        reader.fail("has a range that is out of order");
    return {from, to};
}

float takePoints(Reader& reader)
{
    const auto points = reader.number<float>("a place");
    if (!arePoints(points))
        reader.fail("has an invalid position");
    return points;
}

// A number of things of at least `bytes` bytes each, so that a small record cannot ask for much.
size_t takeCount(Reader& reader, size_t bytes)
{
    const auto count = reader.number<uint32_t>("a number");
    if (count > reader.remaining() / bytes)
        reader.fail("announces more than it contains");
    return count;
}

Block takeBlock(Reader& reader, size_t earliest, std::string_view text)
{
    Block block;
    const auto kind = reader.number<uint8_t>("a block");
    block.level = reader.number<uint8_t>("a block");
    if (kind > uint8_t(BlockKind::Last) || block.level > 6)
        reader.fail("has an unknown block");
    block.kind = BlockKind(kind);
    block.bytes = takeRange(reader, earliest, text.size(), text);
    block.places.resize(takeCount(reader, 2 * sizeof(uint32_t) + sizeof(Rectangle)));
    size_t before = block.bytes.from;
    for (PlacedRange& line : block.places) {
        line.bytes = takeRange(reader, before, block.bytes.to, text);
        before = line.bytes.to;
        for (float* points : {&line.place.x, &line.place.y, &line.place.width, &line.place.height})
            *points = takePoints(reader);
    }
    return block;
}

DocumentPart takePart(Reader& reader)
{
    DocumentPart part;
    const auto flags = reader.number<uint8_t>("a part");
    part.beginsPage = flags != 0;
    part.isScan = (flags & scanFlag) != 0;
    part.width = takePoints(reader);
    part.height = takePoints(reader);
    part.text = takeText(reader, DocumentStream::maxTextBytes);
    constexpr size_t smallestBlock = 2 + 3 * sizeof(uint32_t);
    part.blocks.resize(takeCount(reader, smallestBlock));
    size_t before = 0;
    for (Block& block : part.blocks) {
        block = takeBlock(reader, before, part.text);
        before = block.bytes.to;
    }
    return part;
}

DocumentEnd takeEnd(Reader& reader)
{
    DocumentEnd end;
    const auto fault = reader.number<uint8_t>("the end");
    if (fault > uint8_t(DocumentFault::Last))
        reader.fail("ends with an unknown fault");
    end.fault = DocumentFault(fault);
    end.isPaged = reader.number<uint8_t>("the end") != 0;
    end.isWhole = reader.number<uint8_t>("the end") != 0;
    end.title = takeText(reader, maxTitle);
    return end;
}

} // namespace

bool isPlace(const Rectangle& place)
{
    return arePoints(place.x) && arePoints(place.y) && arePoints(place.width)
        && arePoints(place.height);
}

std::string streamHead()
{
    return std::string(magic);
}

std::string encoded(const ReaderIsolation& isolation)
{
    std::string rest;
    put(rest, uint8_t(isolation.network));
    put(rest, uint8_t(isolation.files));
    return record('I', rest);
}

std::string encoded(const DocumentPart& part)
{
    std::string rest;
    put(rest, uint8_t(part.beginsPage ? 1 + (part.isScan ? scanFlag : 0) : 0));
    put(rest, part.width);
    put(rest, part.height);
    putText(rest, part.text);
    put(rest, uint32_t(part.blocks.size()));
    for (const Block& block : part.blocks) {
        put(rest, uint8_t(block.kind));
        put(rest, block.level);
        put(rest, block.bytes);
        put(rest, uint32_t(block.places.size()));
        for (const auto& [bytes, place] : block.places) {
            put(rest, bytes);
            for (const float points : {place.x, place.y, place.width, place.height})
                put(rest, points);
        }
    }
    return record('P', rest);
}

std::string encoded(const DocumentEnd& end)
{
    std::string rest;
    put(rest, uint8_t(end.fault));
    put(rest, uint8_t(end.isPaged));
    put(rest, uint8_t(end.isWhole));
    putText(rest, end.title.size() <= maxTitle ? end.title : std::string());
    return record('E', rest);
}

void DocumentStream::take(std::span<const std::byte> bytes)
{
    m_waiting.insert(m_waiting.end(), bytes.begin(), bytes.end());
    std::span<const std::byte> left(m_waiting);
    if (!m_hasBegun && left.size() >= magic.size()) {
        Reader reader(left, "The reader's output");
        if (std::memcmp(left.data(), magic.data(), magic.size()) != 0)
            reader.fail("has an invalid beginning");
        left = left.subspan(magic.size());
        m_hasBegun = true;
    }
    while (m_hasBegun) {
        const size_t length = takeRecord(left);
        if (length == 0)
            break;
        left = left.subspan(length);
    }
    m_waiting.erase(m_waiting.begin(), m_waiting.end() - ptrdiff_t(left.size()));
}

void DocumentStream::takeIsolation(Reader& reader)
{
    if (m_isolation || !m_document.pages.empty())
        reader.fail("reports its isolation too late");
    ReaderIsolation& isolation = m_isolation.emplace();
    isolation.network = reader.number<uint8_t>("the isolation") != 0;
    isolation.files = reader.number<uint8_t>("the isolation") != 0;
}

size_t DocumentStream::takeRecord(std::span<const std::byte> bytes)
{
    Reader head(bytes, "The reader's output");
    if (m_hasEnded && !bytes.empty())
        head.fail("continues after its end");
    if (bytes.size() < recordHead)
        return 0;
    const auto kind = head.number<char>("a record");
    const auto length = head.number<uint32_t>("a record");
    if ((kind != 'I' && kind != 'P' && kind != 'E') || length > maxRecord)
        head.fail("has an unknown record");
    if (head.remaining() < length)
        return 0;

    Reader rest(head.take(length, "a record"), head.fileName());
    if (kind == 'I') {
        takeIsolation(rest);
    } else if (kind == 'P') {
        const DocumentPart part = takePart(rest);
        for (const Block& block : part.blocks)
            m_places += block.places.size();
        m_document.append(part);
    } else {
        DocumentEnd end = takeEnd(rest);
        m_document.title = std::move(end.title);
        m_document.isPaged = end.isPaged;
        m_document.isWhole = end.isWhole;
        m_fault = end.fault;
        m_hasEnded = true;
    }
    if (rest.remaining() != 0)
        rest.fail("has a record that is too long");
    if (m_document.text.size() > maxTextBytes || m_document.pages.size() > maxPages
        || m_document.blocks.size() > maxBlocks || m_places > maxBlocks)
        rest.fail("is longer than a document may be");
    return recordHead + length;
}

} // namespace services
