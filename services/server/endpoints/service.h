#pragma once

#include "runtime/answer_engine.h"
#include "services/server/answers/answer_reading.h"
#include "services/server/answers/request_gate.h"
#include "services/server/answers/served_documents.h"
#include "services/server/answers/served_models.h"
#include "services/server/answers/server_metrics.h"
#include "services/server/http/http_message.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/content_parts.h"
#include "services/server/protocol/fields.h"

#include <chrono>
#include <functional>
#include <vector>

namespace services::server {

/// What the endpoints use.
struct Service {
    const ServedModels& models;
    RequestGate& gate;
    Metrics& metrics;
    std::function<int()> connections; ///< how many are open
    std::chrono::milliseconds keepAlive{}; ///< see ServerOptions
    bool hasKeys = false; ///< clients need an API key
    DownloadImage downloadImage = {}; ///< see ServerOptions
    FindDocuments findDocuments = {}; ///< see ServerOptions
    CheckAnswer checkAnswer = {}; ///< see ServerOptions

    AnswerPlaces places() const { return {gate, metrics, keepAlive}; }
};

/// An endpoint: answers a request, or throws ApiError, ClientGone or base::Error.
using Endpoint = void (*)(const Service& service, const HttpRequest& request, HttpReply& reply);

/// How an endpoint says what is wrong.
using ErrorForm = Json (*)(const ApiError& error);

/// The handler of an endpoint: what it throws becomes an answer.
HttpHandler makeHandler(const Service& service, Endpoint endpoint, ErrorForm form);

/// Turns exceptions into the error that the client receives; ClientGone passes through.
ApiError currentError();

/// Parses the body of a request. Throws ApiError(400), and ClientGone if the client hangs up
/// meanwhile.
Json readBody(const HttpRequest& request, const HttpReply& reply);

/// Sends JSON with status 200.
void send(HttpReply& reply, const Json& body);

/// An event of server-sent events; `name` may be empty.
std::string event(const Json& data, std::string_view name = {});

/// Sends what `write` writes as server-sent events; what it throws becomes the last of them.
void streamEvents(HttpReply& reply, ErrorForm form, std::function<void(HttpWriter&)> write);

/// A comment of server-sent events, written while there is nothing else. Throws ClientGone.
void writeComment(HttpWriter& writer);

/// Seconds since 1970.
int64_t now();

// The endpoints, one file each; what they take and say is that of OpenAI's API unless a line says
// otherwise.
void getHealth(const Service& service, const HttpRequest& request, HttpReply& reply);
/// Answers in the text format of Prometheus.
void getMetrics(const Service& service, const HttpRequest& request, HttpReply& reply);
void getModels(const Service& service, const HttpRequest& request, HttpReply& reply);
void getModel(const Service& service, const HttpRequest& request, HttpReply& reply);
/// Ours: {"model": ID}. They need a server with API keys.
void postLoadModel(const Service& service, const HttpRequest& request, HttpReply& reply);
void postUnloadModel(const Service& service, const HttpRequest& request, HttpReply& reply);
void postChatCompletions(const Service& service, const HttpRequest& request, HttpReply& reply);
void postCompletions(const Service& service, const HttpRequest& request, HttpReply& reply);
void postResponses(const Service& service, const HttpRequest& request, HttpReply& reply);
/// Anthropic's.
void postMessages(const Service& service, const HttpRequest& request, HttpReply& reply);
void postCountTokens(const Service& service, const HttpRequest& request, HttpReply& reply);
void postEmbeddings(const Service& service, const HttpRequest& request, HttpReply& reply);
/// Ranks documents as the APIs of Jina and Cohere and the server of llama.cpp do.
void postRerank(const Service& service, const HttpRequest& request, HttpReply& reply);
/// Ours: {"query": TEXT, "top_n": N} finds passages in the documents that are offered.
void postDocumentSearch(const Service& service, const HttpRequest& request, HttpReply& reply);
/// Tokenizes as the servers of llama.cpp and vLLM do.
void postTokenize(const Service& service, const HttpRequest& request, HttpReply& reply);
void postDetokenize(const Service& service, const HttpRequest& request, HttpReply& reply);

/// The natural logarithm of a probability; −9999 for what is impossible, as OpenAI's API has it.
double safeLog(double probability);

/// Tokens as /v1/chat/completions and /v1/responses tell them: [{"token", "logprob", "bytes",
/// "top_logprobs"}, …].
Json logprobsJson(const std::vector<runtime::TokenDetail>& tokens);

/// The tokens of a request as /v1/chat/completions and /v1/completions tell them.
Json usageJson(const AnswerReading::Usage& usage);

/// Adds AnswerReading::notes() to `metadata` of a response, if there are any.
void addNotes(Json& response, const AnswerReading& reading);

/// "stop", "length" or "tool_calls".
const char* finishReason(AnswerReading::Finish finish);

} // namespace services::server
