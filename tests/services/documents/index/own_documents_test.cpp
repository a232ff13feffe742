#include "services/documents/index/own_documents.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <sys/stat.h>

using namespace services;

// Tests which documents of a store are this user's.
class OwnDocumentsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_location = {m_folder->filePath("own"), m_folder->filePath("private")};
    }

    void whatIsAddedIsThereWhenItIsOpenedAgain()
    {
        {
            OwnDocuments own(m_location.file, "/store");
            own.addRoot("/b");
            own.addRoot("/a");
            own.addRoot("/a");
            own.addFiles({"/a/1", "/a/2", "/ab/3"});
            own.removeFiles({"/a/2"});
        }

        OwnDocuments own(m_location.file, "/store");

        QCOMPARE(own.roots(), (QStringList{"/a", "/b"}));
        QCOMPARE(own.roots("/a"), (QStringList{"/a"}));
        QCOMPARE(own.files(), (QSet<QString>{"/a/1", "/ab/3"}));
        QCOMPARE(own.files("/a"), (QSet<QString>{"/a/1"}));
    }

    void theListIsTheUsersOwn()
    {
        const mode_t before = umask(0);
        OwnDocuments(m_location.file, "/store").addRoot("/a");
        umask(before);

        QCOMPARE(int(modeOf(m_location.file)), 0600);
    }

    void storesAreToldApart_data()
    {
        QTest::addColumn<QString>("left");
        QTest::addColumn<QString>("right");
        QTest::addColumn<bool>("areSame");
        const QString url = "postgresql://anna@db.example.org/documents";
        QTest::newRow("password") << url << "postgres://anna:x@DB.example.org/documents" << true;
        QTest::newRow("parameters") << url << url + "?sslmode=require" << true;
        QTest::newRow("server") << url << url + "?hostaddr=10.0.0.1" << false;
        QTest::newRow("database") << url << "postgresql://anna@db.example.org/other" << false;
        QTest::newRow("files") << "/store"
                               << "/other" << false;
        QTest::newRow("detour") << "/tmp/store"
                                << "/tmp/../tmp/./store" << true;
    }
    void storesAreToldApart()
    {
        QFETCH(QString, left);
        QFETCH(QString, right);
        QFETCH(bool, areSame);

        OwnDocuments(m_location.file, left).addRoot("/a");

        QCOMPARE(OwnDocuments(m_location.file, right).roots().size(), areSame ? 1 : 0);
    }

    void noPasswordIsKept()
    {
        OwnDocuments(m_location.file, "postgresql://anna:verysecret@db/documents").addRoot("/a");

        for (const QFileInfo& each : QDir(m_folder->path()).entryInfoList(QDir::Files)) {
            QFile file(each.filePath());
            QVERIFY(file.open(QIODevice::ReadOnly));
            QVERIFY(!file.readAll().contains("verysecret"));
        }
    }

    void aPrivateStoreIsAdoptedOnce()
    {
        fill(m_location.privateStore);
        {
            const OwnedStore store = openOwnedStore(m_location.privateStore, m_location);
            QCOMPARE(store.own->roots(), QStringList("/a"));
            QCOMPARE(store.own->files(), QSet<QString>{"/a/1"});
            store.index->addRoot("/b");
        }

        const OwnedStore store = openOwnedStore(m_location.privateStore, m_location);

        QCOMPARE(store.own->roots(), QStringList("/a"));
    }

    void aStoreElsewhereIsNotAdopted()
    {
        fill(m_folder->filePath("other"));

        const OwnedStore store = openOwnedStore(m_folder->filePath("other"), m_location);

        QCOMPARE(store.own->roots(), QStringList());
        QCOMPARE(store.own->files().size(), 0);
    }

    void whatOthersCanWriteToIsNotAdopted_data()
    {
        QTest::addColumn<int>("folderMode");
        QTest::addColumn<int>("fileMode");
        QTest::addColumn<bool>("isAdopted");
        QTest::newRow("private") << 0700 << 0600 << true;
        QTest::newRow("readable") << 0755 << 0644 << true;
        QTest::newRow("behind a closed door") << 0700 << 0664 << true;
        QTest::newRow("group") << 0750 << 0660 << false;
        QTest::newRow("everybody") << 0755 << 0666 << false;
        QTest::newRow("folder") << 0770 << 0600 << false;
    }
    void whatOthersCanWriteToIsNotAdopted()
    {
        QFETCH(int, folderMode);
        QFETCH(int, fileMode);
        QFETCH(bool, isAdopted);
        QVERIFY(QDir(m_folder->path()).mkdir("data"));
        m_location.privateStore = m_folder->filePath("data/private");
        fill(m_location.privateStore);
        chmod(QFile::encodeName(m_location.privateStore), mode_t(fileMode));
        chmod(QFile::encodeName(m_folder->filePath("data")), mode_t(folderMode));

        const OwnedStore store = openOwnedStore(m_location.privateStore, m_location);

        QCOMPARE(store.own->roots().size(), isAdopted ? 1 : 0);
    }

    void aLinkToAStoreIsNotAdopted()
    {
        fill(m_folder->filePath("other"));
        QVERIFY(QFile::link(m_folder->filePath("other"), m_location.privateStore));

        QCOMPARE(openOwnedStore(m_location.privateStore, m_location).own->roots(), QStringList());
    }

    void aNewFileOfTheSameNameHoldsNothingOfTheUser()
    {
        const QString path = m_folder->filePath("other");
        openOwnedStore(path, m_location).own->addRoot("/a");
        QVERIFY(QFile::remove(path));

        QCOMPARE(openOwnedStore(path, m_location).own->roots(), QStringList());
    }

private:
    static mode_t modeOf(const QString& path)
    {
        struct stat status = {};
        stat(QFile::encodeName(path), &status);
        return status.st_mode & 0777;
    }

    // Fills a store as a version without a list left it.
    static void fill(const QString& path)
    {
        const auto store = openDocumentIndex(path);
        store->addRoot("/a");
        store->addDocument({"/a/1", 100, 1, "/"}, {"a", 1, {}, "A", 0, 0, {}}, {});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    OwnDocumentsLocation m_location;
};

TESTS(OwnDocumentsTest, QCoreApplication);
#include "own_documents_test.moc"
