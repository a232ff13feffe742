#include "app/cli/ask_whole.h"

#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "engine/files/json_text.h"
#include "kernels/error.h"
#include "services/documents/answers/file_table.h"
#include "services/documents/answers/table_csv.h"
#include "services/documents/answers/whole_document.h"
#include "services/documents/read_document.h"

#include <QFileInfo>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ranges>

namespace app {

namespace {

using services::WholeDocument;
using Json = nlohmann::ordered_json;

Json pageJson(size_t page)
{
    return page > 0 ? Json(page) : Json();
}

WholeDocument readWhole(const QString& path)
{
    return {QFileInfo(path).fileName().toStdString(), services::readDocument(path)};
}

services::WholeReading readingOf(const QCommandLineParser& parser, ProgressBar& bar)
{
    services::WholeReading reading;
    reading.settings = answerSettings(parser);
    reading.progress
        = [&bar](size_t done, size_t total) { bar.show(int64_t(done), int64_t(total)); };
    return reading;
}

// The part that a citation names, or null.
Json partJson(const services::WholeAnswer& answer, int number, const QStringList& files)
{
    if (number < 1 || size_t(number) > answer.parts.size())
        return {};
    const services::WholePart& part = answer.parts[size_t(number) - 1];
    return {{"rank", number}, {"file", files[qsizetype(part.document)].toStdString()},
        {"page", pageJson(part.firstPage)}, {"last_page", pageJson(part.lastPage)},
        {"bytes", {part.bytes.from, part.bytes.to}}};
}

void printAsJson(const services::WholeAnswer& answer, const QStringList& files)
{
    Json citations = Json::array();
    for (const services::Citation& citation : answer.citations)
        citations.push_back(
            {{"number", citation.number}, {"hit", partJson(answer, citation.number, files)},
                {"supported", citation.isSupported}});
    printJson({{"answer", answer.text}, {"citations", std::move(citations)}, {"answered", true}});
}

void printAsText(const services::WholeAnswer& answer, const QStringList& files)
{
    std::string text = answer.text + "\n\n";
    for (size_t part = 0; part < answer.parts.size(); ++part) {
        const auto& [document, first, last, bytes] = answer.parts[part];
        text += "[" + std::to_string(part + 1) + "] " + files[qsizetype(document)].toStdString();
        if (first > 0)
            text += ", page " + std::to_string(first);
        if (last > first)
            text += " to " + std::to_string(last);
        text += "\n";
    }
    printText(text);
}

QStringList filesOf(const QCommandLineParser& parser)
{
    if (parser.isSet("document"))
        return parser.values("document");
    QStringList files;
    for (const services::IndexedFile& file : openExistingStore(parser)->files())
        if (file.document.error.isEmpty())
            files << file.stamp.path;
    return files;
}

Json citationJson(const services::FileCell& cell)
{
    if (!cell.source)
        return {};
    return {{"page", pageJson(size_t(cell.source->page))},
        {"bytes", {cell.source->bytes.from, cell.source->bytes.to}}};
}

void printRowAsJson(const services::FileRow& row)
{
    Json values = Json::object(), citations = Json::object();
    for (const services::FileCell& cell : row.cells) {
        values[cell.column] = engine::tryParseJson<Json>(cell.value).value_or(nullptr);
        citations[cell.column] = citationJson(cell);
    }
    printJson({{"file", row.file.toStdString()}, {"row", std::move(values)},
        {"citations", std::move(citations)}, {"whole", row.isWhole}});
}

void tellWhatIsMissing(const services::FileRow& row)
{
    const std::string path = row.file.toStdString();
    if (!row.error.empty())
        printError(path + ": " + row.error);
    if (!row.isWhole)
        printError(path + " is longer than the model's context: some passages of it were read.");
    if (!row.isComplete)
        printError(path
            + " has an empty row, for the answer was cut off; --max-tokens gives it more room.");
}

} // namespace

int askAboutWhole(const QCommandLineParser& parser, const QString& question)
{
    const QStringList files = parser.values("document");
    std::vector<WholeDocument> documents;
    for (const QString& file : files)
        documents.push_back(readWhole(file));
    const auto engine = loadEngine(parser, Drafts::None, answerSettings(parser));
    services::WholeAnswer answer;
    {
        ProgressBar bar("Reading");
        answer = services::answerAboutWhole(
            *engine, question.toStdString(), documents, readingOf(parser, bar));
    }
    if (parser.isSet("json"))
        printAsJson(answer, files);
    else
        printAsText(answer, files);
    return 0;
}

int askForTable(const QCommandLineParser& parser)
{
    const QStringList files = filesOf(parser);
    const auto engine = loadEngine(parser, Drafts::None, answerSettings(parser));
    std::vector<services::FileRow> rows;
    std::string schema;
    {
        ProgressBar bar("Rows");
        services::FileTableWork work{.reading = readingOf(parser, bar)};
        work.made = [&rows](const services::FileRow& row) { rows.push_back(row); };
        schema = work.reading.settings.schema.value_or("");
        services::tableOfFiles(*engine, schema, files, work);
    }
    const auto isRead = [](const services::FileRow& row) { return row.error.empty(); };
    std::ranges::for_each(rows, tellWhatIsMissing);
    if (std::ranges::none_of(rows, isRead))
        throw kernels::Error(
            kernels::ErrorKind::BadRequest, "There is no document to make a table of.");
    if (parser.isSet("csv"))
        printText(services::csvHead(services::columnNamesOf(schema)));
    for (const services::FileRow& row : rows | std::views::filter(isRead))
        parser.isSet("csv") ? printText(services::csvLine(row)) : printRowAsJson(row);
    return std::ranges::all_of(rows, isRead) ? 0 : 1;
}

} // namespace app
