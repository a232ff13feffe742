#include "services/server/routes.h"

#include "services/server/endpoints/service.h"
#include "services/server/protocol/api_error.h"

namespace services::server {

namespace {

using Key = HttpRoute::Key;

struct Row {
    const char* method;
    const char* path;
    Endpoint endpoint;
    ErrorForm errors = errorBody;
    Key key = Key::IsNeeded;
};

constexpr Row rows[] = {
    {"GET", "/health", getHealth, errorBody, Key::IsNotNeeded},
    {"GET", "/metrics", getMetrics},
    {"GET", "/v1/models", getModels},
    {"GET", "/v1/models/", getModel},
    {"POST", "/v1/models/load", postLoadModel},
    {"POST", "/v1/models/unload", postUnloadModel},
    {"POST", "/v1/chat/completions", postChatCompletions},
    {"POST", "/v1/completions", postCompletions},
    {"POST", "/v1/responses", postResponses},
    {"POST", "/v1/messages", postMessages, anthropicErrorBody},
    {"POST", "/v1/messages/count_tokens", postCountTokens, anthropicErrorBody},
    {"POST", "/v1/embeddings", postEmbeddings},
    {"POST", "/v1/rerank", postRerank},
    {"POST", "/v1/documents/search", postDocumentSearch},
    {"POST", "/tokenize", postTokenize},
    {"POST", "/detokenize", postDetokenize},
};

} // namespace

std::vector<HttpRoute> makeRoutes(const Service& service)
{
    std::vector<HttpRoute> routes;
    for (const Row& row : rows)
        routes.push_back(
            {row.method, row.path, makeHandler(service, row.endpoint, row.errors), row.key});
    return routes;
}

} // namespace services::server
