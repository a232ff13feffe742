#include "services/remote/answer_piece.h"

#include "engine/files/json_text.h"
#include "kernels/error.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace services {

namespace {

using Json = nlohmann::json;

constexpr int64_t mostCalls = 128;
constexpr int64_t mostCounted = 1'000'000'000'000; // tokens

const Json& absent()
{
    static const Json null;
    return null;
}

const Json& at(const Json& object, const char* name)
{
    const auto field = object.find(name);
    return object.is_object() && field != object.end() ? *field : absent();
}

const Json& first(const Json& list)
{
    return list.is_array() && !list.empty() ? list.front() : absent();
}

std::string textOf(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : std::string();
}

int64_t countOf(const Json& value)
{
    return value.is_number() ? int64_t(std::clamp(value.get<double>(), 0.0, double(mostCounted)))
                             : 0;
}

// Of a message, content may come in parts.
std::string contentOf(const Json& content)
{
    if (!content.is_array())
        return textOf(content);
    std::string text;
    for (const Json& part : content)
        text += textOf(at(part, "text"));
    return text;
}

runtime::TokenDetail::Choice choiceOf(const Json& token)
{
    const Json& logarithm = at(token, "logprob");
    const double probability = logarithm.is_number() ? std::exp(logarithm.get<double>()) : 0;
    return {textOf(at(token, "token")), float(std::clamp(probability, 0.0, 1.0))};
}

std::vector<runtime::TokenDetail> tokensOf(const Json& logprobs)
{
    std::vector<runtime::TokenDetail> tokens;
    const Json& content = at(logprobs, "content");
    if (!content.is_array())
        return tokens;
    for (const Json& token : content) {
        runtime::TokenDetail detail{choiceOf(token), {}};
        if (const Json& likeliest = at(token, "top_logprobs"); likeliest.is_array())
            for (const Json& each : likeliest)
                detail.likeliest.push_back(choiceOf(each));
        tokens.push_back(std::move(detail));
    }
    return tokens;
}

// A whole answer numbers its calls by their order.
std::vector<CallPiece> callsOf(const Json& list)
{
    std::vector<CallPiece> calls;
    if (!list.is_array())
        return calls;
    for (const Json& call : list) {
        const Json& function = at(call, "function");
        const Json& arguments = at(function, "arguments");
        const Json& place = at(call, "index");
        calls.push_back({place.is_number() ? countOf(place) : int64_t(calls.size()),
            textOf(at(call, "id")), textOf(at(function, "name")),
            arguments.is_object() ? arguments.dump() : textOf(arguments)});
        if (calls.back().place >= mostCalls)
            throw kernels::Error(kernels::ErrorKind::BadFile, "it calls too many tools at once");
    }
    return calls;
}

std::optional<RemoteUsage> usageOf(const Json& usage)
{
    if (!usage.is_object())
        return std::nullopt;
    return RemoteUsage{countOf(at(usage, "prompt_tokens")),
        countOf(at(at(usage, "prompt_tokens_details"), "cached_tokens")),
        countOf(at(usage, "completion_tokens"))};
}

std::string problemOf(const Json& answer)
{
    const Json& error = at(answer, "error");
    if (error.is_null())
        return {};
    const std::string words = error.is_string() ? textOf(error) : textOf(at(error, "message"));
    return words.empty() ? "an error" : words;
}

} // namespace

AnswerPiece answerPiece(const std::string& json)
{
    const Json answer = engine::tryParseJson<Json>(json).value_or(nullptr);
    if (!answer.is_object())
        throw kernels::Error(kernels::ErrorKind::BadFile, "it sends what is no JSON");
    const Json& choice = first(at(answer, "choices"));
    const Json& delta = at(choice, "delta");
    const Json& said = delta.is_object() ? delta : at(choice, "message");
    AnswerPiece piece;
    piece.text = contentOf(at(said, "content"));
    piece.thought = textOf(at(said, "reasoning_content"));
    if (piece.thought.empty())
        piece.thought = textOf(at(said, "reasoning"));
    piece.tokens = tokensOf(at(choice, "logprobs"));
    piece.calls = callsOf(at(said, "tool_calls"));
    piece.isSure = at(choice, "sure") != false;
    piece.end = textOf(at(choice, "finish_reason"));
    piece.usage = usageOf(at(answer, "usage"));
    piece.problem = problemOf(answer);
    return piece;
}

} // namespace services
