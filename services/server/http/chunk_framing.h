#pragma once

#include "services/server/http/http_limits.h"

#include <cstddef>
#include <string_view>

namespace services::server {

/// Checks the framing of a chunked request body while its bytes pass: the lines with the sizes of
/// chunks, and the trailers. The HTTP library keeps each of these lines until it ends, whatever its
/// length. A value.
class ChunkFraming {
public:
    static constexpr size_t maxSizeLine = 1024; ///< bytes, with the extensions of a chunk
    static constexpr size_t maxTrailers = 8192; ///< bytes

    explicit ChunkFraming(size_t maxBodyBytes)
        : m_maxBodyBytes(maxBodyBytes)
    {
    }

    /// Takes the next bytes. Returns false if they cannot belong to a chunked body, if the body is
    /// longer than it may be, or if it has a longer line or more trailers than any client sends.
    /// Framing may take as many bytes as the body.
    bool take(std::string_view bytes);

private:
    enum class State { Size, Extension, SizeEnd, Data, DataEnd, DataLineEnd, Trailers, Complete };

    bool takeFraming(char byte);
    bool endSizeLine();

    size_t m_maxBodyBytes;
    State m_state = State::Size;
    size_t m_size = 0; // of the chunk, as far as it was read; then what is left of it
    size_t m_line = 0; // bytes of the line with the size, or of the trailers
    size_t m_trailerLine = 0; // bytes of the last trailer
    size_t m_body = 0, m_framing = 0; // bytes in all
};

} // namespace services::server
