#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace bench {

/// The desktop program itself, on a display of its own (Xvfb; offscreen where that is missing) and
/// with a home of its own.
class ProgramUnderTest {
public:
    ProgramUnderTest();
    ~ProgramUnderTest();

    /// The file in which the program will find its conversations.
    QString conversationFile() const;

    /// One choice of the settings, as the INI file contains it.
    void setSetting(const QString& key, const QString& value);

    /// Starts it and waits for the line that a start ends with; gives all it has printed.
    QByteArray start();
    void end(); ///< as its user would

    /// Gives the window the keyboard, or takes it off the screen, where xdotool is installed.
    bool focus() { return useXdotool({"windowfocus"}); }
    bool hide() { return useXdotool({"windowunmap"}); }

    double sharedMebibytes() const; ///< PSS: memory, that of shared libraries in parts
    double processorSeconds() const;
    qint64 wakeUps() const; ///< of all threads so far

private:
    bool useXdotool(const QStringList& command);
    QString processFile(const QString& name) const;

    QTemporaryDir m_home;
    QProcess m_display;
    QProcess m_program;
    QProcessEnvironment m_environment;
};

} // namespace bench
