#include "services/server/endpoints/usage.h"

namespace services::server {

Json usageOf(const AnswerReading::Usage& usage)
{
    return {{"prompt_tokens", usage.promptTokens}, {"completion_tokens", usage.answerTokens},
        {"total_tokens", usage.promptTokens + usage.answerTokens},
        {"prompt_tokens_details", {{"cached_tokens", usage.cachedTokens}, {"audio_tokens", 0}}},
        {"completion_tokens_details",
            {{"reasoning_tokens", usage.thoughtTokens}, {"audio_tokens", 0},
                {"accepted_prediction_tokens", 0}, {"rejected_prediction_tokens", 0}}}};
}

const char* nameOf(AnswerReading::Finish finish)
{
    using Finish = AnswerReading::Finish;
    if (finish == Finish::Length)
        return "length";
    return finish == Finish::ToolCalls ? "tool_calls" : "stop";
}

} // namespace services::server
