#pragma once

#include "services/server/protocol/json_body.h"

#include "runtime/answer_request.h"
#include <string>
#include <vector>

namespace services::server {

inline constexpr int mostPictures = 32; ///< of a request

/// Reads the content of a message: a text, nothing, or a list of parts (`text`, `image_url`, `file`,
/// and the names that /v1/responses has for them). `pictures` counts those of the whole request.
/// Throws ApiError(400) naming the part.
std::vector<runtime::Part> readContent(
    const Json* content, const std::string& field, int& pictures);

} // namespace services::server
