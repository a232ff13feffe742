#pragma once

#include "services/server/http/http_server.h"
#include "services/server/http/request_head.h"

#include <atomic>
#include <cstdint>

namespace services::server {

class Connection;

/// Answers requests, whichever connection they come on: checks who asks for what, reads the body, calls the
/// route's handler and sends what it replies. Any thread may call the functions.
class HttpDispatcher {
public:
    explicit HttpDispatcher(HttpServerOptions options);

    const HttpLimits& limits() const { return m_options.limits; }

    /// Waits for the next request of a connection and answers it. Returns false if the connection ends.
    bool answerNext(Connection& connection);

    /// Sends the server's own message for a status, as 503, and ends the connection.
    void reject(Connection& connection, int status) const;

private:
    class BodyShare;
    class BufferedReply;

    void answer(const RequestHead& head, Connection& connection, BufferedReply& reply);
    int check(const RequestHead& head, const HttpRoute* route, BufferedReply& reply) const;
    void allowOrigin(const HttpRequest& request, BufferedReply& reply) const;
    int readBody(Connection& connection, BodyShare& share, std::string& body) const;
    const HttpRoute* findRoute(const HttpRequest& request) const;
    const HttpRoute* findPath(const std::string& path) const;
    bool send(const RequestHead& head, Connection& connection, BufferedReply& reply) const;

    const HttpServerOptions m_options;
    std::atomic<int64_t> m_bodyBytes{0}; // of all requests under way
};

} // namespace services::server
