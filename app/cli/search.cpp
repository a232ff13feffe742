#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/documents.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "base/error.h"
#include "engine/files/json_text.h"
#include "services/documents/answers/model_judge.h"
#include "services/documents/index/document_search.h"

#include <QFile>

#include <functional>
#include <nlohmann/json.hpp>

namespace app {

namespace {

using services::DocumentHit;
using services::DocumentSearch;
using Json = nlohmann::ordered_json;
using Find = std::function<std::vector<DocumentHit>(const QString& question)>;

constexpr int maxHits = 100;
constexpr qint64 maxLineLength = 1 << 20; // of a file of questions, in bytes

Json toJson(const std::vector<DocumentHit>& hits)
{
    Json list = Json::array();
    for (const DocumentHit& hit : hits)
        list.push_back(asJson(hit, list.size() + 1));
    return list;
}

void answerOne(const Find& find, const QString& question, bool asJsonLines)
{
    const auto hits = find(question);
    const bool isAnswered = services::isAnswered(hits);
    if (asJsonLines) {
        for (const Json& hit : toJson(hits))
            printJson(hit);
        printJson({{"threshold", DocumentSearch::threshold}, {"answered", isAnswered}});
        return;
    }
    if (!isAnswered)
        printText("These documents don't contain an answer to this question.\n\n");
    for (size_t hit = 0; hit < hits.size(); ++hit)
        printText(formatHit(hits[hit], hit + 1));
}

// Throws an Error that names the line.
Json questionFrom(const QByteArray& line, const QString& path, int number)
{
    const Json object
        = engine::tryParseJson<Json>({line.constData(), size_t(line.size())}).value_or(nullptr);
    if (!object.is_object() || !object.contains("id") || !object.contains("question")
        || !object["question"].is_string())
        throw base::Error(base::ErrorKind::BadFile,
            path.toStdString() + ", line " + std::to_string(number)
                + ", isn't an object with \"id\" and \"question\".");
    return object;
}

void answerMany(const Find& find, const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw base::Error(base::ErrorKind::BadFile,
            path.toStdString() + " can't be read: " + file.errorString().toStdString() + ".");
    for (int number = 1; !file.atEnd(); ++number) {
        const QByteArray line = file.readLine(maxLineLength).trimmed();
        if (line.isEmpty())
            continue;
        const Json object = questionFrom(line, path, number);
        const auto question = QString::fromStdString(object["question"].get<std::string>());
        const auto hits = find(question);
        printJson({{"id", object["id"]}, {"hits", toJson(hits)},
            {"answered", services::isAnswered(hits)}});
    }
}

} // namespace

int runSearch(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Finds passages of documents that answer a question.");
    parser.addPositionalArgument("QUESTION", "a question or keywords");
    addStoreOption(parser);
    addEmbeddingOption(parser);
    addModelOptions(parser);
    addApartOption(parser);
    addJudgeOption(parser);
    parser.addOption(withDefault("top", "Number of passages.", "N", "5"));
    parser.addOption({"questions",
        "Search for the questions of a file with one object {\"id\", \"question\"} per line; "
        "prints JSON.",
        "FILE"});
    parser.addOption(
        {"json", "Print one JSON object per passage, and the threshold in the last line."});
    parse(parser, "vignette-cli search", arguments);
    const bool answersMany = parser.isSet("questions");
    if (parser.positionalArguments().size() != (answersMany ? 0 : 1))
        throw UsageError("vignette-cli search takes one QUESTION, or --questions FILE");
    const auto top = int(integerOption(parser, "top", 1, maxHits));

    const auto store = openExistingStore(parser);
    const auto encoder = loadEncoder(parser);
    if (encoder)
        requireVectors(*store, *encoder);
    DocumentSearch search(*store, encoder.get());
    const auto judge = isJudged(parser)
        ? loadEngine(parser, Drafts::None, services::ModelJudge::settings())
        : nullptr;
    const Find find = [&](const QString& question) {
        return judge ? findJudged(search, question, top, *judge) : search.find(question, top);
    };
    if (answersMany)
        answerMany(find, parser.value("questions"));
    else
        answerOne(find, parser.positionalArguments().first(), parser.isSet("json"));
    return 0;
}

} // namespace app
