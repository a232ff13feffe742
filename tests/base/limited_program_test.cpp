#include "base/limited_program.h"
#include "base/offline_program.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <unistd.h>

using base::LimitedProgram;
using End = LimitedProgram::End;

namespace {

LimitedProgram shell(const std::string& script)
{
    LimitedProgram program;
    program.path = "/bin/sh";
    program.arguments = {"-c", script};
    return program;
}

struct Outcome {
    End end = End::Badly;
    std::string text;
};

Outcome outcomeOf(const LimitedProgram& program, const std::string& input = {})
{
    Outcome outcome;
    outcome.end
        = program.run(std::as_bytes(std::span(input)), [&](std::span<const std::byte> bytes) {
              outcome.text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
          });
    return outcome;
}

// What has ended may wait for its parent to notice.
bool isRunning(const QString& process)
{
    QFile state("/proc/" + process + "/stat");
    return state.open(QIODevice::ReadOnly) && !state.readAll().contains(") Z ");
}

// Whether any process has this argument.
bool isRunningWith(const QString& argument)
{
    const QStringList processes = QDir("/proc").entryList({"[1-9]*"}, QDir::Dirs);
    return std::ranges::any_of(processes, [&argument](const QString& process) {
        QFile words("/proc/" + process + "/cmdline");
        return words.open(QIODevice::ReadOnly)
            && words.readAll().split('\0').contains(argument.toLatin1());
    });
}

} // namespace

// Programs that read files of strangers can do that and nothing else.
class LimitedProgramTest : public QObject {
    Q_OBJECT

private slots:
    void itReadsItsInputAndIsRead()
    {
        const std::string input(300'000, 'x');

        const Outcome outcome = outcomeOf(shell("/bin/cat /dev/fd/3"), input);

        QCOMPARE(int(outcome.end), int(End::Well));
        QVERIFY(outcome.text == input);
    }

    void itsStatusIsTold()
    {
        QCOMPARE(int(outcomeOf(shell("echo some; exit 3")).end), int(End::Badly));
        QCOMPARE(outcomeOf(shell("echo some; exit 3")).text, std::string("some\n"));
        QCOMPARE(int(outcomeOf(shell("kill -9 $$")).end), int(End::Badly));
        LimitedProgram nobody;
        nobody.path = "/nobody/is/here";
        QCOMPARE(int(outcomeOf(nobody).end), int(End::Badly));
    }

    void itIsEndedWhenItsTimeIsOver()
    {
        for (const char* script : {"while :; do :; done", "exec 1>&-; while :; do :; done"}) {
            LimitedProgram program = shell(script);
            program.time = std::chrono::seconds(1);
            QCOMPARE(int(outcomeOf(program).end), int(End::TookTooLong));
        }
    }

    // A browser that mmdc starts is in a session of its own.
    void whatItHasStartedEndsWithIt()
    {
        LimitedProgram program
            = shell("setsid /bin/sh -c 'sleep 100 & echo $!; wait' & echo $!; wait");
        std::atomic<bool> isCancelled = false;
        program.isCancelled = [&] { return isCancelled.load(); };
        std::string text;
        const End end = program.run({}, [&](std::span<const std::byte> bytes) {
            text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            isCancelled = std::ranges::count(text, '\n') == 2;
        });

        QCOMPARE(int(end), int(End::TookTooLong));
        const QStringList started = QString::fromStdString(text).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(started.size(), 2);
        for (const QString& process : started)
            QTRY_VERIFY(!isRunning(process));
    }

    // Their numbers are others in there, so they are recognized by an argument.
    void whatLeavesItsSessionOfflineEndsWithIt_data()
    {
        QTest::addColumn<QString>("ending");
        QTest::addColumn<int>("end");
        QTest::newRow("by itself") << "echo end" << int(End::Well);
        QTest::newRow("cancelled") << "echo wait; sleep 100" << int(End::TookTooLong);
    }
    void whatLeavesItsSessionOfflineEndsWithIt()
    {
        QFETCH(QString, ending);
        const QString seconds = QString::number(100'000 + QCoreApplication::applicationPid());
        const QString script = "(setsid sleep " + seconds + " >/dev/null 3>&- &); "
            "until pidof sleep >/dev/null; do :; done; " + ending;
        LimitedProgram program = shell(script.toStdString());
        std::atomic<bool> isCancelled = false;
        program.isCancelled = [&] { return isCancelled.load(); };
        bool wasRunning = false;

        const End end = base::runOffline(program, {}, {}, [&](std::span<const std::byte>) {
            wasRunning = isRunningWith(seconds);
            isCancelled = ending.startsWith("echo wait");
        });

        QTEST(int(end), "end");
        if (isCancelled)
            QVERIFY(wasRunning);
        QVERIFY(!isRunningWith(seconds));
    }

    // The clock of CPUs can be ahead of the one on the wall.
    void itIsEndedWhenItsProcessorTimeIsOver()
    {
        QCOMPARE(int(outcomeOf(shell("kill -XCPU $$")).end), int(End::TookTooLong));
        LimitedProgram program = shell("ulimit -S -t; ulimit -H -t");
        program.time = std::chrono::seconds(7);
        QCOMPARE(outcomeOf(program).text, std::string("7\n8\n"));
    }

    void itGivesWayToThisProgram()
    {
        LimitedProgram program = shell("exec /usr/bin/nice");
        const int before = std::stoi(outcomeOf(program).text);
        program.niceness = 5;
        QCOMPARE(std::stoi(outcomeOf(program).text), std::min(before + 5, 19));
    }

    // Those of this process are blocked while it starts.
    void signalsReachIt()
    {
        QCOMPARE(outcomeOf(shell("trap 'echo heard' TERM; kill -TERM $$")).text,
            std::string("heard\n"));
    }

    void itIsEndedWhenItSaysNothingForLong()
    {
        LimitedProgram program = shell("echo some; while :; do :; done");
        program.time = std::chrono::hours(1);
        program.silence = std::chrono::seconds(1);

        const Outcome outcome = outcomeOf(program);

        QCOMPARE(int(outcome.end), int(End::TookTooLong));
        QCOMPARE(outcome.text, std::string("some\n"));
    }

    void itIsEndedWhenItIsCancelled()
    {
        for (const char* script : {"while :; do :; done", "exec 1>&-; while :; do :; done"}) {
            LimitedProgram program = shell(script);
            program.time = std::chrono::hours(1);
            int asked = 0;
            program.isCancelled = [&asked] { return ++asked > 3; };

            QCOMPARE(int(outcomeOf(program).end), int(End::TookTooLong));
        }
    }

    void itIsEndedWhenItWritesTooMuch()
    {
        LimitedProgram program = shell("while :; do echo 0123456789; done");
        program.maxOutput = 100'000;

        const Outcome outcome = outcomeOf(program);

        QCOMPARE(int(outcome.end), int(End::WroteTooMuch));
        QVERIFY(outcome.text.size() <= 100'000);
    }

    void itIsEndedWhenNobodyWantsMore()
    {
        const LimitedProgram program = shell("echo $$; while :; do echo 0123456789; done");
        std::string text;
        const auto sink = [&](std::span<const std::byte> bytes) {
            text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            throw std::runtime_error("enough");
        };

        QVERIFY_EXCEPTION_THROWN(program.run({}, sink), std::runtime_error);

        const QString id = QString::fromStdString(text.substr(0, text.find('\n')));
        QVERIFY(id.toInt() > 0);
        QVERIFY(!QFile::exists("/proc/" + id));
    }

    void itCannotWriteFiles()
    {
        const QTemporaryDir folder;
        const std::string file = folder.filePath("written").toStdString();

        outcomeOf(shell("echo some > " + file));

        QCOMPARE(QFileInfo(QString::fromStdString(file)).size(), 0);
    }

    void itHasNoEnvironmentAndNoOtherFiles()
    {
        qputenv("VIGNETTE_SECRET", "secret");
        const QTemporaryDir folder;
        QFile open(folder.filePath("open"));
        QVERIFY(open.open(QIODevice::WriteOnly));

        QVERIFY(outcomeOf(shell("/usr/bin/env")).text.find("secret") == std::string::npos);
        const std::string openFiles
            = "number=0; while [ $number -lt 60 ]; do [ -e /proc/$$/fd/$number ] && echo $number; "
              "number=$((number + 1)); done";
        QCOMPARE(outcomeOf(shell(openFiles)).text, std::string("0\n1\n2\n3\n"));
    }

    void itGetsNoMoreMemory()
    {
        LimitedProgram program = shell("text=x; while :; do text=$text$text; done");
        program.maxMemory = 256 << 20;
        program.time = std::chrono::seconds(30);

        QCOMPARE(int(outcomeOf(program).end), int(End::Badly));
    }

    void inputMayComeLater()
    {
        LimitedProgram program = shell("echo ready; read none; /bin/cat /dev/fd/3");
        program.time = std::chrono::seconds(30);
        base::StartedProgram started(program);
        const std::string input = "the input";
        std::string text;

        const End end = started.run(
            std::as_bytes(std::span(input)), [&](std::span<const std::byte> bytes) {
                text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            });

        QCOMPARE(int(end), int(End::Well));
        QCOMPARE(text, std::string("ready\nthe input"));
    }

    void whatWaitsForInputEndsWithItsObject()
    {
        const auto children = [] {
            QFile file(QString("/proc/self/task/%1/children").arg(gettid()));
            return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
        };
        QByteArray started;
        {
            const base::StartedProgram program(shell("read none; while :; do :; done"));
            started = children();
            QVERIFY(started.toInt() > 0);
        }

        QVERIFY(!QFile::exists("/proc/" + QString::fromLatin1(started)));
    }

    void whatCannotBeStartedGetsNoInput()
    {
        LimitedProgram nobody;
        nobody.path = "/nobody/is/here";

        QCOMPARE(int(base::StartedProgram(nobody).run({}, {})), int(End::Badly));
    }
};

TESTS(LimitedProgramTest);
#include "limited_program_test.moc"
