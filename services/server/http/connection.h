#pragma once

#include "services/server/http/request_head.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace services::server {

/// The socket of a client, with limits on sizes and times. It belongs to one thread; what others may call
/// says so.
class Connection {
    using Clock = std::chrono::steady_clock;

public:
    /// Takes over the socket.
    Connection(int socket, const HttpLimits& limits);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    enum class Wait { HeadIsThere, Closed, TookTooLong, IsTooLong };
    /// Waits for the whole head of the next request.
    Wait awaitHead();
    std::string_view head() const; ///< the one that is there, with its empty line

    /// Begins the request whose head is there: its body is read next, if it has one.
    void beginBody(const RequestHead& head);
    /// Reads the body and passes it to `take` in pieces. Returns false if it isn't valid, the client is
    /// too slow or hangs up, or `take` returns false.
    bool readBody(const std::function<bool(std::string_view data)>& take);
    bool isBodyLeft() const { return m_isBodyLeft; } ///< so that no other request can follow

    /// Sends all bytes. Returns false if the client has hung up or reads too slowly.
    bool write(std::string_view bytes);

    /// Ends the reply, and takes for a second what still comes, so that the client reads it.
    void linger();

    bool isGone() const; ///< whether the client has hung up; any thread

    /// The time since when it has been waiting for the rest of a request, or for its client to
    /// close; time_point::max() if it does neither. Any thread may call it.
    Clock::time_point waitsSince() const;
    bool waits() const { return waitsSince() != Clock::time_point::max(); }
    void end(); ///< reading and writing fail from now on; any thread

private:
    enum class Fill { Some, Closed, TookTooLong };
    Fill fill(Clock::time_point until);
    bool awaitEvents(short events, Clock::time_point until) const;
    std::chrono::milliseconds timeFor(size_t bytes) const; // at the lowest rate
    void bodyIsRead();

    const int m_socket;
    const HttpLimits& m_limits;
    std::string m_buffer; // what has come of this request and the next one
    size_t m_headEnd = 0; // in it
    RequestHead::Body m_body = RequestHead::Body::None;
    size_t m_bodyBytes = 0; // see RequestHead
    bool m_isBodyLeft = false;
    size_t m_replyBytes = 0; // that were written
    Clock::duration m_replyWaits{}; // for the client to read them
    std::atomic<Clock::rep> m_waitsSince; // 0: it does not wait
};

} // namespace services::server
