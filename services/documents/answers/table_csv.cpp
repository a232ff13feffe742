#include "services/documents/answers/table_csv.h"

#include "services/csv.h"

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

std::string csvHead(const std::vector<std::string>& columns)
{
    std::vector<std::string> fields{"file"};
    for (const std::string& column : columns) {
        fields.push_back(column);
        fields.push_back(column + " source");
    }
    return csvRow(fields);
}

std::string csvLine(const FileRow& row)
{
    std::vector<std::string> fields{row.file.toStdString()};
    for (const FileCell& cell : row.cells) {
        fields.push_back(cell.text());
        fields.push_back(placeField(cell));
    }
    return csvRow(fields);
}

} // namespace services
