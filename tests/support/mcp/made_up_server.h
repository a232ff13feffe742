#pragma once

#include "services/tools/mcp/mcp_messages.h"
#include "tests/support/fixtures.h"

namespace tests {

/// A fake MCP server that is on, with the faults that tests/support/mcp/made_up_server.py knows.
inline services::McpSettings madeUpServer(const QStringList& faults = {})
{
    const auto script = dataFolder() / "../support/mcp/made_up_server.py";
    return {.name = QStringLiteral("made up"),
        .command = QStringLiteral("/usr/bin/python3"),
        .arguments
        = QStringList{QStringLiteral("-B"), QString::fromStdString(script.string())} + faults,
        .isOn = true};
}

} // namespace tests
