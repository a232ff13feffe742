#include "app/cli/ask_whole.h"

#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "kernels/error.h"
#include "services/documents/answers/document_table.h"
#include "services/documents/answers/whole_document.h"
#include "services/documents/read_document.h"

#include <QFileInfo>

#include <algorithm>
#include <nlohmann/json.hpp>

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

// What was read of a document, or the sentence that says why it was not.
struct TableFile {
    QString path;
    WholeDocument document;
    std::string error;
};

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

std::vector<TableFile> readFiles(const QStringList& paths)
{
    ProgressBar bar("Reading");
    std::vector<TableFile> files;
    for (const QString& path : paths) {
        bar.show(int64_t(files.size()), paths.size());
        files.push_back({path, {}, {}});
        try {
            files.back().document = readWhole(path);
        } catch (const kernels::Error& error) {
            files.back().error = error.what();
        }
    }
    return files;
}

Json citationJson(const services::TableCell& cell, const WholeDocument& document)
{
    if (!cell.passage)
        return {};
    const bool isPaged = document.document.isPaged;
    return {{"page", isPaged ? Json(cell.passage->page + 1) : Json()},
        {"bytes", {cell.passage->bytes.from, cell.passage->bytes.to}}};
}

void printRowAsJson(const TableFile& file, const services::TableRow& row)
{
    Json values = Json::object(), citations = Json::object();
    for (const services::TableCell& cell : row.cells) {
        values[cell.column] = Json::parse(cell.value, nullptr, false);
        citations[cell.column] = citationJson(cell, file.document);
    }
    printJson({{"file", file.path.toStdString()}, {"row", std::move(values)},
        {"citations", std::move(citations)}, {"whole", row.isWhole}});
}

// A text without its quotes, null as nothing, everything else as JSON.
std::string fieldOf(const services::TableCell& cell)
{
    const Json value = Json::parse(cell.value, nullptr, false);
    if (value.is_string())
        return value.get<std::string>();
    return value.is_null() ? std::string() : cell.value;
}

std::string placeField(const services::TableCell& cell, const WholeDocument& document)
{
    if (!cell.passage)
        return {};
    const std::string bytes = "bytes " + std::to_string(cell.passage->bytes.from) + "-"
        + std::to_string(cell.passage->bytes.to);
    return document.document.isPaged
        ? "page " + std::to_string(cell.passage->page + 1) + ", " + bytes
        : bytes;
}

void tellWhatIsMissing(const TableFile& file, const services::TableRow& row)
{
    const std::string path = file.path.toStdString();
    if (!row.isWhole)
        printError(path + " is longer than the model's context: some passages of it were read.");
    if (!row.isComplete)
        printError(path
            + " has an empty row, for the answer was cut off; --max-tokens gives it more room.");
}

void printHead(const services::TableRow& row)
{
    std::vector<std::string> head{"file"};
    for (const services::TableCell& cell : row.cells) {
        head.push_back(cell.column);
        head.push_back(cell.column + " source");
    }
    printText(services::csvLine(head));
}

void printRowAsCsv(const TableFile& file, const services::TableRow& row)
{
    std::vector<std::string> fields{file.path.toStdString()};
    for (const services::TableCell& cell : row.cells) {
        fields.push_back(fieldOf(cell));
        fields.push_back(placeField(cell, file.document));
    }
    printText(services::csvLine(fields));
}

} // namespace

int askAboutWhole(const QCommandLineParser& parser, const QString& question)
{
    const QStringList files = parser.values("document");
    std::vector<WholeDocument> documents;
    for (const QString& file : files)
        documents.push_back(readWhole(file));
    const auto engine = loadEngine(parser, Drafts::None);
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
    std::vector<TableFile> files = readFiles(filesOf(parser));
    for (const TableFile& file : files)
        if (!file.error.empty())
            printError(file.path.toStdString() + ": " + file.error);
    const bool isAllRead = std::ranges::all_of(files, &std::string::empty, &TableFile::error);
    std::erase_if(files, [](const TableFile& file) { return !file.error.empty(); });
    if (files.empty())
        throw kernels::Error(
            kernels::ErrorKind::BadRequest, "There is no document to make a table of.");
    std::vector<WholeDocument> documents;
    for (TableFile& file : files)
        documents.push_back(file.document);
    const auto engine = loadEngine(parser, Drafts::None);
    std::vector<services::TableRow> rows;
    {
        ProgressBar bar("Rows");
        const services::WholeReading reading = readingOf(parser, bar);
        rows = services::tableOf(*engine, reading.settings.schema.value_or(""), documents, reading);
    }
    if (parser.isSet("csv"))
        printHead(rows.front());
    for (size_t row = 0; row < rows.size(); ++row) {
        tellWhatIsMissing(files[row], rows[row]);
        (parser.isSet("csv") ? printRowAsCsv : printRowAsJson)(files[row], rows[row]);
    }
    return isAllRead ? 0 : 1;
}

} // namespace app
