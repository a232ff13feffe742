#include "services/documents/readers/formula_text.h"
#include "services/documents/readers/number_format.h"
#include "services/documents/readers/office_parts.h"
#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"
#include "services/documents/readers/table_grid.h"

#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace services {

namespace {

constexpr size_t maxColumns = TableGrid::maxColumns;

// A text in pieces of different formats; how it is read aloud is left out.
std::string richText(const pugi::xml_node& item, int nesting)
{
    std::string text;
    for (const pugi::xml_node part : item.children()) {
        if (localName(part) != "t" && localName(part) != "r")
            continue;
        const std::string words
            = textWithin(localName(part) == "t" ? part : findChild(part, "t"), nesting);
        const std::string_view raise
            = findAttribute(findChild(findChild(part, "rPr"), "vertAlign"), "val");
        if (raise == "superscript")
            appendRaised(text, words);
        else if (raise == "subscript")
            appendLowered(text, words);
        else
            text += words;
    }
    return text;
}

std::vector<std::string> sharedTexts(Package& package, const std::string& path, int nesting)
{
    std::vector<std::string> texts;
    const auto bytes = package.find(path);
    if (!bytes)
        return texts;
    const XmlDocument document(*bytes);
    for (const pugi::xml_node item : document.root().children())
        texts.push_back(richText(item, nesting));
    return texts;
}

// The formats of numbers by the numbers of cell styles.
std::vector<std::string> cellFormats(Package& package, const std::string& path)
{
    std::vector<std::string> formats;
    const auto bytes = package.find(path);
    if (!bytes)
        return formats;
    const XmlDocument document(*bytes);
    std::map<int, std::string> own;
    for (const pugi::xml_node format : findChild(document.root(), "numFmts").children())
        own.emplace(
            std::atoi(findAttribute(format, "numFmtId")), findAttribute(format, "formatCode"));
    for (const pugi::xml_node each : findChild(document.root(), "cellXfs").children()) {
        const int number = std::atoi(findAttribute(each, "numFmtId"));
        const auto found = own.find(number);
        formats.emplace_back(found == own.end() ? builtinNumberFormat(number) : found->second);
    }
    return formats;
}

// "C12" is in column 2; SIZE_MAX if that is no name of a cell.
size_t parseColumn(std::string_view reference)
{
    size_t column = 0;
    for (const char letter : reference) {
        if (letter < 'A' || letter > 'Z' || column > maxColumns)
            break;
        column = column * 26 + size_t(letter - 'A') + 1;
    }
    return column - 1;
}

// A cell's row and column, from 0.
using Position = std::pair<size_t, size_t>;

// "C12" is row 11 and column 2; a row of SIZE_MAX or such a column if that is no name of a cell.
Position parsePosition(std::string_view reference)
{
    const size_t digits = std::min(reference.find_first_of("123456789"), reference.size());
    size_t row = 0;
    for (const char digit : reference.substr(digits, 8))
        row = row * 10 + size_t(digit - '0');
    return {row - 1, parseColumn(reference)};
}

// How many rows and columns the cells span that cover others.
std::map<Position, Position> spansOf(const pugi::xml_node& sheet)
{
    std::map<Position, Position> spans;
    for (const pugi::xml_node merge : findChild(sheet, "mergeCells").children()) {
        const std::string_view range = findAttribute(merge, "ref");
        const size_t colon = range.find(':');
        if (colon == std::string_view::npos)
            continue;
        const Position first = parsePosition(range.substr(0, colon));
        const Position last = parsePosition(range.substr(colon + 1));
        if (last.first >= first.first && last.second >= first.second && last.second < maxColumns)
            spans[first] = {last.first - first.first + 1, last.second - first.second + 1};
    }
    return spans;
}

// What people noted at cells. Newer programs write threads, and for old ones a note that says so.
std::map<Position, std::string> notesOf(Package& package, const Relationships& parts, int nesting)
{
    std::map<Position, std::string> notes;
    for (const char* kind : {"threadedComment", "comments"})
        for (const std::string& path : parts.targetsOfType(kind)) {
            const auto bytes = package.find(path);
            if (!bytes)
                continue;
            const XmlDocument document(*bytes);
            const bool isThread = kind[0] == 't';
            const pugi::xml_node list
                = isThread ? document.root() : findChild(document.root(), "commentList");
            for (const pugi::xml_node note : list.children()) {
                std::string& text = notes[parsePosition(findAttribute(note, "ref"))];
                if (isThread)
                    text += (text.empty() ? "" : " – ")
                        + textWithin(findChild(note, "text"), nesting);
                else if (text.empty())
                    text = textWithin(findChild(note, "text"), nesting);
            }
        }
    return notes;
}

class Workbook {
public:
    Workbook(Package& package, const Relationships& parts, const pugi::xml_node& workbook,
        DocumentWriter& writer)
        : m_package(package)
        , m_writer(writer)
        , m_texts(
              sharedTexts(package, parts.targetOfType("sharedStrings"), writer.limits().nesting))
        , m_formats(cellFormats(package, parts.targetOfType("styles")))
    {
        const std::string_view is1904
            = findAttribute(findChild(workbook, "workbookPr"), "date1904");
        m_is1904 = is1904 == "1" || is1904 == "true" || is1904 == "on";
    }

    void putSheet(const std::string& name, const std::string& path)
    {
        const auto bytes = m_package.find(path);
        if (!bytes)
            return;
        const XmlDocument document(*bytes);
        const pugi::xml_node sheet = document.root();
        const Relationships parts(m_package, path);
        m_spans = spansOf(sheet);
        m_notes = notesOf(m_package, parts, m_writer.limits().nesting);
        m_writer.heading(1, name);
        TableGrid grid(m_writer, TableGrid::Covered::Written);
        size_t number = 0; // of the next row
        for (const pugi::xml_node row : findChild(sheet, "sheetData").children()) {
            const long long named = std::atoll(findAttribute(row, "r")) - 1;
            if (named > 0 && size_t(named) > number) {
                grid.skipRows(size_t(named) - number);
                number = size_t(named);
            }
            putRow(row, number++, grid);
        }
        for (const auto& [position, note] : m_notes) // of cells without values
            m_writer.paragraph(note);
        for (const std::string& drawing : parts.targetsOfType("drawing"))
            putCharts(drawing);
    }

private:
    void putRow(const pugi::xml_node& row, size_t number, TableGrid& grid)
    {
        for (const pugi::xml_node cell : row.children()) {
            const size_t column = parseColumn(findAttribute(cell, "r"));
            if (column < maxColumns)
                grid.seek(column);
            const Position position{number, grid.column()};
            std::string text = collectText(cell);
            if (const auto note = m_notes.extract(position);
                !note.empty() && !note.mapped().empty())
                text += " [" + note.mapped() + ']';
            const auto span = m_spans.find(position);
            if (span != m_spans.end()) // The covered cells follow.
                grid.cell(std::move(text), 1, span->second.first);
            else if (text.empty())
                grid.cover();
            else
                grid.cell(std::move(text));
        }
        grid.endRow();
    }

    void putCharts(const std::string& drawing)
    {
        for (const std::string& path : Relationships(m_package, drawing).targetsOfType("chart"))
            if (const auto chart = m_package.find(path))
                putChart(XmlDocument(*chart).root(), m_writer);
    }

    std::string collectText(const pugi::xml_node& cell) const
    {
        const std::string_view type = findAttribute(cell, "t");
        const pugi::xml_node stored = findChild(cell, "v");
        const char* value = stored.text().get();
        const char* formula = findChild(cell, "f").text().get();
        if (type == "s") {
            const auto index = size_t(std::atoll(value));
            return index < m_texts.size() ? m_texts[index] : std::string();
        }
        if (type == "inlineStr")
            return richText(findChild(cell, "is"), m_writer.limits().nesting);
        if (type == "b")
            return *value == '1' ? "TRUE" : "FALSE";
        if (*value == '\0' && *formula != '\0' && !(type == "str" && stored))
            return '=' + std::string(formula); // It was never calculated.
        if (type == "str" || type == "e" || type == "d" || *value == '\0')
            return value;
        const auto style = size_t(std::atoll(findAttribute(cell, "s")));
        return formattedNumber(
            value, style < m_formats.size() ? m_formats[style] : std::string(), m_is1904);
    }

    Package& m_package;
    DocumentWriter& m_writer;
    std::vector<std::string> m_texts;
    std::vector<std::string> m_formats; // by style
    std::map<Position, Position> m_spans; // of the sheet, as the notes
    std::map<Position, std::string> m_notes;
    bool m_is1904 = false;
};

} // namespace

void readSheets(const SourceFile& file, DocumentWriter& writer)
{
    Package package(file.bytes, writer.limits());
    const std::string path = mainPart(package, "xl/workbook.xml");
    const XmlDocument document(package.read(path));
    const Relationships parts(package, path);
    Workbook workbook(package, parts, document.root(), writer);
    for (const pugi::xml_node sheet : findChild(document.root(), "sheets").children())
        workbook.putSheet(findAttribute(sheet, "name"), parts.target(sheet));
}

} // namespace services
