#include "services/remote/event_reader.h"

#include "kernels/error.h"

#include <string_view>
#include <utility>

namespace services {

std::vector<std::string> EventReader::read(const QByteArray& bytes)
{
    std::vector<std::string> events;
    for (const char letter : bytes) {
        const bool isSecondHalf = letter == '\n' && m_endedByReturn;
        m_endedByReturn = letter == '\r';
        if (isSecondHalf)
            continue;
        if (letter == '\n' || letter == '\r') {
            takeLine(events);
            continue;
        }
        m_line += letter;
        if (m_line.size() + m_data.size() > longestEvent)
            throw kernels::Error(
                kernels::ErrorKind::BadFile, "it sends an event that is too long to be an answer");
    }
    return events;
}

std::vector<std::string> EventReader::end()
{
    std::vector<std::string> events;
    takeLine(events);
    complete(events);
    return events;
}

void EventReader::takeLine(std::vector<std::string>& events)
{
    const std::string line = std::exchange(m_line, {});
    if (line.empty())
        return complete(events);
    constexpr std::string_view name = "data:";
    if (!line.starts_with(name))
        return;
    std::string_view value = std::string_view(line).substr(name.size());
    if (value.starts_with(' '))
        value.remove_prefix(1);
    if (m_hasData)
        m_data += '\n';
    m_data += value;
    m_hasData = true;
}

void EventReader::complete(std::vector<std::string>& events)
{
    if (std::exchange(m_hasData, false))
        events.push_back(std::exchange(m_data, {}));
}

} // namespace services
