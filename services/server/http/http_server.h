#pragma once

#include "services/server/http/access.h"
#include "services/server/http/http_message.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace services::server {

/// The parts of an HttpServer.
struct HttpServerOptions {
    std::vector<HttpRoute> routes;
    Access access = {};
    HttpLimits limits = {};
    /// The body, JSON, of an answer that says why a request is rejected.
    std::function<std::string(const HttpRequest& request, int status, const std::string& message)>
        errorBody;
    /// Called for each reply before it is sent, on any thread; may be null. `route` is
    /// the path of the route as `routes` spells it, empty if there is none: what a client sends is
    /// none of its words.
    std::function<void(const std::string& route, int status)> answered = {};
};

/// Speaks HTTP/1.1, on a thread for each connection. What asks too much is rejected before it costs
/// anything: heads, bodies, times and connections have limits; other hosts, origins and keys than those
/// of `access` get 401 or 403. Bodies must be JSON and not compressed.
class HttpServer {
public:
    explicit HttpServer(HttpServerOptions options);
    ~HttpServer(); ///< ends all connections

    /// Takes a port of an address, or a free one for port 0, and returns which. Throws
    /// Error{BadRequest} with a message if that is impossible.
    int bind(const std::string& host, int port);
    /// Answers from now on, on threads of its own. Throws std::system_error if there is no thread.
    void start();

    /// Takes no more requests and waits for those under way, no longer than `grace`; then their
    /// clients are gone (see HttpReply::isGone()), and it returns when the last handler has noticed.
    void stop(std::chrono::milliseconds grace);

    int connections() const; ///< that are open

private:
    class Listener;
    std::unique_ptr<Listener> m_listener;
};

} // namespace services::server
