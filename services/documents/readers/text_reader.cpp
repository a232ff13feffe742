#include "engine/files/json_text.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/reader.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace services {

// Paragraphs are apart by empty lines; the lines within stay lines, because they may be a poem.
void readText(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = decodeText(file.bytes);
    std::string paragraph;
    for (const std::string_view line : splitLines(text)) {
        if (line.find_first_not_of(" \t\f") != std::string_view::npos) {
            paragraph += std::string(line) + '\n';
            continue;
        }
        writer.paragraph(paragraph);
        paragraph.clear();
    }
    writer.paragraph(paragraph);
}

namespace {

constexpr size_t longest = 4000; // bytes after which any empty line ends a block

bool isEmpty(std::string_view line)
{
    return line.find_first_not_of(" \t\f") == std::string_view::npos;
}

bool isIndented(std::string_view line)
{
    return line.starts_with(' ') || line.starts_with('\t');
}

} // namespace

// A block is a unit of the outermost level: a function, a class with its members.
void readCode(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = decodeText(file.bytes);
    std::string block;
    bool isAfterGap = false;
    for (const std::string_view line : splitLines(text)) {
        if (isEmpty(line)) {
            isAfterGap = true;
            block += '\n';
            continue;
        }
        const bool continues = isIndented(line) || line.starts_with('}') || line.starts_with(')');
        if (isAfterGap && (!continues || block.size() > longest)) {
            writer.code(block);
            block.clear();
        }
        isAfterGap = false;
        block += std::string(line) + '\n';
    }
    writer.code(block);
}

namespace {

// The row at the beginning of `text`, which it is taken from (RFC 4180). A quotation that never ends
// goes to the end of the text.
std::vector<std::string> takeRow(std::string_view& text, char separator)
{
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    size_t at = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (isQuoted && c == '"' && text.substr(at + 1).starts_with('"'))
            cells.back() += text[at++];
        else if (c == '"' && (isQuoted || cells.back().empty()))
            isQuoted = !isQuoted;
        else if (!isQuoted && c == separator)
            cells.emplace_back();
        else if (!isQuoted && (c == '\n' || c == '\r'))
            break;
        else
            cells.back() += c;
    }
    text.remove_prefix(std::min(text.size(), at + (text.substr(at, 2) == "\r\n" ? 2 : 1)));
    return cells;
}

// The one by which the first rows have the same number of cells, and the most of them.
char separatorOf(std::string_view text)
{
    constexpr int rows = 20;
    char best = ',';
    size_t most = 1;
    for (const char separator : {',', ';', '\t', '|'}) {
        std::string_view left = text.substr(0, 64 << 10);
        size_t fewest = SIZE_MAX;
        for (int row = 0; row < rows && !left.empty(); ++row) {
            const auto cells = takeRow(left, separator);
            if (cells.size() > 1 || !cells[0].empty())
                fewest = std::min(fewest, cells.size());
        }
        if (fewest != SIZE_MAX && fewest > most) {
            most = fewest;
            best = separator;
        }
    }
    return best;
}

} // namespace

void readTable(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = decodeText(file.bytes);
    std::string_view left = text;
    if (left.starts_with("\xEF\xBB\xBF"))
        left.remove_prefix(3);
    const char separator = separatorOf(left);
    while (!left.empty())
        writer.tableRow(takeRow(left, separator));
}

namespace {

using Json = nlohmann::ordered_json;

// Nothing if it isn't JSON. The reader's memory is limited, so values are not counted.
std::optional<Json> parsed(std::string_view text, int nesting)
try {
    return engine::parseJson<Json>(
        text, {.depth = nesting, .values = text.size(), .bytes = text.size()});
} catch (const engine::JsonError& error) {
    if (error.reason == engine::JsonError::Reason::Depth)
        throw Unreadable(DocumentFault::TooDeep);
    return std::nullopt;
}

std::string toWords(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool isSimple(const Json& value)
{
    return !value.is_structured() || value.empty();
}

// An object is a block of "name: value", and its contents follow, under the path to it.
void put(const Json& value, const std::string& path, DocumentWriter& writer)
{
    if (isSimple(value)) {
        writer.paragraph(path.empty() ? toWords(value) : path + ": " + toWords(value));
        return;
    }
    std::string simple;
    for (const auto& [name, part] : value.items())
        if (isSimple(part))
            simple += (value.is_object() ? name + ": " : "") + toWords(part) + '\n';
    if (!simple.empty())
        writer.paragraph(path.empty() ? simple : path + '\n' + simple);
    for (const auto& [name, part] : value.items()) {
        const std::string step = value.is_object() ? (path.empty() ? name : path + '.' + name)
                                                   : path + '[' + name + ']';
        if (!isSimple(part))
            put(part, step, writer);
    }
}

} // namespace

void readJson(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = decodeText(file.bytes);
    const int nesting = writer.limits().nesting;
    if (const auto whole = parsed(text, nesting)) {
        put(*whole, {}, writer);
        return;
    }
    for (const std::string_view line : splitLines(text)) { // a value a line
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        const auto value = parsed(line, nesting);
        if (!value)
            throw Unreadable(DocumentFault::Damaged);
        put(*value, {}, writer);
    }
}

} // namespace services
