#include "services/tools/mcp/mcp_process.h"

#include <QDir>
#include <QProcessEnvironment>
#include <QTimer>

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

McpProcess::McpProcess(const McpSettings& settings, McpLimits limits)
    : McpTransport(settings, limits)
{
}

McpProcess::~McpProcess()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    m_process->closeReadChannel(QProcess::StandardOutput); // what it still writes is thrown away
    m_process->closeReadChannel(QProcess::StandardError);
    m_process->closeWriteChannel();
    if (m_process->state() != QProcess::NotRunning)
        m_process->waitForFinished(limits().endMilliseconds);
    kill();
}

// The group, for a program that has ended may have left others. Once: later it may be another's.
void McpProcess::kill()
{
    m_hasEnded = true;
    if (!m_process)
        return;
    m_process->disconnect(this);
    if (const pid_t group = std::exchange(m_group, 0); group > 1)
        ::kill(-group, SIGKILL);
    if (m_process->state() != QProcess::NotRunning)
        m_process->waitForFinished(limits().endMilliseconds);
}

void McpProcess::start()
{
    m_process = new QProcess(this);
    m_process->setProgram(settings().command);
    m_process->setArguments(settings().arguments);
    m_process->setProcessEnvironment(makeEnvironment(settings()));
    m_process->setWorkingDirectory(QDir::homePath());
    m_process->setChildProcessModifier(separate);
    connect(m_process, &QProcess::started, this, &McpProcess::opened);
    connect(m_process, &QProcess::readyReadStandardOutput, this, &McpProcess::read);
    connect(m_process, &QProcess::readyReadStandardError, this, [this] {
        m_complaints = (m_complaints + m_process->readAllStandardError()).right(keptComplaints);
    });
    connect(m_process, &QProcess::finished, this, &McpProcess::tellEnd);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            m_group = 0;
            emit ended(tr("“%1” couldn't be started: “%2” isn't an executable program.")
                           .arg(settings().name, settings().command));
        } else if (error == QProcess::WriteError) { // it may be ending, and finished() says more
            QTimer::singleShot(limits().endMilliseconds, this, [this] {
                if (!m_hasEnded)
                    emit ended(tr("“%1” doesn't read its input.").arg(settings().name));
            });
        }
    });
    m_process->start();
    m_group = pid_t(m_process->processId());
}

void McpProcess::send(const QByteArray& message, qint64)
{
    m_process->write(message);
}

qint64 McpProcess::unread() const
{
    return m_process->bytesToWrite();
}

void McpProcess::read()
{
    const QByteArray bytes = m_process->readAllStandardOutput();
    if (!countOutput(bytes.size()))
        return;
    qsizetype begin = 0, searched = m_line.size();
    m_line += bytes;
    for (qsizetype end; (end = m_line.indexOf('\n', searched)) >= 0 && !m_hasEnded;) {
        const QByteArray line = m_line.mid(begin, end - begin).trimmed();
        begin = searched = end + 1;
        if (line.size() > limits().longestLine)
            return tellTooLong();
        if (!line.isEmpty())
            emit received(line);
    }
    m_line.remove(0, begin);
    if (m_line.size() > limits().longestLine && !m_hasEnded)
        tellTooLong();
}

void McpProcess::tellEnd(int code, QProcess::ExitStatus status)
{
    m_complaints = (m_complaints + m_process->readAllStandardError()).right(keptComplaints);
    QString message = status == QProcess::CrashExit
        ? tr("“%1” closed unexpectedly.").arg(settings().name)
        : tr("“%1” closed unexpectedly with status %2.").arg(settings().name).arg(code);
    const QString last
        = mcpText(QString::fromUtf8(m_complaints)).simplified().right(shownComplaints);
    if (!last.isEmpty())
        message += u' ' + tr("Last output: %1").arg(last);
    emit ended(message);
}

} // namespace services
