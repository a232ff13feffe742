#include "services/tools/mcp/mcp_settings.h"

#include "services/json_document.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace services {

namespace {

QStringList stringsIn(const QJsonValue& value)
{
    QStringList strings;
    for (const QJsonValue& each : value.toArray())
        strings << each.toString();
    return strings;
}

} // namespace

QString textOf(const QList<McpSettings>& servers)
{
    QJsonArray array;
    for (const McpSettings& server : servers)
        array << QJsonObject{{"name", server.name}, {"command", server.command},
            {"arguments", QJsonArray::fromStringList(server.arguments)},
            {"environment", QJsonArray::fromStringList(server.environment)}, {"on", server.isOn}};
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

QList<McpSettings> mcpSettingsFrom(const QString& text)
{
    QList<McpSettings> servers;
    for (const QJsonValue& value : parseJsonDocument(text.toUtf8()).array()) {
        const McpSettings server{value["name"].toString(), value["command"].toString(),
            stringsIn(value["arguments"]), stringsIn(value["environment"]), value["on"].toBool()};
        if (!server.name.isEmpty() && !server.command.isEmpty())
            servers << server;
    }
    return servers;
}

} // namespace services
