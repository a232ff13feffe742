#include "services/remote/answer_piece.h"

#include "base/error.h"
#include "engine/files/json_text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace services {

namespace {

using Json = nlohmann::json;

constexpr int64_t maxCalls = 128;
constexpr int64_t maxCounted = 1'000'000'000'000; // tokens

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

std::string toText(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : std::string();
}

int64_t toCount(const Json& value)
{
    return value.is_number() ? int64_t(std::clamp(value.get<double>(), 0.0, double(maxCounted)))
                             : 0;
}

// The content of a message, which may come in parts.
std::string readContent(const Json& content)
{
    if (!content.is_array())
        return toText(content);
    std::string text;
    for (const Json& part : content)
        text += toText(at(part, "text"));
    return text;
}

runtime::TokenDetail::Choice readChoice(const Json& token)
{
    const Json& logarithm = at(token, "logprob");
    const double probability = logarithm.is_number() ? std::exp(logarithm.get<double>()) : 0;
    return {toText(at(token, "token")), float(std::clamp(probability, 0.0, 1.0))};
}

std::vector<runtime::TokenDetail> readTokens(const Json& logprobs)
{
    std::vector<runtime::TokenDetail> tokens;
    const Json& content = at(logprobs, "content");
    if (!content.is_array())
        return tokens;
    for (const Json& token : content) {
        runtime::TokenDetail detail{readChoice(token), {}};
        if (const Json& likeliest = at(token, "top_logprobs"); likeliest.is_array())
            for (const Json& each : likeliest)
                detail.likeliest.push_back(readChoice(each));
        tokens.push_back(std::move(detail));
    }
    return tokens;
}

// A whole answer numbers its calls by their order.
std::vector<CallPiece> readCalls(const Json& list)
{
    std::vector<CallPiece> calls;
    if (!list.is_array())
        return calls;
    for (const Json& call : list) {
        const Json& function = at(call, "function");
        const Json& arguments = at(function, "arguments");
        const Json& place = at(call, "index");
        calls.push_back({place.is_number() ? toCount(place) : int64_t(calls.size()),
            toText(at(call, "id")), toText(at(function, "name")),
            arguments.is_object() ? arguments.dump() : toText(arguments)});
        if (calls.back().place >= maxCalls)
            throw base::Error(base::ErrorKind::BadFile, "too many tool calls");
    }
    return calls;
}

std::optional<RemoteUsage> readUsage(const Json& usage)
{
    if (!usage.is_object())
        return std::nullopt;
    return RemoteUsage{toCount(at(usage, "prompt_tokens")),
        toCount(at(at(usage, "prompt_tokens_details"), "cached_tokens")),
        toCount(at(usage, "completion_tokens"))};
}

std::string readProblem(const Json& answer)
{
    const Json& error = at(answer, "error");
    if (error.is_null())
        return {};
    const std::string words = error.is_string() ? toText(error) : toText(at(error, "message"));
    return words.empty() ? "an error" : words;
}

} // namespace

AnswerPiece answerPiece(const std::string& json)
{
    const Json answer = engine::tryParseJson<Json>(json).value_or(nullptr);
    if (!answer.is_object())
        throw base::Error(base::ErrorKind::BadFile, "it isn't valid JSON");
    const Json& choice = first(at(answer, "choices"));
    const Json& delta = at(choice, "delta");
    const Json& said = delta.is_object() ? delta : at(choice, "message");
    AnswerPiece piece;
    piece.text = readContent(at(said, "content"));
    piece.thought = toText(at(said, "reasoning_content"));
    if (piece.thought.empty())
        piece.thought = toText(at(said, "reasoning"));
    piece.tokens = readTokens(at(choice, "logprobs"));
    piece.calls = readCalls(at(said, "tool_calls"));
    piece.isSure = at(choice, "sure") != false;
    piece.end = toText(at(choice, "finish_reason"));
    piece.usage = readUsage(at(answer, "usage"));
    piece.problem = readProblem(answer);
    return piece;
}

std::vector<std::string> EventReader::read(const QByteArray& bytes)
{
    std::vector<std::string> events;
    for (const char letter : bytes) {
        const bool isSecondHalf = letter == '\n' && m_endedByReturn;
        m_endedByReturn = letter == '\r';
        if (isSecondHalf)
            continue;
        if (letter == '\n' || letter == '\r') {
            takeLine(events);
            continue;
        }
        m_line += letter;
        if (m_line.size() + m_data.size() > m_maxLength)
            throw base::Error(base::ErrorKind::BadFile, "an event is too long");
    }
    return events;
}

std::vector<std::string> EventReader::end()
{
    std::vector<std::string> events;
    takeLine(events);
    complete(events);
    return events;
}

void EventReader::takeLine(std::vector<std::string>& events)
{
    const std::string line = std::exchange(m_line, {});
    if (line.empty())
        return complete(events);
    constexpr std::string_view name = "data:";
    if (!line.starts_with(name))
        return;
    std::string_view value = std::string_view(line).substr(name.size());
    if (value.starts_with(' '))
        value.remove_prefix(1);
    if (m_hasData)
        m_data += '\n';
    m_data += value;
    m_hasData = true;
}

void EventReader::complete(std::vector<std::string>& events)
{
    if (std::exchange(m_hasData, false))
        events.push_back(std::exchange(m_data, {}));
}

RepeatedBeginning::RepeatedBeginning(std::string given)
    : m_given(std::move(given))
{
    const size_t first = m_given.size() > max ? m_given.size() - max : 0;
    if (first > 0)
        m_begins.push_back(0);
    for (size_t begin = first; begin < m_given.size(); ++begin)
        m_begins.push_back(begin);
    m_isDecided = m_begins.empty();
}

// It continues to the end of the given text.
bool RepeatedBeginning::isRepetition(size_t begin) const
{
    const size_t size = m_given.size() - begin;
    return size <= m_held.size() && (size >= min || begin == 0);
}

std::string RepeatedBeginning::take(std::string_view text)
{
    for (size_t i = 0; i < text.size(); ++i) {
        if (m_isDecided)
            return std::exchange(m_held, {}) + std::string(text.substr(i));
        const size_t place = m_held.size();
        m_held += text[i];
        std::erase_if(m_begins, [&](size_t begin) {
            return begin + place >= m_given.size() || m_given[begin + place] != text[i];
        });
        if (std::ranges::any_of(m_begins, [&](size_t begin) { return isRepetition(begin); })) {
            m_held.clear();
            m_isDecided = true;
        }
        m_isDecided = m_isDecided || m_begins.empty();
    }
    return m_isDecided ? std::exchange(m_held, {}) : std::string();
}

std::string RepeatedBeginning::end()
{
    m_isDecided = true;
    return std::exchange(m_held, {});
}

} // namespace services
