#include "services/captions/caption_store.h"
#include "tests/support/largest_file.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using services::CaptionDatabase;

namespace {

void addRun(CaptionDatabase& database, const QString& id, int rows)
{
    QStringList files;
    for (int i = 0; i < rows; ++i)
        files << QString("/%1/%2/%3.png").arg(id, QString(300, u'x')).arg(i);
    database.saveRun({.id = id, .created = 1, .sources = {"/" + id}, .task = {"Describe it."}});
    database.addRows(id, 0, files);
}

qint64 numberIn(const QString& path, const QString& statement)
{
    services::Database database(path, {":/sql/captions-1.sql", ":/sql/captions-2.sql"});
    QSqlQuery query = database.run(statement);
    return query.next() ? query.value(0).toLongLong() : -1;
}

} // namespace

/// Deleted captions leave no traces: their file is written again and has no unused pages then.
class CaptionDatabaseTest : public QObject {
    Q_OBJECT

private slots:
    void whatAFullDiskLeavesIsErasedWhenThereIsRoom_data()
    {
        QTest::addColumn<bool>("isKilled");
        QTest::newRow("at the end") << false;
        QTest::newRow("by the next start of a killed program") << true;
    }
    void whatAFullDiskLeavesIsErasedWhenThereIsRoom()
    {
        QFETCH(bool, isKilled);
        const QTemporaryDir home, after;
        QString path = home.filePath("captions.sqlite");
        {
            CaptionDatabase database(path);
            addRun(database, "kept", 4000);
            addRun(database, "gone", 40);
            {
                const rlim_t room = 30 * 4096; // to delete it, not to write the file again
                const tests::LargestFile full(rlim_t(QFileInfo(path + "-wal").size()) + room);
                QVERIFY_EXCEPTION_THROWN(database.erase("gone"), std::exception);
            }
            QCOMPARE(database.runs().size(), 1);
            if (isKilled)
                for (const char* ending : {"", "-wal"})
                    QVERIFY(QFile::copy(path + ending, after.filePath("captions.sqlite") + ending));
        }
        if (isKilled) {
            path = after.filePath("captions.sqlite");
            CaptionDatabase database(path);
            QCOMPARE(database.runs().size(), 1);
        }
        QCOMPARE(numberIn(path, "PRAGMA freelist_count"), 0);
        QCOMPARE(numberIn(path, "SELECT COUNT(*) FROM run"), 1);
        QCOMPARE(numberIn(path, "SELECT COUNT(*) FROM caption"), 4000);
    }

    void whatAFullDiskDoesNotDeleteIsErasedAtTheEnd()
    {
        const QTemporaryDir home;
        const QString path = home.filePath("captions.sqlite");
        {
            CaptionDatabase database(path);
            addRun(database, "kept", 40);
            addRun(database, "gone", 40);
            const tests::LargestFile full(4096);
            QVERIFY_EXCEPTION_THROWN(database.erase("gone"), std::exception);
            QCOMPARE(database.runs().size(), 2);
        }
        QCOMPARE(numberIn(path, "PRAGMA freelist_count"), 0);
        QCOMPARE(numberIn(path, "SELECT COUNT(*) FROM run"), 1);
    }
};

TESTS(CaptionDatabaseTest, QCoreApplication);
#include "caption_database_test.moc"
