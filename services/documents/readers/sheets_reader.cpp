#include "services/documents/readers/package.h"
#include "services/documents/readers/reader.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <set>
#include <vector>

namespace services {

namespace {

constexpr size_t maxColumns = 16'384;

std::vector<std::string> sharedTexts(Package& package, const std::string& path, int nesting)
{
    std::vector<std::string> texts;
    const auto bytes = package.find(path);
    if (!bytes)
        return texts;
    const XmlDocument document(*bytes);
    for (const pugi::xml_node item : document.root().children()) {
        std::string text;
        for (const pugi::xml_node part : item.children())
            if (localName(part) == "t" || localName(part) == "r") // not how it is read aloud
                text += textWithin(localName(part) == "t" ? part : findChild(part, "t"), nesting);
        texts.push_back(std::move(text));
    }
    return texts;
}

bool showsDate(std::string_view format)
{
    bool isQuoted = false;
    for (const char c : format) {
        if (c == '"' || c == '[' || c == ']')
            isQuoted = c == '[' || (c == '"' && !isQuoted);
        else if (!isQuoted && (c == 'y' || c == 'd'))
            return true;
    }
    return false;
}

// The numbers of those cell styles by which a number is shown as a date.
std::set<size_t> dateStyles(Package& package, const std::string& path)
{
    std::set<size_t> dates;
    const auto bytes = package.find(path);
    if (!bytes)
        return dates;
    const XmlDocument document(*bytes);
    std::set<int> formats{14, 15, 16, 17, 22};
    for (const pugi::xml_node format : findChild(document.root(), "numFmts").children())
        if (showsDate(findAttribute(format, "formatCode")))
            formats.insert(std::atoi(findAttribute(format, "numFmtId")));
    size_t style = 0;
    for (const pugi::xml_node each : findChild(document.root(), "cellXfs").children()) {
        if (formats.contains(std::atoi(findAttribute(each, "numFmtId"))))
            dates.insert(style);
        ++style;
    }
    return dates;
}

// Days since the end of 1899, as tables count them, as "2024-05-17" or "2024-05-17 08:30".
std::string dateText(double days)
{
    if (!(days >= 1 && days < 2'958'466)) // up to the year 9999
        return {};
    const auto whole = std::chrono::days(int(days));
    const std::chrono::year_month_day date(
        std::chrono::sys_days(std::chrono::year(1899) / 12 / 30) + whole);
    const int minutes = int(std::lround((days - double(whole.count())) * 24 * 60)) % (24 * 60);
    char text[32];
    const int length = std::snprintf(text, sizeof(text), "%04d-%02u-%02u", int(date.year()),
        unsigned(date.month()), unsigned(date.day()));
    if (minutes > 0)
        std::snprintf(
            text + length, sizeof(text) - size_t(length), " %02d:%02d", minutes / 60, minutes % 60);
    return text;
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

// 0.1 is stored as 0.10000000000000001.
std::string numberText(const char* stored)
{
    char* end = nullptr;
    const double number = std::strtod(stored, &end);
    if (end == stored || *end != '\0' || !std::isfinite(number))
        return stored;
    char text[40];
    std::snprintf(text, sizeof(text), "%.15g", number);
    return text;
}

class Workbook {
public:
    Workbook(Package& package, const Relationships& parts, DocumentWriter& writer)
        : m_writer(writer)
        , m_texts(
              sharedTexts(package, parts.targetOfType("sharedStrings"), writer.limits().nesting))
        , m_dates(dateStyles(package, parts.targetOfType("styles")))
    {
    }

    void putSheet(const std::string& name, const pugi::xml_node& sheet)
    {
        m_writer.heading(1, name);
        for (const pugi::xml_node row : findChild(sheet, "sheetData").children()) {
            std::vector<std::string> cells;
            for (const pugi::xml_node cell : row.children()) {
                const size_t column = parseColumn(findAttribute(cell, "r"));
                if (column < maxColumns && column >= cells.size())
                    cells.resize(column);
                if (cells.size() < maxColumns)
                    cells.push_back(collectText(cell));
            }
            m_writer.tableRow(cells);
        }
    }

private:
    std::string collectText(const pugi::xml_node& cell) const
    {
        const std::string_view type = findAttribute(cell, "t");
        const char* value = findChild(cell, "v").text().get();
        if (type == "s") {
            const auto index = size_t(std::atoll(value));
            return index < m_texts.size() ? m_texts[index] : std::string();
        }
        if (type == "inlineStr")
            return textWithin(findChild(cell, "is"), m_writer.limits().nesting);
        if (type == "b")
            return *value == '1' ? "TRUE" : "FALSE";
        if (type == "str" || type == "e" || type == "d" || *value == '\0')
            return value;
        const bool isDate = m_dates.contains(size_t(std::atoll(findAttribute(cell, "s"))));
        const std::string date = isDate ? dateText(std::atof(value)) : std::string();
        return date.empty() ? numberText(value) : date;
    }

    DocumentWriter& m_writer;
    std::vector<std::string> m_texts;
    std::set<size_t> m_dates;
};

} // namespace

void readSheets(const SourceFile& file, DocumentWriter& writer)
{
    const std::string path = "xl/workbook.xml";
    Package package(file.bytes, writer.limits());
    const XmlDocument document(package.read(path));
    const Relationships parts(package, path);
    Workbook workbook(package, parts, writer);
    for (const pugi::xml_node sheet : findChild(document.root(), "sheets").children()) {
        const auto bytes = package.find(parts.target(sheet));
        if (bytes)
            workbook.putSheet(findAttribute(sheet, "name"), XmlDocument(*bytes).root());
    }
}

} // namespace services
