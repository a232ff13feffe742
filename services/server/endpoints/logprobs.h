#pragma once

#include "services/server/protocol/json_body.h"

#include "runtime/answer_engine.h"
#include <vector>

namespace services::server {

/// The natural logarithm of a probability; −9999 for what is impossible, as OpenAI's API has it.
double logOf(float probability);

/// Tokens as /v1/chat/completions and /v1/responses tell them: [{"token", "logprob", "bytes",
/// "top_logprobs"}, …].
Json logprobsOf(const std::vector<runtime::TokenDetail>& tokens);

} // namespace services::server
