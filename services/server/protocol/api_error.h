#pragma once

#include "services/server/protocol/fields.h"

#include <stdexcept>
#include <string>

namespace services::server {

/// Why a request is rejected, for the program that sent it.
class ApiError : public std::runtime_error {
public:
    /// `type` and `code` are those of OpenAI's API; `field` names the wrong field: "messages[0].role".
    ApiError(int status, std::string type, const std::string& message, std::string field = {},
        std::string code = {})
        : std::runtime_error(message)
        , status(status)
        , type(std::move(type))
        , field(std::move(field))
        , code(std::move(code))
    {
    }

    int status; ///< of HTTP
    std::string type;
    std::string field, code; ///< empty: null
    int retryAfter = 0; ///< seconds; 0: it says nothing of when to try again
};

/// Thrown where work for a client that has hung up ends: nobody is notified of anything any more.
struct ClientGone { };

/// 400 for a field that is missing or wrong.
inline ApiError wrongField(const std::string& field, const std::string& message)
{
    return {400, "invalid_request_error", "'" + field + "' " + message, field};
}

/// How OpenAI's API says what is wrong: {"error": {"message", "type", "param", "code"}}.
Json errorBody(const ApiError& error);

/// How Anthropic's does: {"type": "error", "error": {"type", "message"}}.
Json anthropicErrorBody(const ApiError& error);

/// The error for a status that came about before a request was read.
ApiError errorOfStatus(int status, const std::string& message);

/// A mark that no other answer or call has: the prefix and letters and digits drawn at random.
std::string newId(const std::string& prefix, int length = 24);

} // namespace services::server
