#include "base/error.h"
#include "services/documents/index/document_search.h"
#include "services/documents/index/sqlite_index.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QFile>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>
#include <QUuid>

#include <functional>
#include <memory>

using namespace services;
using base::ErrorKind;

namespace {

FileStamp stampOf(const QString& path)
{
    return {path, 100, 1, "/"};
}

DocumentRecord record(const QByteArray& content)
{
    return {content, 1, "words", "A title", 0, 1, {}};
}

// A view of this never ends.
const QString endless = QStringLiteral("WITH RECURSIVE more (number) AS "
                                       "(SELECT 1 UNION ALL SELECT number + 1 FROM more) ");

} // namespace

// Stores that somebody made for others to open.
class HostileStoreTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        SqliteIndex store(path());
        store.addRoot("/a");
        store.addDocument(stampOf("/a/1"), record("a"), {{0, "Animals", "The fox.", {0, 8}, {}}});
    }

    void whatIsNoStoreOfOursIsRefused_data()
    {
        QTest::addColumn<QStringList>("changes");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* title, const QStringList& changes, const char* name) {
            QTest::newRow(title) << changes << QString(name);
        };
        row("view",
            {"DROP TABLE root",
                "CREATE VIEW root (path) AS " + endless + "SELECT number FROM more"},
            "root");
        row("view of documents",
            {"PRAGMA foreign_keys = OFF", "DROP TABLE document",
                "CREATE VIEW document AS " + endless
                    + "SELECT number, 'a' AS content, 1 AS reading, '' AS measure, '' AS title, "
                      "0 AS pages, 1 AS passages, '' AS error FROM more"},
            "document");
        row("another view", {"CREATE VIEW more AS SELECT 1"}, "more");
        row("trigger", {"CREATE TRIGGER spy AFTER INSERT ON file BEGIN DELETE FROM root; END"},
            "spy");
        row("virtual table", {"DROP TABLE term", "CREATE VIRTUAL TABLE term USING fts5 (doc)"},
            "term");
        row("other columns",
            {"DROP TABLE embedding", "CREATE TABLE embedding (mark BLOB, more BLOB)"}, "embedding");
        row("generated column",
            {"DROP TABLE embedding",
                "CREATE TABLE embedding (other BLOB, mark BLOB AS (zeroblob(1000000000)))"},
            "embedding");
        row("index of an expression", {"CREATE INDEX slow ON passage (hex(text) COLLATE NOCASE)"},
            "slow");
        row("missing table", {"DROP TABLE term_count"}, "term_count");
        row("generated column of FTS5",
            {"PRAGMA writable_schema = ON",
                "UPDATE sqlite_schema SET sql = 'CREATE TABLE ''passage_terms_content''"
                "(id INTEGER PRIMARY KEY, c0, c1 AS (hex(zeroblob(100000000))))' "
                "WHERE name = 'passage_terms_content'",
                "PRAGMA writable_schema = RESET"},
            "passage_terms_content");
        row("must be backed up", {"PRAGMA user_version = 1"}, "occurrence");
        row("no version", {"PRAGMA user_version = 0"}, "");
        row("impossible version", {"PRAGMA user_version = -5"}, "");
    }
    void whatIsNoStoreOfOursIsRefused()
    {
        QFETCH(QStringList, changes);
        QFETCH(QString, name);
        change(changes);

        const QString message = messageOf([this] { SqliteIndex store(path()); });

        QVERIFY2(message.contains(path()) && message.contains(name), qPrintable(message));
        QVERIFY2(message.contains("isn't the one Vignette creates"), qPrintable(message));
    }

    void aStoreOfOursIsOpened()
    {
        change({"VACUUM"});

        SqliteIndex store(path());

        QCOMPARE(store.roots(), QStringList("/a"));
        QCOMPARE(DocumentSearch(store, nullptr).find("fox", 5).size(), size_t(1));
    }

    void aHugePassageIsCut()
    {
        change({"UPDATE passage SET text = 'fox ' || replace(hex(zeroblob(6000000)), '0', 'a')"});

        SqliteIndex store(path());

        const auto hits = DocumentSearch(store, nullptr).find("fox", 5);
        QCOMPARE(hits.size(), size_t(1));
        QCOMPARE(hits[0].passage.text.size(), size_t(100'000));
    }

    void aPassageLargerThanAnyIsAMessage()
    {
        change({"UPDATE passage SET text = 'fox ' || hex(zeroblob(20000000))"});

        SqliteIndex store(path());

        const QString message
            = messageOf([&store] { DocumentSearch(store, nullptr).find("fox", 5); });
        QVERIFY2(message.contains("a text of more than"), qPrintable(message));
    }

    void numbersThatCannotBeAreNone()
    {
        change({"UPDATE passage SET page = -7, first = -9, last = -20, "
                "rectangles = zeroblob(10000000)",
            "UPDATE term_count SET passages = -5", "UPDATE document SET passages = -3"});

        SqliteIndex store(path());

        const auto passage = store.passages({1}).at(0).passage;
        QCOMPARE(passage.page, 0);
        QCOMPARE(passage.bytes, (ByteRange{0, 0}));
        QVERIFY(passage.rectangles.size() <= 4096);
        QCOMPARE(store.statistics({"fox"}).passages, 0);
        QCOMPARE(store.statistics({"fox"}).with[0], 0);
        DocumentSearch(store, nullptr).find("fox", 5); // which does not fail
    }

    void vectorsInAnotherOrderAreLeftOut()
    {
        VectorTable table(1);
        table.add(5, packedVector(std::vector<float>{1}));
        table.add(5, packedVector(std::vector<float>{1}));
        table.add(3, packedVector(std::vector<float>{1}));
        table.add(7, "x");

        QCOMPARE(table.find(std::vector<float>{1}, 9, {}).size(), size_t(1));
    }

    void aTableWithoutEndEndsInTime()
    {
        makeEndlessTable();
        SqliteIndex store(path(), {.reading = std::chrono::milliseconds(200)});

        const QString message = messageOf([&store] { store.countWithoutVector(); });

        QVERIFY2(message.contains("took longer than 0.2 s"), qPrintable(message));
    }

    void readingIsInterrupted()
    {
        makeEndlessTable();
        SqliteIndex store(path());
        int looks = 0;
        store.setInterrupt([&looks] { return ++looks > 3; });

        ErrorKind kind = ErrorKind::BadFile;
        try {
            store.countWithoutVector();
        } catch (const base::Error& error) {
            kind = error.kind();
        }

        QVERIFY(kind == ErrorKind::Cancelled);
        store.setInterrupt({});
        QCOMPARE(store.roots(), QStringList("/a"));
    }

private:
    QString path() const { return m_folder->filePath("store"); }

    static QString messageOf(const std::function<void()>& work)
    {
        try {
            work();
        } catch (const base::Error& error) {
            return QString::fromUtf8(error.what());
        }
        return {};
    }

    // Changes the store as another program does.
    void change(const QStringList& statements)
    {
        const QString name = QUuid::createUuid().toString();
        {
            QSqlDatabase database = QSqlDatabase::addDatabase("QSQLITE", name);
            database.setDatabaseName(path());
            QVERIFY(database.open());
            QSqlQuery query(database);
            for (const QString& statement : statements)
                QVERIFY2(query.exec(statement), qPrintable(query.lastError().text() + statement));
        }
        QSqlDatabase::removeDatabase(name);
    }

    int numberOf(const QString& statement)
    {
        const QString name = QUuid::createUuid().toString();
        int number = 0;
        {
            QSqlDatabase database = QSqlDatabase::addDatabase("QSQLITE", name);
            database.setDatabaseName(path());
            if (database.open()) {
                QSqlQuery query(database);
                if (query.exec(statement) && query.next())
                    number = query.value(0).toInt();
            }
        }
        QSqlDatabase::removeDatabase(name);
        return number;
    }

    // The table of vectors gets inner pages, whose children are all the same inner page, and so on: its
    // one row is there more often than can be counted.
    void makeEndlessTable()
    {
        constexpr int levels = 8, cells = 200;
        change({"INSERT INTO passage_vector VALUES (1, zeroblob(34))",
            "PRAGMA journal_mode = DELETE", "CREATE TABLE more (page BLOB)",
            QString("WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number "
                    "WHERE n < %1) INSERT INTO more SELECT zeroblob(3500) FROM number")
                .arg(levels)});
        const int pageSize = numberOf("PRAGMA page_size");
        const int root
            = numberOf("SELECT rootpage FROM sqlite_schema WHERE name = 'passage_vector'");
        const int pages = numberOf("PRAGMA page_count");
        change({"DELETE FROM more", "DROP TABLE more"});
        QFile file(path());
        QVERIFY(file.open(QIODevice::ReadWrite));
        // The end of the file has free pages now.
        const auto innerPage = [&](int child) {
            QByteArray page(pageSize, '\0');
            const auto put = [&page](int at, quint32 value, int bytes) {
                for (int byte = 0; byte < bytes; ++byte)
                    page[at + byte] = char(value >> (8 * (bytes - 1 - byte)));
            };
            page[0] = 5; // an inner page of a table
            put(3, cells, 2);
            put(5, quint32(pageSize - 5 * cells), 2);
            put(8, quint32(child), 4);
            for (int cell = 0; cell < cells; ++cell) {
                const int at = pageSize - 5 * (cell + 1);
                put(12 + 2 * cell, quint32(at), 2);
                put(at, quint32(child), 4);
                page[at + 4] = char(1); // the largest number below it
            }
            return page;
        };
        const auto pageAt = [&](int number) {
            file.seek(qint64(number - 1) * pageSize);
            return file.read(pageSize);
        };
        const auto write = [&](int number, const QByteArray& page) {
            QVERIFY(file.seek(qint64(number - 1) * pageSize) && file.write(page) == page.size());
        };
        const int leaf = pages; // gets what the root holds
        write(leaf, pageAt(root));
        for (int level = 1; level < levels; ++level)
            write(pages - level, innerPage(pages - level + 1));
        write(root, innerPage(pages - levels + 1));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TESTS(HostileStoreTest, QCoreApplication);
#include "hostile_store_test.moc"
