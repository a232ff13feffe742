#include "runtime/answer_engine.h"
#include "services/server/endpoints/service.h"
#include "services/server/protocol/fields.h"

#include <algorithm>
#include <numeric>

namespace services::server {

namespace {

constexpr size_t maxDocuments = 2048; // of a request
constexpr size_t maxDocumentBytes = 1 << 20; // models read far less of a text
constexpr size_t documentsAtOnce = 16; // documents, between which a client may hang up

// Texts, or objects with one as "text".
std::vector<std::string> readDocuments(const Fields& fields)
{
    std::vector<std::string> documents;
    for (const Json& given : fields.list("documents", maxDocuments)) {
        const std::string path = "documents[" + std::to_string(documents.size()) + "]";
        std::string text;
        if (given.is_string())
            text = given.get<std::string>();
        else if (given.is_object())
            text = Fields(given, path).requiredText("text");
        else
            throw wrongField(path, "must be a string or an object with a text.");
        documents.push_back(text.substr(0, maxDocumentBytes));
    }
    if (documents.empty())
        throw wrongField("documents", "must be a list of at least one text.");
    return documents;
}

} // namespace

void postRerank(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    const Json body = readBody(request, reply);
    const Fields fields(body);
    const ServedModel model = service.models.require(fields.requiredText("model"));
    const auto isGone = reply.isGone();
    if (!awaitReady(model, isGone).ranks)
        throw ApiError(400, "invalid_request_error",
            "The model '" + model.id + "' doesn't rank documents.", "model");
    const std::string query = fields.requiredText("query").substr(0, maxDocumentBytes);
    const std::vector<std::string> documents = readDocuments(fields);
    const auto wanted
        = size_t(fields.integer("top_n", 1, 1 << 20).value_or(int64_t(documents.size())));
    const bool returnsDocuments = fields.flag("return_documents").value_or(false);

    const RequestGate::Pass pass = enter(service.gate, 1, isGone);
    std::vector<float> scores;
    int64_t tokens = 0;
    for (size_t first = 0; first < documents.size(); first += documentsAtOnce) {
        if (isGone())
            throw ClientGone();
        const runtime::Relevance relevance = model.engine->rank(query,
            std::span(documents).subspan(
                first, std::min(documentsAtOnce, documents.size() - first)));
        scores.insert(scores.end(), relevance.scores.begin(), relevance.scores.end());
        tokens += relevance.tokens;
    }
    std::vector<size_t> order(documents.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::ranges::stable_sort(order, std::greater(), [&](size_t index) { return scores[index]; });
    Json results = Json::array();
    for (const size_t index : std::span(order).first(std::min(wanted, order.size()))) {
        Json result{{"index", index}, {"relevance_score", scores[index]}};
        if (returnsDocuments)
            result["document"] = {{"text", documents[index]}};
        results.push_back(std::move(result));
    }
    send(reply,
        {{"object", "list"}, {"model", model.id}, {"results", std::move(results)},
            {"usage", {{"prompt_tokens", tokens}, {"total_tokens", tokens}}}});
}

} // namespace services::server
