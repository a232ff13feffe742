#pragma once

#include "services/server/protocol/fields.h"
#include "services/server/protocol/sampling_fields.h"

#include <functional>

namespace services::server {

/// Reads the body of POST /v1/chat/completions. Throws ApiError(400), naming the field. Images are
/// decoded and documents read, which takes a while; throws ClientGone once `isGone` returns true.
GenerationRequest readChatRequest(const Json& body, const std::function<bool()>& isGone);

/// Reads the `messages` of such a body. Throws in the same way.
std::vector<runtime::RequestMessage> readChatMessages(
    const Json& body, const std::function<bool()>& isGone);

} // namespace services::server
