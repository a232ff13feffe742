#include "services/conversations/tool_use.h"

#include "services/conversations/shown_arguments.h"
#include "services/json_document.h"
#include "services/visible_text.h"

#include <QJsonDocument>

#include "runtime/answer_request.h"
#include <algorithm>
#include <iterator>

namespace services {

namespace {

// By ToolUse::State; those that are open are none of a file's.
constexpr const char* states[] = {"refused", "refused", "done", "failed", "refused"};

ToolUse::State stateFrom(const QString& name)
{
    if (name == u"done")
        return ToolUse::State::Done;
    return name == u"failed" ? ToolUse::State::Failed : ToolUse::State::Refused;
}

} // namespace

void refuseOpen(QList<ToolUse>& uses)
{
    for (ToolUse& use : uses)
        if (use.isOpen())
            use.state = ToolUse::State::Refused;
}

std::optional<QJsonObject> argumentsOf(const QString& json)
{
    using runtime::ToolCall;
    const QJsonDocument document = parseJsonDocument(
        json.toUtf8(), nullptr, {.depth = ToolCall::maxDepth, .values = ToolCall::maxValues});
    return document.isObject() ? std::optional(document.object()) : std::nullopt;
}

QString readableArguments(const ToolUse& use)
{
    QStringList lines;
    for (const ShownArgument& argument : shownArguments(use))
        lines << (argument.name.isEmpty()
                ? argument.value
                : QStringLiteral("%1: %2").arg(argument.name, argument.value));
    return lines.join(u'\n');
}

QString nameOf(const ToolUse& use)
{
    const QString name = visibleText(use.title.isEmpty() ? use.name : use.title);
    return use.server.isEmpty() ? name
                                : QStringLiteral("%1 (%2)").arg(name, visibleText(use.server));
}

QJsonArray toJson(const QList<ToolUse>& uses)
{
    QJsonArray array;
    for (const ToolUse& use : uses) {
        QJsonObject object{{"call", use.call}, {"name", use.name}, {"arguments", use.arguments},
            {"result", use.result}, {"state", states[int(use.state)]}, {"round", use.round},
            {"place", use.place}};
        if (!use.title.isEmpty())
            object["title"] = use.title;
        if (!use.server.isEmpty())
            object["server"] = use.server;
        array << object;
    }
    return array;
}

QList<ToolUse> toolUsesFrom(const QJsonArray& array, qsizetype textLength)
{
    QList<ToolUse> uses;
    qsizetype place = 0;
    for (const QJsonValue& value : array) {
        const QJsonObject object = value.toObject();
        if (object["name"].toString().isEmpty())
            continue;
        const QString arguments = object["arguments"].toString();
        const bool isObject = argumentsOf(arguments).has_value(); // for templates
        place = std::clamp<qsizetype>(
            object["place"].toInteger(), place, std::max(place, textLength));
        uses << ToolUse{object["call"].toString(), object["name"].toString(),
            object["title"].toString(), object["server"].toString(),
            isObject ? arguments : QStringLiteral("{}"), object["result"].toString(),
            stateFrom(object["state"].toString()), std::max(1, object["round"].toInt(1)), place};
    }
    return uses;
}

} // namespace services
