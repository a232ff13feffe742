#include "services/server/http/connection.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace services::server {

namespace {

constexpr size_t atOnce = 16 << 10; // bytes
constexpr size_t maxLingering = 64 << 20;
constexpr std::chrono::seconds lingers(1);

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

Connection::Wait Connection::awaitHead()
{
    m_buffer.erase(0, m_headEnd);
    m_headEnd = 0;
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
            return Wait::HeadIsThere;
        }
        if (m_buffer.size() > m_limits.headBytes)
            return Wait::IsTooLong;
        looked = m_buffer.size();
        const Fill filled = fill(until);
        if (filled == Fill::Closed || (filled == Fill::TookTooLong && m_buffer.empty()))
            return Wait::Closed;
        if (filled == Fill::TookTooLong)
            return Wait::TookTooLong;
        if (looked == 0) {
            const Clock::time_point firstByte = Clock::now();
            m_waitsSince = firstByte.time_since_epoch().count();
            until = firstByte + m_limits.head;
        }
    }
}

std::string_view Connection::head() const
{
    return std::string_view(m_buffer).substr(0, m_headEnd);
}

void Connection::beginBody(const RequestHead& head)
{
    m_buffer.erase(0, m_headEnd);
    m_headEnd = 0;
    m_body = head.body;
    m_bodyBytes = head.bodyBytes;
    m_isBodyLeft = true;
    if (m_body == RequestHead::Body::None)
        bodyIsRead();
}

// `until` is the time at which the next piece must have arrived. Each piece moves it by the time that the
// lowest rate allows for it, never beyond HttpLimits::body from then on: a fast start earns no long pause.
bool Connection::readBody(const std::function<bool(std::string_view data)>& take)
{
    const bool isChunked = m_body == RequestHead::Body::Chunked;
    ChunkDecoder chunks(m_limits.bodyBytes);
    size_t left = m_bodyBytes;
    Clock::time_point until = Clock::now() + m_limits.body;
    while (m_isBodyLeft) {
        if (m_buffer.empty()) {
            if (fill(until) != Fill::Some)
                return false;
            until = std::min<Clock::time_point>(
                until + timeFor(m_buffer.size()), Clock::now() + m_limits.body);
        }
        std::string_view bytes = m_buffer;
        if (isChunked) {
            if (!chunks.decode(bytes, take))
                return false;
        } else {
            const std::string_view data = bytes.substr(0, left);
            if (!take(data))
                return false;
            left -= data.size();
            bytes.remove_prefix(data.size());
        }
        m_buffer.erase(0, m_buffer.size() - bytes.size());
        if (isChunked ? chunks.isComplete() : left == 0)
            bodyIsRead();
    }
    return true;
}

void Connection::bodyIsRead()
{
    m_isBodyLeft = false;
    m_waitsSince = 0;
}

void Connection::linger()
{
    ::shutdown(m_socket, SHUT_WR);
    const Clock::time_point begun = Clock::now(), until = begun + lingers;
    m_waitsSince = begun.time_since_epoch().count();
    size_t taken = 0;
    do {
        taken += m_buffer.size();
        m_buffer.clear();
    } while (taken < maxLingering && fill(until) == Fill::Some);
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

bool Connection::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count
            = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count >= 0) {
            bytes.remove_prefix(size_t(count));
            m_replyBytes += size_t(count);
        } else if (errno == EAGAIN) {
            const Clock::time_point begun = Clock::now();
            const auto patience = m_limits.write + timeFor(m_replyBytes) - m_replyWaits;
            if (!awaitEvents(POLLOUT, begun + std::min<Clock::duration>(patience, m_limits.write)))
                return false;
            m_replyWaits += Clock::now() - begun;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

std::chrono::milliseconds Connection::timeFor(size_t bytes) const
{
    return std::chrono::milliseconds(bytes * 1000 / m_limits.minRate);
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
