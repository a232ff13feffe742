#include "services/server/protocol/json_body.h"

#include "services/server/protocol/api_error.h"

#include <algorithm>

namespace services::server {

namespace {

constexpr int deepest = 64;
constexpr size_t mostKeysOfObject = 4096; // they are compared one by one
constexpr size_t mostKeys = 100'000, mostValues = 1'000'000;

/// Counts while a body is parsed, so that what is too much ends it.
class Measure {
public:
    bool operator()(int depth, Json::parse_event_t event, Json&)
    {
        using Event = Json::parse_event_t;
        if (depth > deepest)
            refuse("is nested deeper than " + std::to_string(deepest) + " levels");
        if (event == Event::object_start) {
            m_keys.resize(size_t(depth) + 1);
            m_keys.back() = 0;
        }
        if (event == Event::key
            && (++m_keys.at(size_t(depth) - 1) > mostKeysOfObject || ++m_allKeys > mostKeys))
            refuse("has too many keys");
        if (event == Event::value && ++m_values > mostValues)
            refuse("has too many values");
        return true;
    }

private:
    [[noreturn]] static void refuse(const std::string& why)
    {
        throw ApiError(400, "invalid_request_error", "The body " + why + ".");
    }

    std::vector<size_t> m_keys; // of the objects that are open, by their depth
    size_t m_allKeys = 0, m_values = 0;
};

} // namespace

Json parseBody(std::string_view body)
{
    Measure measure;
    Json parsed;
    try {
        parsed = Json::parse(body, std::ref(measure));
    } catch (const Json::exception& error) {
        throw ApiError(400, "invalid_request_error",
            std::string("The body is not valid JSON: ") + error.what());
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
