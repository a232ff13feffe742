#include "services/storage/database.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

using services::Database;

class DatabaseTest : public QObject {
    Q_OBJECT

private slots:
    // The copy of a large file takes longer than any statement that reads may.
    void theLimitsOfReadingDoNotEndAMigration()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("store.sqlite");
        const QString first = folder.filePath("1.sql"), second = folder.filePath("2.sql");
        tests::writeFile(first, "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);\n");
        tests::writeFile(second, "ALTER TABLE notes ADD COLUMN title TEXT;\n");
        {
            Database database(path, {first});
            database.run(
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50000)"
                " INSERT INTO notes(text) SELECT hex(randomblob(40)) FROM n");
        }

        Database upgraded(path, {first, second}, Database::Access::Alone,
            Database::Limits{.reading = std::chrono::milliseconds(1)});

        QSqlQuery title = upgraded.run("SELECT title FROM notes WHERE id = 50000");
        QVERIFY(title.next() && title.isNull(0));
    }
};

TESTS(DatabaseTest, QCoreApplication);
#include "database_test.moc"
