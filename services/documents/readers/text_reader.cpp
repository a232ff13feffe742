#include "base/ascii.h"
#include "engine/files/json_text.h"
#include "services/documents/readers/encoding.h"
#include "services/documents/readers/reader.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

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

// Takes the rows of a table of values apart (RFC 4180).
class Rows {
public:
    Rows(std::string_view text, char separator)
        : m_left(text)
        , m_separator(separator)
    {
    }

    bool isEmpty() const { return m_left.empty(); }

    std::vector<std::string> take()
    {
        std::vector<std::string> cells;
        do {
            cells.push_back(m_left.starts_with('"') ? takeQuoted() : takePlain());
        } while (takeSeparator());
        m_left.remove_prefix(m_left.starts_with("\r\n") ? 2 : m_left.empty() ? 0 : 1);
        return cells;
    }

private:
    bool endsCell(size_t at) const
    {
        return at >= m_left.size() || m_left[at] == m_separator || m_left[at] == '\n'
            || m_left[at] == '\r';
    }

    bool takeSeparator()
    {
        const bool isThere = m_left.starts_with(m_separator);
        m_left.remove_prefix(isThere);
        return isThere;
    }

    std::string takePlain()
    {
        size_t end = 0;
        while (!endsCell(end))
            ++end;
        std::string cell(m_left.substr(0, end));
        m_left.remove_prefix(end);
        return cell;
    }

    // A quotation that isn't closed is only a sign, such as that of inches: it goes to the end of
    // the text, or on another line a cell begins with a quotation mark as if there were none open.
    std::string takeQuoted()
    {
        std::string cell;
        bool isOnOtherLine = false;
        for (size_t at = m_isUnclosed ? m_left.size() : 1; at < m_left.size(); ++at) {
            const char c = m_left[at];
            if (c == '"' && m_left.substr(at + 1).starts_with('"')) {
                ++at;
            } else if (const size_t end = m_left.find_first_not_of(' ', at + 1);
                       c == '"' && endsCell(end)) {
                m_left.remove_prefix(std::min(end, m_left.size()));
                return cell;
            } else if (c == '"' && isOnOtherLine && endsCell(at - 1)) {
                return takePlain();
            }
            isOnOtherLine |= c == '\n' || c == '\r';
            cell += c;
        }
        m_isUnclosed = true;
        return takePlain();
    }

    std::string_view m_left;
    char m_separator;
    bool m_isUnclosed = false; // no quotation is closed in what is left
};

// The separator by which most of the first rows have the same number of cells, more than one, and of
// several such the one that makes the most. Titles above the table don't count.
char separatorOf(std::string_view text)
{
    constexpr int mostRows = 50;
    char best = ',';
    std::pair<int, size_t> most; // rows, cells
    for (const char separator : {',', ';', '\t', '|'}) {
        Rows rows(text.substr(0, 64 << 10), separator);
        std::map<size_t, int> counts; // of rows, by how many cells they have
        for (int row = 0; row < mostRows && !rows.isEmpty(); ++row)
            ++counts[rows.take().size()];
        for (const auto& [cells, count] : counts)
            if (cells > 1 && std::pair(count, cells) > most) {
                most = {count, cells};
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
    const bool isNamed = left.starts_with("sep=") && left.size() > 5; // by Excel
    const char separator = isNamed ? left[4] : separatorOf(left);
    if (isNamed)
        left.remove_prefix(std::min(left.find('\n', 5), left.size() - 1) + 1);
    Rows rows(left, separator);
    while (!rows.isEmpty())
        writer.tableRow(rows.take());
}

namespace {

using Json = nlohmann::ordered_json;

// Numbers become texts, for they are shown as they are written, with all their digits.
std::string withNumbersAsTexts(std::string_view json)
{
    std::string result;
    result.reserve(json.size() + json.size() / 4);
    bool isInText = false;
    for (size_t at = 0; at < json.size(); ++at) {
        const char c = json[at];
        const size_t end = isInText || !(base::isDigit(uint8_t(c)) || c == '-')
            ? at
            : std::min(json.find_first_not_of("+-.0123456789eE", at), json.size());
        if (end > at) {
            result += '"' + std::string(json.substr(at, end - at)) + '"';
            at = end - 1;
            continue;
        }
        result += c;
        if (isInText && c == '\\' && at + 1 < json.size())
            result += json[++at];
        else if (c == '"')
            isInText = !isInText;
    }
    return result;
}

// Nothing if it isn't JSON. The reader's memory is limited, so values are not counted.
std::optional<Json> parsed(std::string_view text, int nesting)
try {
    const std::string json = withNumbersAsTexts(text);
    return engine::parseJson<Json>(
        json, {.depth = nesting, .values = json.size(), .bytes = json.size()});
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

namespace {

// Reads a value a line. Lines that are broken are named, unless they are most of them.
void putJsonLines(std::string_view text, DocumentWriter& writer)
{
    constexpr size_t maxNamed = 20;
    std::string broken;
    size_t line = 0, brokenLines = 0, values = 0;
    for (const std::string_view each : splitLines(text)) {
        ++line;
        if (isEmpty(each))
            continue;
        const auto value = parsed(each, writer.limits().nesting);
        values += value.has_value();
        brokenLines += !value;
        if (value)
            put(*value, {}, writer);
        else if (brokenLines <= maxNamed)
            broken += (broken.empty() ? "" : ", ") + std::to_string(line);
        if (brokenLines > values + 1)
            throw Unreadable(DocumentFault::Damaged);
    }
    if (values == 0)
        throw Unreadable(DocumentFault::Damaged);
    if (brokenLines > maxNamed)
        broken += ", …";
    if (brokenLines > 0)
        writer.paragraph("Lines that aren't valid JSON and were left out: " + broken);
}

} // namespace

void readJson(const SourceFile& file, DocumentWriter& writer)
{
    const std::string text = decodeText(file.bytes);
    if (const auto whole = parsed(text, writer.limits().nesting))
        put(*whole, {}, writer);
    else
        putJsonLines(text, writer);
}

namespace {

// A member of an object; null where there is none.
const Json& member(const Json& value, const char* name)
{
    static const Json none;
    const auto found = value.is_object() ? value.find(name) : value.end();
    return found == value.end() ? none : *found;
}

// Texts of notebooks are whole or lists of lines.
std::string joined(const Json& text)
{
    std::string whole = text.is_string() ? text.get<std::string>() : std::string();
    if (text.is_array())
        for (const Json& line : text)
            whole += line.is_string() ? line.get<std::string>() : std::string();
    return whole;
}

// Leaves out the sequences that color the text of a terminal.
std::string withoutColors(std::string text)
{
    for (size_t at = 0; (at = text.find("\x1B[", at)) != std::string::npos;)
        text.erase(at, text.find_first_not_of("0123456789;", at + 2) + 1 - at);
    return text;
}

// What a cell's program shows, as text; images are left out.
void putOutput(const Json& output, DocumentWriter& writer)
{
    const Json& data = member(output, "data");
    const Json& shown = member(output, "text");
    const Json& text = shown.is_null() ? member(data, "text/plain") : shown;
    writer.code(withoutColors(joined(text)));
    if (text.is_null())
        putHtml(joined(member(data, "text/html")), writer);
    if (member(output, "ename").is_string())
        writer.code(joined(member(output, "ename")) + ": "
            + withoutColors(joined(member(output, "evalue"))));
}

void putCells(const Json& cells, DocumentWriter& writer)
{
    for (const Json& cell : cells) {
        const std::string source = joined(
            member(cell, "source").is_null() ? member(cell, "input") : member(cell, "source"));
        const std::string type = joined(member(cell, "cell_type"));
        if (type == "markdown")
            readMarkdown({{}, source}, writer);
        else if (type == "heading") // of older notebooks
            writer.heading(1, source);
        else
            writer.code(source);
        for (const Json& output : member(cell, "outputs"))
            putOutput(output, writer);
    }
}

} // namespace

void readNotebook(const SourceFile& file, DocumentWriter& writer)
{
    const auto notebook = parsed(decodeText(file.bytes), writer.limits().nesting);
    if (!notebook)
        throw Unreadable(DocumentFault::Damaged);
    putCells(member(*notebook, "cells"), writer);
    for (const Json& sheet : member(*notebook, "worksheets"))
        putCells(member(sheet, "cells"), writer);
}

} // namespace services
