#include "services/server/http/http_dispatcher.h"

#include "services/server/http/connection.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <strings.h>

namespace services::server {

namespace {

constexpr const char* json = "application/json";
constexpr size_t maxPathEnd = 200; // bytes of a path behind that of a route that ends with "/"

struct Status {
    int code;
    const char* reason;
    const char* message; // for people; null: the handler has one
};

constexpr Status statuses[] = {
    {200, "OK", nullptr},
    {204, "No Content", nullptr},
    {400, "Bad Request", "The request isn't valid HTTP."},
    {401, "Unauthorized", "The API key is missing or invalid."},
    {403, "Forbidden", "Requests from this origin or host aren't allowed."},
    {404, "Not Found", "Path not found."},
    {405, "Method Not Allowed", "Method not allowed."},
    {408, "Request Timeout", "The request took too long."},
    {411, "Length Required", "The Content-Length header is missing."},
    {413, "Content Too Large", "The request body is too large."},
    {415, "Unsupported Media Type",
        "The request body must be JSON with the header Content-Type: application/json."},
    {429, "Too Many Requests", nullptr},
    {431, "Request Header Fields Too Large", "The request headers are too large."},
    {500, "Internal Server Error", nullptr},
    {503, "Service Unavailable", "The server is busy. Try again later."},
};

const Status* findStatus(int code)
{
    const auto found = std::ranges::find(statuses, code, &Status::code);
    return found == std::end(statuses) ? nullptr : &*found;
}

std::string messageFor(int code)
{
    const Status* status = findStatus(code);
    return status && status->message ? status->message : "The request failed.";
}

bool matches(const HttpRoute& route, const std::string& path)
{
    if (!route.path.ends_with('/') || route.path.size() == 1)
        return path == route.path;
    return path.size() > route.path.size() && path.size() <= route.path.size() + maxPathEnd
        && path.starts_with(route.path);
}

// "application/json; charset=utf-8" is JSON.
bool isJson(const std::string& type)
{
    const std::string bare = type.substr(0, type.find(';'));
    return bare.find("application/json") == 0
        || (bare.starts_with("application/") && bare.ends_with("+json"));
}

std::string findKey(const HttpRequest& request)
{
    const std::string given = request.header("authorization");
    if (given.size() > 7 && strncasecmp(given.c_str(), "bearer ", 7) == 0)
        return given.substr(7);
    return request.header("x-api-key");
}

/// Sends a body in chunks, or as it is to clients of HTTP/1.0.
class Writer final : public HttpWriter {
public:
    Writer(Connection& connection, bool inChunks)
        : m_connection(connection)
        , m_inChunks(inChunks)
    {
    }

    bool write(std::string_view bytes) override { return bytes.empty() || send(bytes); }
    bool finish() { return m_inChunks ? send({}) : !m_hasFailed; }

private:
    bool send(std::string_view bytes)
    {
        char size[20];
        std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
        const std::string chunk
            = m_inChunks ? std::string(size).append(bytes).append("\r\n") : std::string(bytes);
        m_hasFailed = m_hasFailed || m_connection.isGone() || !m_connection.write(chunk);
        return !m_hasFailed;
    }

    Connection& m_connection;
    const bool m_inChunks;
    bool m_hasFailed = false;
};

} // namespace

/// What a body takes of the bytes that all bodies may have together. Gives it back at its end.
class HttpDispatcher::BodyShare {
public:
    BodyShare(std::atomic<int64_t>& all, const HttpLimits& limits)
        : m_all(all)
        , m_limits(limits)
    {
    }
    BodyShare(const BodyShare&) = delete;
    BodyShare& operator=(const BodyShare&) = delete;
    ~BodyShare() { m_all -= m_taken; }

    /// Updates the share for a body that has so many bytes by now. Returns false if there is no
    /// room.
    bool grow(size_t bodyBytes)
    {
        const auto free = int64_t(m_limits.freeBodyBytes);
        const int64_t more = std::max<int64_t>(int64_t(bodyBytes) - free, 0) - m_taken;
        m_taken += more;
        return m_all.fetch_add(more) + more <= m_limits.allBodies;
    }

private:
    std::atomic<int64_t>& m_all;
    const HttpLimits& m_limits;
    int64_t m_taken = 0;
};

/// What is sent for a request: as it is filled by a handler, or by the server if it rejects one.
class HttpDispatcher::BufferedReply final : public HttpReply {
public:
    explicit BufferedReply(const Connection& connection)
        : m_connection(connection)
    {
    }

    void send(int code, std::string contentType, std::string text, Headers more) override
    {
        status = code;
        body = std::move(text);
        addHeader("Content-Type", contentType);
        for (const auto& [name, value] : more)
            addHeader(name, value);
    }

    void stream(std::string contentType, std::function<void(HttpWriter&)> write) override
    {
        status = 200;
        addHeader("Cache-Control", "no-cache");
        addHeader("Content-Type", contentType);
        writeBody = std::move(write);
    }

    std::function<bool()> isGone() const override
    {
        return [&connection = m_connection] { return connection.isGone(); };
    }

    // Values may come from a client, as its origin does: control characters would end the header.
    void addHeader(std::string_view name, std::string_view value)
    {
        headers.append(name).append(": ");
        std::ranges::copy_if(
            value, std::back_inserter(headers), [](char c) { return uint8_t(c) >= ' '; });
        headers.append("\r\n");
    }

    int status = 0; // 0: nothing was sent
    std::string headers, body; // lines; what is sent at once
    std::function<void(HttpWriter&)> writeBody; // null: it is sent at once

private:
    const Connection& m_connection;
};

HttpDispatcher::HttpDispatcher(HttpServerOptions options)
    : m_options(std::move(options))
{
}

// Lets its handler fill the reply, or rejects it.
void HttpDispatcher::answer(const RequestHead& head, Connection& connection, BufferedReply& reply)
{
    const HttpRoute* route = findRoute(head.request);
    reply.status = check(head, route, reply);
    if (reply.status != 0)
        return;
    HttpRequest request = head.request;
    allowOrigin(request, reply);
    BodyShare share(m_bodyBytes, m_options.limits);
    if (route->method == "POST") {
        if (request.header("expect") == "100-continue")
            connection.write("HTTP/1.1 100 Continue\r\n\r\n");
        reply.status = readBody(connection, share, request.body);
        if (reply.status != 0)
            return;
    }
    try {
        route->handler(request, reply);
    } catch (const std::exception&) { // handlers report what they can; memory may have run out
        reply.status = 500;
    }
}

// Runs before the body is read. Returns the status of the reply if no handler is needed; else 0.
int HttpDispatcher::check(
    const RequestHead& head, const HttpRoute* route, BufferedReply& reply) const
{
    const HttpRequest& request = head.request;
    if (!m_options.access.allowsHost(request.header("host")))
        return 403;
    const std::string origin = request.header("origin");
    if (!origin.empty() && !m_options.access.allowsOrigin(origin))
        return 403;
    if (request.method == "OPTIONS" && !origin.empty()) {
        allowOrigin(request, reply);
        reply.addHeader("Access-Control-Allow-Methods", "GET, POST");
        reply.addHeader("Access-Control-Allow-Headers",
            "Authorization, Content-Type, X-Api-Key, Anthropic-Version, Anthropic-Beta");
        return 204;
    }
    const bool isOpen = route && route->key == HttpRoute::Key::IsNotNeeded;
    if (!isOpen && !m_options.access.allowsKey(findKey(request))) {
        reply.addHeader("WWW-Authenticate", "Bearer");
        return 401;
    }
    if (!route)
        return findPath(request.path) ? 405 : 404;
    if (route->method == "GET")
        return 0;
    if (!isJson(request.header("content-type")) || !request.header("content-encoding").empty())
        return 415;
    if (request.header("content-length").empty() && head.body != RequestHead::Body::Chunked)
        return 411;
    return head.bodyBytes > m_options.limits.bodyBytes ? 413 : 0;
}

void HttpDispatcher::allowOrigin(const HttpRequest& request, BufferedReply& reply) const
{
    const std::string origin = request.header("origin");
    if (origin.empty() || !m_options.access.allowsOrigin(origin))
        return;
    reply.addHeader("Access-Control-Allow-Origin", origin);
    reply.addHeader("Vary", "Origin");
}

// Returns the status with which it is rejected; 0: it is read.
int HttpDispatcher::readBody(Connection& connection, BodyShare& share, std::string& body) const
{
    int status = 0;
    const auto take = [&](std::string_view bytes) {
        if (body.size() + bytes.size() > m_options.limits.bodyBytes)
            status = 413;
        else if (!share.grow(body.size() + bytes.size()))
            status = 503;
        else
            body.append(bytes);
        return status == 0;
    };
    return connection.readBody(take) || status != 0 ? status : 400;
}

// Null if there is none for this path and method.
const HttpRoute* HttpDispatcher::findRoute(const HttpRequest& request) const
{
    const std::string method = request.method == "HEAD" ? "GET" : request.method;
    const auto found = std::ranges::find_if(m_options.routes, [&](const HttpRoute& route) {
        return route.method == method && matches(route, request.path);
    });
    return found == m_options.routes.end() ? nullptr : &*found;
}

// Any that has this path, whatever its method; null if there is none.
const HttpRoute* HttpDispatcher::findPath(const std::string& path) const
{
    const auto found = std::ranges::find_if(
        m_options.routes, [&](const HttpRoute& route) { return matches(route, path); });
    return found == m_options.routes.end() ? nullptr : &*found;
}

// Returns whether the client may send another request on this connection.
bool HttpDispatcher::send(
    const RequestHead& head, Connection& connection, BufferedReply& reply) const
{
    if (reply.status >= 400 && reply.body.empty()) {
        if (reply.status == 503)
            reply.addHeader("Retry-After", "1");
        reply.send(reply.status, json,
            m_options.errorBody(head.request, reply.status, messageFor(reply.status)), {});
    }
    const bool isLast = head.isLast || connection.isBodyLeft();
    const bool isStream = bool(reply.writeBody), inChunks = isStream && !head.isVersion10;
    if (isLast)
        reply.addHeader("Connection", "close");
    if (inChunks)
        reply.addHeader("Transfer-Encoding", "chunked");
    else if (!isStream && reply.status != 204)
        reply.addHeader("Content-Length", std::to_string(reply.body.size()));
    const HttpRoute* route = findPath(head.request.path);
    if (m_options.answered)
        m_options.answered(route ? route->path : std::string(), reply.status);

    const Status* status = findStatus(reply.status);
    std::string bytes = "HTTP/1.1 " + std::to_string(reply.status) + " "
        + (status ? status->reason : "Error") + "\r\n" + reply.headers + "\r\n";
    const bool hasBody = head.request.method != "HEAD";
    if (hasBody)
        bytes += reply.body;
    reply.body.clear();
    if (!connection.write(bytes))
        return false;
    Writer writer(connection, inChunks);
    if (!isStream || !hasBody)
        return !isLast;
    reply.writeBody(writer);
    return writer.finish() && !isLast;
}

bool HttpDispatcher::answerNext(Connection& connection)
{
    using Wait = Connection::Wait;
    const Wait wait = connection.awaitHead();
    if (wait == Wait::Closed)
        return false;
    if (wait != Wait::HeadIsThere) {
        reject(connection, wait == Wait::TookTooLong ? 408 : 431);
        return false;
    }
    const RequestHead head = parseHead(connection.head(), m_options.limits);
    if (head.rejection != 0) {
        reject(connection, head.rejection);
        return false;
    }
    connection.beginBody(head);
    BufferedReply reply(connection);
    answer(head, connection, reply);
    if (send(head, connection, reply))
        return true;
    connection.linger();
    return false;
}

void HttpDispatcher::reject(Connection& connection, int status) const
{
    BufferedReply reply(connection);
    reply.status = status;
    send({.isLast = true}, connection, reply);
    if (status != 503)
        connection.linger();
}

} // namespace services::server
