#pragma once

#include "services/tools/tool.h"

#include <QJsonObject>
#include <QList>
#include <QString>

namespace services {

struct McpLimits;

/// A tool as an MCP server tells of it.
struct McpTool {
    QString name;
    QString title; ///< may be empty
    QString description;
    QByteArray parameters;

    bool operator==(const McpTool&) const = default;
};

/// Text of a server as it may be shown: without control characters other than newline and tab, and
/// without characters that change the direction of writing.
QString mcpText(QString text);

/// The version of the protocol that a server is asked for, and whether one that it names will do.
QString mcpVersion();
bool isMcpVersionKnown(const QString& version);

QByteArray mcpRequest(qint64 id, const QString& method, const QJsonObject& parameters);
QByteArray mcpNotification(const QString& method, const QJsonObject& parameters = {});
QByteArray mcpResponse(const QJsonValue& id, const QJsonObject& result);
QByteArray mcpRefusal(const QJsonValue& id, const QString& method);

/// The tools in a result of tools/list that models can call. Some may have the same name.
QList<McpTool> mcpToolsIn(const QJsonObject& result, const McpLimits& limits);

/// What a result of tools/call says, as text; of pictures and sounds only that they are there.
ToolOutcome mcpOutcome(const QJsonObject& result);

} // namespace services
