#pragma once

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

namespace services {

/// How an MCP server is started. A value.
struct McpSettings {
    QString name; ///< that the user gave it
    QString command; ///< a program of PATH, or its path
    QStringList arguments = {};
    QStringList environment = {}; ///< "NAME=value", besides the usual variables
    bool isOn = false; ///< only the user changes this

    bool operator==(const McpSettings&) const = default;
};

/// A JSON array. Whatever is not a server in it is left out when it is read.
QString textOf(const QList<McpSettings>& servers);
QList<McpSettings> mcpSettingsFrom(const QString& text);

} // namespace services
