#include "services/documents/answers/document_table.h"

#include "base/error.h"
#include "engine/files/json_text.h"
#include "engine/filters/schema/schema_json.h"
#include "runtime/prompt/message_json.h"
#include "services/csv.h"
#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/fact_check.h"
#include "services/documents/index/search_terms.h"
#include "services/documents/passages/split_document.h"

#include <QFileInfo>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace services {

namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t usualAnswerTokens = 512;
constexpr const char* task
    = "Fill in the fields from the document above. Take values as they stand there; a "
      "field that it does not tell is null or empty.";

/// A column of a table and the words by which passages about it are known.
struct Column {
    std::string name;
    std::set<std::string> terms; ///< of its name and description
};

std::vector<Column> readColumns(const std::string& schema)
{
    const Json json
        = engine::tryParseJson<Json>(schema, engine::SchemaJsonText::limits()).value_or(nullptr);
    if (!json.is_object() || !json.contains("properties") || !json["properties"].is_object()
        || json["properties"].empty())
        throw base::Error(base::ErrorKind::BadRequest,
            "A table needs a JSON schema of an object whose \"properties\" are the columns.");
    std::vector<Column> columns;
    for (const auto& [name, property] : json["properties"].items()) {
        std::string words = name;
        if (property.is_object() && property.contains("description")
            && property["description"].is_string())
            words += ' ' + property["description"].get<std::string>();
        const auto terms = toSearchTerms(words, TermsOf::Question);
        columns.push_back({name, {terms.begin(), terms.end()}});
    }
    return columns;
}

/// A document in passages.
class PassageTable {
public:
    explicit PassageTable(const Document& document)
        : m_passages(splitDocument(document))
    {
    }

    const std::vector<Passage>& passages() const { return m_passages; }

    // How many of the terms are in a passage or its heading.
    size_t relevance(const Passage& passage, const std::set<std::string>& terms) const
    {
        const auto found = toSearchTerms(passage.heading + ' ' + passage.text, TermsOf::Text);
        return size_t(std::ranges::count_if(std::set<std::string>(found.begin(), found.end()),
            [&terms](const std::string& term) { return terms.contains(term); }));
    }

    std::optional<Passage> carrying(const std::string& value, const Column& column) const
    {
        std::optional<Passage> best;
        size_t most = 0;
        for (const Passage& passage : m_passages) {
            if (!hasValue(passage.text, value))
                continue;
            const size_t relevance = this->relevance(passage, column.terms) + 1;
            if (relevance <= most)
                continue;
            most = relevance;
            best = passage;
        }
        return best;
    }

private:
    const std::vector<Passage> m_passages;
};

class TableMaker {
public:
    TableMaker(runtime::AnswerEngine& engine, const std::string& schema,
        std::span<const WholeDocument> documents, const WholeReading& reading)
        : m_engine(engine)
        , m_schema(schema)
        , m_columns(readColumns(schema))
        , m_documents(documents)
        , m_reading(reading)
        , m_room(engine, reading.settings.maxTokens.value_or(usualAnswerTokens))
        , m_count(m_room.count())
    {
    }

    std::vector<TableRow> run()
    {
        std::vector<TableRow> rows(m_documents.size());
        std::vector<runtime::AnswerRequest> requests;
        for (size_t document = 0; document < m_documents.size(); ++document)
            requests.push_back(makeRequest(m_documents[document], rows[document].isWhole));
        const auto texts
            = answerTexts(m_engine, std::move(requests), m_reading.progress, m_reading.stop);
        for (size_t document = 0; document < m_documents.size(); ++document)
            fill(rows[document], texts[document], m_documents[document]);
        return rows;
    }

private:
    runtime::AnswerRequest makeRequest(const WholeDocument& document, bool& isWhole) const
    {
        runtime::AnswerRequest request;
        runtime::RequestMessage message{runtime::Role::User, {}};
        message.parts.emplace_back(
            runtime::Passage{{document.name}, textToRead(document.document, isWhole)});
        message.parts.emplace_back(std::string(task));
        request.messages.push_back(std::move(message));
        request.settings = m_reading.settings;
        request.settings.schema = m_schema;
        request.settings.maxTokens = m_room.answerTokens();
        return request;
    }

    // All of a document, or the passages of it that are read.
    std::string textToRead(const Document& document, bool& isWhole) const
    {
        const size_t frame = m_count(task) + m_count(runtime::passageText({{"name"}, {}})) + 16;
        const size_t room = m_room.questionTokens() - std::min(m_room.questionTokens(), frame);
        const bool mayFit = document.text.size() / 16 <= room;
        isWhole = mayFit && m_count(document.text) <= room;
        if (isWhole)
            return document.text;
        const PassageTable table(document);
        std::string text;
        for (const size_t passage : chosen(table, room))
            text += (text.empty() ? "" : "\n\n") + table.passages()[passage].text;
        return text;
    }

    // The passages that say most of the columns, as many as fit, in their order.
    std::set<size_t> chosen(const PassageTable& table, size_t room) const
    {
        std::set<std::string> terms;
        for (const Column& column : m_columns)
            terms.insert(column.terms.begin(), column.terms.end());
        std::vector<std::pair<size_t, size_t>> ranked; // relevance, passage
        for (size_t passage = 0; passage < table.passages().size(); ++passage)
            ranked.emplace_back(table.relevance(table.passages()[passage], terms), passage);
        std::ranges::stable_sort(
            ranked, [](const auto& one, const auto& other) { return one.first > other.first; });
        std::set<size_t> chosen;
        for (const auto& [relevance, passage] : ranked) {
            const size_t tokens = m_count(table.passages()[passage].text) + 4;
            if (tokens > room)
                break;
            room -= tokens;
            chosen.insert(passage);
        }
        return chosen;
    }

    void fill(TableRow& row, const std::string& text, const WholeDocument& document) const
    {
        const Json json = engine::tryParseJson<Json>(text).value_or(nullptr);
        const PassageTable table(document.document);
        row.isComplete = json.is_object();
        for (const Column& column : m_columns) {
            const bool isThere = row.isComplete && json.contains(column.name);
            row.cells.push_back(toCell(isThere ? json[column.name] : Json(), column, table));
        }
    }

    static TableCell toCell(const Json& value, const Column& column, const PassageTable& table)
    {
        TableCell cell{
            column.name, value.dump(-1, ' ', false, Json::error_handler_t::replace), std::nullopt};
        if (value.is_string())
            cell.passage = table.carrying(value.get<std::string>(), column);
        else if (value.is_number())
            cell.passage = table.carrying(cell.value, column);
        return cell;
    }

    runtime::AnswerEngine& m_engine;
    const std::string& m_schema;
    const std::vector<Column> m_columns;
    std::span<const WholeDocument> m_documents;
    const WholeReading& m_reading;
    const ModelRoom m_room;
    const TokenCounter m_count;
};

} // namespace

std::vector<std::string> readColumnNames(const std::string& schema)
{
    std::vector<std::string> names;
    for (const Column& column : readColumns(schema))
        names.push_back(column.name);
    return names;
}

std::vector<TableRow> makeTable(runtime::AnswerEngine& engine, const std::string& schema,
    std::span<const WholeDocument> documents, const WholeReading& reading)
{
    return TableMaker(engine, schema, documents, reading).run();
}

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
