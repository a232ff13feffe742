#include "services/server/protocol/json_body.h"

#include "engine/files/json_text.h"
#include "services/server/protocol/api_error.h"

namespace services::server {

namespace {

constexpr size_t maxKeysOfObject = 4096; // fields are searched one by one
constexpr size_t maxKeys = 100'000;

} // namespace

Json parseBody(std::string_view body, const std::function<bool()>& isGone)
{
    Json parsed;
    try {
        parsed = engine::parseJson<Json>(body,
            {.keys = maxKeys,
                .keysOfObject = maxKeysOfObject,
                .bytes = body.size(), // HttpLimits bound them
                .isCancelled = isGone});
    } catch (const engine::JsonError& error) {
        throw ApiError(400, "invalid_request_error",
            error.details.empty() ? std::string("The body ") + error.what() + "."
                                  : "The body is not valid JSON: " + error.details);
    }
    if (!parsed.is_object())
        throw ApiError(400, "invalid_request_error", "The body must be a JSON object.");
    return parsed;
}

std::string text(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace services::server
