#pragma once

#include "services/server/http/http_limits.h"

#include <functional>
#include <string>
#include <string_view>

namespace services::server {

/// Looks at the head of a request, up to and with its empty line, before it is parsed: at what the
/// HTTP library leaves open. Returns the status with which to refuse it (400, 431), or 0.
int refusalOf(std::string_view head, const HttpLimits& limits);

/// Calls `visit` with the name and the value of each header, as they were sent, without the blanks
/// around the value. The head must be one that is not refused.
void forEachHeader(std::string_view head,
    const std::function<void(std::string_view name, std::string_view value)>& visit);

/// The head without the header Range, for nothing is sent in parts.
std::string withoutRanges(std::string_view head);

} // namespace services::server
