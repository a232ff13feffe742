#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/documents.h"
#include "app/cli/input_files.h"
#include "app/cli/model_options.h"
#include "app/cli/output.h"
#include "services/documents/answers/model_judge.h"
#include "services/documents/index/document_search.h"

#include <functional>
#include <nlohmann/json.hpp>

namespace app {

namespace {

using services::DocumentHit;
using services::DocumentSearch;
using Json = nlohmann::ordered_json;
using Find = std::function<std::vector<DocumentHit>(const QString& question)>;

constexpr int maxHits = 100;

Json toJson(const std::vector<DocumentHit>& hits)
{
    Json list = Json::array();
    for (const DocumentHit& hit : hits)
        list.push_back(asJson(hit, list.size() + 1));
    return list;
}

void answerOne(const Find& find, const QString& question, double threshold, bool asJsonLines)
{
    const auto hits = find(question);
    const bool isAnswered = services::isAnswered(hits, threshold);
    if (asJsonLines) {
        for (const Json& hit : toJson(hits))
            printJson(hit);
        printJson({{"threshold", threshold}, {"answered", isAnswered}});
        return;
    }
    if (!isAnswered)
        printText("These documents don't contain an answer to this question.\n\n");
    for (size_t hit = 0; hit < hits.size(); ++hit)
        printText(formatHit(hits[hit], hit + 1));
}

void answerMany(const Find& find, const QString& path, double threshold)
{
    forEachJsonLine(path, {"question"}, [&find, threshold](const Json& object) {
        const auto hits = find(QString::fromStdString(object["question"].get<std::string>()));
        printJson({{"id", object["id"]}, {"hits", toJson(hits)},
            {"answered", services::isAnswered(hits, threshold)}});
    });
}

} // namespace

int runSearch(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription("Finds passages of documents that answer a question.");
    parser.addPositionalArgument("QUESTION", "a question or keywords");
    addStoreOption(parser);
    addEmbeddingOption(parser);
    addRerankerOption(parser);
    addModelOptions(parser);
    addApartOption(parser);
    addJudgeOption(parser);
    addThresholdOption(parser);
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
    const double threshold = answerThreshold(parser);

    const auto store = openExistingStore(parser);
    const auto encoder = loadEncoder(parser);
    if (encoder)
        requireVectors(*store, *encoder);
    const auto reranker = loadReranker(parser);
    DocumentSearch search(*store, encoder.get(), reranker.get());
    const auto judge = isJudged(parser)
        ? loadEngine(parser, Drafts::None, services::ModelJudge::settings())
        : nullptr;
    const Find find = [&](const QString& question) {
        return judge ? findJudged(search, question, top, *judge) : search.find(question, top);
    };
    if (answersMany)
        answerMany(find, parser.value("questions"), threshold);
    else
        answerOne(find, parser.positionalArguments().first(), threshold, parser.isSet("json"));
    return 0;
}

} // namespace app
