#include "services/tools/mcp/mcp_server.h"

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

McpServer::McpServer(McpSettings settings, McpLimits limits, HeaderSource headers, QObject* parent)
    : QObject(parent)
    , m_settings(std::move(settings))
    , m_limits(limits)
    , m_headers(std::move(headers))
{
    qRegisterMetaType<QList<McpPrompt>>();
    qRegisterMetaType<QList<McpResource>>();
    qRegisterMetaType<QList<McpTool>>();
    qRegisterMetaType<ToolOutcome>();
    m_thread.setObjectName(QStringLiteral("mcp"));
    if (m_settings.isOn)
        start();
}

// The thread ends once the server has been told.
void McpServer::close()
{
    if (m_connection && m_thread.isRunning() && !std::exchange(m_isClosing, true))
        QMetaObject::invokeMethod(m_connection, &McpConnection::close, Qt::QueuedConnection);
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
    setStage(Stage::Starting);
    if (!m_headers || m_settings.headers.isEmpty())
        return connectWith({});
    m_headers(this, [this](const McpHeaders& headers) {
        if (m_stage == Stage::Starting)
            connectWith(headers);
    });
}

void McpServer::connectWith(const McpHeaders& headers)
{
    for (const QString& name : m_settings.headers)
        if (!headers.contains(name))
            return setStage(Stage::Failed,
                tr("The value of the header “%1” isn't stored on this computer. Edit the server "
                   "and enter it again.")
                    .arg(name));
    if (m_connection)
        m_connection->deleteLater();
    m_connection = new McpConnection(m_settings, headers, m_limits);
    m_connection->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_connection, &QObject::deleteLater);
    connect(m_connection, &McpConnection::listed, this, &McpServer::setTools);
    connect(
        m_connection, &McpConnection::promptsListed, this, [this](const QList<McpPrompt>& prompts) {
            m_prompts = prompts;
            emit changed();
        });
    connect(m_connection, &McpConnection::resourcesListed, this,
        [this](const QList<McpResource>& resources) {
            m_resources = resources;
            emit changed();
        });
    connect(m_connection, &McpConnection::contacted, this, &McpServer::contacted);
    connect(m_connection, &McpConnection::answered, this,
        [this](qint64 call, const ToolOutcome& outcome) {
            if (const Tool::Done done = m_calls.take(call))
                done(outcome);
        });
    connect(m_connection, &McpConnection::ended, this,
        [this](const QString& message) { setStage(Stage::Failed, message); });
    m_thread.start();
    QMetaObject::invokeMethod(m_connection, &McpConnection::start, Qt::QueuedConnection);
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
    if (stage != Stage::Ready) {
        m_tools.clear();
        m_prompts.clear();
        m_resources.clear();
    }
    emit changed();
}

std::unique_ptr<ToolRun> McpServer::call(
    const QString& tool, const QJsonObject& arguments, Tool::Done done)
{
    return ask(McpConnection::Ask::Tool, tool, arguments, std::move(done));
}

std::unique_ptr<ToolRun> McpServer::readPrompt(
    const QString& prompt, const QJsonObject& arguments, Tool::Done done)
{
    return ask(McpConnection::Ask::Prompt, prompt, arguments, std::move(done));
}

std::unique_ptr<ToolRun> McpServer::readResource(const QString& uri, Tool::Done done)
{
    return ask(McpConnection::Ask::Resource, uri, {}, std::move(done));
}

std::unique_ptr<ToolRun> McpServer::ask(
    McpConnection::Ask what, const QString& name, const QJsonObject& arguments, Tool::Done done)
{
    const qint64 call = ++m_called;
    m_calls.insert(call, std::move(done));
    QMetaObject::invokeMethod(
        m_connection,
        [connection = m_connection, call, what, name, arguments] {
            connection->call(call, what, name, arguments);
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
