#include "services/server/http/connection.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace services::server {

namespace {

constexpr size_t atOnce = 16 << 10; // bytes
constexpr size_t mostLingering = 64 << 20;
constexpr std::chrono::seconds lingers(1);

void tellAddress(const sockaddr_storage& address, socklen_t length, std::string& ip, int& port)
{
    char host[NI_MAXHOST] = {}, service[NI_MAXSERV] = {};
    const int flags = NI_NUMERICHOST | NI_NUMERICSERV;
    if (getnameinfo(reinterpret_cast<const sockaddr*>(&address), length, host, sizeof host, service,
            sizeof service, flags)
        != 0)
        return;
    ip = host;
    port = atoi(service);
}

} // namespace

Connection::Connection(int socket, const HttpLimits& limits)
    : m_socket(socket)
    , m_limits(limits)
    , m_waitsSince(Clock::now().time_since_epoch().count())
{
}

Connection::~Connection()
{
    ::close(m_socket);
}

Connection::Head Connection::awaitHead()
{
    m_buffer.erase(0, m_read);
    m_read = m_headEnd = 0;
    m_isBodyLeft = false;
    m_replyBytes = 0;
    m_replyWaits = {};
    const Clock::time_point begun = Clock::now();
    m_waitsSince = begun.time_since_epoch().count();
    Clock::time_point until = m_buffer.empty() ? begun + m_limits.idle : begun + m_limits.head;
    for (size_t looked = 0;;) {
        const size_t end = m_buffer.find("\r\n\r\n", looked > 3 ? looked - 3 : 0);
        if (end != std::string::npos && end + 4 <= m_limits.headBytes) {
            m_headEnd = end + 4;
            return Head::IsThere;
        }
        if (m_buffer.size() > m_limits.headBytes)
            return Head::IsTooLong;
        looked = m_buffer.size();
        const Fill filled = fill(until);
        if (filled == Fill::Closed || (filled == Fill::TookTooLong && m_buffer.empty()))
            return Head::Closed;
        if (filled == Fill::TookTooLong)
            return Head::TookTooLong;
        if (looked == 0)
            until = Clock::now() + m_limits.head;
    }
}

std::string_view Connection::head() const
{
    return std::string_view(m_buffer).substr(0, m_headEnd);
}

void Connection::replaceHead(const std::string& head)
{
    m_buffer.replace(0, m_headEnd, head);
    m_headEnd = head.size();
}

void Connection::beginBody(Body body)
{
    m_framing.reset();
    if (body == Body::Chunked)
        m_framing.emplace(m_limits.bodyBytes);
    m_bodyBytes = 0;
    m_bodyBegun = Clock::now();
    if (body == Body::None)
        bodyIsRead();
    else
        m_isBodyLeft = true;
}

void Connection::bodyIsRead()
{
    m_isBodyLeft = false;
    m_waitsSince = 0;
}

void Connection::linger()
{
    ::shutdown(m_socket, SHUT_WR);
    const Clock::time_point until = Clock::now() + lingers;
    size_t taken = 0;
    do {
        taken += buffered();
        m_buffer.clear();
        m_read = 0;
    } while (taken < mostLingering && fill(until) == Fill::Some);
}

bool Connection::isGone() const
{
    pollfd waiting{m_socket, POLLIN | POLLRDHUP, 0};
    return ::poll(&waiting, 1, 0) > 0
        && (waiting.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

Connection::Clock::time_point Connection::waitsSince() const
{
    const Clock::rep since = m_waitsSince;
    return since == 0 ? Clock::time_point::max() : Clock::time_point(Clock::duration(since));
}

void Connection::end()
{
    ::shutdown(m_socket, SHUT_RDWR);
}

bool Connection::is_readable() const
{
    return buffered() > 0 || awaitEvents(POLLIN, Clock::now());
}

// The library asks for bytes one by one as long as it reads lines.
ssize_t Connection::read(char* bytes, size_t size)
{
    if (buffered() == 0) {
        m_buffer.clear();
        m_read = m_headEnd = 0;
        const Clock::time_point end = m_bodyBegun + m_limits.body + timeFor(m_bodyBytes);
        if (fill(std::min(end, Clock::now() + m_limits.body)) != Fill::Some)
            return -1;
    }
    const size_t count = std::min(size, buffered());
    memcpy(bytes, m_buffer.data() + m_read, count);
    m_read += count;
    m_bodyBytes += count;
    if (m_framing && !m_framing->take({bytes, count}))
        return -1;
    return ssize_t(count);
}

ssize_t Connection::write(const char* bytes, size_t size)
{
    size_t written = 0;
    while (written < size) {
        const ssize_t count
            = ::send(m_socket, bytes + written, size - written, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count >= 0) {
            written += size_t(count);
            m_replyBytes += size_t(count);
        } else if (errno == EAGAIN) {
            const Clock::time_point begun = Clock::now();
            const auto patience = m_limits.write + timeFor(m_replyBytes) - m_replyWaits;
            if (!awaitEvents(POLLOUT, begun + std::min<Clock::duration>(patience, m_limits.write)))
                return -1;
            m_replyWaits += Clock::now() - begun;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return ssize_t(written);
}

std::chrono::milliseconds Connection::timeFor(size_t bytes) const
{
    return std::chrono::milliseconds(bytes * 1000 / m_limits.minRate);
}

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const
{
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    if (::getpeername(m_socket, reinterpret_cast<sockaddr*>(&address), &length) == 0)
        tellAddress(address, length, ip, port);
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const
{
    sockaddr_storage address{};
    socklen_t length = sizeof address;
    if (::getsockname(m_socket, reinterpret_cast<sockaddr*>(&address), &length) == 0)
        tellAddress(address, length, ip, port);
}

Connection::Fill Connection::fill(Clock::time_point until)
{
    for (;;) {
        if (!awaitEvents(POLLIN, until))
            return Fill::TookTooLong;
        const size_t before = m_buffer.size();
        m_buffer.resize(before + atOnce);
        const ssize_t count = ::recv(m_socket, m_buffer.data() + before, atOnce, MSG_DONTWAIT);
        m_buffer.resize(before + size_t(std::max<ssize_t>(count, 0)));
        if (count > 0)
            return Fill::Some;
        if (count == 0 || (errno != EAGAIN && errno != EINTR))
            return Fill::Closed;
    }
}

// False: nothing happened until then.
bool Connection::awaitEvents(short events, Clock::time_point until) const
{
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        pollfd waiting{m_socket, events, 0};
        const int found = ::poll(&waiting, 1, int(std::max<int64_t>(left.count(), 0)));
        if (found != -1 || errno != EINTR)
            return found > 0;
    }
}

} // namespace services::server
