#include "services/server/http/connection.h"

#include "base/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <netdb.h>
#include <poll.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

namespace services::server {

bool ChunkFraming::take(std::string_view bytes)
{
    while (!bytes.empty()) {
        if (m_state == State::Data) {
            const size_t count = std::min(m_size, bytes.size());
            m_size -= count;
            m_body += count;
            if (m_body > m_maxBodyBytes + spare)
                return false;
            if (m_size == 0)
                m_state = State::DataEnd;
            bytes.remove_prefix(count);
            continue;
        }
        if (++m_framing > std::max(m_maxBodyBytes, maxTrailers) || !takeFraming(bytes.front()))
            return false;
        bytes.remove_prefix(1);
    }
    return true;
}

bool ChunkFraming::takeFraming(char byte)
{
    switch (m_state) {
    case State::Size:
        if (const int digit = base::hexValue(byte); digit >= 0) {
            m_size = m_size * 16 + size_t(digit);
            return ++m_line <= maxSizeLine && m_size <= maxSize;
        }
        m_state = byte == '\r' ? State::SizeEnd : State::Extension;
        return m_line > 0 && (byte == '\r' || byte == ';' || byte == ' ' || byte == '\t');
    case State::Extension:
        if (byte == '\r')
            m_state = State::SizeEnd;
        return byte != '\n' && ++m_line <= maxSizeLine;
    case State::SizeEnd:
        m_line = 0;
        m_state = m_size > 0 ? State::Data : State::Trailers;
        return byte == '\n';
    case State::DataEnd:
        m_state = State::DataLineEnd;
        return byte == '\r';
    case State::DataLineEnd:
        m_state = State::Size;
        return byte == '\n';
    case State::Trailers:
        if (byte == '\n' && m_trailerLine == 0)
            m_state = State::Complete;
        m_trailerLine = byte == '\n' ? 0 : m_trailerLine + (byte != '\r');
        return ++m_line <= maxTrailers;
    case State::Data:
    case State::Complete:
        break;
    }
    return false;
}

namespace {

constexpr size_t longestLine = 8000; // that the library takes

// Calls `visit(line)` with each line, without its end.
void forEachLine(std::string_view head, auto visit)
{
    while (!head.empty()) {
        const size_t end = std::min(head.find('\n'), head.size());
        std::string_view line = head.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        visit(line);
        head.remove_prefix(std::min(end + 1, head.size()));
    }
}

bool isHeader(std::string_view line, std::string_view name)
{
    return line.size() > name.size() && line[name.size()] == ':'
        && strncasecmp(line.data(), name.data(), name.size()) == 0;
}

std::string_view valueOf(std::string_view line)
{
    std::string_view value = line.substr(line.find(':') + 1);
    while (value.starts_with(' ') || value.starts_with('\t'))
        value.remove_prefix(1);
    while (value.ends_with(' ') || value.ends_with('\t'))
        value.remove_suffix(1);
    return value;
}

bool isChunked(std::string_view coding)
{
    return coding.size() == 7 && strncasecmp(coding.data(), "chunked", 7) == 0;
}

// Decimal digits, and not more of them than any body needs.
bool isLength(std::string_view value)
{
    return !value.empty() && value.size() <= 18
        && value.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

int refusalOf(std::string_view head, const HttpLimits& limits)
{
    size_t lines = 0, lengths = 0, codings = 0, hosts = 0;
    bool isWrong = head.find('\0') != std::string_view::npos, isLong = false, hasEnded = false;
    forEachLine(head, [&](std::string_view line) {
        isLong = isLong || line.size() > longestLine;
        isWrong = isWrong || hasEnded || line.find('\r') != std::string_view::npos;
        hasEnded = line.empty();
        if (lines++ == 0 || hasEnded)
            return;
        const std::string_view name = line.substr(0, line.find(':'));
        isWrong = isWrong || name.empty() || name.size() == line.size()
            || name.find_first_of(" \t") != std::string_view::npos;
        hosts += isHeader(line, "host");
        if (isHeader(line, "transfer-encoding")) {
            ++codings;
            isWrong = isWrong || !isChunked(valueOf(line));
        }
        if (isHeader(line, "content-length")) {
            ++lengths;
            isWrong = isWrong || !isLength(valueOf(line));
        }
    });
    if (isLong || lines > limits.headFields + 2)
        return 431;
    return isWrong || lengths + codings > 1 || hosts > 1 ? 400 : 0;
}

void forEachHeader(std::string_view head,
    const std::function<void(std::string_view name, std::string_view value)>& visit)
{
    size_t lines = 0;
    forEachLine(head, [&](std::string_view line) {
        if (lines++ > 0 && !line.empty())
            visit(line.substr(0, line.find(':')), valueOf(line));
    });
}

std::string withoutRanges(std::string_view head)
{
    std::string kept;
    forEachLine(head, [&](std::string_view line) {
        if (!isHeader(line, "range"))
            kept.append(line).append("\r\n");
    });
    return kept;
}

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
    m_framing.reset(); // the head of this request is no part of the last one's body
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
    m_bodyEnd = Clock::now() + m_limits.body;
    if (body == Body::None)
        bodyIsRead();
    else
        m_isBodyLeft = true;
}

void Connection::bodyIsRead()
{
    m_isBodyLeft = false;
    m_framing.reset();
    m_waitsSince = 0;
}

void Connection::linger()
{
    ::shutdown(m_socket, SHUT_WR);
    const Clock::time_point begun = Clock::now(), until = begun + lingers;
    m_waitsSince = begun.time_since_epoch().count();
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
        if (fill(m_bodyEnd) != Fill::Some)
            return -1;
        m_bodyEnd = std::min<Clock::time_point>(
            m_bodyEnd + timeFor(buffered()), Clock::now() + m_limits.body);
    }
    const size_t count = std::min(size, buffered());
    memcpy(bytes, m_buffer.data() + m_read, count);
    m_read += count;
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
