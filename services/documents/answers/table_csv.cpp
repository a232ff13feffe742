#include "services/documents/answers/table_csv.h"

#include <string_view>
#include <utility>

namespace services {

namespace {

std::string placeField(const FileCell& cell)
{
    if (!cell.source)
        return {};
    const std::string bytes = "bytes " + std::to_string(cell.source->bytes.from) + "-"
        + std::to_string(cell.source->bytes.to);
    return cell.source->page > 0 ? "page " + std::to_string(cell.source->page) + ", " + bytes
                                 : bytes;
}

} // namespace

std::string csvLine(const std::vector<std::string>& fields)
{
    std::string line;
    bool isFirst = true;
    for (const std::string& field : fields) {
        const bool isFormula = !field.empty()
            && std::string_view("=@+\t").find(field.front()) != std::string_view::npos;
        std::string quoted = isFormula ? "'" : "";
        for (const char byte : field)
            quoted += byte == '"' ? "\"\"" : std::string(1, byte);
        const bool needsQuotes = field.find_first_of(",\"\r\n") != std::string::npos;
        line += std::exchange(isFirst, false) ? "" : ",";
        line += needsQuotes ? '"' + quoted + '"' : quoted;
    }
    return line + "\r\n";
}

std::string csvHead(const std::vector<std::string>& columns)
{
    std::vector<std::string> fields{"file"};
    for (const std::string& column : columns) {
        fields.push_back(column);
        fields.push_back(column + " source");
    }
    return csvLine(fields);
}

std::string csvLine(const FileRow& row)
{
    std::vector<std::string> fields{row.file.toStdString()};
    for (const FileCell& cell : row.cells) {
        fields.push_back(cell.text());
        fields.push_back(placeField(cell));
    }
    return csvLine(fields);
}

} // namespace services
