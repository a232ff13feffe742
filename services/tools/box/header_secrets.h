#pragma once

#include "services/hub/token_keeper.h"
#include "services/tools/mcp/mcp_messages.h"

#include <QHash>
#include <QObject>
#include <QString>

#include <chrono>
#include <functional>
#include <map>
#include <memory>

namespace services {

class Settings;

/// Keeps the values of the HTTP headers of MCP servers in the desktop's keyring. A server's are found by
/// its name and its URL, so that no other server receives them. Earlier versions kept them by URL
/// alone; those are moved when they are read. Lives in the window's thread.
class HeaderSecrets : public QObject {
    Q_OBJECT

public:
    /// `settings` has the list of servers and must outlive it. `patience` is how long the keyring is
    /// waited for.
    HeaderSecrets(Settings& settings, std::unique_ptr<SecretStore> store,
        std::chrono::milliseconds patience, QObject* parent = nullptr);
    ~HeaderSecrets() override;

    using Done = std::function<void(const McpHeaders&)>;

    /// Tells the values that are kept for a server, at once or from the event loop, unless `receiver` is
    /// destroyed before. There are none if the keyring does not answer.
    void ask(const McpSettings& server, QObject* receiver, const Done& done);

    /// Keeps what the user has entered for a server. Its other headers keep their values, also if
    /// `before`, the same server with the same URL, had another name.
    void set(const McpSettings& before, const McpSettings& server, const McpHeaders& entered);

    /// Forgets the values of those servers that are not in the list, or have no headers there.
    void forgetOthersThan(const QList<McpSettings>& kept);

private:
    QList<McpSettings> servers() const;
    KeptSecret& secret(const McpSettings& server);
    KeptSecret& make(const QString& key, bool isKept);
    void noteKept(const QString& key, bool isKept);
    void forget(const McpSettings& server, const QList<McpSettings>& others);

    Settings& m_settings;
    const std::unique_ptr<SecretStore> m_store;
    const std::chrono::milliseconds m_patience;
    std::map<QString, std::unique_ptr<KeptSecret>> m_secrets; // by key
    QHash<QString, McpSettings> m_renamed; // by the new key, until the values have been moved
};

} // namespace services
