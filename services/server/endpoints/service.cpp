#include "services/server/endpoints/service.h"

#include "base/error.h"

#include <chrono>
#include <cmath>
#include <new>

namespace services::server {

namespace {

constexpr const char* json = "application/json";

void sendError(HttpReply& reply, const ApiError& error, ErrorForm form)
{
    HttpReply::Headers headers;
    if (error.retryAfter > 0)
        headers.emplace_back("Retry-After", std::to_string(error.retryAfter));
    reply.send(error.status, json, text(form(error)), std::move(headers));
}

} // namespace

ApiError currentError()
try {
    throw;
} catch (const ClientGone&) {
    throw;
} catch (const ApiError& error) {
    return error;
} catch (const std::bad_alloc&) {
    return {503, "server_error", base::outOfMemory("this request").what()};
} catch (const base::Error& error) {
    return toApiError(runtime::AnswerFailure{error.kind(), error.what()});
} catch (const std::exception& error) {
    return {500, "server_error", error.what()};
}

HttpHandler makeHandler(const Service& service, Endpoint endpoint, ErrorForm form)
{
    return [service, endpoint, form](const HttpRequest& request, HttpReply& reply) {
        try {
            try {
                endpoint(service, request, reply);
            } catch (...) {
                sendError(reply, currentError(), form);
            }
        } catch (const ClientGone&) {
            reply.send(499, json, "{}"); // for the log: nobody reads it
        }
    };
}

Json readBody(const HttpRequest& request, const HttpReply& reply)
try {
    return parseBody(request.body, reply.isGone());
} catch (const base::Error& error) {
    if (error.kind() == base::ErrorKind::Cancelled)
        throw ClientGone();
    throw;
}

void send(HttpReply& reply, const Json& body)
{
    reply.send(200, json, text(body));
}

std::string event(const Json& data, std::string_view name)
{
    std::string whole;
    if (!name.empty())
        whole.append("event: ").append(name).append("\n");
    return whole.append("data: ").append(text(data)).append("\n\n");
}

void streamEvents(HttpReply& reply, ErrorForm form, std::function<void(HttpWriter&)> write)
{
    reply.stream("text/event-stream", [form, write = std::move(write)](HttpWriter& writer) {
        try {
            try {
                write(writer);
            } catch (...) {
                writer.write(event(form(currentError()), "error"));
            }
        } catch (const ClientGone&) { // the client is gone
        }
    });
}

void writeComment(HttpWriter& writer)
{
    if (!writer.write(": keep-alive\n\n"))
        throw ClientGone();
}

int64_t now()
{
    using namespace std::chrono;
    return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

namespace {

Json choiceJson(const runtime::TokenDetail::Choice& choice)
{
    Json bytes = Json::array();
    for (const char byte : choice.text)
        bytes.push_back(int(uint8_t(byte)));
    return {{"token", choice.text}, {"logprob", safeLog(choice.probability)},
        {"bytes", std::move(bytes)}};
}

} // namespace

double safeLog(double probability)
{
    return probability > 0 ? std::log(probability) : -9999;
}

Json logprobsJson(const std::vector<runtime::TokenDetail>& tokens)
{
    Json list = Json::array();
    for (const runtime::TokenDetail& token : tokens) {
        Json told = choiceJson(token.chosen);
        told["top_logprobs"] = Json::array();
        for (const runtime::TokenDetail::Choice& likely : token.likeliest)
            told["top_logprobs"].push_back(choiceJson(likely));
        list.push_back(std::move(told));
    }
    return list;
}

Json usageJson(const AnswerReading::Usage& usage)
{
    return {{"prompt_tokens", usage.promptTokens}, {"completion_tokens", usage.answerTokens},
        {"total_tokens", usage.promptTokens + usage.answerTokens},
        {"prompt_tokens_details", {{"cached_tokens", usage.cachedTokens}, {"audio_tokens", 0}}},
        {"completion_tokens_details",
            {{"reasoning_tokens", usage.thoughtTokens}, {"audio_tokens", 0},
                {"accepted_prediction_tokens", 0}, {"rejected_prediction_tokens", 0}}}};
}

void addNotes(Json& response, const AnswerReading& reading)
{
    for (const auto& [subject, note] : reading.notes()) {
        if (!response["metadata"].is_object())
            response["metadata"] = Json::object(); // whatever the client has sent
        response["metadata"][subject] = note;
    }
}

const char* finishReason(AnswerReading::Finish finish)
{
    using Finish = AnswerReading::Finish;
    if (finish == Finish::Length)
        return "length";
    return finish == Finish::ToolCalls ? "tool_calls" : "stop";
}

} // namespace services::server
