#pragma once

#include "services/server/answers/answer_reading.h"
#include "services/server/protocol/json_body.h"

namespace services::server {

/// The tokens of a request as /v1/chat/completions and /v1/completions tell them.
Json usageOf(const AnswerReading::Usage& usage);

/// "stop", "length" or "tool_calls".
const char* nameOf(AnswerReading::Finish finish);

} // namespace services::server
