#pragma once

#include <QByteArray>

#include <cstddef>
#include <string>
#include <vector>

namespace services {

/// Reads the events of a stream (text/event-stream) out of its bytes, however these are cut. Knows
/// the data of events; their names, their ids and comments are passed over. A value.
class EventReader {
public:
    static constexpr size_t longestEvent = 1 << 20; ///< bytes, of the data of one

    /// The data of the events that these bytes complete. Throws Error{BadFile} if an event is longer
    /// than longestEvent.
    std::vector<std::string> read(const QByteArray& bytes);

    /// The stream has ended: the event that has no end, if there is one.
    std::vector<std::string> end();

private:
    void takeLine(std::vector<std::string>& events);
    void complete(std::vector<std::string>& events);

    std::string m_line; // the one that is being read
    std::string m_data; // of the event that is being read
    bool m_hasData = false;
    bool m_endedByReturn = false; // the newline that follows belongs to it
};

} // namespace services
