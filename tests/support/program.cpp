#include "tests/support/program.h"

#include <QJsonDocument>
#include <QProcess>

#include <cstdlib>
#include <fcntl.h>
#include <termios.h>
#include <thread>
#include <unistd.h>

namespace tests {

namespace {

/// A pseudo terminal that changes nothing of what is written to it.
class Terminal {
public:
    Terminal()
        : m_screen(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        if (m_screen < 0 || grantpt(m_screen) != 0 || unlockpt(m_screen) != 0)
            qFatal("there is no pseudo terminal");
        m_line = open(qPrintable(name()), O_RDWR | O_NOCTTY | O_CLOEXEC);
        termios settings{};
        tcgetattr(m_line, &settings);
        cfmakeraw(&settings);
        tcsetattr(m_line, TCSANOW, &settings);
        m_reader = std::thread([this] {
            char bytes[4096];
            for (ssize_t count; (count = read(m_screen, bytes, sizeof bytes)) > 0;)
                m_shown.append(bytes, qsizetype(count));
        });
    }

    QString name() const { return QString::fromUtf8(ptsname(m_screen)); }

    // All that was written until the last program has closed it. Must be called once.
    QByteArray shown()
    {
        close(m_line);
        m_reader.join();
        close(m_screen);
        return m_shown;
    }

private:
    int m_screen, m_line;
    QByteArray m_shown; // the reader's until it ends
    std::thread m_reader;
};

// The exit code, once it has ended.
ProgramResult ended(QProcess& process, int timeoutMs)
{
    ProgramResult result;
    if (!process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished();
        result.errors = "did not end in time: " + process.errorString().toUtf8();
    } else if (process.exitStatus() == QProcess::NormalExit) {
        result.exitCode = process.exitCode();
    }
    return result;
}

} // namespace

QList<QJsonObject> ProgramResult::jsonLines() const
{
    QList<QJsonObject> objects;
    for (const QByteArray& line : output.split('\n')) {
        if (line.trimmed().isEmpty())
            continue;
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(line, &error);
        if (!document.isObject())
            qFatal("not a JSON object: %s", line.constData());
        objects << document.object();
    }
    return objects;
}

ProgramResult runCli(const QStringList& arguments, int timeoutMs, const QString& outputFile)
{
    QProcess process;
    if (!outputFile.isEmpty())
        process.setStandardOutputFile(outputFile);
    process.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli", arguments);
    ProgramResult result = ended(process, timeoutMs);
    result.output = process.readAllStandardOutput();
    result.errors += process.readAllStandardError();
    return result;
}

ProgramResult runCliOnTerminal(const QStringList& arguments, int timeoutMs)
{
    Terminal output, errors;
    QProcess process;
    process.setStandardOutputFile(output.name());
    process.setStandardErrorFile(errors.name());
    process.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli", arguments);
    ProgramResult result = ended(process, timeoutMs);
    result.output = output.shown();
    result.errors += errors.shown();
    return result;
}

QString resource(const QString& path)
{
    return QStringLiteral(VIGNETTE_TEST_RESOURCES "/") + path;
}

} // namespace tests
