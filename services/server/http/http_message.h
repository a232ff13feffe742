#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace services::server {

/// What one client may take of a server.
struct HttpLimits {
    int connections = 512; ///< at once; above, those that have waited longest for a request end
    size_t headBytes = 64 << 10; ///< of a request before its body
    size_t headFields = 100;
    size_t bodyBytes = 64 << 20;
    /// Bytes of the bodies of all requests at once, without the first `freeBodyBytes` of each: large
    /// bodies leave room for small ones. A body counts until its reply begins.
    int64_t allBodies = int64_t(256) << 20;
    size_t freeBodyBytes = 1 << 20;
    std::chrono::milliseconds idle{60'000}; ///< between two requests of a connection
    std::chrono::milliseconds head{10'000}; ///< from the first to the last byte of a head
    /// The time for a body. Long ones have more in all by `minRate`, but not from one piece to the
    /// next.
    std::chrono::milliseconds body{10'000};
    /// The time for all waits together until a client reads more of its reply; `minRate` adds to it
    /// likewise.
    std::chrono::milliseconds write{10'000};
    size_t minRate = 16 << 10; ///< bytes a second
};

/// What a client asks.
struct HttpRequest {
    std::string method, path;
    std::string body = {};
    /// The headers by names in lower case; the first one counts if a header occurs twice.
    std::map<std::string, std::string, std::less<>> headers = {};

    std::string header(std::string_view name) const ///< `name` in lower case; empty: not there
    {
        const auto found = headers.find(name);
        return found == headers.end() ? std::string() : found->second;
    }
};

/// Writes an answer piece by piece.
class HttpWriter {
public:
    virtual ~HttpWriter() = default;
    virtual bool write(std::string_view bytes) = 0; ///< false: the client has hung up
};

/// How a handler answers: it calls exactly one of send() and stream().
class HttpReply {
public:
    using Headers = std::vector<std::pair<std::string, std::string>>;

    virtual ~HttpReply() = default;
    virtual void send(int status, std::string contentType, std::string body, Headers headers = {})
        = 0;
    /// Calls `write` after the handler has returned, on the same thread; what it writes is sent at
    /// once. It must not throw.
    virtual void stream(std::string contentType, std::function<void(HttpWriter&)> write) = 0;
    /// Whether the client has hung up or the server ends, so that nobody reads the answer; callable
    /// until `write` ends. Handlers ask several times a second while they compute or wait.
    virtual std::function<bool()> isGone() const = 0;
};

/// What is done for a request. Called on many threads at once; must not throw.
using HttpHandler = std::function<void(const HttpRequest& request, HttpReply& reply)>;

/// A method and a path, and what answers them.
struct HttpRoute {
    enum class Key { IsNeeded, IsNotNeeded };

    std::string method; ///< "GET" or "POST"
    std::string path; ///< one that ends with "/" stands for all that begin with it
    HttpHandler handler;
    Key key = Key::IsNeeded; ///< whether an API key is, where one is set
};

} // namespace services::server
