#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace services::server {

/// JSON whose keys keep their order, which matters to schemas and to the prompts made of tools.
using Json = nlohmann::ordered_json;

/// Parses the body of a request. Throws ApiError(400) if it is no JSON object in valid UTF-8, or is
/// nested deeper, or has more values or keys, than any request has; Error{Cancelled} when the client
/// `isGone`, which is asked every few thousand values.
Json parseBody(std::string_view body, const std::function<bool()>& isGone = {});

/// On one line; broken UTF-8 becomes U+FFFD.
std::string text(const Json& value);

} // namespace services::server
