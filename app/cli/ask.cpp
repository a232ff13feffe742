#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/documents.h"
#include "app/cli/evidence.h"
#include "app/cli/input_files.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "engine/files/json_text.h"
#include "runtime/models/model_facts.h"
#include "services/conversations/documents/passage_store.h"
#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/citations.h"
#include "services/documents/answers/document_table.h"
#include "services/documents/answers/model_judge.h"
#include "services/documents/answers/whole_document.h"
#include "services/documents/read_document.h"

#include <QCommandLineParser>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QString>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ranges>
#include <set>

namespace app {

// `ask --document FILE… QUESTION`: answers from all of these documents. Returns the exit code.
static int askAboutWhole(const QCommandLineParser& parser, const QString& question);

// `ask --schema FILE`: a row of a table of each document that --document or the store names.
static int askForTable(const QCommandLineParser& parser);

namespace {

using services::Citation;
using services::DocumentHit;
using Hits = std::vector<DocumentHit>;
using Json = nlohmann::ordered_json;

constexpr int maxHits = 40;
constexpr const char* nothing = "Your documents don't contain an answer to this question.";

struct SaidAnswer {
    std::string text;
    bool isAnswered = true;
};

std::string texts(const Hits& hits)
{
    std::vector<std::string_view> texts;
    for (const DocumentHit& hit : hits)
        texts.push_back(hit.passage.text);
    return services::answerOfPassages(texts);
}

std::vector<runtime::Passage> toPassages(const Hits& hits)
{
    std::vector<runtime::Passage> passages;
    for (const DocumentHit& hit : hits)
        passages.push_back(services::passageOf(hit));
    return passages;
}

QList<services::Source> toSources(const Hits& hits)
{
    QList<services::Source> sources;
    for (const DocumentHit& hit : hits)
        sources << services::makeSource(hit);
    return sources;
}

void tellLeftOut(const services::CitedQuestion& question)
{
    if (question.isCut)
        printError("Only the beginning of one passage fits into the model's context.");
    if (question.leftOut > 0)
        printError(std::to_string(question.leftOut)
            + " passages didn't fit into the model's context and were left out.");
}

// What the model says of the passages; `hits` become those that it read, and `asked` what it was asked.
std::string askModel(const QCommandLineParser& parser, runtime::AnswerEngine& engine,
    const std::string& text, Hits& hits, AskedModel& asked)
{
    runtime::AnswerRequest request;
    request.settings = answerSettings(parser);
    const services::ModelRoom room(engine, request.settings.maxTokens.value_or(0));
    const auto question
        = services::citedQuestion(text, toPassages(hits), room.questionTokens(), room.count());
    tellLeftOut(question);
    hits.resize(question.passages);
    request.messages.push_back({runtime::Role::User, question.parts});
    request.settings.maxTokens = room.answerTokens();
    const auto reader = std::make_shared<AnswerReader>();
    asked.request = request;
    const runtime::Answer answer = engine.submit(std::move(request), reader);
    std::string said;
    while (const std::optional<std::string> more = reader->next()) {
        said += *more;
        if (!parser.isSet("json"))
            printText(*more);
    }
    asked.seed = reader->statistics().seed;
    return said;
}

// Returns the checker of --checker or, with --check, the model itself. What that costs is printed first.
std::unique_ptr<services::StatementChecker> makeChecker(const QCommandLineParser& parser,
    runtime::AnswerEngine& engine, const std::string& answer, const Hits& hits)
{
    if (!parser.isSet("check"))
        return loadChecker(parser);
    const auto cost = services::estimateCheck(answer, services::citedTexts(hits));
    if (!parser.isSet("json"))
        printText("\n"); // the answer doesn't end its line
    printError("Checking " + std::to_string(cost.statements) + " statements with the model, about "
        + std::to_string(cost.tokens) + " tokens.");
    return std::make_unique<services::ModelChecker>(engine);
}

void printAsJson(
    const SaidAnswer& answer, const Hits& hits, services::StatementChecker* checker = nullptr)
{
    Json citations = Json::array();
    for (const Citation& citation :
        services::citationsIn(answer.text, services::citedTexts(hits), checker)) {
        const std::string problem = services::citationProblem(citation);
        const bool isThere = citation.number >= 1 && size_t(citation.number) <= hits.size();
        const auto rank = size_t(citation.number);
        citations.push_back(
            {{"number", citation.number}, {"hit", isThere ? asJson(hits[rank - 1], rank) : Json()},
                {"supported", citation.isSupported},
                {"reason", problem.empty() ? Json() : Json(problem)}});
    }
    printJson({{"answer", answer.text}, {"citations", std::move(citations)},
        {"answered", answer.isAnswered}});
}

// The sources that an answer cites; a mark that its passage does not carry is named.
void printSources(const std::string& answer, const Hits& hits, services::StatementChecker* checker)
{
    std::set<int> cited;
    std::map<int, std::string> unsupported; // and why
    for (const Citation& citation :
        services::citationsIn(answer, services::citedTexts(hits), checker)) {
        cited.insert(citation.number);
        if (!citation.isSupported)
            unsupported.emplace(citation.number, services::citationProblem(citation));
    }
    std::string lines;
    for (const int number : cited) {
        const bool isThere = number >= 1 && size_t(number) <= hits.size();
        lines += "[" + std::to_string(number) + "] "
            + (isThere ? formatLocation(hits[size_t(number) - 1]) : "no such passage")
            + (unsupported.contains(number) ? " – doesn't support the statement that cites it" : "")
            + (isThere && unsupported.contains(number) ? ": " + unsupported[number] : "") + "\n";
    }
    printText("\n\n" + lines);
}

// No model, the built-in one and others as small do not answer from what they read.
bool isVerySmall(const QCommandLineParser& parser)
{
    const QString model = parser.value("model");
    if (parser.isSet("endpoint"))
        return false;
    return model.isEmpty()
        || services::isTooSmallToAnswer(runtime::readModelFacts(model.toStdString()).parameters);
}

void showPassages(const Hits& hits)
{
    for (size_t hit = 0; hit < std::min(hits.size(), services::mostShownPassages); ++hit)
        printText(formatHit(hits[hit], hit + 1));
}

int answer(const QCommandLineParser& parser)
{
    const QString question = parser.positionalArguments().first();
    if (services::isAboutWholeDocument(question.toStdString()))
        printError("Only the most relevant passages are read; use --document FILE to read a whole "
                   "document.");
    const bool asJsonLine = parser.isSet("json");
    const auto store = openExistingStore(parser);
    const auto encoder = loadEncoder(parser);
    if (encoder)
        requireVectors(*store, *encoder);
    const auto reranker = loadReranker(parser);
    services::DocumentSearch search(*store, encoder.get(), reranker.get());
    const auto top = int(integerOption(parser, "top", 1, maxHits));
    const double threshold = answerThreshold(parser);
    std::unique_ptr<runtime::AnswerEngine> engine;
    if (!parser.isSet("endpoint") && isJudged(parser)) // how likely its words are, few servers tell
        engine = loadEngine(parser, Drafts::None, services::ModelJudge::settings());
    Hits hits = engine ? findJudged(search, question, top, *engine) : search.find(question, top);
    if (!services::isAnswered(hits, threshold)) {
        if (asJsonLine)
            printAsJson({nothing, false}, {});
        else
            printText(std::string(nothing) + "\n");
        return 0;
    }
    const bool hasModel = parser.isSet("endpoint") || !parser.value("model").isEmpty();
    if (isVerySmall(parser) && !asJsonLine)
        showPassages(hits);
    if (hasModel && !engine)
        engine = loadEngine(parser, Drafts::None, answerSettings(parser));
    AskedModel asked{.engine = hasModel ? engine.get() : nullptr};
    const std::string text
        = hasModel ? askModel(parser, *engine, question.toStdString(), hits, asked) : texts(hits);
    const auto checker = hasModel ? makeChecker(parser, *engine, text, hits) : nullptr;
    if (asJsonLine)
        printAsJson({text, true}, hits, checker.get());
    else if (hasModel)
        printSources(text, hits, checker.get());
    if (parser.isSet("evidence"))
        writeEvidence(parser, question, QString::fromStdString(text), toSources(hits), asked);
    return 0;
}

} // namespace

int runAsk(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Answers a question from documents and cites passages. Without --model, prints the "
        "passages only. With --schema FILE, extracts data to a table with one row per document of "
        "the index, or per --document.");
    parser.addPositionalArgument("QUESTION", "the question");
    addStoreOption(parser);
    addEmbeddingOption(parser);
    addRerankerOption(parser);
    addModelOptions(parser);
    addProviderOptions(parser);
    addApartOption(parser);
    addAnswerOptions(parser, /*maxTokens=*/512);
    addFormOptions(parser);
    addJudgeOption(parser);
    addThresholdOption(parser);
    addCheckerOption(parser);
    parser.addOption({"check",
        "Let the model of --model check its own answer, statement by statement, with the passages "
        "that each cites."});
    parser.addOption(withDefault("top", "Number of passages to read.", "N", "8"));
    parser.addOption({"document",
        "Read this whole file or web page (https://…) instead of searching the index, for example "
        "to summarize or compare; "
        "repeatable.",
        "FILE"});
    addScanModelOption(parser);
    addEvidenceOption(parser);
    parser.addOption({"csv", "Print the table of --schema as CSV."});
    parser.addOption({"json", "Print JSON."});
    parse(parser, "vignette-cli ask", arguments);
    const QStringList words = parser.positionalArguments();
    if (parser.isSet("schema") && !words.isEmpty())
        throw UsageError("vignette-cli ask --schema FILE makes a table and takes no QUESTION");
    if (parser.isSet("schema") && parser.isSet("evidence"))
        throw UsageError("--evidence exports an answer, not a table");
    if (parser.isSet("ocr-model") && (parser.isSet("schema") || !parser.isSet("document")))
        throw UsageError("--ocr-model reads what --document names; for an index or a table, use "
                         "vignette-cli index --ocr-model");
    if (parser.isSet("schema"))
        return askForTable(parser);
    if (words.size() != 1)
        throw UsageError("vignette-cli ask takes one QUESTION, or --schema FILE");
    const bool isChecked = parser.isSet("checker") || parser.isSet("check");
    if (isChecked
        && (parser.isSet("document") || !(parser.isSet("model") || parser.isSet("endpoint"))))
        throw UsageError("--checker and --check need --model, and can't be used with --document");
    return parser.isSet("document") ? askAboutWhole(parser, words.first()) : answer(parser);
}

namespace {

using services::WholeDocument;

Json pageJson(size_t page)
{
    return page > 0 ? Json(page) : Json();
}

WholeDocument readWhole(const QString& path, services::ScanReader* scanReader)
{
    const auto tell = [](const QString& message) { printError(message.toStdString()); };
    return {QFileInfo(path).fileName().toStdString(),
        scanReader ? services::readDocumentWithScans(path, *scanReader, tell)
                   : services::readDocument(path)};
}

services::WholeReading wholeReading(const QCommandLineParser& parser, ProgressBar& bar)
{
    services::WholeReading reading;
    reading.settings = answerSettings(parser);
    if (parser.isSet("evidence") && !reading.settings.seed) // with which it can be written again
        reading.settings.seed = QRandomGenerator::system()->generate();
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

void printWholeAsJson(const services::WholeAnswer& answer, const QStringList& files)
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

// The parts that an answer cites, as passages of their files.
QList<services::Source> partSources(const services::WholeAnswer& answer,
    const std::vector<WholeDocument>& documents, const QStringList& files)
{
    QList<services::Source> sources;
    for (const services::WholePart& part : answer.parts) {
        const services::Document& document = documents[part.document].document;
        services::Passage passage;
        passage.text = document.text.substr(part.bytes.from, part.bytes.size());
        passage.page = int(part.firstPage);
        passage.bytes = part.bytes;
        if (part.firstPage == part.lastPage)
            passage.rectangles = services::findRectangles(document, part.bytes);
        services::DocumentHit hit;
        hit.passage = std::move(passage);
        hit.file = QFileInfo(files[qsizetype(part.document)]).absoluteFilePath();
        sources << services::makeSource(hit);
    }
    return sources;
}

QStringList givenDocuments(const QCommandLineParser& parser)
{
    QStringList files;
    for (const QString& document : parser.values("document"))
        files << documentPath(document);
    return files;
}

QStringList documentFiles(const QCommandLineParser& parser)
{
    if (parser.isSet("document"))
        return givenDocuments(parser);
    // Others may have put any path into the store; only what this user added is read from this disk.
    const auto [store, own] = openStore(parser, services::MissingStore::Fail);
    const QSet<QString> added = own->files();
    QStringList files;
    int others = 0;
    for (const services::IndexedFile& file : store->files()) {
        if (!file.document.error.isEmpty())
            continue;
        if (added.contains(file.stamp.path))
            files << file.stamp.path;
        else
            ++others;
    }
    if (others > 0)
        printError("Documents skipped because they were added by others or on another computer: "
            + std::to_string(others));
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
        printError(path + " is longer than the model's context: only selected passages were read.");
    if (!row.isComplete)
        printError(
            path + " has an empty row because the answer was truncated. Increase --max-tokens.");
}

} // namespace

int askAboutWhole(const QCommandLineParser& parser, const QString& question)
{
    const QStringList files = givenDocuments(parser);
    std::vector<WholeDocument> documents;
    auto scanReader = loadScanReader(parser);
    for (const QString& file : files)
        documents.push_back(readWhole(file, scanReader.get()));
    scanReader.reset(); // frees its memory
    const auto engine = loadEngine(parser, Drafts::None, answerSettings(parser));
    services::WholeAnswer answer;
    {
        ProgressBar bar("Reading");
        answer = services::answerAboutWhole(
            *engine, question.toStdString(), documents, wholeReading(parser, bar));
    }
    if (parser.isSet("json"))
        printWholeAsJson(answer, files);
    else
        printAsText(answer, files);
    if (parser.isSet("evidence"))
        writeEvidence(parser, question, QString::fromStdString(answer.text),
            partSources(answer, documents, files),
            {.engine = engine.get(), .request = answer.request});
    return 0;
}

int askForTable(const QCommandLineParser& parser)
{
    const QStringList files = documentFiles(parser);
    const auto engine = loadEngine(parser, Drafts::None, answerSettings(parser));
    std::vector<services::FileRow> rows;
    std::string schema;
    {
        ProgressBar bar("Rows");
        services::FileTableWork work{.reading = wholeReading(parser, bar)};
        work.made = [&rows](const services::FileRow& row) { rows.push_back(row); };
        schema = work.reading.settings.schema.value_or("");
        services::tableOfFiles(*engine, schema, files, work);
    }
    const auto isRead = [](const services::FileRow& row) { return row.error.empty(); };
    std::ranges::for_each(rows, tellWhatIsMissing);
    if (std::ranges::none_of(rows, isRead))
        throw base::Error(
            base::ErrorKind::BadRequest, "There are no documents to extract data from.");
    if (parser.isSet("csv"))
        printText(services::csvHead(services::readColumnNames(schema)));
    for (const services::FileRow& row : rows | std::views::filter(isRead))
        parser.isSet("csv") ? printText(services::csvLine(row)) : printRowAsJson(row);
    return std::ranges::all_of(rows, isRead) ? 0 : 1;
}

} // namespace app
