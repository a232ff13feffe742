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
    static constexpr size_t spare = 64 << 10; ///< bytes

    explicit ChunkFraming(size_t maxBodyBytes)
        : m_maxBodyBytes(maxBodyBytes)
    {
    }

    /// Takes the next bytes. Returns false if they cannot belong to a chunked body, if it has a longer
    /// line or more trailers than any client sends, if the framing takes more bytes than a body may
    /// have, or if a body does by more than `spare`: so that its reader, which may unpack it, can
    /// refuse it first.
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

} // namespace services::server
