#include "tests/support/documents.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QRandomGenerator>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QTemporaryDir>
#include <QTest>

namespace {

constexpr int usualKills = 12; // VIGNETTE_KILLS says otherwise

// All that a store holds, without the numbers that its rows happen to have.
QStringList contentsOf(const QString& store)
{
    QStringList lines;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase("QSQLITE", store);
        database.setDatabaseName(store);
        if (!database.open())
            qFatal("%s cannot be opened", qPrintable(store));
        for (const char* statement :
            {"SELECT path, bytes, changed, volume, hex(content), reading, measure, title, pages, "
             "passages, error FROM file JOIN document ON number = document ORDER BY path",
                "SELECT (SELECT min(path) FROM file WHERE file.document = passage.document), page, "
                "passage.heading, passage.text, first, last, hex(rectangles), "
                "passage_terms.heading, "
                "passage_terms.text, hex(vector) FROM passage "
                "JOIN passage_terms ON passage_terms.rowid = number "
                "LEFT JOIN passage_vector ON passage = number ORDER BY 1, first, last",
                "SELECT term, doc, cnt FROM term ORDER BY term",
                "SELECT term, passages FROM term_count ORDER BY term", "SELECT path FROM root",
                "SELECT hex(mark) FROM embedding", "PRAGMA integrity_check",
                "SELECT count(*) FROM document WHERE number NOT IN (SELECT document FROM file)"}) {
            QSqlQuery query(database);
            if (!query.exec(statement))
                qFatal("%s", statement);
            while (query.next()) {
                QStringList values;
                for (int column = 0; column < query.record().count(); ++column)
                    values << query.value(column).toString();
                lines << values.join(u'|');
            }
        }
    }
    QSqlDatabase::removeDatabase(store);
    return lines;
}

} // namespace

// A run of indexing that is killed continues when it is started again, and ends as if nothing had
// been.
class KilledIndexTest : public QObject {
    Q_OBJECT

private slots:
    void whatWasKilledGoesOnAndEndsTheSame()
    {
        for (const char* name : {"a_letter.odt", "ages.ods", "book.epub", "chapters.pdf",
                 "contents.pdf", "letter.docx", "meeting.eml", "museum.html", "plan.md",
                 "tables.pdf", "talk.pptx", "two_columns.pdf", "values.json"})
            QVERIFY(QFile::copy(m_documents.path(name), m_files.filePath(name)));
        QElapsedTimer clock;
        clock.start();
        QVERIFY(run("undisturbed"));
        const qint64 usual = clock.elapsed();
        const QStringList expected = contentsOf(m_stores.filePath("undisturbed"));
        QVERIFY(expected.size() > 20);

        // Several kills to a store, until a run comes to its end.
        const int kills
            = qEnvironmentVariable("VIGNETTE_KILLS", QString::number(usualKills)).toInt();
        for (int kill = 0, store = 0; kill < kills; ++store) {
            const QString name = QString::number(store);
            while (kill < kills && !run(name, QRandomGenerator::global()->bounded(usual + 1)))
                ++kill;
            QVERIFY(run(name));
            QCOMPARE(contentsOf(m_stores.filePath(name)), expected);
        }
    }

private:
    // Returns whether it came to its end; kills it after so many milliseconds, if that is not negative.
    bool run(const QString& store, qint64 killAfter = -1)
    {
        QStringList arguments{"index", m_files.path(), "--store", m_stores.filePath(store)};
        if (const auto fixtures = tests::fixtures())
            arguments << "--embedding"
                      << QString::fromStdString((*fixtures / "models/bert").string());
        QProcess process;
        process.setProgram(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli");
        process.setArguments(arguments);
        process.start();
        if (!process.waitForStarted(-1))
            qFatal("vignette-cli does not run: %s", qPrintable(process.errorString()));
        if (killAfter >= 0 && !process.waitForFinished(int(killAfter)))
            process.kill(); // by SIGKILL
        if (process.state() != QProcess::NotRunning)
            process.waitForFinished(-1);
        return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    }

    tests::MadeUpDocuments m_documents;
    QTemporaryDir m_files, m_stores;
};

TESTS(KilledIndexTest, QCoreApplication);
#include "killed_index_test.moc"
