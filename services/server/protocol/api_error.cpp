#include "services/server/protocol/api_error.h"

#include <random>

namespace services::server {

namespace {

Json orNull(const std::string& text)
{
    return text.empty() ? Json() : Json(text);
}

const char* anthropicType(int status)
{
    switch (status) {
    case 401:
        return "authentication_error";
    case 403:
        return "permission_error";
    case 404:
        return "not_found_error";
    case 413:
        return "request_too_large";
    case 429:
        return "rate_limit_error";
    case 503:
        return "overloaded_error";
    default:
        return status >= 500 ? "api_error" : "invalid_request_error";
    }
}

} // namespace

Json errorBody(const ApiError& error)
{
    return {{"error",
        {{"message", error.what()}, {"type", error.type}, {"param", orNull(error.field)},
            {"code", orNull(error.code)}}}};
}

Json anthropicErrorBody(const ApiError& error)
{
    return {{"type", "error"},
        {"error", {{"type", anthropicType(error.status)}, {"message", error.what()}}}};
}

ApiError errorOfStatus(int status, const std::string& message)
{
    if (status == 401)
        return {401, "invalid_request_error", message, {}, "invalid_api_key"};
    return {status, status >= 500 ? "server_error" : "invalid_request_error", message};
}

std::string newId(const std::string& prefix, int length)
{
    constexpr char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    thread_local std::mt19937_64 random{std::random_device{}()};
    std::uniform_int_distribution<size_t> place(0, sizeof letters - 2);
    std::string id = prefix;
    for (int each = 0; each < length; ++each)
        id += letters[place(random)];
    return id;
}

} // namespace services::server
