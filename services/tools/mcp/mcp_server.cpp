#include "services/tools/mcp/mcp_server.h"

#include "services/tools/mcp/mcp_connection.h"

#include <QPointer>

#include <utility>

namespace services {

/// A call that was sent to a server.
class McpRun : public ToolRun {
public:
    McpRun(McpServer* server, qint64 call)
        : m_server(server)
        , m_call(call)
    {
    }
    ~McpRun() override
    {
        if (m_server)
            m_server->drop(m_call);
    }

private:
    const QPointer<McpServer> m_server;
    const qint64 m_call;
};

namespace {

class ToolOfServer : public Tool {
public:
    ToolOfServer(McpServer* server, McpTool tool)
        : m_server(server)
        , m_tool(std::move(tool))
    {
    }

    ToolDescription description() const override
    {
        const QString server = m_server->settings().name;
        return {server + u'/' + m_tool.name, m_tool.name,
            m_tool.title.isEmpty() ? m_tool.name : m_tool.title, m_tool.description,
            m_tool.parameters, server};
    }

    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override
    {
        return m_server->call(m_tool.name, arguments, std::move(done));
    }

private:
    McpServer* const m_server; // which owns the tool
    const McpTool m_tool;
};

} // namespace

McpServer::McpServer(McpSettings settings, McpLimits limits, QObject* parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_limits(limits)
{
    qRegisterMetaType<QList<McpTool>>();
    qRegisterMetaType<ToolOutcome>();
    m_thread.setObjectName(QStringLiteral("mcp"));
    if (m_settings.isOn)
        start();
}

McpServer::~McpServer()
{
    close();
    m_thread.wait();
}

void McpServer::retire(std::unique_ptr<McpServer> server, QObject* owner)
{
    const ToolOutcome outcome{tr("“%1” was turned off.").arg(server->m_settings.name), true};
    for (const Tool::Done& done : std::exchange(server->m_calls, {}))
        done(outcome);
    if (!server->m_thread.isRunning())
        return;
    McpServer* retired = server.release();
    retired->disconnect();
    retired->setParent(owner);
    connect(&retired->m_thread, &QThread::finished, retired, &QObject::deleteLater);
    retired->close();
}

void McpServer::startAgain()
{
    if (m_stage == Stage::Failed)
        start();
}

void McpServer::start()
{
    if (m_connection)
        m_connection->deleteLater();
    m_connection = new McpConnection(m_settings, m_limits);
    m_connection->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_connection, &QObject::deleteLater);
    connect(m_connection, &McpConnection::listed, this, &McpServer::setTools);
    connect(m_connection, &McpConnection::answered, this,
        [this](qint64 call, const ToolOutcome& outcome) {
            if (const Tool::Done done = m_calls.take(call))
                done(outcome);
        });
    connect(m_connection, &McpConnection::ended, this,
        [this](const QString& message) { setStage(Stage::Failed, message); });
    m_thread.start();
    QMetaObject::invokeMethod(m_connection, &McpConnection::start, Qt::QueuedConnection);
    setStage(Stage::Starting);
}

void McpServer::setTools(const QList<McpTool>& tools)
{
    m_tools.clear();
    for (const McpTool& tool : tools)
        m_tools.push_back(std::make_unique<ToolOfServer>(this, tool));
    setStage(Stage::Ready);
}

void McpServer::setStage(Stage stage, const QString& message)
{
    m_stage = stage;
    m_message = message;
    if (stage != Stage::Ready)
        m_tools.clear();
    emit changed();
}

std::unique_ptr<ToolRun> McpServer::call(
    const QString& tool, const QJsonObject& arguments, Tool::Done done)
{
    const qint64 call = ++m_called;
    m_calls.insert(call, std::move(done));
    QMetaObject::invokeMethod(
        m_connection,
        [connection = m_connection, call, tool, arguments] {
            connection->call(call, tool, arguments);
        },
        Qt::QueuedConnection);
    return std::make_unique<McpRun>(this, call);
}

void McpServer::drop(qint64 call)
{
    if (!m_calls.remove(call))
        return;
    QMetaObject::invokeMethod(
        m_connection, [connection = m_connection, call] { connection->cancel(call); },
        Qt::QueuedConnection);
}

} // namespace services
