#pragma once

#include "services/server/protocol/generation_request.h"
#include "services/server/protocol/json_body.h"

namespace services::server {

/// Reads the body of Anthropic's POST /v1/messages. Throws ApiError(400), naming the field. Pictures
/// are decoded and documents read, which takes a while.
GenerationRequest readMessagesRequest(const Json& body);

} // namespace services::server
