#include "services/server/answers/served_documents.h"
#include "services/server/endpoints/service.h"
#include "services/server/protocol/fields.h"
#include "services/server/protocol/sampling_fields.h"

namespace services::server {

void postDocumentSearch(const Service& service, const HttpRequest& request, HttpReply& reply)
{
    const Json body = readBody(request, reply);
    const Fields fields(body);
    const std::string query = fields.requiredText("query");
    const auto count = int(fields.integer("top_n", 1, mostSources).value_or(usualSources));
    const auto threshold = fields.number("threshold", 0, 1);
    const Found found = findDocuments(service.findDocuments, query, count, reply.isGone());
    const bool isAnswered
        = threshold ? services::isAnswered(found.hits, *threshold) : found.isAnswered;
    Json results = Json::array();
    for (const DocumentHit& hit : found.hits)
        results.push_back(sourceJson(hit, results.size() + 1));
    send(reply, {{"object", "list"}, {"answered", isAnswered}, {"results", std::move(results)}});
}

} // namespace services::server
