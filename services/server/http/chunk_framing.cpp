#include "services/server/http/chunk_framing.h"

#include <algorithm>

namespace services::server {

namespace {

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

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
        if (const int digit = hexDigit(byte); digit >= 0) {
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

} // namespace services::server
