#include "services/documents/answers/file_table.h"

#include "base/error.h"
#include "engine/files/json_text.h"
#include "services/csv.h"

#include <QFileInfo>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace services {

namespace {

// The documents in memory, as many as an engine can answer efficiently at once.
constexpr qsizetype together = 16;

void fill(FileRow& row, const TableRow& made)
{
    row.isWhole = made.isWhole;
    row.isComplete = made.isComplete;
    for (const TableCell& cell : made.cells)
        row.cells.push_back({cell.column, cell.value, cell.passage});
}

class FileTable {
public:
    FileTable(runtime::AnswerEngine& engine, const std::string& schema, qsizetype files,
        const FileTableWork& work)
        : m_engine(engine)
        , m_schema(schema)
        , m_total(size_t(files))
        , m_work(work)
    {
    }

    // Files that are in memory together.
    void make(const QStringList& files)
    {
        std::vector<FileRow> rows;
        std::vector<WholeDocument> documents;
        for (const QString& file : files) {
            rows.push_back({.file = file});
            read(rows.back(), documents);
        }
        tell(size_t(rows.size() - documents.size()));
        const std::vector<TableRow> made = documents.empty()
            ? std::vector<TableRow>()
            : makeTable(m_engine, m_schema, documents, reading(rows.size() - documents.size()));
        size_t document = 0;
        for (FileRow& row : rows) {
            if (row.error.empty()) {
                fill(row, made[document]);
                ++document;
            }
            m_work.made(row);
        }
        m_done += rows.size();
    }

private:
    void read(FileRow& row, std::vector<WholeDocument>& documents) const
    {
        const auto stopIfWanted = [this](const Document&) {
            if (m_work.reading.stop.stop_requested())
                throw base::Error(base::ErrorKind::Cancelled, "The extraction was stopped.");
        };
        stopIfWanted({});
        try {
            documents.push_back({QFileInfo(row.file).fileName().toStdString(),
                readDocument(row.file, stopIfWanted, m_work.process)});
        } catch (const base::Error& error) {
            if (error.kind() == base::ErrorKind::Cancelled)
                throw;
            row.error = error.what();
        }
    }

    WholeReading reading(size_t unread) const
    {
        WholeReading reading = m_work.reading;
        reading.progress = [this, unread](size_t done, size_t) { tell(unread + done); };
        return reading;
    }

    // Reports how many of the documents in memory are done.
    void tell(size_t done) const
    {
        if (m_work.reading.progress)
            m_work.reading.progress(m_done + done, m_total);
    }

    runtime::AnswerEngine& m_engine;
    const std::string& m_schema;
    const size_t m_total;
    const FileTableWork& m_work;
    size_t m_done = 0; // files
};

} // namespace

std::string FileCell::text() const
{
    const auto json = engine::tryParseJson<nlohmann::ordered_json>(value);
    if (json && json->is_string())
        return json->get<std::string>();
    return json && json->is_null() ? std::string() : value;
}

void tableOfFiles(runtime::AnswerEngine& engine, const std::string& schema,
    const QStringList& files, const FileTableWork& work)
{
    readColumnNames(schema); // or what is wrong with it comes after the reading
    FileTable table(engine, schema, files.size(), work);
    for (qsizetype first = 0; first < files.size(); first += together)
        table.make(files.mid(first, together));
}

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

namespace {

using Json = nlohmann::ordered_json;

Json valueSchema(TableColumn::Kind kind)
{
    switch (kind) {
    case TableColumn::Kind::Number:
        return {{"type", {"number", "null"}}};
    case TableColumn::Kind::Date:
        return {{"type", {"string", "null"}}, {"format", "date"}};
    case TableColumn::Kind::YesNo:
        return {{"type", {"boolean", "null"}}};
    case TableColumn::Kind::Text:
        break;
    }
    return {{"type", {"string", "null"}}};
}

} // namespace

std::string makeSchema(const QList<TableColumn>& columns)
{
    Json properties = Json::object(), names = Json::array();
    for (const TableColumn& column : columns) {
        const std::string name = column.name.toStdString();
        properties[name] = valueSchema(column.kind);
        names.push_back(name);
    }
    return Json{{"type", "object"}, {"properties", std::move(properties)},
        {"required", std::move(names)}, {"additionalProperties", false}}
        .dump();
}

} // namespace services
