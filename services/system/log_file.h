#pragma once

#include <QFile>
#include <QString>
#include <QStringList>

namespace services {

enum class LogLevel { Debug, Info, Warning };

/// The level named "debug", "info" or "warning" in the settings; Info for any other name.
LogLevel logLevelFromName(const QString& name);

/// Writes the program's log: the messages of qDebug, qInfo and qWarning, including Qt's own, as
/// lines of a file. A full file is renamed to vignette.1.log, that one to vignette.2.log and so on;
/// the oldest is deleted. Nobody may log prompts, answers or the names of images. Messages may come
/// from any thread. There is one Log at a time.
class Log {
public:
    static constexpr qint64 fileBytes = 1 << 20; ///< about the size at which a file is full
    static constexpr int keptFiles = 4; ///< full files that are kept next to the current one

    /// Takes over Qt's messages; warnings also go to stderr. If the folder cannot be written to,
    /// that is all that is left of them.
    explicit Log(const QString& folder, LogLevel level, qint64 bytesPerFile = fileBytes);
    ~Log(); ///< gives Qt's messages back to Qt

    Log(const Log&) = delete;
    Log& operator=(const Log&) = delete;

    void setLevel(LogLevel level);

    /// The path of the current file in this folder.
    static QString file(const QString& folder);

    /// The last lines of that file; empty if there is none.
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
