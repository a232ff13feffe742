#include "services/conversations/shown_arguments.h"

#include "services/conversations/tool_use.h"
#include "services/visible_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace services {

namespace {

QString textOf(const QJsonValue& value)
{
    if (value.isString())
        return value.toString();
    const QByteArray json = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(json.mid(1, json.size() - 2));
}

// A name that is no word stands in quotation marks, so that it cannot look like a name and a value.
QString shownName(const QString& name)
{
    const bool isWord = !name.isEmpty() && std::ranges::all_of(name, [](QChar character) {
        return character.isLetterOrNumber() || character == u'_' || character == u'-';
    });
    return isWord ? name : QStringLiteral("\"%1\"").arg(visibleText(name));
}

} // namespace

QList<ShownArgument> shownArguments(const ToolUse& use)
{
    const std::optional<QJsonObject> object = argumentsOf(use.arguments);
    if (!object)
        return {{QString(), visibleText(use.arguments)}};
    QList<ShownArgument> arguments;
    for (auto field = object->begin(); field != object->end(); ++field)
        arguments << ShownArgument{shownName(field.key()), visibleText(textOf(field.value()))};
    return arguments;
}

} // namespace services
