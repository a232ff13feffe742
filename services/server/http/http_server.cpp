#include "services/server/http/http_server.h"

#include "base/error.h"
#include "base/text.h"
#include "services/server/http/connection.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <fcntl.h>
#include <list>
#include <mutex>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace services::server {

namespace {

constexpr int backlog = 512;
constexpr std::chrono::milliseconds lookEvery(20); // at the end, who waits for a request by now
constexpr const char* json = "application/json";

std::string sentenceFor(int status)
{
    switch (status) {
    case 400:
        return "The request isn't valid HTTP.";
    case 401:
        return "The API key is missing or invalid.";
    case 403:
        return "Requests from this origin or host aren't allowed.";
    case 404:
        return "Path not found.";
    case 405:
        return "Method not allowed.";
    case 408:
        return "The request took too long.";
    case 411:
        return "The Content-Length header is missing.";
    case 413:
        return "The request body is too large.";
    case 415:
        return "The request body must be JSON with the header Content-Type: application/json.";
    case 431:
        return "The request headers are too large.";
    case 503:
        return "The server is busy. Try again later.";
    default:
        return "The request failed.";
    }
}

bool matches(const HttpRoute& route, const std::string& path)
{
    return route.path.ends_with('/') && route.path.size() > 1
        ? path.size() > route.path.size() && path.starts_with(route.path)
        : path == route.path;
}

// "application/json; charset=utf-8" is JSON.
bool isJson(const std::string& type)
{
    const std::string bare = type.substr(0, type.find(';'));
    return bare.find("application/json") == 0
        || (bare.starts_with("application/") && bare.ends_with("+json"));
}

std::string bearerOf(const HttpRequest& request)
{
    const std::string given = request.header("authorization");
    if (given.size() > 7 && strncasecmp(given.c_str(), "bearer ", 7) == 0)
        return given.substr(7);
    return request.header("x-api-key");
}

HttpRequest requestOf(const httplib::Request& from)
{
    HttpRequest request{.method = from.method, .path = from.path};
    for (const auto& [name, value] : from.headers)
        request.headers.emplace(base::toLowerAscii(name), value);
    return request;
}

Connection::Body bodyOf(const httplib::Request& request)
{
    using Body = Connection::Body;
    if (request.has_header("Transfer-Encoding"))
        return Body::Chunked;
    const bool hasLength
        = request.has_header("Content-Length") && request.get_header_value("Content-Length") != "0";
    return hasLength ? Body::Sized : Body::None;
}

// Keeps headers as they were sent: the library decodes "%41" in values, which may be a key.
httplib::Headers headersIn(std::string_view head)
{
    httplib::Headers headers;
    forEachHeader(head, [&](std::string_view name, std::string_view value) {
        headers.emplace(std::string(name), std::string(value));
    });
    return headers;
}

// Whether the client has hung up: the library's request carries our connection, see answerNext().
std::function<bool()> goneTest(const httplib::Request& request)
{
    return [progress = request.progress] { return progress && !progress(0, 0); };
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

/// A reply that the HTTP library writes.
class Reply final : public HttpReply {
public:
    Reply(httplib::Response& response, std::function<bool()> isGone)
        : m_response(response)
        , m_isGone(std::move(isGone))
    {
    }

    void send(int status, std::string contentType, std::string body, Headers headers) override
    {
        m_response.status = status;
        for (const auto& [name, value] : headers)
            m_response.set_header(name, value);
        m_response.set_content(body, contentType);
    }

    void stream(std::string contentType, std::function<void(HttpWriter&)> write) override
    {
        m_response.status = 200;
        m_response.set_header("Cache-Control", "no-cache");
        m_response.set_chunked_content_provider(
            contentType, [write = std::move(write)](size_t, httplib::DataSink& sink) {
                Writer writer(sink);
                write(writer);
                sink.done();
                return !writer.hasFailed();
            });
    }

    std::function<bool()> isGone() const override { return m_isGone; }

private:
    class Writer final : public HttpWriter {
    public:
        explicit Writer(httplib::DataSink& sink)
            : m_sink(sink)
        {
        }
        bool write(std::string_view bytes) override
        {
            m_hasFailed
                = m_hasFailed || !m_sink.is_writable() || !m_sink.write(bytes.data(), bytes.size());
            return !m_hasFailed;
        }
        bool hasFailed() const { return m_hasFailed; }

    private:
        httplib::DataSink& m_sink;
        bool m_hasFailed = false;
    };

    httplib::Response& m_response;
    std::function<bool()> m_isGone;
};

} // namespace

/// The library's server without its sockets and threads: those are ours.
class HttpServer::Listener : public httplib::Server {
public:
    explicit Listener(HttpServerOptions options);
    ~Listener() override;

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

    void setUpRoutes();
    HandlerResponse check(const httplib::Request& from, httplib::Response& to);
    int statusFor(const HttpRequest& request, httplib::Response& to) const;
    void allowOrigin(const HttpRequest& request, httplib::Response& to) const;
    void answer(const HttpRoute& route, const httplib::Request& from, httplib::Response& to,
        const httplib::ContentReader& reader);
    int readBody(const httplib::ContentReader& reader, httplib::Response& to, BodyShare& share,
        std::string& body) const;
    const HttpRoute* findRoute(const std::string& path) const;

    void listen();
    void take(int socket);
    void makeRoom();
    void talk(Clients::iterator client);
    bool answerNext(Connection& connection);
    void refuse(Connection& connection, int status) const;
    void wake();
    void buryEnded();

    const HttpServerOptions m_options;
    std::atomic<int64_t> m_bodyBytes{0}; // of all requests under way
    int m_socket = -1, m_wake = -1;
    std::thread m_thread; // that listens

    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    Clients m_clients, m_ended;
    bool m_isStopping = false;
};

// ---- what the library calls ----

HttpServer::Listener::Listener(HttpServerOptions options)
    : m_options(std::move(options))
    , m_wake(::eventfd(0, EFD_CLOEXEC))
{
    svr_sock_ = 0; // else the library takes itself for a server that ends
    set_payload_max_length(m_options.limits.bodyBytes);
    set_pre_routing_handler([this](const auto& from, auto& to) { return check(from, to); });
    set_error_handler([this](const httplib::Request& from, httplib::Response& to) {
        if (to.body.empty())
            to.set_content(
                m_options.errorBody(requestOf(from), to.status, sentenceFor(to.status)), json);
    });
    set_logger([this](const httplib::Request& from, const httplib::Response& to) {
        const HttpRoute* route = findRoute(from.path);
        if (m_options.answered)
            m_options.answered(route ? route->path : std::string(), to.status);
    });
    set_expect_100_continue_handler([this](const httplib::Request& from, httplib::Response& to) {
        return check(from, to) == HandlerResponse::Handled ? to.status : 100;
    });
    setUpRoutes();
}

// The library looks for a pattern among all of its routes: one for each method is enough, for
// check() has found the path already.
void HttpServer::Listener::setUpRoutes()
{
    for (const HttpRoute& route : m_options.routes) {
        const std::string pattern
            = route.path.ends_with('/') ? route.path + "[^?#]{1,200}" : route.path;
        if (route.method == "GET")
            Get(pattern, [this, &route](const httplib::Request& from, httplib::Response& to) {
                Reply reply(to, goneTest(from));
                allowOrigin(requestOf(from), to);
                route.handler(requestOf(from), reply);
            });
        else
            Post(pattern, [this, &route](const auto& from, auto& to, const auto& reader) {
                answer(route, from, to, reader);
            });
    }
}

// Runs before the body is read.
httplib::Server::HandlerResponse HttpServer::Listener::check(
    const httplib::Request& from, httplib::Response& to)
{
    const HttpRequest request = requestOf(from);
    const int status = statusFor(request, to);
    if (status == 0)
        return HandlerResponse::Unhandled;
    to.status = status;
    if (status == 401)
        to.set_header("WWW-Authenticate", "Bearer");
    return HandlerResponse::Handled;
}

// 0: it may be answered.
int HttpServer::Listener::statusFor(const HttpRequest& request, httplib::Response& to) const
{
    if (!m_options.access.allowsHost(request.header("host")))
        return 403;
    const std::string origin = request.header("origin");
    if (!origin.empty() && !m_options.access.allowsOrigin(origin))
        return 403;
    if (request.method == "OPTIONS" && !origin.empty()) {
        allowOrigin(request, to);
        to.set_header("Access-Control-Allow-Methods", "GET, POST");
        to.set_header("Access-Control-Allow-Headers",
            "Authorization, Content-Type, X-Api-Key, Anthropic-Version, Anthropic-Beta");
        return 204;
    }
    const std::string method = request.method == "HEAD" ? "GET" : request.method;
    bool isPath = false;
    const HttpRoute* found = nullptr;
    for (const HttpRoute& route : m_options.routes) {
        if (!matches(route, request.path))
            continue;
        isPath = true;
        if (route.method == method)
            found = &route;
    }
    const bool isOpen = found && found->key == HttpRoute::Key::IsNotNeeded;
    if (!isOpen && !m_options.access.allowsKey(bearerOf(request)))
        return 401;
    if (!found)
        return isPath ? 405 : 404;
    if (method == "GET")
        return 0;
    if (!isJson(request.header("content-type")))
        return 415;
    const std::string length = request.header("content-length");
    if (length.empty() && request.header("transfer-encoding").empty())
        return 411; // the library would read until the client hangs up
    return !length.empty() && std::stoull(length) > m_options.limits.bodyBytes ? 413 : 0;
}

void HttpServer::Listener::allowOrigin(const HttpRequest& request, httplib::Response& to) const
{
    const std::string origin = request.header("origin");
    if (origin.empty() || !m_options.access.allowsOrigin(origin))
        return;
    to.set_header("Access-Control-Allow-Origin", origin);
    to.set_header("Vary", "Origin");
}

void HttpServer::Listener::answer(const HttpRoute& route, const httplib::Request& from,
    httplib::Response& to, const httplib::ContentReader& reader)
{
    HttpRequest request = requestOf(from);
    allowOrigin(request, to);
    BodyShare share(m_bodyBytes, m_options.limits);
    const int status = readBody(reader, to, share, request.body);
    if (status != 0) {
        to.status = status;
        return;
    }
    Reply reply(to, goneTest(from));
    from.progress(1, 1);
    route.handler(request, reply);
}

// Returns the status with which it is rejected; 0: it is read.
int HttpServer::Listener::readBody(const httplib::ContentReader& reader, httplib::Response& to,
    BodyShare& share, std::string& body) const
{
    int status = 0;
    const auto take = [&](const char* bytes, size_t size) {
        if (body.size() + size > m_options.limits.bodyBytes)
            status = 413;
        else if (!share.grow(body.size() + size))
            status = 503;
        else
            body.append(bytes, size);
        return status == 0;
    };
    const bool isRead = reader(take);
    if (status == 0 && !isRead)
        status = to.status >= 400 ? to.status : 400;
    if (status == 503)
        to.set_header("Retry-After", "1");
    return status;
}

// Any that has this path, whatever its method; null if there is none.
const HttpRoute* HttpServer::Listener::findRoute(const std::string& path) const
{
    const auto found = std::ranges::find_if(
        m_options.routes, [&](const HttpRoute& route) { return matches(route, path); });
    return found == m_options.routes.end() ? nullptr : &*found;
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
    buryEnded();
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
        buryEnded();
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
        return refuse(*connection, 503);
    m_clients.push_back({std::move(connection)});
    const auto client = std::prev(m_clients.end());
    try {
        client->thread = std::thread([this, client] { talk(client); });
    } catch (const std::system_error&) { // this user or computer may have no more threads
        refuse(*client->connection, 503);
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
    const Connection::Head head = connection.awaitHead();
    if (head == Connection::Head::Closed)
        return false;
    int refusal = head == Connection::Head::TookTooLong ? 408 : 431;
    if (head == Connection::Head::IsThere)
        refusal = refusalOf(connection.head(), m_options.limits);
    if (refusal != 0) {
        refuse(connection, refusal);
        return false;
    }
    connection.replaceHead(withoutRanges(connection.head()));
    bool isLast = false;
    const bool isAnswered
        = process_request(connection, false, isLast, [&connection](httplib::Request& request) {
              request.headers = headersIn(connection.head());
              connection.beginBody(bodyOf(request));
              // Asks whether the client is there, and tells that the body is read.
              request.progress = [&connection](uint64_t read, uint64_t) {
                  if (read > 0)
                      connection.bodyIsRead();
                  return !connection.isGone();
              };
          });
    if (isAnswered && !isLast && !connection.isBodyLeft())
        return true;
    connection.linger();
    return false;
}

void HttpServer::Listener::refuse(Connection& connection, int status) const
{
    const std::string body = m_options.errorBody({}, status, sentenceFor(status));
    const std::string answer = "HTTP/1.1 " + std::to_string(status)
        + " Refused\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
        + std::to_string(body.size()) + (status == 503 ? "\r\nRetry-After: 1" : "") + "\r\n\r\n"
        + body;
    connection.write(answer.data(), answer.size());
    if (status != 503)
        connection.linger();
}

// The thread that listens.
void HttpServer::Listener::wake()
{
    const uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(m_wake, &one, sizeof one);
}

void HttpServer::Listener::buryEnded()
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
