#include "services/tools/mcp/mcp_messages.h"

#include "services/json_document.h"
#include "services/text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include <algorithm>
#include <array>

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

QString serialize(const QList<McpSettings>& servers)
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

namespace {

constexpr std::array versions = {"2025-06-18", "2025-11-25", "2025-03-26", "2024-11-05"};
constexpr qsizetype maxDescriptionLength = 2000; // characters: it is in each prompt
constexpr qsizetype maxTitleLength = 100;

QByteArray line(QJsonObject message)
{
    message["jsonrpc"] = QStringLiteral("2.0");
    return QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n';
}

QString contentText(const QJsonObject& content)
{
    const QString type = content["type"].toString();
    if (type == u"text")
        return content["text"].toString();
    if (type == u"resource_link")
        return content["uri"].toString();
    const QJsonObject resource = content["resource"].toObject();
    if (type == u"resource" && resource["text"].isString())
        return resource["text"].toString();
    return QStringLiteral("[%1 %2, which isn't shown to models]")
        .arg(type.left(40), content["mimeType"].toString().left(40));
}

} // namespace

QString mcpText(QString text)
{
    static const QRegularExpression unsafe(QStringLiteral(
        "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\x{202a}-\\x{202e}\\x{2066}-\\x{2069}]"));
    return text.remove(unsafe);
}

QString mcpVersion()
{
    return QString::fromLatin1(versions.front());
}

bool isMcpVersionKnown(const QString& version)
{
    return std::any_of(versions.begin(), versions.end(),
        [&version](const char* each) { return version == QLatin1String(each); });
}

QByteArray mcpRequest(qint64 id, const QString& method, const QJsonObject& parameters)
{
    return line({{"id", id}, {"method", method}, {"params", parameters}});
}

QByteArray mcpNotification(const QString& method, const QJsonObject& parameters)
{
    QJsonObject message{{"method", method}};
    if (!parameters.isEmpty())
        message["params"] = parameters;
    return line(message);
}

QByteArray mcpResponse(const QJsonValue& id, const QJsonObject& result)
{
    return line({{"id", id}, {"result", result}});
}

QByteArray mcpRejection(const QJsonValue& id, const QString& method)
{
    const QString message = QStringLiteral("Unknown method \"%1\".").arg(method.left(100));
    return line({{"id", id}, {"error", QJsonObject{{"code", -32601}, {"message", message}}}});
}

QList<McpTool> mcpToolsIn(const QJsonObject& result, const McpLimits& limits)
{
    static const QRegularExpression usable(QStringLiteral("\\A[A-Za-z0-9_-]{1,64}\\z"));
    QList<McpTool> tools;
    for (const QJsonValue& value : result["tools"].toArray()) {
        const McpTool tool{value["name"].toString(),
            visibleText(value["title"].toString().simplified()).left(maxTitleLength),
            mcpText(value["description"].toString()).left(maxDescriptionLength),
            QJsonDocument(value["inputSchema"].toObject()).toJson(QJsonDocument::Compact)};
        if (usable.match(tool.name).hasMatch() && tool.parameters.size() <= limits.maxSchemaLength)
            tools << tool;
    }
    return tools;
}

ToolOutcome mcpOutcome(const QJsonObject& result)
{
    QStringList texts;
    for (const QJsonValue& content : result["content"].toArray())
        texts << contentText(content.toObject());
    QString text = texts.join(u'\n');
    if (texts.isEmpty() && result["structuredContent"].isObject())
        text = QString::fromUtf8(
            QJsonDocument(result["structuredContent"].toObject()).toJson(QJsonDocument::Compact));
    return {text, result["isError"].toBool()};
}

} // namespace services
