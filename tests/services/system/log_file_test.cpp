#include "services/system/log_file.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <thread>
#include <vector>

using services::Log;
using services::LogLevel;

// What the program says of itself ends up in a file that does not grow for ever.
class LogTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aMessageIsALine()
    {
        {
            const Log log(m_folder->path(), LogLevel::Info);
            qInfo("started\nwith two lines");
            qWarning("careful");
        }
        const QStringList lines = Log::lastLines(m_folder->path(), 10);

        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].endsWith("info started ⏎ with two lines"), qPrintable(lines[0]));
        QVERIFY2(lines[1].endsWith("warning careful"), qPrintable(lines[1]));
    }

    void aMessageControlsNoTerminal()
    {
        const Log log(m_folder->path(), LogLevel::Info);
        qInfo("\x1b[2Jfile\r\x7f");

        const QString line = Log::lastLines(m_folder->path(), 1)[0];
        QVERIFY2(line.endsWith("\\u001b[2Jfile \\u007f"), qPrintable(line));
    }

    void whatIsBelowTheLevelIsLeftOut()
    {
        Log log(m_folder->path(), LogLevel::Warning);
        qInfo("not this");
        log.setLevel(LogLevel::Info);
        qInfo("but this");
        qDebug("nor that");

        const QStringList lines = Log::lastLines(m_folder->path(), 10);
        QCOMPARE(lines.size(), 1);
        QVERIFY(lines[0].endsWith("but this"));
    }

    void fullFilesMoveOnAndTheOldestGoes()
    {
        const Log log(m_folder->path(), LogLevel::Info, /*bytesPerFile=*/1000);
        for (int number = 0; number < 500; ++number)
            qInfo("message number %d", number);

        const QStringList files = QDir(m_folder->path()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files,
            QStringList({"vignette.1.log", "vignette.2.log", "vignette.3.log", "vignette.4.log",
                "vignette.log"}));
        for (const QString& file : files)
            QVERIFY(QFileInfo(m_folder->filePath(file)).size() < 1100);
        QVERIFY(Log::lastLines(m_folder->path(), 1).first().endsWith("message number 499"));
    }

    void aVeryLongMessageIsCut()
    {
        const Log log(m_folder->path(), LogLevel::Info);
        qInfo().noquote() << QString(1'000'000, u'x');

        QVERIFY(QFileInfo(Log::file(m_folder->path())).size() < 5000);
    }

    void manyThreadsWriteWholeLines()
    {
        {
            const Log log(m_folder->path(), LogLevel::Info);
            std::vector<std::thread> threads;
            for (int thread = 0; thread < 4; ++thread)
                threads.emplace_back([] {
                    for (int number = 0; number < 100; ++number)
                        qInfo("the quick brown fox");
                });
            for (std::thread& thread : threads)
                thread.join();
        }
        const QStringList lines = Log::lastLines(m_folder->path(), 1000);

        QCOMPARE(lines.size(), 400);
        for (const QString& line : lines)
            QVERIFY2(line.endsWith("info the quick brown fox"), qPrintable(line));
    }

    void aFolderThatIsNotThereIsNoTrouble()
    {
        const Log log(m_folder->filePath("missing"), LogLevel::Info);
        qInfo("to stderr only");

        QVERIFY(Log::lastLines(m_folder->filePath("missing"), 10).isEmpty());
    }

    void onlyTheUserReadsIt()
    {
        const Log log(m_folder->path(), LogLevel::Info);

        QCOMPARE(QFile::permissions(Log::file(m_folder->path()))
                & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
            QFile::Permissions());
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

TESTS(LogTest, QCoreApplication);
#include "log_file_test.moc"
