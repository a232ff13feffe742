#include "services/system/paths.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

class DiskUseTest : public QObject {
    Q_OBJECT

private slots:
    void filesAndFoldersAreCountedAndLinksAreNot()
    {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("a/.b"));
        write(folder.filePath("a/one"), 1000);
        write(folder.filePath("a/.b/.two"), 200);
        write(folder.filePath("three"), 30);
        QVERIFY(QFile::link(folder.filePath("three"), folder.filePath("a/link")));
        QVERIFY(QFile::link("/", folder.filePath("a/root")));

        const QString inside = folder.filePath("a");
        QCOMPARE(services::diskUse({inside}), 1200);
        QCOMPARE(services::diskUse({inside, folder.filePath("three")}), 1230);
        QCOMPARE(services::diskUse({inside + "/link", folder.filePath("nothing")}), 0);
        QCOMPARE(services::diskUse({}), 0);
    }

    void anEmptiedFolderStaysAndWhatItsLinksNameToo()
    {
        QTemporaryDir folder;
        const QString cache = folder.filePath("cache"), other = folder.filePath("other");
        QVERIFY(QDir(folder.path()).mkpath("cache/deep") && QDir(folder.path()).mkpath("other"));
        write(cache + "/deep/.file", 10);
        write(other + "/file", 10);
        QVERIFY(QFile::link(other, cache + "/link"));

        services::emptyFolder(cache);

        QVERIFY(QDir(cache).exists());
        QVERIFY(QDir(cache).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
        QVERIFY(QFile::exists(other + "/file"));
    }

private:
    static void write(const QString& path, int bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(QByteArray(bytes, 'x')), bytes);
    }
};

TESTS(DiskUseTest);
#include "disk_use_test.moc"
