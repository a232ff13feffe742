#pragma once

#include "services/tools/mcp/mcp_messages.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace services {

/// What the configuration of another program says about MCP servers.
struct McpImport {
    QList<McpSettings> servers; ///< all of them off
    QList<McpHeaders> headers; ///< of each of them: names and secret values
    QStringList problems; ///< a message about each server that was left out or needs an edit
};

/// Reads the JSON in which Claude, Cursor and others ("mcpServers") and VS Code ("servers") keep MCP
/// servers, with or without what surrounds the list, and also with comments. Throws Error{BadFile} with
/// a message if there is no list of servers in it.
McpImport readMcpJson(const QString& text);

} // namespace services
