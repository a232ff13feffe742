#pragma once

#include <QByteArray>
#include <QString>

namespace services {

/// How the user left the window.
struct Session {
    QByteArray geometry; ///< from QWidget::saveGeometry()
    QByteArray state; ///< from QMainWindow::saveState()
    QString page; ///< the id of the page; empty: the chat
    QString conversation; ///< the id of the conversation; empty: a new one
    int titleBar = 0; ///< the height of the window's, in pixels; 0: unknown, or it has none
};

/// The session is kept in a file of `folder`. A missing or damaged file gives an empty session.
Session readSession(const QString& folder);
void writeSession(const QString& folder, const Session& session);

/// QCoreApplication::exit() with this code ends the program as ever and then starts it again with
/// the options that it was given, but without the files.
inline constexpr int restartExitCode = 75;

/// A file that exists, and is locked, while the program runs. A start that finds it unlocked knows
/// that the previous run was killed, crashed or lost its power.
class CrashMarker {
public:
    /// Makes the file in this folder. Leaves it alone if another running program has locked it.
    explicit CrashMarker(const QString& folder);
    ~CrashMarker(); ///< deletes the file

    CrashMarker(const CrashMarker&) = delete;
    CrashMarker& operator=(const CrashMarker&) = delete;

    /// True if the previous run did not end properly.
    bool previousEndedBadly() const { return m_previousEndedBadly; }

private:
    const QByteArray m_path;
    int m_file = -1; // −1: it could not be made, or is another's
    bool m_previousEndedBadly = false;
};

/// Prevents core dumps of this process and of the programs that it starts, in which keys of servers
/// and hubs, and what people wrote, could be read. VIGNETTE_CORE_DUMPS=1 in the environment, and
/// builds for debugging, leave the limit unchanged; so may a program that was started, because the
/// hard limit is not lowered. The process stays dumpable otherwise: debuggers, desktop portals and
/// sandboxes need its files in /proc. Must be called before threads exist.
void preventCoreDumps();

} // namespace services
