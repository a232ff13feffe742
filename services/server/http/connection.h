#pragma once

#include "services/server/http/http_message.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <httplib.h>
#include <optional>
#include <string>
#include <string_view>

namespace services::server {

/// Checks the framing of a chunked request body while its bytes pass: the lines with the sizes of
/// chunks, and the trailers. The HTTP library keeps each of these lines until it ends, whatever its
/// length. A value.
class ChunkFraming {
public:
    static constexpr size_t maxSizeLine = 1024; ///< bytes, with the extensions of a chunk
    static constexpr size_t maxTrailers = 8192; ///< bytes
    static constexpr size_t spare = 64 << 10; ///< bytes

    explicit ChunkFraming(size_t maxBodyBytes)
        : m_maxBodyBytes(maxBodyBytes)
    {
    }

    /// Takes the next bytes. Returns false if they cannot belong to a chunked body, if it has a
    /// longer line or more trailers than any client sends, if the framing takes more bytes than a
    /// body may have, or if a body does by more than `spare`: so that its reader, which may unpack
    /// it, can reject it first.
    bool take(std::string_view bytes);

private:
    enum class State { Size, Extension, SizeEnd, Data, DataEnd, DataLineEnd, Trailers, Complete };
    static constexpr size_t maxSize = size_t(1) << 48; // bytes of a chunk; more is no number

    bool takeFraming(char byte);
    size_t m_maxBodyBytes;
    State m_state = State::Size;
    size_t m_size = 0; // of the chunk, as far as it was read; then what is left of it
    size_t m_line = 0; // bytes of the line with the size, or of the trailers
    size_t m_trailerLine = 0; // bytes of the last trailer
    size_t m_body = 0, m_framing = 0; // bytes so far
};

/// Looks at the head of a request, up to and with its empty line, before it is parsed: at what the
/// HTTP library leaves open. Returns the status with which to reject it (400, 431), or 0.
int refusalOf(std::string_view head, const HttpLimits& limits);

/// Calls `visit` with the name and the value of each header, as they were sent, without the blanks
/// around the value. The head must be one that is not rejected.
void forEachHeader(std::string_view head,
    const std::function<void(std::string_view name, std::string_view value)>& visit);

/// The head without the header Range, because nothing is sent in parts.
std::string withoutRanges(std::string_view head);

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
    /// Makes read() read the body of the request from here on.
    void beginBody(Body body);
    void bodyIsRead(); ///< the client has sent its whole request
    bool isBodyLeft() const { return m_isBodyLeft; } ///< so that no other request can follow

    /// Says goodbye, and takes for a second what still comes, so that the client reads its answer.
    void linger();

    bool isGone() const; ///< whether the client has hung up; any thread

    /// The time since when it has been waiting for the rest of a request, or for its client to
    /// close; time_point::max() if it does neither. Any thread may call it.
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
    /// The time at which the body's next piece must have arrived. Each piece moves it by the time
    /// that the lowest rate allows for it, never beyond HttpLimits::body from then on: a fast start
    /// earns no long pause.
    Clock::time_point m_bodyEnd = {};
    size_t m_replyBytes = 0; // that were written
    Clock::duration m_replyWaits{}; // for the client to read them
    std::atomic<Clock::rep> m_waitsSince; // 0: it does not wait
};

} // namespace services::server
