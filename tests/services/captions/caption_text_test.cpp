#include "base/error.h"
#include "services/captions/caption_store.h"
#include "services/captions/export_captions.h"
#include "services/csv.h"
#include "services/storage/whole_file.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using services::CaptionRow;

// Captions as files hold them.
class CaptionTextTest : public QObject {
    Q_OBJECT

private:
    static QByteArray contentOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static QList<CaptionRow> someRows(const QString& folder)
    {
        return {
            {folder + "/a.png", CaptionRow::State::Done, "A \"red\" dot, and\na line", {}, 7, 0.5},
            {folder + "/b.png", CaptionRow::State::Failed, {}, "b.png: no such file"},
            {folder + "/c.png", CaptionRow::State::Edited, "=1+1", {}, 3, 0.25}};
    }

private slots:
    void variablesOfThePromptAreReplacedOnce()
    {
        const services::CaptionTask task{"{name} of {folder} ({file}) {other}"};

        QCOMPARE(services::promptFor(task, "/tmp/holiday/{name}.v2.png"),
            QString("{name}.v2 of holiday ({name}.v2.png) {other}"));
    }

    void aCsvFileHoldsEveryRow()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows = someRows(folder.path());

        services::exportCaptions(rows, services::CaptionFormat::Csv, folder.filePath("out.csv"));

        const auto found = services::readCsv(contentOf(folder.filePath("out.csv"))).rows;
        QCOMPARE(found.size(), rows.size() + 1);
        QCOMPARE(found[0], QStringList({"file", "caption", "state", "error", "tokens", "seconds"}));
        for (qsizetype i = 0; i < rows.size(); ++i) {
            QCOMPARE(found[i + 1][0], rows[i].file);
            QCOMPARE(found[i + 1][1], rows[i].caption);
            QCOMPARE(found[i + 1][3], rows[i].error);
            QCOMPARE(found[i + 1][4].toLongLong(), rows[i].tokens);
        }
        QCOMPARE(found[2][2], QString("failed"));
    }

    // A spreadsheet recognizes by the mark that the table is UTF-8.
    void aTableBeginsWithAByteOrderMarkUnlessItIsNotWanted()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows = someRows(folder.path());
        const QString with = folder.filePath("with.csv"), without = folder.filePath("without.csv");

        services::exportCaptions(rows, services::CaptionFormat::Csv, with);
        services::exportCaptions(
            rows, services::CaptionFormat::Csv, without, services::ByteOrderMark::Left);

        QCOMPARE(contentOf(with), "\xEF\xBB\xBF" + contentOf(without));
        QVERIFY(contentOf(without).startsWith("file,"));
    }

    void aJsonLinesFileHoldsEveryRow()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows = someRows(folder.path());

        services::exportCaptions(
            rows, services::CaptionFormat::JsonLines, folder.filePath("out.jsonl"));

        const QList<QByteArray> lines = contentOf(folder.filePath("out.jsonl")).split('\n');
        QCOMPARE(lines.size(), rows.size() + 1); // the last one ends, too
        for (qsizetype i = 0; i < rows.size(); ++i) {
            const QJsonObject line = QJsonDocument::fromJson(lines[i]).object();
            QCOMPARE(line["file"].toString(), rows[i].file);
            QCOMPARE(line["caption"].toString(), rows[i].caption);
            QCOMPARE(line["error"].toString(), rows[i].error);
        }
    }

    void sidecarsNeverShareAFile()
    {
        const QList<CaptionRow> rows{{"/p/a.png", CaptionRow::State::Done, "one"},
            {"/p/a.jpg", CaptionRow::State::Done, "two"},
            {"/p/b.png", CaptionRow::State::Done, "three"},
            {"/p/c.png", CaptionRow::State::Failed, {}, "no"}};

        QCOMPARE(services::sidecarPaths(rows),
            QStringList({"/p/a.png.txt", "/p/a.jpg.txt", "/p/b.txt", ""}));
        // nor does a short path take another's long one
        QCOMPARE(services::sidecarPaths(QStringList{"/p/d.png", "/p/d.jpg", "/p/d.png.webp"}),
            QStringList({"/p/d.png.txt", "/p/d.jpg.txt", "/p/d.png.webp.txt"}));
        QCOMPARE(services::sidecarPaths(QStringList{"/p/e.png", "/p/e.png"}),
            QStringList({"/p/e.txt", "/p/e.txt"}));
    }

    void sidecarsThatAreThereAreKeptUnlessAsked()
    {
        const QTemporaryDir folder;
        const QList<CaptionRow> rows = someRows(folder.path());
        const QString mine = folder.filePath("a.txt");
        services::writeWhole(mine, "mine");
        QCOMPARE(services::existingFiles(services::sidecarPaths(rows)), QStringList({mine}));

        using services::ExistingSidecars;
        QCOMPARE(services::exportSidecars(rows, ExistingSidecars::Keep), 1);
        QCOMPARE(contentOf(mine), QByteArray("mine"));
        QCOMPARE(contentOf(folder.filePath("c.txt")), QByteArray("=1+1\n"));
        QVERIFY(!QFile::exists(folder.filePath("b.txt")));
        QCOMPARE(services::exportSidecars(rows, ExistingSidecars::Replace), 2);
        QCOMPARE(contentOf(mine), rows[0].caption.toUtf8() + '\n');
    }

    void aFileThatCannotBeWrittenIsNamed()
    {
        try {
            services::exportCaptions({}, services::CaptionFormat::Csv, "/no/such/folder/out.csv");
            QFAIL("it was written");
        } catch (const base::Error& error) {
            QVERIFY(QByteArray(error.what()).contains("/no/such/folder/out.csv"));
        }
    }
};

TESTS(CaptionTextTest, QCoreApplication);
#include "caption_text_test.moc"
