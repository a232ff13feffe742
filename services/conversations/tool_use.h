#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <optional>

namespace services {

/// A call of a tool in an answer, and what came of it.
struct ToolUse {
    enum class State {
        Asked, ///< the user has not said yet whether it may be made
        Running,
        Done,
        Failed, ///< `result` says why
        Refused, ///< by the user, or it was not made any more
    };

    QString call; ///< the model's mark for it
    QString name; ///< by which the model called the tool
    QString title = {}; ///< of the tool, to be shown to users; empty: there was none of that name
    QString server = {}; ///< that the tool is from; empty: the program's own
    QString arguments; ///< JSON
    QString result = {};
    State state = State::Asked;
    int round = 1; ///< an answer calls, hears the results and may call again
    qsizetype place = 0; ///< so many characters of the answer's text stand before it

    bool isOpen() const { return state == State::Asked || state == State::Running; }
    bool operator==(const ToolUse&) const = default;
};

/// What the user says to a call.
enum class ToolDecision { Once, Always, Refuse };

/// Ends those that are open: they are not made any more.
void refuseOpen(QList<ToolUse>& uses);

/// The arguments of a call as an object; null if they are none, or exceed the limits of
/// runtime::ToolCall.
std::optional<QJsonObject> argumentsOf(const QString& json);

/// The arguments as lines "name: value"; as they are if they are no object.
QString readableArguments(const ToolUse& use);

/// "Calculator" or, of a server's tool, "forecast (weather)".
QString nameOf(const ToolUse& use);

QJsonArray toJson(const QList<ToolUse>& uses);
/// Reads toJson(), by anybody. Calls that were open were not made; places are within a text of so
/// many characters and ascend.
QList<ToolUse> toolUsesFrom(const QJsonArray& array, qsizetype textLength);

} // namespace services
