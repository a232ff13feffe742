#pragma once

#include "services/server/http/http_message.h"

#include <cstddef>
#include <functional>
#include <string_view>

namespace services::server {

/// The head of a request: what is asked, and how its body and the connection go on.
struct RequestHead {
    enum class Body { None, Sized, Chunked };

    int rejection = 0; ///< the status with which to reject it: 400, 431; 0: it is valid
    HttpRequest request = {}; ///< without its body
    Body body = Body::None;
    size_t bodyBytes = 0; ///< of a body whose size the head says
    bool isVersion10 = false; ///< HTTP/1.0: chunks are unknown to it
    bool isLast = false; ///< the client sends no other request on this connection
};

/// Parses a head up to and with its empty line. What could be understood in two ways, as two lengths
/// or a folded line, is rejected (RFC 9112).
RequestHead parseHead(std::string_view head, const HttpLimits& limits);

/// Decodes a chunked request body while its bytes arrive. What a client may send without end is limited:
/// lines with the sizes of chunks, trailers, framing and the body. A value.
class ChunkDecoder {
public:
    static constexpr size_t maxSizeLine = 1024; ///< bytes, with the extensions of a chunk
    static constexpr size_t maxTrailers = 8192; ///< bytes

    explicit ChunkDecoder(size_t maxBodyBytes)
        : m_maxBodyBytes(maxBodyBytes)
    {
    }

    /// Takes the bytes of the body from the beginning of `bytes` and calls `take` with the data in them.
    /// Returns false if they can't belong to a chunked body, exceed a limit, or `take` returns false.
    bool decode(std::string_view& bytes, const std::function<bool(std::string_view data)>& take);
    /// True once the body has ended: what follows is the next request.
    bool isComplete() const { return m_state == State::Complete; }

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

} // namespace services::server
