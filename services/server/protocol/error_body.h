#pragma once

#include "services/server/protocol/api_error.h"
#include "services/server/protocol/json_body.h"

namespace services::server {

/// How OpenAI's API says what is wrong: {"error": {"message", "type", "param", "code"}}.
Json errorBody(const ApiError& error);

/// How Anthropic's does: {"type": "error", "error": {"type", "message"}}.
Json anthropicErrorBody(const ApiError& error);

/// The error for a status that came about before a request was read.
ApiError errorOfStatus(int status, const std::string& sentence);

} // namespace services::server
