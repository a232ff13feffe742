#include "tests/benchmarks/ui/program_under_test.h"

#include "tests/benchmarks/ui/patience.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QStandardPaths>

#include <ctime>
#include <unistd.h>

namespace bench {

namespace {

constexpr int patience = 60'000; // milliseconds

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The number behind "name:" in a file of /proc.
qint64 numberIn(const QByteArray& text, const QByteArray& name)
{
    for (const QByteArray& line : text.split('\n'))
        if (line.startsWith(name + ':'))
            return line.mid(name.size() + 1).simplified().split(' ').first().toLongLong();
    return 0;
}

QByteArray now()
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return QByteArray::number(qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec);
}

} // namespace

ProgramUnderTest::ProgramUnderTest()
    : m_environment(QProcessEnvironment::systemEnvironment())
{
    QDir(m_home.path()).mkpath("run");
    QFile::setPermissions(
        m_home.filePath("run"), QFile::ReadUser | QFile::WriteUser | QFile::ExeUser);
    for (const QString& name : m_environment.keys())
        if (name.startsWith("XDG_"))
            m_environment.remove(name);
    m_environment.insert("HOME", m_home.path());
    m_environment.insert("XDG_RUNTIME_DIR", m_home.filePath("run"));
    m_environment.insert("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + m_home.filePath("no-bus"));
    if (QStandardPaths::findExecutable("Xvfb").isEmpty())
        return;
    m_display.start(
        "Xvfb", {"-displayfd", "1", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"});
    if (!m_display.waitForReadyRead(patience))
        fail("Xvfb does not start.");
    m_environment.insert("DISPLAY", ":" + m_display.readLine().trimmed());
    m_environment.insert("QT_QPA_PLATFORM", "xcb");
}

ProgramUnderTest::~ProgramUnderTest()
{
    m_program.terminate();
    const bool isRunning = m_program.state() != QProcess::NotRunning;
    if (isRunning && !m_program.waitForFinished(patience))
        m_program.kill();
    m_display.terminate();
    m_display.waitForFinished();
}

QString ProgramUnderTest::conversationFile() const
{
    const QString folder = m_home.filePath(".local/share/vignette");
    QDir().mkpath(folder);
    return folder + "/conversations.sqlite";
}

void ProgramUnderTest::setSetting(const QString& key, const QString& value)
{
    QSettings(m_home.filePath(".config/vignette/vignette.ini"), QSettings::IniFormat)
        .setValue(key, value);
}

QByteArray ProgramUnderTest::start()
{
    m_environment.insert("VIGNETTE_STARTED_AT", now());
    m_program.setProcessEnvironment(m_environment);
    m_program.start(VIGNETTE_PROGRAM, QStringList());
    QByteArray output;
    while (!output.contains("accepts_keys_ms")) {
        if (!m_program.waitForReadyRead(patience))
            fail("The program does not start.");
        output += m_program.readAllStandardOutput();
    }
    return output;
}

void ProgramUnderTest::end()
{
    if (m_program.state() == QProcess::NotRunning)
        return;
    m_program.terminate();
    if (!m_program.waitForFinished(patience))
        fail("The program does not end.");
}

bool ProgramUnderTest::useXdotool(const QStringList& command)
{
    QProcess tool;
    tool.setProcessEnvironment(m_environment);
    tool.start("xdotool", QStringList{"search", "--onlyvisible", "--name", "Vignette"} + command);
    return tool.waitForFinished(patience) && tool.exitCode() == 0;
}

QString ProgramUnderTest::processFile(const QString& name) const
{
    return QStringLiteral("/proc/%1/%2").arg(m_program.processId()).arg(name);
}

double ProgramUnderTest::sharedMebibytes() const
{
    return double(numberIn(contents(processFile("smaps_rollup")), "Pss")) / 1024;
}

double ProgramUnderTest::processorSeconds() const
{
    const QByteArray all = contents(processFile("stat"));
    const QList<QByteArray> fields = all.mid(all.lastIndexOf(')') + 2).split(' ');
    return double(fields[11].toLongLong() + fields[12].toLongLong())
        / double(::sysconf(_SC_CLK_TCK));
}

qint64 ProgramUnderTest::wakeUps() const
{
    qint64 sum = 0;
    for (const QString& thread :
        QDir(processFile("task")).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        sum += numberIn(
            contents(processFile("task/" + thread + "/status")), "voluntary_ctxt_switches");
    return sum;
}

} // namespace bench
