#pragma once

#include "services/server/protocol/fields.h"
#include "services/server/protocol/sampling_fields.h"

#include <functional>

namespace services::server {

/// Reads the body of Anthropic's POST /v1/messages. Throws ApiError(400), naming the field. Images
/// are decoded and documents read, which takes a while; throws ClientGone once `isGone` returns
/// true.
GenerationRequest readMessagesRequest(const Json& body, const std::function<bool()>& isGone);

} // namespace services::server
