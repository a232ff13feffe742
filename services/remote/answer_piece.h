#pragma once

#include "runtime/answer_engine.h"

#include <QByteArray>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace services {

/// A part of a call of a tool, as it is streamed.
struct CallPiece {
    int64_t place = 0; ///< of the call among those of the answer
    std::string id, name; ///< whole, or empty
    std::string arguments; ///< more of them
};

/// The number of tokens that a server has counted.
struct RemoteUsage {
    int64_t promptTokens = 0, cachedTokens = 0, answerTokens = 0;
};

/// More of an answer: what one event of a stream says, or a whole answer at once.
struct AnswerPiece {
    std::string text;
    std::string thought; ///< what the model writes to itself, where the server keeps that apart
    std::vector<runtime::TokenDetail> tokens; ///< if it was asked for probabilities and tells them
    std::vector<CallPiece> calls;
    bool isSure = true; ///< false: a Vignette says that its model does not know
    std::string end; ///< why the answer ended: "stop", "length", …; empty: it has not
    std::optional<RemoteUsage> usage;
    std::string problem; ///< what went wrong, in the server's words; empty: nothing
};

/// Reads the JSON of a chat completion or of one chunk of it. Fields that are missing or of another
/// type count as absent. Throws Error{BadFile} if it isn't a JSON object.
AnswerPiece answerPiece(const std::string& json);

/// Reads the events of a stream (text/event-stream) out of its bytes, however these are cut. Knows
/// the data of events; their names, their ids and comments are passed over. A value.
class EventReader {
public:
    static constexpr size_t maxEventLength = 1 << 20; ///< bytes, of the data of one

    EventReader() = default;
    explicit EventReader(size_t maxLength)
        : m_maxLength(maxLength)
    {
    }

    /// The data of the events that these bytes complete. Throws Error{BadFile} if an event is longer
    /// than allowed.
    std::vector<std::string> read(const QByteArray& bytes);

    /// The stream has ended: the event that has no end, if there is one.
    std::vector<std::string> end();

private:
    void takeLine(std::vector<std::string>& events);
    void complete(std::vector<std::string>& events);

    size_t m_maxLength = maxEventLength; // bytes
    std::string m_line; // the one that is being read
    std::string m_data; // of the event that is being read
    bool m_hasData = false;
    bool m_endedByReturn = false; // the newline that follows belongs to it
};

/// Takes out of the continuation of a text what it repeats of the end of that text, or of all of
/// it, before it continues: a model that is asked in words to continue likes to do so. Holds back
/// only what may be such a repetition.
class RepeatedBeginning {
public:
    static constexpr size_t min = 16; ///< bytes; fewer are no repetition, unless that is all
    static constexpr size_t max = 4000; ///< bytes before the end that a repetition begins at most

    explicit RepeatedBeginning(std::string given);

    /// What of `text`, and of what was held back, is new.
    std::string take(std::string_view text);

    std::string end(); ///< what was held back: it was no repetition

private:
    bool isRepetition(size_t begin) const;

    const std::string m_given;
    std::vector<size_t> m_begins; // where the text so far may be found in m_given
    std::string m_held;
    bool m_isDecided = false;
};

} // namespace services
