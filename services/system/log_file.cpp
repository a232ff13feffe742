#include "services/system/log_file.h"

#include "base/log.h"
#include "services/system/terminal_text.h"

#include <QDateTime>
#include <QDir>
#include <QMutex>

#include <unistd.h>

namespace services {

namespace {

// Qt calls a plain function, so the log that it writes to has to be found from there.
QBasicMutex theMutex; // guards theLog and what belongs to it
Log* theLog = nullptr;
thread_local bool isWriting = false; // a message about writing a message is not written

constexpr int maxMessageCharacters = 4000;

QString numbered(const QString& folder, int number)
{
    return folder + QStringLiteral("/vignette.%1.log").arg(number);
}

const char* levelName(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return "debug";
    case QtInfoMsg:
        return "info";
    case QtWarningMsg:
        return "warning";
    default:
        return "error";
    }
}

LogLevel toLevel(QtMsgType type)
{
    switch (type) {
    case QtDebugMsg:
        return LogLevel::Debug;
    case QtInfoMsg:
        return LogLevel::Info;
    default:
        return LogLevel::Warning;
    }
}

// One message is one line, whatever it contains, and can be shown in a terminal.
QByteArray formatLine(QtMsgType type, const char* category, const QString& message)
{
    QString text = message.left(maxMessageCharacters);
    text.replace(u'\n', QStringLiteral(" ⏎ ")).replace(u'\r', u' ');
    const bool isNamed = category && qstrcmp(category, "default") != 0;
    return QStringLiteral("%1 %2 %3%4\n")
        .arg(QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs),
            QString::fromLatin1(levelName(type)),
            isNamed ? QString::fromUtf8(category) + QStringLiteral(": ") : QString(),
            escapedForTerminal(text))
        .toUtf8();
}

} // namespace

LogLevel logLevelFromName(const QString& name)
{
    if (name == QLatin1String("debug"))
        return LogLevel::Debug;
    return name == QLatin1String("warning") ? LogLevel::Warning : LogLevel::Info;
}

Log::Log(const QString& folder, LogLevel level, qint64 bytesPerFile)
    : m_folder(folder)
    , m_bytesPerFile(bytesPerFile)
    , m_level(level)
    , m_file(file(folder))
{
    m_file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered);
    m_file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
    const QMutexLocker lock(&theMutex);
    theLog = this;
    m_previous = qInstallMessageHandler(&Log::handle);
    base::setLogWriter([](base::LogLevel level, const std::string& sentence) {
        level == base::LogLevel::Warning ? qWarning("%s", sentence.c_str())
                                         : qInfo("%s", sentence.c_str());
    });
}

Log::~Log()
{
    const QMutexLocker lock(&theMutex);
    qInstallMessageHandler(m_previous);
    theLog = nullptr;
}

void Log::setLevel(LogLevel level)
{
    const QMutexLocker lock(&theMutex);
    m_level = level;
}

QString Log::file(const QString& folder)
{
    return folder + QStringLiteral("/vignette.log");
}

QStringList Log::lastLines(const QString& folder, int count)
{
    QFile file(Log::file(folder));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const qint64 enough = qint64(count) * maxMessageCharacters;
    file.seek(std::max<qint64>(0, file.size() - enough));
    QStringList lines = QString::fromUtf8(file.readAll()).split(u'\n', Qt::SkipEmptyParts);
    return lines.mid(std::max<qsizetype>(0, lines.size() - count));
}

void Log::handle(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (isWriting)
        return;
    isWriting = true;
    QtMessageHandler next = nullptr;
    {
        const QMutexLocker lock(&theMutex);
        if (theLog && toLevel(type) >= theLog->m_level) {
            theLog->write(type, context.category, message);
            next = toLevel(type) == LogLevel::Warning ? theLog->m_previous : nullptr;
        }
    }
    isWriting = false;
    if (next)
        next(type, context, isatty(STDERR_FILENO) ? escapedForTerminal(message) : message);
}

void Log::write(QtMsgType type, const char* category, const QString& message)
{
    if (!m_file.isOpen())
        return;
    if (m_file.size() >= m_bytesPerFile)
        rotate();
    m_file.write(formatLine(type, category, message));
}

void Log::rotate()
{
    m_file.close();
    QFile::remove(numbered(m_folder, keptFiles));
    for (int number = keptFiles - 1; number >= 1; --number)
        QFile::rename(numbered(m_folder, number), numbered(m_folder, number + 1));
    QFile::rename(file(m_folder), numbered(m_folder, 1));
    m_file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered);
    m_file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
}

} // namespace services
