#pragma once

#include "services/tools/mcp/mcp_connection.h"
#include "services/tools/mcp/mcp_messages.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QThread>

#include <functional>
#include <memory>
#include <vector>

namespace services {

/// An MCP server that the user has named, and what it offers while it runs. Lives in the window's thread.
class McpServer : public QObject {
    Q_OBJECT

public:
    enum class Stage { Off, Starting, Ready, Failed };

    /// Tells the values of the headers as soon as they are known, unless `receiver` is destroyed before.
    using HeaderSource
        = std::function<void(QObject* receiver, std::function<void(const McpHeaders&)> done)>;

    /// Starts it if it is on. `headers` is asked at each start; null: there are none.
    explicit McpServer(McpSettings settings, McpLimits limits = {}, HeaderSource headers = {},
        QObject* parent = nullptr);
    ~McpServer() override; ///< ends it, and waits for that

    /// Ends a server without waiting. Its open calls fail. `owner`, which lives in the same thread,
    /// waits for the end when it is destroyed before.
    static void retire(std::unique_ptr<McpServer> server, QObject* owner);

    /// Begins to end it, so that several end at the same time before they are destroyed.
    void close();

    const McpSettings& settings() const { return m_settings; }
    Stage stage() const { return m_stage; }
    const QString& message() const { return m_message; } ///< if it failed: why
    const std::vector<std::unique_ptr<Tool>>& tools() const { return m_tools; } ///< if it is ready

    const QList<McpPrompt>& prompts() const { return m_prompts; } ///< if it is ready
    const QList<McpResource>& resources() const { return m_resources; } ///< if it is ready

    void startAgain(); ///< after it has failed

    /// Calls one of its tools. See Tool::call().
    std::unique_ptr<ToolRun> call(
        const QString& tool, const QJsonObject& arguments, Tool::Done done);

    /// Asks for the text of one of its prompts or resources. See Tool::call().
    std::unique_ptr<ToolRun> readPrompt(
        const QString& prompt, const QJsonObject& arguments, Tool::Done done);
    std::unique_ptr<ToolRun> readResource(const QString& uri, Tool::Done done);

signals:
    void changed();
    void contacted(const QString& host); ///< before each request to another machine

private:
    void start();
    void connectWith(const McpHeaders& headers);
    std::unique_ptr<ToolRun> ask(McpConnection::Ask what, const QString& name,
        const QJsonObject& arguments, Tool::Done done);
    void setTools(const QList<McpTool>& tools);
    void setStage(Stage stage, const QString& message = {});
    void drop(qint64 call);
    friend class McpRun;

    const McpSettings m_settings;
    const McpLimits m_limits;
    const HeaderSource m_headers; // may be null
    QList<McpPrompt> m_prompts;
    QList<McpResource> m_resources;
    Stage m_stage = Stage::Off;
    QString m_message;
    std::vector<std::unique_ptr<Tool>> m_tools;
    QHash<qint64, Tool::Done> m_calls; // that are open
    qint64 m_called = 0;
    bool m_isClosing = false;
    QThread m_thread; // of the connection
    McpConnection* m_connection = nullptr; // ends with its thread; null: it has not begun
};

} // namespace services
