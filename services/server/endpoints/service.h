#pragma once

#include "services/server/answers/answer_reading.h"
#include "services/server/answers/metrics.h"
#include "services/server/answers/request_gate.h"
#include "services/server/answers/served_models.h"
#include "services/server/http/http_message.h"
#include "services/server/protocol/api_error.h"
#include "services/server/protocol/json_body.h"

#include <functional>

namespace services::server {

/// What the end points use.
struct Service {
    const ServedModels& models;
    RequestGate& gate;
    Metrics& metrics;
    std::function<int()> connections; ///< how many are open

    AnswerPlaces places() const { return {gate, metrics}; }
};

/// An end point: answers a request, or throws ApiError, ClientGone or kernels::Error.
using EndPoint = void (*)(const Service& service, const HttpRequest& request, HttpReply& reply);

/// How an end point says what is wrong.
using ErrorForm = Json (*)(const ApiError& error);

/// The handler of an end point: what it throws becomes an answer.
HttpHandler handlerOf(const Service& service, EndPoint endPoint, ErrorForm form);

/// What is thrown, as the client is told; ClientGone passes through.
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

/// Seconds since 1970.
int64_t now();

} // namespace services::server
