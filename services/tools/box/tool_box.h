#pragma once

#include "runtime/answer_request.h"
#include "services/tools/box/header_secrets.h"
#include "services/tools/mcp/mcp_server.h"
#include "services/tools/tool.h"

#include <QObject>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace services {

class Settings;

/// Decides whether a tool may be called.
enum class ToolPermission {
    Never, ///< it is not offered to models
    Ask, ///< once the user has allowed the call
    Always,
};

/// All tools that there are: the program's own, and those of the MCP servers that the user has
/// named and switched on. None is offered to models before the user has allowed it. Lives in the
/// window's thread.
class ToolBox : public QObject {
    Q_OBJECT

public:
    /// The settings keep what the user has allowed; they must outlive it. `secrets` keeps the values of
    /// headers for servers, and is waited for as long as `patience`. Starts no server yet.
    explicit ToolBox(Settings& settings, McpLimits limits = {},
        std::unique_ptr<SecretStore> secrets = desktopSecrets(),
        std::chrono::milliseconds patience = std::chrono::seconds(20), QObject* parent = nullptr);
    ~ToolBox() override; ///< ends the servers and waits, at most twice McpLimits::endMilliseconds

    void add(std::unique_ptr<Tool> tool); ///< one of the program's own

    void start(); ///< starts the servers that are on

    const std::vector<std::unique_ptr<McpServer>>& servers() const { return m_servers; }
    QList<McpSettings> serverSettings() const; ///< also of those that have not been started
    /// Replaces the servers; what has not changed continues. Values of headers are forgotten with the
    /// server, and with its URL, so that a changed URL never receives those of another one.
    void setServers(const QList<McpSettings>& servers);

    /// Sets values of headers that the user has entered for a server. Its others keep their values;
    /// `before` is the same server until now. Called before setServers().
    void setHeaders(
        const McpSettings& before, const McpSettings& server, const McpHeaders& entered);

    /// The program's own and those of servers that are ready, each with a name of its own.
    QList<ToolDescription> tools() const;

    /// The permission is Never for the program's own tools and Ask for those of servers, until the
    /// user changes it. Always is reset once a server describes the tool differently.
    ToolPermission permission(const ToolDescription& tool) const;
    void setPermission(const ToolDescription& tool, ToolPermission permission);

    /// The tools that models are offered.
    std::vector<runtime::Tool> offered() const;

    /// Finds an offered tool by name; nothing if there is none.
    std::optional<ToolDescription> find(const QString& name) const;

    /// Calls it, see Tool::call(); one of a server that takes too long fails. Null: it is not there any
    /// more, or its server describes it in another way now.
    std::unique_ptr<ToolRun> call(
        const ToolDescription& tool, const QJsonObject& arguments, Tool::Done done);

signals:
    void changed(); ///< there are other tools, servers or permissions
    void contacted(const QString& host); ///< before each request to a server on another machine

private:
    std::vector<std::pair<ToolDescription, Tool*>> all() const;
    void startServers(const QList<McpSettings>& servers);

    Settings& m_settings;
    const McpLimits m_limits;
    bool m_isStarted = false;
    HeaderSecrets m_headers;
    QStringList m_entered; // names of servers whose headers have other values than those in use
    std::vector<std::unique_ptr<Tool>> m_own;
    std::vector<std::unique_ptr<McpServer>> m_servers;
};

} // namespace services
