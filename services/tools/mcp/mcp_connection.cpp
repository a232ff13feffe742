#include "services/tools/mcp/mcp_connection.h"

#include "services/json_document.h"

#include <QCoreApplication>
#include <QDir>
#include <QJsonDocument>
#include <QProcessEnvironment>

#include <algorithm>
#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace services {

namespace {

constexpr qsizetype keptComplaints = 2000; // bytes
constexpr qsizetype shownComplaints = 200; // characters

// Passes only the variables that programs need: others may contain keys.
QProcessEnvironment makeEnvironment(const McpSettings& settings)
{
    const QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    QProcessEnvironment environment;
    for (const char* name : {"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "LC_ALL",
             "LC_CTYPE", "TZ", "TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
             "XDG_RUNTIME_DIR", "SSL_CERT_FILE", "http_proxy", "https_proxy", "no_proxy"})
        if (all.contains(QLatin1String(name)))
            environment.insert(QLatin1String(name), all.value(QLatin1String(name)));
    for (const QString& variable : settings.environment)
        if (const qsizetype equals = variable.indexOf(u'='); equals > 0)
            environment.insert(variable.left(equals), variable.mid(equals + 1));
    return environment;
}

// A group of its own, so that what it starts can be ended with it; and it ends with this program.
void separate()
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
}

} // namespace

McpConnection::McpConnection(McpSettings settings, McpLimits limits)
    : m_settings(std::move(settings))
    , m_limits(limits)
{
    m_relist.setSingleShot(true);
    m_relist.setInterval(m_limits.relistMilliseconds);
    connect(&m_relist, &QTimer::timeout, this, &McpConnection::relist);
}

McpConnection::~McpConnection()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    m_process->closeReadChannel(QProcess::StandardOutput); // what it still writes is thrown away
    m_process->closeReadChannel(QProcess::StandardError);
    m_process->closeWriteChannel();
    if (m_process->state() != QProcess::NotRunning)
        m_process->waitForFinished(m_limits.endMilliseconds);
    kill();
}

// The group, for a program that has ended may have left others. Once: later it may be another's.
void McpConnection::kill()
{
    if (const pid_t group = std::exchange(m_group, 0); group > 1)
        ::kill(-group, SIGKILL);
    if (m_process->state() != QProcess::NotRunning)
        m_process->waitForFinished(m_limits.endMilliseconds);
}

void McpConnection::start()
{
    m_process = new QProcess(this);
    m_process->setProgram(m_settings.command);
    m_process->setArguments(m_settings.arguments);
    m_process->setProcessEnvironment(makeEnvironment(m_settings));
    m_process->setWorkingDirectory(QDir::homePath());
    m_process->setChildProcessModifier(separate);
    connect(m_process, &QProcess::started, this, &McpConnection::initialize);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &McpConnection::read);
    connect(m_process, &QProcess::readyReadStandardError, this, [this] {
        m_complaints = (m_complaints + m_process->readAllStandardError()).right(keptComplaints);
    });
    connect(m_process, &QProcess::finished, this, &McpConnection::tellEnd);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_group = 0;
            end(tr("“%1” couldn't be started: “%2” isn't an executable program.")
                    .arg(m_settings.name, m_settings.command));
        } else if (error == QProcess::WriteError) { // it may be ending, and finished() says more
            QTimer::singleShot(m_limits.endMilliseconds, this, &McpConnection::endUnread);
        }
    });
    m_process->start();
    m_group = pid_t(m_process->processId());
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
            write(mcpNotification(QStringLiteral("notifications/initialized")));
            list({});
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
    if (m_reported == m_tools)
        return;
    m_reported = m_tools;
    emit listed(m_tools);
}

// Changes while the tools are listed may have come too late for the list.
void McpConnection::relist()
{
    if (m_isListing)
        m_relist.start();
    else if (!m_hasEnded)
        list({});
}

void McpConnection::call(qint64 call, const QString& tool, const QJsonObject& arguments)
{
    if (m_hasEnded)
        return answerCall(call, {tr("“%1” is no longer running.").arg(m_settings.name), true});
    const qint64 id = ask(QStringLiteral("tools/call"), {{"name", tool}, {"arguments", arguments}},
        m_limits.callSeconds,
        [this, call](const QJsonObject& result) { answerCall(call, mcpOutcome(result)); });
    m_requests[id].call = call;
}

void McpConnection::cancel(qint64 call)
{
    for (auto request = m_requests.begin(); request != m_requests.end(); ++request) {
        if (request->call != call)
            continue;
        write(mcpNotification(
            QStringLiteral("notifications/cancelled"), {{"requestId", request.key()}}));
        request->timer->deleteLater();
        m_requests.erase(request);
        return;
    }
}

qint64 McpConnection::ask(
    const QString& method, const QJsonObject& parameters, int seconds, Answer answer)
{
    const qint64 id = ++m_asked;
    auto* timer = new QTimer(this);
    timer->setSingleShot(true);
    connect(timer, &QTimer::timeout, this, [this, id] { tellTimeout(id); });
    timer->start(seconds * 1000);
    m_requests.insert(id, {method, std::move(answer), -1, timer});
    m_output = 0;
    write(mcpRequest(id, method, parameters));
    return id;
}

void McpConnection::write(const QByteArray& line)
{
    if (!m_hasEnded)
        m_process->write(line);
}

// A tool that takes too long is given up, a server that does not even begin is of no use.
void McpConnection::tellTimeout(qint64 id)
{
    if (!m_requests.contains(id))
        return; // its answer came meanwhile
    const Request request = m_requests.value(id);
    if (request.call < 0)
        return end(tr("“%1” didn't respond within %Ln second(s).", nullptr, m_limits.startSeconds)
                       .arg(m_settings.name));
    cancel(request.call);
    answerCall(request.call,
        {tr("“%1” didn't respond within %Ln second(s).", nullptr, m_limits.callSeconds)
                .arg(m_settings.name),
            true});
}

void McpConnection::read()
{
    const QByteArray bytes = m_process->readAllStandardOutput();
    m_output += bytes.size();
    if (m_output > m_limits.mostOutput)
        return end(tr("“%1” sent more output than allowed.").arg(m_settings.name));
    qsizetype begin = 0, searched = m_line.size();
    m_line += bytes;
    for (qsizetype end; (end = m_line.indexOf('\n', searched)) >= 0 && !m_hasEnded;) {
        take(m_line.mid(begin, end - begin).trimmed());
        begin = searched = end + 1;
    }
    m_line.remove(0, begin);
    if (m_line.size() > m_limits.longestLine)
        end(tr("“%1” sent a line that is too long.").arg(m_settings.name));
}

void McpConnection::take(const QByteArray& line)
{
    if (line.isEmpty())
        return;
    if (line.size() > m_limits.longestLine)
        return end(tr("“%1” sent a line that is too long.").arg(m_settings.name));
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
    end(tr("“%1” rejected “%2”: %3").arg(m_settings.name, request.method, why));
}

void McpConnection::takeRequest(const QJsonObject& message)
{
    const QJsonValue id = message["id"];
    if (!id.isString() && !id.isDouble())
        return; // which the protocol does not know
    if (m_process->bytesToWrite() > m_limits.maxUnread)
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
    if (method == u"notifications/tools/list_changed" && !m_relist.isActive())
        m_relist.start();
}

void McpConnection::answerCall(qint64 call, const ToolOutcome& outcome)
{
    emit answered(call, outcome);
}

void McpConnection::tellEnd(int code, QProcess::ExitStatus status)
{
    m_complaints = (m_complaints + m_process->readAllStandardError()).right(keptComplaints);
    QString message = status == QProcess::CrashExit
        ? tr("“%1” closed unexpectedly.").arg(m_settings.name)
        : tr("“%1” closed unexpectedly with status %2.").arg(m_settings.name).arg(code);
    const QString last
        = mcpText(QString::fromUtf8(m_complaints)).simplified().right(shownComplaints);
    if (!last.isEmpty())
        message += u' ' + tr("Last output: %1").arg(last);
    end(message);
}

void McpConnection::end(const QString& message)
{
    if (std::exchange(m_hasEnded, true))
        return;
    m_process->disconnect(this);
    kill();
    for (const Request& request : std::exchange(m_requests, {})) {
        request.timer->deleteLater();
        if (request.call >= 0)
            answerCall(request.call, {message, true});
    }
    emit ended(message);
}

} // namespace services
