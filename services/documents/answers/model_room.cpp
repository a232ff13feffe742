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

int64_t estimatedTokensOf(const std::vector<runtime::RequestMessage>& messages)
{
    size_t tokens = 0;
    for (const runtime::RequestMessage& message : messages)
        for (const runtime::Part& part : message.parts) {
            if (const auto* text = std::get_if<std::string>(&part))
                tokens += estimatedTokens(*text);
            else if (const auto* passage = std::get_if<runtime::Passage>(&part))
                tokens += estimatedTokens(passage->text);
        }
    return int64_t(tokens);
}

} // namespace

ModelRoom::ModelRoom(const runtime::AnswerEngine& engine, int64_t answerTokens,
    std::vector<runtime::RequestMessage> before)
    : m_engine(engine)
{
    runtime::AnswerRequest request = requestOf("?");
    request.messages.insert(request.messages.begin(), before.begin(), before.end());
    const auto frame = engine.count(request);
    int64_t context = engine.describe().summary.contextTokens;
    if (context <= 0)
        context = usualContext;
    m_answerTokens = std::clamp<int64_t>(answerTokens, runtime::leastAnswerTokens,
        std::max(runtime::leastAnswerTokens, context / 4));
    const int64_t all = context - m_answerTokens - margin;
    const int64_t taken = frame ? frame->tokens : margin + estimatedTokensOf(before);
    m_questionTokens = size_t(std::max<int64_t>({all - taken, before.empty() ? 0 : all / 2, 0}));
    if (frame && frame->parts.size() > before.size())
        for (size_t message = 0; message < before.size(); ++message)
            m_isRead.push_back(frame->parts[message].isRead);
}

bool ModelRoom::reads(size_t message) const
{
    return message >= m_isRead.size() || m_isRead[message];
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
