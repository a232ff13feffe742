#include "engine/generate/stop_text.h"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

// fallback[n]: the longest proper prefix of the first n + 1 bytes that is also their suffix.
std::vector<size_t> bordersOf(const std::string& string)
{
    std::vector<size_t> borders(string.size(), 0);
    size_t length = 0;
    for (size_t end = 1; end < string.size(); ++end) {
        while (length > 0 && string[end] != string[length])
            length = borders[length - 1];
        if (string[end] == string[length])
            ++length;
        borders[end] = length;
    }
    return borders;
}

} // namespace

StopText::StopText(std::vector<std::string> strings)
{
    for (std::string& string : strings) {
        if (string.empty())
            continue;
        std::vector<size_t> borders = bordersOf(string);
        m_matchers.push_back({.string = std::move(string), .fallback = std::move(borders)});
    }
}

std::string StopText::push(std::string_view piece)
{
    if (m_found)
        return {};
    for (const char next : piece) {
        m_held += next;
        if (const Matcher* complete = advanceAll(next)) {
            m_found = complete->string;
            std::string shown = m_held.substr(0, m_held.size() - complete->string.size());
            m_held.clear();
            return shown;
        }
    }
    size_t kept = 0;
    for (const Matcher& matcher : m_matchers)
        kept = std::max(kept, matcher.matched);
    std::string shown = m_held.substr(0, m_held.size() - kept);
    m_held.erase(0, shown.size());
    return shown;
}

std::string StopText::flush()
{
    for (Matcher& matcher : m_matchers)
        matcher.matched = 0;
    return std::exchange(m_held, {});
}

// The complete matcher that began earliest, that is the longest; null if none is complete.
const StopText::Matcher* StopText::advanceAll(char next)
{
    const Matcher* complete = nullptr;
    for (Matcher& matcher : m_matchers) {
        if (!matcher.advance(next))
            continue;
        if (!complete || matcher.string.size() > complete->string.size())
            complete = &matcher;
    }
    return complete;
}

bool StopText::Matcher::advance(char next)
{
    while (matched > 0 && string[matched] != next)
        matched = fallback[matched - 1];
    if (string[matched] == next)
        ++matched;
    return matched == string.size();
}

} // namespace engine
