#include "services/captions/caption_store.h"
#include "tests/services/captions/caption_runs.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <cstdio>

using services::CaptionDatabase;
using services::CaptionLibrary;
using services::CaptionRow;
using services::CaptionRun;

namespace {

constexpr int pictures = 48;

// The program that is killed: begins a run, or continues with it, and prints what it describes.
int describeAll(const QString& file, const QString& folder)
{
    services::ModelPool models{services::LoadOptions{}};
    CaptionLibrary library(models, file);
    QObject::connect(&library, &CaptionLibrary::restored, &library, [&] {
        CaptionRun* run
            = library.rowCount() > 0 ? library.run(0) : library.add({folder}, tests::describe);
        library.load(run);
        QObject::connect(run, &CaptionRun::rowChanged, run, [run](qsizetype row) {
            if (run->row(row).state == CaptionRow::State::Done) {
                std::printf("%lld\n", static_cast<long long>(row));
                std::fflush(stdout);
            }
        });
        QObject::connect(run, &CaptionRun::stateChanged, run, [run] {
            if (run->count(CaptionRow::State::Done) == pictures)
                QCoreApplication::quit();
        });
        run->start();
    });
    return QCoreApplication::exec();
}

} // namespace

/// A run continues after kill -9 at any moment: nothing that was on the disk is lost or described
/// again. The environment variable VIGNETTE_KILLS asks for more than the everyday number of kills.
class CaptionCrashTest : public QObject {
    Q_OBJECT

private slots:
    void aKilledRunGoesOnWhereItWas()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("captions.sqlite");
        QVERIFY(QDir(folder.path()).mkdir("pictures"));
        for (int i = 0; i < pictures; ++i)
            tests::copySample("one-1.png", folder.filePath(QString("pictures/%1.png").arg(i)));
        const int kills = qMax(qEnvironmentVariableIntValue("VIGNETTE_KILLS"), 4);
        QSet<qsizetype> done;
        for (int kill = 0; kill < kills && done.size() < pictures; ++kill) {
            for (const qsizetype row : describedBeforeKill(file, folder.filePath("pictures"), 10))
                QVERIFY2(!done.contains(row), "a row was described again");
            done = rowsOnDisk(file);
        }
        QVERIFY(!done.isEmpty());

        describedBeforeKill(file, folder.filePath("pictures"), pictures); // to the end

        QCOMPARE(rowsOnDisk(file).size(), pictures);
    }

private:
    static QList<qsizetype> describedBeforeKill(
        const QString& file, const QString& folder, int most)
    {
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(),
            {"caption_crash_test", "--describe", file, folder});
        const int enough
            = most == pictures ? pictures + 1 : QRandomGenerator::global()->bounded(1, most);
        QByteArray output;
        while (output.count('\n') < enough && program.waitForReadyRead(60'000))
            output += program.readAll();
        if (most < pictures)
            program.kill();
        program.waitForFinished(60'000);
        output += program.readAll();
        QList<qsizetype> rows;
        for (const QByteArray& line : output.split('\n'))
            if (!line.isEmpty())
                rows << line.toLongLong();
        return rows;
    }

    // Those that are described, and rightly.
    static QSet<qsizetype> rowsOnDisk(const QString& file)
    {
        CaptionDatabase database(file);
        QSet<qsizetype> done;
        const auto runs = database.runs();
        if (runs.isEmpty())
            return done;
        const QList<CaptionRow> rows = database.rows(runs.first().id);
        for (qsizetype i = 0; i < rows.size(); ++i)
            if (rows[i].state == CaptionRow::State::Done
                && rows[i].caption == tests::trueCaptions()["one-1.png"])
                done.insert(i);
        return done;
    }
};

static int runCaptionCrashTest(int argc, char** argv)
{
    QCoreApplication program(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 4 && arguments[1] == "--describe")
        return describeAll(arguments[2], arguments[3]);
    CaptionCrashTest test;
    return QTest::qExec(&test, argc, argv);
}

TESTS_RUN_BY(CaptionCrashTest, runCaptionCrashTest);
#include "caption_crash_test.moc"
