#include "services/server/http/request_head.h"

#include "base/ascii.h"

#include <algorithm>
#include <strings.h>

namespace services::server {

namespace {

constexpr size_t maxLine = 8000; // bytes
constexpr std::string_view blanks = " \t";

// The next line without its end; both are removed from `text`.
std::string_view takeLine(std::string_view& text)
{
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

bool isSame(std::string_view text, std::string_view lower)
{
    return text.size() == lower.size() && strncasecmp(text.data(), lower.data(), text.size()) == 0;
}

// Decimal digits, and not more of them than any body needs.
bool isLength(std::string_view value)
{
    return !value.empty() && value.size() <= 18 && std::ranges::all_of(value, base::isDigit);
}

// "GET /v1/models?limit=5 HTTP/1.1". Returns false if it isn't valid.
bool parseRequestLine(std::string_view line, RequestHead& head)
{
    const size_t first = line.find(' '), last = line.rfind(' ');
    if (first == std::string_view::npos || first == 0 || last <= first + 1)
        return false;
    const std::string_view target = line.substr(first + 1, last - first - 1);
    const std::string_view version = line.substr(last + 1);
    head.request.method = line.substr(0, first);
    head.request.path = base::percentDecoded(target.substr(0, target.find_first_of("?#")));
    head.isVersion10 = version == "HTTP/1.0";
    return target.find_first_of(blanks) == std::string_view::npos
        && (head.isVersion10 || version == "HTTP/1.1");
}

// Header values stay as they were sent: a key may contain "%41".
bool parseField(std::string_view line, RequestHead& head)
{
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0
        || line.substr(0, colon).find_first_of(blanks) != std::string_view::npos)
        return false;
    const std::string name = base::toLowerAscii(line.substr(0, colon));
    const std::string_view value = base::trimmed(line.substr(colon + 1));
    const bool isFirst = head.request.headers.emplace(name, value).second;
    if (name == "host")
        return isFirst;
    if (name != "content-length" && name != "transfer-encoding")
        return true;
    const bool isSized = name == "content-length";
    if (!isFirst || !(isSized ? isLength(value) : isSame(value, "chunked")))
        return false;
    head.bodyBytes = isSized ? std::stoull(std::string(value)) : 0;
    if (!isSized)
        head.body = RequestHead::Body::Chunked;
    else if (head.bodyBytes > 0)
        head.body = RequestHead::Body::Sized;
    return true;
}

} // namespace

RequestHead parseHead(std::string_view text, const HttpLimits& limits)
{
    RequestHead head;
    size_t lines = 0;
    bool isValid = text.find('\0') == std::string_view::npos, isLong = false, hasEnded = false;
    while (!text.empty()) {
        const std::string_view line = takeLine(text);
        isLong = isLong || line.size() > maxLine || ++lines > limits.headFields + 2;
        isValid = isValid && !isLong && !hasEnded && line.find('\r') == std::string_view::npos;
        hasEnded = line.empty();
        if (isValid && !hasEnded)
            isValid = lines == 1 ? parseRequestLine(line, head) : parseField(line, head);
    }
    const auto& fields = head.request.headers;
    if (!isValid || (fields.contains("content-length") && fields.contains("transfer-encoding")))
        head.rejection = isLong ? 431 : 400;
    head.isLast = head.isVersion10 || isSame(head.request.header("connection"), "close");
    return head;
}

bool ChunkDecoder::decode(
    std::string_view& bytes, const std::function<bool(std::string_view data)>& take)
{
    while (!bytes.empty() && m_state != State::Complete) {
        if (m_state == State::Data) {
            const std::string_view data = bytes.substr(0, m_size);
            m_size -= data.size();
            m_body += data.size();
            if (!take(data) || m_body > m_maxBodyBytes)
                return false;
            if (m_size == 0)
                m_state = State::DataEnd;
            bytes.remove_prefix(data.size());
            continue;
        }
        if (++m_framing > std::max(m_maxBodyBytes, maxTrailers) || !takeFraming(bytes.front()))
            return false;
        bytes.remove_prefix(1);
    }
    return true;
}

bool ChunkDecoder::takeFraming(char byte)
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

} // namespace services::server
