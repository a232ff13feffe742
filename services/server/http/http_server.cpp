#include "services/server/http/http_server.h"

#include "base/error.h"
#include "services/server/http/connection.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <list>
#include <mutex>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace services::server {

namespace {

constexpr int backlog = 512;
constexpr std::chrono::milliseconds lookEvery(20); // at the end, who waits for a request by now
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

/// What a body takes of the bytes that all bodies may have together. Gives it back at its end.
class BodyShare {
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
class Reply final : public HttpReply {
public:
    explicit Reply(const Connection& connection)
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

/// The sockets, their threads, and what is done for each request.
class HttpServer::Listener {
public:
    explicit Listener(HttpServerOptions options)
        : m_options(std::move(options))
        , m_wake(::eventfd(0, EFD_CLOEXEC))
    {
    }
    ~Listener();

    int bind(const std::string& host, int port);
    void start();
    void stop(std::chrono::milliseconds grace);
    int connections() const;

private:
    // An open connection and its thread.
    struct Client {
        std::unique_ptr<Connection> connection;
        std::thread thread = {};
    };
    using Clients = std::list<Client>;

    void answer(const RequestHead& head, Connection& connection, Reply& reply);
    int check(const RequestHead& head, const HttpRoute* route, Reply& reply) const;
    void allowOrigin(const HttpRequest& request, Reply& reply) const;
    int readBody(Connection& connection, BodyShare& share, std::string& body) const;
    const HttpRoute* findRoute(const HttpRequest& request) const;
    const HttpRoute* findPath(const std::string& path) const;
    bool send(const RequestHead& head, Connection& connection, Reply& reply) const;

    void listen();
    void take(int socket);
    void makeRoom();
    void talk(Clients::iterator client);
    bool answerNext(Connection& connection);
    void reject(Connection& connection, int status) const;
    void wake();
    void joinEnded();

    const HttpServerOptions m_options;
    std::atomic<int64_t> m_bodyBytes{0}; // of all requests under way
    int m_socket = -1, m_wake = -1;
    std::thread m_thread; // that listens

    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    Clients m_clients, m_ended;
    bool m_isStopping = false;
};

// ---- a request ----

// Lets its handler fill the reply, or rejects it.
void HttpServer::Listener::answer(const RequestHead& head, Connection& connection, Reply& reply)
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
int HttpServer::Listener::check(const RequestHead& head, const HttpRoute* route, Reply& reply) const
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

void HttpServer::Listener::allowOrigin(const HttpRequest& request, Reply& reply) const
{
    const std::string origin = request.header("origin");
    if (origin.empty() || !m_options.access.allowsOrigin(origin))
        return;
    reply.addHeader("Access-Control-Allow-Origin", origin);
    reply.addHeader("Vary", "Origin");
}

// Returns the status with which it is rejected; 0: it is read.
int HttpServer::Listener::readBody(
    Connection& connection, BodyShare& share, std::string& body) const
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
const HttpRoute* HttpServer::Listener::findRoute(const HttpRequest& request) const
{
    const std::string method = request.method == "HEAD" ? "GET" : request.method;
    const auto found = std::ranges::find_if(m_options.routes, [&](const HttpRoute& route) {
        return route.method == method && matches(route, request.path);
    });
    return found == m_options.routes.end() ? nullptr : &*found;
}

// Any that has this path, whatever its method; null if there is none.
const HttpRoute* HttpServer::Listener::findPath(const std::string& path) const
{
    const auto found = std::ranges::find_if(
        m_options.routes, [&](const HttpRoute& route) { return matches(route, path); });
    return found == m_options.routes.end() ? nullptr : &*found;
}

// Returns whether the client may send another request on this connection.
bool HttpServer::Listener::send(const RequestHead& head, Connection& connection, Reply& reply) const
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

// ---- the sockets ----

HttpServer::Listener::~Listener()
{
    stop(std::chrono::milliseconds(0));
    if (m_socket >= 0)
        ::close(m_socket);
    ::close(m_wake);
}

int HttpServer::Listener::bind(const std::string& host, int port)
{
    const auto refuse = [&](const std::string& why) {
        throw base::Error(base::ErrorKind::BadRequest,
            "The server can't listen on " + host + ", port " + std::to_string(port) + ": " + why
                + ".");
    };
    addrinfo hints{}, *found = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    if (const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found))
        refuse(gai_strerror(error));
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, freeaddrinfo);
    m_socket = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const int on = 1;
    ::setsockopt(m_socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (m_socket < 0 || ::bind(m_socket, found->ai_addr, found->ai_addrlen) != 0
        || ::listen(m_socket, backlog) != 0)
        refuse(strerror(errno));
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &length);
    return ntohs(address.ss_family == AF_INET6
            ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
            : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

void HttpServer::Listener::start()
{
    m_thread = std::thread([this] { listen(); });
}

void HttpServer::Listener::stop(std::chrono::milliseconds grace)
{
    std::unique_lock lock(m_mutex);
    m_isStopping = true;
    lock.unlock();
    wake();
    if (m_thread.joinable())
        m_thread.join();
    lock.lock();
    const auto until = std::chrono::steady_clock::now() + grace;
    while (!m_clients.empty()) {
        const bool isOver = std::chrono::steady_clock::now() >= until;
        for (const Client& client : m_clients)
            if (isOver || client.connection->waits())
                client.connection->end();
        m_changed.wait_for(lock, lookEvery);
    }
    lock.unlock();
    joinEnded();
}

int HttpServer::Listener::connections() const
{
    const std::lock_guard lock(m_mutex);
    return int(m_clients.size());
}

void HttpServer::Listener::listen()
{
    for (;;) {
        pollfd waiting[] = {{m_socket, POLLIN, 0}, {m_wake, POLLIN, 0}};
        ::poll(waiting, 2, -1);
        if (waiting[1].revents != 0) {
            uint64_t count = 0;
            [[maybe_unused]] const auto got = ::read(m_wake, &count, sizeof count);
            const std::unique_lock lock(m_mutex);
            if (m_isStopping)
                return;
        }
        joinEnded();
        if (waiting[0].revents == 0)
            continue;
        const int socket = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket >= 0)
            take(socket);
        else if (errno == EMFILE || errno == ENFILE)
            std::this_thread::sleep_for(std::chrono::milliseconds(10)); // until one is closed
    }
}

void HttpServer::Listener::take(int socket)
{
    const int on = 1;
    ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    auto connection = std::make_unique<Connection>(socket, m_options.limits);
    makeRoom();
    const std::lock_guard lock(m_mutex);
    if (int(m_clients.size()) >= m_options.limits.connections)
        return reject(*connection, 503);
    m_clients.push_back({std::move(connection)});
    const auto client = std::prev(m_clients.end());
    try {
        client->thread = std::thread([this, client] { talk(client); });
    } catch (const std::system_error&) { // this user or computer may have no more threads
        reject(*client->connection, 503);
        m_clients.erase(client);
    }
}

// Closes the connection that has waited longest for a request.
void HttpServer::Listener::makeRoom()
{
    std::unique_lock lock(m_mutex);
    if (int(m_clients.size()) < m_options.limits.connections)
        return;
    const auto longest = std::ranges::min_element(
        m_clients, {}, [](const Client& client) { return client.connection->waitsSince(); });
    if (!longest->connection->waits())
        return;
    longest->connection->end();
    m_changed.wait_for(lock, std::chrono::milliseconds(100),
        [this] { return int(m_clients.size()) < m_options.limits.connections; });
}

void HttpServer::Listener::talk(Clients::iterator client)
{
    try {
        while (answerNext(*client->connection)) {
            const std::lock_guard lock(m_mutex);
            if (m_isStopping)
                break;
        }
    } catch (const std::exception&) { // memory ran out: this client is dropped, the others stay
    }
    const std::lock_guard lock(m_mutex);
    m_ended.splice(m_ended.end(), m_clients, client);
    m_changed.notify_all();
    wake();
}

// False: the connection ends.
bool HttpServer::Listener::answerNext(Connection& connection)
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
    Reply reply(connection);
    answer(head, connection, reply);
    if (send(head, connection, reply))
        return true;
    connection.linger();
    return false;
}

void HttpServer::Listener::reject(Connection& connection, int status) const
{
    Reply reply(connection);
    reply.status = status;
    send({.isLast = true}, connection, reply);
    if (status != 503)
        connection.linger();
}

// The thread that listens.
void HttpServer::Listener::wake()
{
    const uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(m_wake, &one, sizeof one);
}

void HttpServer::Listener::joinEnded()
{
    Clients ended;
    {
        const std::lock_guard lock(m_mutex);
        ended.swap(m_ended);
    }
    for (Client& client : ended)
        client.thread.join();
}

// ---- what others see ----

HttpServer::HttpServer(HttpServerOptions options)
    : m_listener(std::make_unique<Listener>(std::move(options)))
{
}

HttpServer::~HttpServer() = default;

int HttpServer::bind(const std::string& host, int port)
{
    return m_listener->bind(host, port);
}

void HttpServer::start()
{
    m_listener->start();
}

void HttpServer::stop(std::chrono::milliseconds grace)
{
    m_listener->stop(grace);
}

int HttpServer::connections() const
{
    return m_listener->connections();
}

} // namespace services::server
