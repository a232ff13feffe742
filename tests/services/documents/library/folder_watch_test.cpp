#include "services/documents/library/library_index.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace services;

// What is noticed of changes in folders.
class FolderWatchTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir(m_folder->path()).mkpath("one/below/deeper"));
        QVERIFY(QDir(m_folder->path()).mkpath("two"));
        m_told.clear();
        begin({.gatherMilliseconds = 20});
    }

    void whatIsWrittenBelowIsTold()
    {
        m_watch->watch(path("one"));
        m_watch->watch(path("two"));

        write("one/below/deeper/a.txt", "a");

        QTRY_COMPARE(m_told, QStringList{path("one")});
    }

    void whatIsWrittenInPlaceIsTold()
    {
        write("one/a.txt", "a");
        m_watch->watch(path("one"));

        write("one/a.txt", "b");

        QTRY_VERIFY(m_told.contains(path("one")));
    }

    void aFileIsWatchedByItself()
    {
        write("one/a.txt", "a");
        write("one/b.txt", "b");
        m_watch->watch(path("one/a.txt"));
        m_watch->watch(path("two"));

        write("one/b.txt", "c"); // which is nobody's
        write("two/c.txt", "c");
        QTRY_COMPARE(m_told, QStringList{path("two")});

        QVERIFY(QFile::remove(path("one/a.txt")));
        QTRY_VERIFY(m_told.contains(path("one/a.txt")));
    }

    void changesThatComeTogetherAreToldOnce()
    {
        begin({.gatherMilliseconds = 500});
        m_watch->watch(path("one"));

        for (int file = 0; file < 50; ++file)
            write(QString("one/%1.txt").arg(file), "a");

        QTRY_COMPARE(m_told, QStringList{path("one")});
    }

    void whatIsForgottenIsNotTold()
    {
        m_watch->watch(path("one"));
        m_watch->watch(path("two"));
        m_watch->forget(path("one"));

        write("one/a.txt", "a");
        write("two/b.txt", "b");

        QTRY_COMPARE(m_told, QStringList{path("two")});
    }

    void whatCannotBeWatchedIsNamedFromTimeToTime()
    {
        begin({.folders = 2, .gatherMilliseconds = 20, .againMilliseconds = 30});

        m_watch->watch(path("one")); // which has three folders
        QTRY_VERIFY(m_told.count(path("one")) >= 2);

        m_watch->watch(path("nowhere"));
        QTRY_VERIFY(m_told.contains(path("nowhere")));
    }

private:
    void begin(FolderWatch::Limits limits)
    {
        m_watch = std::make_unique<FolderWatch>(
            [this](const QStringList& roots) { m_told += roots; }, limits);
    }

    QString path(const QString& name) const { return m_folder->filePath(name); }

    void write(const QString& name, const QByteArray& bytes)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QStringList m_told;
    std::unique_ptr<FolderWatch> m_watch;
};

TESTS(FolderWatchTest, QCoreApplication);
#include "folder_watch_test.moc"
