#pragma once

#include "services/server/protocol/attached_files.h"
#include "services/server/protocol/json_body.h"

#include "runtime/answer_request.h"
#include <string>
#include <vector>

namespace services::server {

/// Reads the content of a message: a text, nothing, or a list of parts (`text`, `image_url`, `file`,
/// and the names that /v1/responses has for them). `files` are those of the whole request. Throws
/// ApiError(400) naming the part, and ClientGone.
std::vector<runtime::Part> readContent(
    const Json* content, const std::string& field, AttachedFiles& files);

} // namespace services::server
