#include "services/documents/library/document_library.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/document_stores.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>
#include <optional>

using namespace services;

namespace {

constexpr int patience = 120'000; // milliseconds

FileStamp stampOf(const QString& path)
{
    return {path, 100, 1, "/"};
}

/// Somebody with a home, settings and a program of their own.
class User {
public:
    explicit User(const QString& store)
        : m_settings(m_home.filePath("settings.ini"))
    {
        QDir(m_home.path()).mkpath("files");
        m_settings.set(settings::documentStore, store);
        begin();
    }

    void begin() ///< as the next start of the program
    {
        m_library.reset();
        m_library = std::make_unique<DocumentLibrary>(m_settings,
            OwnDocumentsLocation{m_home.filePath("own.sqlite"), m_home.filePath("store")},
            qEnvironmentVariable("VIGNETTE_BIN") + QStringLiteral("/vignette-reader"));
        m_library->start();
    }

    void awaitRest()
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_library->isOpened() && m_library->isResting(), patience);
    }

    QString path(const QString& name = QStringLiteral("files")) const
    {
        return QFileInfo(m_home.path()).canonicalFilePath() + u'/' + name;
    }

    void write(const QString& name, const QByteArray& bytes)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    const LibraryRoot* root(const QString& path) const
    {
        const QList<LibraryRoot>& roots = m_library->roots();
        const auto found = std::ranges::find(roots, path, &LibraryRoot::path);
        return found == roots.end() ? nullptr : &*found;
    }

    bool finds(const QString& word)
    {
        std::optional<Found> answer;
        m_library->find(
            word, 5, m_library.get(), [&answer](const Found& found) { answer = found; });
        [&answer] { QTRY_VERIFY_WITH_TIMEOUT(answer, patience); }();
        return answer && !answer->hits.empty();
    }

    DocumentLibrary& library() { return *m_library; }

private:
    QTemporaryDir m_home;
    Settings m_settings;
    std::unique_ptr<DocumentLibrary> m_library;
};

} // namespace

// A store that several people write to, of whom nobody reads what another one says is to be read.
class SharedStoreTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { tests::addStoreKinds(); }

    void init() { REQUIRE_STORE(m_place); }
    void cleanup() { m_place.reset(); }

    void whatOthersAddedIsShownAndFoundButNotRead()
    {
        User anna(m_place->store()), ben(m_place->store());
        anna.write("files/fox.txt", "The fox is red.");
        anna.library().add({anna.path()});
        anna.awaitRest();

        anna.library().pause(); // or its program reads what comes next
        anna.write("files/wolf.txt", "The wolf is grey.");
        ben.begin();
        ben.awaitRest();
        ben.library().checkAgain();
        ben.library().retry({anna.path("files/fox.txt")});
        ben.awaitRest();

        const LibraryRoot* root = ben.root(anna.path());
        QVERIFY(root && !root->isOwn && root->isFolder);
        QCOMPARE(root->counts.read, 1);
        QCOMPARE(ben.library().counts().files, 0);
        QVERIFY(ben.finds("fox"));
        QVERIFY(!ben.finds("wolf")); // nobody has read it
        QVERIFY(anna.root(anna.path())->isOwn);
    }

    void aPathThatSomebodyWroteIntoTheStoreIsNotRead()
    {
        User ben(m_place->store());
        ben.write("files/secret.txt", "The zebra is striped.");
        ben.write("files/other.txt", "The cat is black.");
        const auto store = m_place->open();
        store->addRoot(ben.path());
        store->addRoot("/");
        store->addRoot(ben.path("files/secret.txt"));
        store->addDocument(stampOf(ben.path("files/other.txt")), {"a", 1, {}, "A", 0, 1, {}},
            {{0, {}, "quixotic", {0, 8}, {}}});
        QSignalSpy read(&ben.library(), &DocumentLibrary::fileRead);

        ben.begin();
        ben.awaitRest();
        ben.library().checkAgain();
        ben.library().retry({ben.path("files/other.txt")});
        ben.awaitRest();

        QVERIFY(!ben.library().roots().isEmpty());
        for (const LibraryRoot& root : ben.library().roots())
            QVERIFY2(!root.isOwn, qPrintable(root.path));
        QCOMPARE(store->files().size(), 1); // as somebody wrote it
        QVERIFY(!ben.finds("zebra"));
        QVERIFY(!ben.finds("cat"));
        QVERIFY(ben.finds("quixotic"));
        QCOMPARE(read.size(), 0);
    }

    void whatOthersAddedIsReadOnceTheUserAddsIt()
    {
        User ben(m_place->store());
        ben.write("files/fox.txt", "The fox is red.");
        m_place->open()->addRoot(ben.path());
        ben.begin();
        ben.awaitRest();
        QVERIFY(ben.root(ben.path()) && !ben.root(ben.path())->isOwn);

        ben.library().add({ben.path()});
        ben.awaitRest();

        QVERIFY(ben.root(ben.path())->isOwn);
        QCOMPARE(ben.library().roots().size(), 1);
        QVERIFY(ben.finds("fox"));
        ben.begin();
        ben.awaitRest();
        QVERIFY(ben.root(ben.path())->isOwn);
    }

    // Two computers may have different files at the same path.
    void documentsOfOthersAtTheSamePathStay()
    {
        User ben(m_place->store());
        ben.write("files/fox.txt", "The fox is red.");
        ben.library().add({ben.path()});
        ben.awaitRest();
        const auto store = m_place->open();
        const QString other = ben.path("files/only_anna_has_this.txt");
        store->addDocument(
            stampOf(other), {"a", 1, {}, "A", 0, 1, {}}, {{0, {}, "zebra", {0, 5}, {}}});

        ben.begin();
        ben.awaitRest();
        QCOMPARE(store->files().size(), 2);
        QCOMPARE(ben.root(ben.path())->counts.files, 1);
        QVERIFY(QFile::remove(ben.path("files/fox.txt")));
        ben.library().checkAgain();
        ben.awaitRest();
        QCOMPARE(store->files().size(), 1); // its own are pruned
        ben.library().remove(ben.path());
        ben.library().forget(ben.path());
        ben.begin();
        ben.awaitRest();

        QCOMPARE(store->files().size(), 1);
        QCOMPARE(store->files().first().stamp.path, other);
        QVERIFY(ben.library().roots().isEmpty());
        QVERIFY(ben.finds("zebra"));
    }

    void nobodyRemovesWhatOthersAdded()
    {
        User anna(m_place->store()), ben(m_place->store());
        anna.write("files/fox.txt", "The fox is red.");
        anna.library().add({anna.path()});
        anna.awaitRest();
        ben.begin();
        ben.awaitRest();

        ben.library().remove(anna.path());
        ben.library().forget(anna.path());
        ben.begin();
        ben.awaitRest();

        QVERIFY(ben.root(anna.path()));
        QVERIFY(anna.finds("fox"));
    }

private:
    std::unique_ptr<tests::StorePlace> m_place;
};

TESTS(SharedStoreTest, QCoreApplication);
#include "shared_store_test.moc"
