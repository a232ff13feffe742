#include "services/server/http/http_server.h"

#include "base/error.h"
#include "services/server/http/connection.h"
#include "services/server/http/http_dispatcher.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
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

} // namespace

/// The sockets and their threads.
class HttpServer::Listener {
public:
    explicit Listener(HttpServerOptions options)
        : m_dispatcher(std::move(options))
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

    void listen();
    void take(int socket);
    void makeRoom();
    void talk(Clients::iterator client);
    void wake();
    void joinEnded();

    HttpDispatcher m_dispatcher;
    int m_socket = -1, m_wake = -1;
    std::thread m_thread; // that listens

    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_changed;
    Clients m_clients, m_ended;
    bool m_isStopping = false;
};

HttpServer::Listener::~Listener()
{
    stop(std::chrono::milliseconds(0));
    if (m_socket >= 0)
        ::close(m_socket);
    ::close(m_wake);
}

int HttpServer::Listener::bind(const std::string& host, int port)
{
    const auto reject = [&](const std::string& why) {
        throw base::Error(base::ErrorKind::BadRequest,
            "The server can't listen on " + host + ", port " + std::to_string(port) + ": " + why
                + ".");
    };
    addrinfo hints{}, *found = nullptr;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    if (const int error = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found))
        reject(gai_strerror(error));
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, freeaddrinfo);
    m_socket = ::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    const int on = 1;
    ::setsockopt(m_socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (m_socket < 0 || ::bind(m_socket, found->ai_addr, found->ai_addrlen) != 0
        || ::listen(m_socket, backlog) != 0)
        reject(strerror(errno));
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
    auto connection = std::make_unique<Connection>(socket, m_dispatcher.limits());
    makeRoom();
    const std::lock_guard lock(m_mutex);
    if (int(m_clients.size()) >= m_dispatcher.limits().connections)
        return m_dispatcher.reject(*connection, 503);
    m_clients.push_back({std::move(connection)});
    const auto client = std::prev(m_clients.end());
    try {
        client->thread = std::thread([this, client] { talk(client); });
    } catch (const std::system_error&) { // this user or computer may have no more threads
        m_dispatcher.reject(*client->connection, 503);
        m_clients.erase(client);
    }
}

// Closes the connection that has waited longest for a request.
void HttpServer::Listener::makeRoom()
{
    std::unique_lock lock(m_mutex);
    if (int(m_clients.size()) < m_dispatcher.limits().connections)
        return;
    const auto longest = std::ranges::min_element(
        m_clients, {}, [](const Client& client) { return client.connection->waitsSince(); });
    if (!longest->connection->waits())
        return;
    longest->connection->end();
    m_changed.wait_for(lock, std::chrono::milliseconds(100),
        [this] { return int(m_clients.size()) < m_dispatcher.limits().connections; });
}

void HttpServer::Listener::talk(Clients::iterator client)
{
    try {
        while (m_dispatcher.answerNext(*client->connection)) {
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
