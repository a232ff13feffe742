#include "services/tools/mcp/mcp_connection.h"

#include "services/json_document.h"
#include "services/tools/mcp/mcp_http.h"
#include "services/tools/mcp/mcp_process.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QThread>

#include <algorithm>
#include <utility>

namespace services {

namespace {

std::unique_ptr<McpTransport> makeTransport(
    const McpSettings& settings, const McpHeaders& headers, McpLimits limits)
{
    if (settings.url.isEmpty())
        return std::make_unique<McpProcess>(settings, limits);
    return std::make_unique<McpHttp>(settings, headers, limits);
}

constexpr const char* methods[] = {"tools/call", "prompts/get", "resources/read"}; // by Ask

} // namespace

McpConnection::McpConnection(McpSettings settings, const McpHeaders& headers, McpLimits limits)
    : m_settings(std::move(settings))
    , m_limits(limits)
    , m_transport(makeTransport(m_settings, headers, limits))
{
    m_transport->setParent(this); // it moves to the same thread
    m_relist.setSingleShot(true);
    m_relist.setInterval(m_limits.relistMilliseconds);
    connect(&m_relist, &QTimer::timeout, this, &McpConnection::relist);
    McpTransport* transport = m_transport.get();
    connect(transport, &McpTransport::opened, this, &McpConnection::initialize);
    connect(transport, &McpTransport::received, this,
        qOverload<const QByteArray&>(&McpConnection::take));
    connect(transport, &McpTransport::failed, this, &McpConnection::failRequest);
    connect(transport, &McpTransport::sessionLost, this, &McpConnection::beginSession);
    connect(transport, &McpTransport::ended, this, &McpConnection::end);
    connect(transport, &McpTransport::contacted, this, &McpConnection::contacted);
}

McpConnection::~McpConnection() = default;

void McpConnection::start()
{
    m_transport->start();
}

void McpConnection::close()
{
    connect(
        m_transport.get(), &McpTransport::closed, this, [] { QThread::currentThread()->quit(); });
    m_transport->close();
}

void McpConnection::initialize()
{
    const QJsonObject client{
        {"name", "Vignette"}, {"version", QCoreApplication::applicationVersion()}};
    const QJsonObject parameters{
        {"protocolVersion", mcpVersion()}, {"capabilities", QJsonObject()}, {"clientInfo", client}};
    ask(QStringLiteral("initialize"), parameters, m_limits.startSeconds,
        [this](const QJsonObject& result) {
            const QString version = result["protocolVersion"].toString();
            if (!isMcpVersionKnown(version))
                return end(tr("“%1” uses an unsupported protocol version: %2.")
                               .arg(m_settings.name, version.left(40)));
            m_transport->setVersion(version);
            write(mcpNotification(QStringLiteral("notifications/initialized")));
            begin(result["capabilities"].toObject());
        });
}

void McpConnection::begin(const QJsonObject& capabilities)
{
    m_hasPrompts = capabilities.contains("prompts");
    m_hasResources = capabilities.contains("resources");
    m_isBeginning = false;
    m_transport->listen();
    list({});
    repeat();
}

// The server has forgotten the session: it was started again, or waited too long.
void McpConnection::beginSession(qint64 id)
{
    if (m_hasEnded)
        return;
    if (const auto found = m_requests.find(id); found != m_requests.end()) {
        Request request = *found;
        request.timer->deleteLater();
        m_requests.erase(found);
        if (request.isRepeated || (request.call < 0 && !request.isOptional))
            return end(tr("“%1” ended the session.").arg(m_settings.name));
        request.isRepeated = true;
        m_repeated << request;
    }
    if (!std::exchange(m_isBeginning, true))
        initialize();
}

void McpConnection::repeat()
{
    for (const Request& request : std::exchange(m_repeated, {})) {
        const qint64 id
            = ask(request.method, request.parameters, m_limits.callSeconds, request.answer);
        m_requests[id].call = request.call;
        m_requests[id].isOptional = request.isOptional;
        m_requests[id].isRepeated = true;
    }
}

// One without which the server is of no use ends it.
void McpConnection::failRequest(qint64 id, const QString& message)
{
    const auto found = m_requests.find(id);
    if (found == m_requests.end())
        return;
    const Request request = *found;
    request.timer->deleteLater();
    m_requests.erase(found);
    if (request.call >= 0)
        answerCall(request.call, {message, true});
    else if (!request.isOptional)
        end(message);
}

// What models can't call, but people may use.
void McpConnection::listMore()
{
    const auto askFor = [this](const char* method, Answer answer) {
        const qint64 id = ask(QLatin1String(method), {}, m_limits.startSeconds, std::move(answer));
        m_requests[id].isOptional = true;
    };
    if (m_hasPrompts)
        askFor("prompts/list", [this](const QJsonObject& result) {
            emit promptsListed(mcpPromptsIn(result).mid(0, m_limits.mostTools));
        });
    if (m_hasResources)
        askFor("resources/list", [this](const QJsonObject& result) {
            emit resourcesListed(mcpResourcesIn(result).mid(0, m_limits.mostTools));
        });
}

void McpConnection::list(const QString& cursor)
{
    m_isListing = true;
    if (cursor.isEmpty())
        m_tools.clear();
    QJsonObject parameters;
    if (!cursor.isEmpty())
        parameters["cursor"] = cursor;
    ask(QStringLiteral("tools/list"), parameters, m_limits.startSeconds,
        [this](const QJsonObject& result) { takeTools(result); });
}

// A page without a new tool ends the list, or there could be pages for ever.
void McpConnection::takeTools(const QJsonObject& result)
{
    const qsizetype before = m_tools.size();
    for (const McpTool& tool : mcpToolsIn(result, m_limits))
        if (m_tools.size() < m_limits.mostTools
            && std::ranges::find(m_tools, tool.name, &McpTool::name) == m_tools.end())
            m_tools << tool;
    const QString next = result["nextCursor"].toString();
    const bool isMore = m_tools.size() > before && m_tools.size() < m_limits.mostTools;
    if (isMore && !next.isEmpty() && next.size() <= m_limits.maxCursor)
        return list(next);
    m_isListing = false;
    if (m_reported != m_tools) {
        m_reported = m_tools;
        emit listed(m_tools);
    }
    if (std::exchange(m_listsMore, false))
        listMore();
}

// Changes while the tools are listed may have come too late for the list.
void McpConnection::relist()
{
    if (m_isListing)
        m_relist.start();
    else if (!m_hasEnded)
        list({});
}

void McpConnection::call(qint64 call, Ask what, const QString& name, const QJsonObject& arguments)
{
    if (m_hasEnded)
        return answerCall(call, {tr("“%1” is no longer running.").arg(m_settings.name), true});
    const QJsonObject parameters = what == Ask::Resource
        ? QJsonObject{{"uri", name}}
        : QJsonObject{{"name", name}, {"arguments", arguments}};
    const qint64 id = ask(QLatin1String(methods[int(what)]), parameters, m_limits.callSeconds,
        [this, call, what](const QJsonObject& result) {
            answerCall(call, what == Ask::Tool ? mcpOutcome(result) : mcpTextOutcome(result));
        });
    if (m_requests.contains(id))
        m_requests[id].call = call;
}

void McpConnection::cancel(qint64 call)
{
    for (auto request = m_requests.begin(); request != m_requests.end(); ++request) {
        if (request->call != call)
            continue;
        m_transport->cancel(request.key());
        write(mcpNotification(
            QStringLiteral("notifications/cancelled"), {{"requestId", request.key()}}));
        request->timer->deleteLater();
        m_requests.erase(request);
        return;
    }
    m_repeated.removeIf([call](const Request& request) { return request.call == call; });
}

qint64 McpConnection::ask(
    const QString& method, const QJsonObject& parameters, int seconds, Answer answer)
{
    const qint64 id = ++m_asked;
    auto* timer = new QTimer(this);
    timer->setSingleShot(true);
    connect(timer, &QTimer::timeout, this, [this, id] { tellTimeout(id); });
    timer->start(seconds * 1000);
    m_requests.insert(id,
        {.method = method, .parameters = parameters, .answer = std::move(answer), .timer = timer});
    m_transport->allowOutput();
    if (!m_hasEnded)
        m_transport->send(mcpRequest(id, method, parameters), id);
    return id;
}

void McpConnection::write(const QByteArray& line)
{
    if (!m_hasEnded)
        m_transport->send(line, -1);
}

// A tool that takes too long is given up, a server that does not even begin is of no use.
void McpConnection::tellTimeout(qint64 id)
{
    if (!m_requests.contains(id))
        return; // its answer came meanwhile
    const Request request = m_requests.value(id);
    if (request.isOptional) {
        m_transport->cancel(id);
        request.timer->deleteLater();
        m_requests.remove(id);
        return;
    }
    if (request.call < 0)
        return end(tr("“%1” didn't respond within %Ln second(s).", nullptr, m_limits.startSeconds)
                       .arg(m_settings.name));
    cancel(request.call);
    answerCall(request.call,
        {tr("“%1” didn't respond within %Ln second(s).", nullptr, m_limits.callSeconds)
                .arg(m_settings.name),
            true});
}

void McpConnection::take(const QByteArray& line)
{
    if (m_hasEnded)
        return;
    const QJsonDocument document = parseJsonDocument(line);
    if (document.isObject())
        return take(document.object());
    if (!document.isArray())
        return end(
            tr("“%1” sent an invalid message: %2")
                .arg(m_settings.name, mcpText(QString::fromUtf8(line.left(80))).simplified()));
    for (const QJsonValue& each : document.array())
        if (!m_hasEnded)
            take(each.toObject());
}

void McpConnection::take(const QJsonObject& message)
{
    const bool hasMethod = message["method"].isString();
    if (!hasMethod)
        takeAnswer(message);
    else if (message.contains("id"))
        takeRequest(message);
    else
        takeNotification(message["method"].toString());
}

// One that comes too late, or was not requested, is passed over.
void McpConnection::takeAnswer(const QJsonObject& message)
{
    const auto found = m_requests.find(message["id"].toInteger(-1));
    if (found == m_requests.end())
        return;
    const Request request = *found;
    request.timer->deleteLater();
    m_requests.erase(found);
    if (message["result"].isObject())
        return request.answer(message["result"].toObject());
    const QString why = mcpText(message["error"]["message"].toString()).simplified().left(500);
    if (request.call >= 0)
        return answerCall(
            request.call, {tr("“%1” reported an error: %2").arg(m_settings.name, why), true});
    if (request.isOptional)
        return;
    end(tr("“%1” rejected “%2”: %3").arg(m_settings.name, request.method, why));
}

void McpConnection::takeRequest(const QJsonObject& message)
{
    const QJsonValue id = message["id"];
    if (!id.isString() && !id.isDouble())
        return; // which the protocol does not know
    if (m_transport->unread() > m_limits.maxUnread)
        return endUnread();
    const QString method = message["method"].toString();
    write(method == u"ping" ? mcpResponse(id, {}) : mcpRejection(id, method));
}

void McpConnection::endUnread()
{
    end(tr("“%1” doesn't read its input.").arg(m_settings.name));
}

void McpConnection::takeNotification(const QString& method)
{
    const bool isMore = method == u"notifications/prompts/list_changed"
        || method == u"notifications/resources/list_changed";
    m_listsMore = m_listsMore || isMore;
    if ((isMore || method == u"notifications/tools/list_changed") && !m_relist.isActive())
        m_relist.start();
}

void McpConnection::answerCall(qint64 call, const ToolOutcome& outcome)
{
    emit answered(call, outcome);
}

void McpConnection::end(const QString& message)
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_transport->disconnect(this);
    m_transport->kill();
    for (const Request& request : std::exchange(m_requests, {})) {
        request.timer->deleteLater();
        if (request.call >= 0)
            answerCall(request.call, {message, true});
    }
    for (const Request& request : std::exchange(m_repeated, {}))
        if (request.call >= 0)
            answerCall(request.call, {message, true});
    emit ended(message);
}

} // namespace services
