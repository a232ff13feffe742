#pragma once

#include "services/tools/tool.h"

#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QtGlobal>

namespace services {

/// What an MCP server may take before the program parts with it.
struct McpLimits {
    int startSeconds = 120; ///< until it has listed its tools; a first start may fetch packages
    int callSeconds = 60; ///< for one call
    int endMilliseconds = 1000; ///< from when its input is closed until it is killed
    int relistMilliseconds = 1000; ///< between two times that its tools are listed again
    qint64 longestLine = 4 << 20; ///< bytes, as below
    qint64 mostOutput = 16 << 20; ///< between two things that it is asked
    qint64 maxUnread = 16 << 20; ///< of what is written to it
    int mostTools = 64; ///< more are left out, as of prompts and resources
    /// The longest schema of a tool's arguments; a tool with a longer one is left out.
    qint64 maxSchemaLength = 16 << 10;
    qint64 maxCursor = 16 << 10; ///< characters; pages of tools after a longer one are left out
};

/// How an MCP server is started, or where it is. A value.
struct McpSettings {
    QString name; ///< that the user gave it
    QString command = {}; ///< a program of PATH, or its path; empty: there is a URL
    QStringList arguments = {};
    QStringList environment = {}; ///< "NAME=value", in addition to the usual variables
    bool isOn = false; ///< only the user changes this
    QString url = {}; ///< of a server that is asked by streamable HTTP; empty: it is a program
    QStringList headers
        = {}; ///< names of HTTP headers, whose values are secret and stored elsewhere
    bool hasKeptHeaders = false; ///< the desktop's keyring has the values; see HeaderSecrets
    bool hasHeadersByUrl = false; ///< an earlier version has put them there, by URL alone

    bool operator==(const McpSettings&) const = default;
};

/// Names and values of HTTP headers.
using McpHeaders = QMap<QString, QString>;

/// Why a server can't be asked at this URL; empty: it can. Headers contain secrets, which are sent by
/// https only, or within this computer.
QString mcpUrlProblem(const QString& url, bool hasHeaders);

/// True for what can be a header of a request, other than those that the protocol uses itself.
bool isMcpHeader(const QString& name, const QString& value);

/// A JSON array. Whatever is not a server in it is left out when it is read.
QString serialize(const QList<McpSettings>& servers);
QList<McpSettings> mcpSettingsFrom(const QString& text);

/// A tool as an MCP server tells of it.
struct McpTool {
    QString name;
    QString title; ///< may be empty
    QString description;
    QByteArray parameters;

    bool operator==(const McpTool&) const = default;
};

/// An argument of a prompt.
struct McpPromptArgument {
    QString name;
    QString description; ///< may be empty
    bool isRequired = false;

    bool operator==(const McpPromptArgument&) const = default;
};

/// A text that an MCP server offers to begin a message with.
struct McpPrompt {
    QString name;
    QString title; ///< for users
    QString description; ///< may be empty
    QList<McpPromptArgument> arguments;

    bool operator==(const McpPrompt&) const = default;
};

/// Something that can be read from an MCP server.
struct McpResource {
    QString uri;
    QString title; ///< for users
    QString description; ///< may be empty

    bool operator==(const McpResource&) const = default;
};

/// Text of a server as it may be shown: without control characters other than newline and tab, and
/// without characters that change the direction of writing.
QString mcpText(QString text);

/// The version of the protocol that is requested of a server, and whether one that it names will do.
QString mcpVersion();
bool isMcpVersionKnown(const QString& version);

QByteArray mcpRequest(qint64 id, const QString& method, const QJsonObject& parameters);
QByteArray mcpNotification(const QString& method, const QJsonObject& parameters = {});
QByteArray mcpResponse(const QJsonValue& id, const QJsonObject& result);
QByteArray mcpRejection(const QJsonValue& id, const QString& method);

/// The tools in a result of tools/list that models can call. Some may have the same name.
QList<McpTool> mcpToolsIn(const QJsonObject& result, const McpLimits& limits);

/// Those in a result of prompts/list and of resources/list that can be used.
QList<McpPrompt> mcpPromptsIn(const QJsonObject& result);
QList<McpResource> mcpResourcesIn(const QJsonObject& result);

/// The text in a result of prompts/get or resources/read; a message if it is too long for a message box.
ToolOutcome mcpTextOutcome(const QJsonObject& result);

/// What a result of tools/call says, and its images, up to maxMcpImages; of others and of sounds only
/// that they are there.
inline constexpr qsizetype maxMcpImages = 8, maxMcpImageBytes = 4 << 20;
ToolOutcome mcpOutcome(const QJsonObject& result);

} // namespace services
