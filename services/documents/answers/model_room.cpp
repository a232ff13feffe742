#include "services/documents/answers/model_room.h"

#include <algorithm>
#include <string>

namespace services {

namespace {

constexpr int64_t usualContext = 2048; // tokens, where an engine does not say
constexpr int64_t margin = 16; // tokens; two texts may have one more together than each by itself

runtime::AnswerRequest requestOf(std::string_view text)
{
    runtime::AnswerRequest request;
    request.messages.push_back(runtime::textMessage(runtime::Role::User, std::string(text)));
    return request;
}

} // namespace

ModelRoom::ModelRoom(const runtime::AnswerEngine& engine, int64_t answerTokens)
    : m_engine(engine)
{
    const auto frame = engine.count(requestOf("?"));
    int64_t context = engine.describe().summary.contextTokens;
    if (context <= 0)
        context = usualContext;
    m_answerTokens = std::clamp<int64_t>(answerTokens, runtime::leastAnswerTokens,
        std::max(runtime::leastAnswerTokens, context / 4));
    const int64_t left = context - m_answerTokens - margin - (frame ? frame->tokens : margin);
    m_questionTokens = size_t(std::max<int64_t>(left, 0));
}

TokenCounter ModelRoom::count() const
{
    return [&engine = m_engine](std::string_view text) {
        const auto counted = engine.count(requestOf(text));
        if (!counted || counted->parts.empty())
            return estimatedTokens(text);
        return size_t(counted->parts.front().textTokens);
    };
}

} // namespace services
