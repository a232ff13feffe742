#include "services/tools/mcp/mcp_transport.h"

#include <utility>

namespace services {

McpTransport::McpTransport(McpSettings settings, McpLimits limits)
    : m_settings(std::move(settings))
    , m_limits(limits)
{
}

bool McpTransport::countOutput(qint64 bytes)
{
    m_output += bytes;
    if (m_output <= m_limits.mostOutput)
        return true;
    emit ended(tr("“%1” sent more output than allowed.").arg(m_settings.name));
    return false;
}

void McpTransport::tellTooLong()
{
    emit ended(tr("“%1” sent a line that is too long.").arg(m_settings.name));
}

} // namespace services
