#pragma once

#include <QFile>
#include <QString>
#include <QStringList>

namespace services {

enum class LogLevel { Debug, Info, Warning };

/// "debug", "info" or "warning", as the settings hold it; anything else: Info.
LogLevel logLevelFromName(const QString& name);

/// The program's log: what qDebug, qInfo and qWarning are given, Qt's own messages among it, as
/// lines of a file. A full file becomes vignette.1.log, that one vignette.2.log, and so on; the
/// oldest goes. Prompts, answers and names of pictures do not belong into it, and nobody writes
/// them there. Messages may come from any thread; there is one log at a time.
class Log {
public:
    static constexpr qint64 fileBytes = 1 << 20; ///< of one file, about
    static constexpr int keptFiles = 4; ///< full ones beside the one that is written

    /// Takes over Qt's messages; warnings still go to stderr too. Where the folder cannot be
    /// written nothing else is left of them.
    explicit Log(const QString& folder, LogLevel level, qint64 bytesPerFile = fileBytes);
    ~Log(); ///< gives Qt's messages back

    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    void setLevel(LogLevel level);

    /// The file in this folder that is written.
    static QString file(const QString& folder);

    /// Its last lines; empty if there is none.
    static QStringList lastLines(const QString& folder, int count);

private:
    static void handle(QtMsgType type, const QMessageLogContext& context, const QString& message);
    void write(QtMsgType type, const char* category, const QString& message);
    void rotate();

    const QString m_folder;
    const qint64 m_bytesPerFile;
    QtMessageHandler m_previous = nullptr;
    LogLevel m_level; // this and the file belong to whoever holds the lock in log.cpp
    QFile m_file;
};

} // namespace services
