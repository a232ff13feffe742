#include "services/server/http/request_head.h"

#include <algorithm>
#include <strings.h>

namespace services::server {

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

} // namespace services::server
