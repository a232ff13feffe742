#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace services::server {

/// JSON whose keys keep their order, which matters to schemas and to the prompts made of tools.
using Json = nlohmann::ordered_json;

/// Parses the body of a request. Throws ApiError(400) if it is no JSON object in valid UTF-8, or is
/// nested deeper, or has more values or keys, than any request has.
Json parseBody(std::string_view body);

/// On one line; broken UTF-8 becomes U+FFFD.
std::string text(const Json& value);

} // namespace services::server
