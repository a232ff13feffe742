#pragma once

#include "services/server/http/chunk_framing.h"
#include "services/server/http/http_limits.h"

#include <atomic>
#include <chrono>
#include <httplib.h>
#include <optional>
#include <string>

namespace services::server {

/// The socket of a client, as the HTTP library reads and writes it, with limits on sizes and times
/// that the library does not have. It belongs to one thread; what others may call says so.
class Connection final : public httplib::Stream {
    using Clock = std::chrono::steady_clock;

public:
    /// Takes over the socket.
    Connection(int socket, const HttpLimits& limits);
    ~Connection() override;

    enum class Head { IsThere, Closed, TookTooLong, IsTooLong };
    /// Waits for the whole head of the next request, which read() then gives.
    Head awaitHead();
    std::string_view head() const; ///< the one that is there
    void replaceHead(const std::string& head);

    enum class Body { None, Sized, Chunked };
    /// From here on read() reads the body of the request.
    void beginBody(Body body);
    void bodyIsRead(); ///< the client has sent its whole request
    bool isBodyLeft() const { return m_isBodyLeft; } ///< so that no other request can follow

    /// Says goodbye, and takes for a second what still comes, so that the client reads its answer.
    void linger();

    bool isGone() const; ///< whether the client has hung up; any thread

    /// Since when it waits for a whole request, its body included; time_point::max() if it does not.
    /// Any thread.
    Clock::time_point waitsSince() const;
    bool waits() const { return waitsSince() != Clock::time_point::max(); }
    void end(); ///< reading and writing fail from now on; any thread

    // httplib::Stream
    bool is_readable() const override;
    bool is_writable() const override { return !isGone(); }
    ssize_t read(char* bytes, size_t size) override;
    ssize_t write(const char* bytes, size_t size) override;
    void get_remote_ip_and_port(std::string& ip, int& port) const override;
    void get_local_ip_and_port(std::string& ip, int& port) const override;
    /// None: the library would select() on it, which it cannot if the number is high.
    socket_t socket() const override { return 0; }

private:
    enum class Fill { Some, Closed, TookTooLong };
    Fill fill(Clock::time_point until);
    bool awaitEvents(short events, Clock::time_point until) const;
    std::chrono::milliseconds timeFor(size_t bytes) const; // at the lowest rate
    size_t buffered() const { return m_buffer.size() - m_read; }

    const int m_socket;
    const HttpLimits& m_limits;
    std::string m_buffer; // what has come
    size_t m_read = 0; // of it
    size_t m_headEnd = 0; // in it
    bool m_isBodyLeft = false;
    std::optional<ChunkFraming> m_framing; // of the body, if it has one
    size_t m_bodyBytes = 0; // that were read
    Clock::time_point m_bodyBegun = {};
    size_t m_replyBytes = 0; // that were written
    Clock::duration m_replyWaits{}; // for the client to read them
    std::atomic<Clock::rep> m_waitsSince; // 0: it does not wait
};

} // namespace services::server
