#include "services/tools/mcp/mcp_messages.h"

#include "services/json_document.h"
#include "services/network/network.h"
#include "services/network/web_address.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QUrl>

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
            {"environment", QJsonArray::fromStringList(server.environment)}, {"on", server.isOn},
            {"url", server.url}, {"headers", QJsonArray::fromStringList(server.headers)},
            {"headersStored", server.hasKeptHeaders}, {"headersKept", server.hasHeadersByUrl}};
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

QList<McpSettings> mcpSettingsFrom(const QString& text)
{
    QList<McpSettings> servers;
    for (const QJsonValue& value : parseJsonDocument(text.toUtf8()).array()) {
        const McpSettings server{value["name"].toString(), value["command"].toString(),
            stringsIn(value["arguments"]), stringsIn(value["environment"]), value["on"].toBool(),
            value["url"].toString(), stringsIn(value["headers"]), value["headersStored"].toBool(),
            value["headersKept"].toBool()};
        if (!server.name.isEmpty() && server.command.isEmpty() != server.url.isEmpty())
            servers << server;
    }
    return servers;
}

namespace {

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::McpMessages)
};

constexpr qsizetype maxHeaderLength = 8 << 10; // characters of a value
constexpr qsizetype maxUriLength = 2000; // characters
constexpr qsizetype maxArguments = 20; // of a prompt

constexpr std::array versions = {"2025-06-18", "2025-11-25", "2025-03-26", "2024-11-05"};
constexpr qsizetype maxDescriptionLength = 2000; // characters: it is in each prompt
constexpr qsizetype maxTitleLength = 100;
constexpr qsizetype maxReadLength = 1'000'000; // characters of a prompt or a resource

QByteArray line(QJsonObject message)
{
    message["jsonrpc"] = QStringLiteral("2.0");
    return QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n';
}

QString shownTitle(const QJsonValue& value)
{
    const QString title = value["title"].toString();
    return visibleText((title.isEmpty() ? value["name"].toString() : title).simplified())
        .left(maxTitleLength);
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

QString mcpUrlProblem(const QString& text, bool hasHeaders)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool isSafe = url.scheme() == u"https";
    if (!isWebAddress(url))
        return Texts::tr("“%1” isn't a valid URL. Example: https://example.org/mcp.")
            .arg(visibleText(text.left(200)));
    if (!url.userInfo().isEmpty())
        return Texts::tr("The URL contains a user name or password. Enter a header instead.");
    if (hasHeaders && !isSafe && !isThisComputer(url.host()))
        return Texts::tr(
            "The connection to %1 isn't encrypted, so no headers are sent there. Use https.")
            .arg(url.host());
    return {};
}

bool isMcpHeader(const QString& name, const QString& value)
{
    static const QRegularExpression token(
        QStringLiteral("\\A[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}\\z"));
    static const QStringList own{QStringLiteral("accept"), QStringLiteral("host"),
        QStringLiteral("content-type"), QStringLiteral("content-length"),
        QStringLiteral("connection"), QStringLiteral("transfer-encoding"),
        QStringLiteral("mcp-session-id"), QStringLiteral("mcp-protocol-version")};
    const bool isPlain = std::all_of(value.begin(), value.end(),
        [](QChar letter) { return letter >= u' ' && letter != u'\x7f'; });
    return token.match(name).hasMatch() && !own.contains(name.toLower()) && isPlain
        && value.size() <= maxHeaderLength;
}

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

QList<McpPrompt> mcpPromptsIn(const QJsonObject& result)
{
    QList<McpPrompt> prompts;
    for (const QJsonValue& value : result["prompts"].toArray()) {
        McpPrompt prompt{value["name"].toString(), shownTitle(value),
            mcpText(value["description"].toString()).left(maxDescriptionLength), {}};
        for (const QJsonValue& argument : value["arguments"].toArray())
            if (prompt.arguments.size() < maxArguments && !argument["name"].toString().isEmpty())
                prompt.arguments << McpPromptArgument{argument["name"].toString(),
                    mcpText(argument["description"].toString()).left(maxDescriptionLength),
                    argument["required"].toBool()};
        if (!prompt.name.isEmpty() && prompt.name.size() <= maxUriLength)
            prompts << prompt;
    }
    return prompts;
}

QList<McpResource> mcpResourcesIn(const QJsonObject& result)
{
    QList<McpResource> resources;
    for (const QJsonValue& value : result["resources"].toArray()) {
        const McpResource resource{value["uri"].toString(), shownTitle(value),
            mcpText(value["description"].toString()).left(maxDescriptionLength)};
        if (!resource.uri.isEmpty() && resource.uri.size() <= maxUriLength)
            resources << resource;
    }
    return resources;
}

ToolOutcome mcpTextOutcome(const QJsonObject& result)
{
    QStringList texts;
    for (const QJsonValue& message : result["messages"].toArray())
        texts << contentText(message["content"].toObject());
    for (const QJsonValue& content : result["contents"].toArray())
        if (content["text"].isString())
            texts << content["text"].toString();
    const QString text = mcpText(texts.join(QStringLiteral("\n\n")));
    if (text.size() > maxReadLength)
        return {Texts::tr("The text is too long: it has %L1 characters, and %L2 can be inserted.")
                    .arg(text.size())
                    .arg(maxReadLength),
            true};
    return {text, texts.isEmpty()};
}

namespace {

// The bytes of an image or of a resource that is one. Empty: it is neither, or too large.
QByteArray imageIn(const QJsonObject& content)
{
    const bool isResource = content["type"].toString() == u"resource";
    const QJsonObject holder = isResource ? content["resource"].toObject() : content;
    const QString data = holder[isResource ? "blob" : "data"].toString();
    if (!holder["mimeType"].toString().startsWith(QLatin1String("image/"))
        || data.size() / 4 * 3 > maxMcpImageBytes)
        return {};
    return QByteArray::fromBase64(data.toLatin1());
}

} // namespace

ToolOutcome mcpOutcome(const QJsonObject& result)
{
    QStringList texts;
    QList<QByteArray> images;
    for (const QJsonValue& content : result["content"].toArray()) {
        const QByteArray image = imageIn(content.toObject());
        if (!image.isEmpty() && images.size() < maxMcpImages)
            images << image;
        else
            texts << contentText(content.toObject());
    }
    QString text = texts.join(u'\n');
    if (texts.isEmpty() && result["structuredContent"].isObject())
        text = QString::fromUtf8(
            QJsonDocument(result["structuredContent"].toObject()).toJson(QJsonDocument::Compact));
    return {text, result["isError"].toBool(), images};
}

} // namespace services
