#include "base/error.h"
#include "services/documents/index/sqlite_index.h"
#include "tests/support/document_stores.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace services;

namespace {

FileStamp stampOf(const QString& path)
{
    return {path, 100, 1, "/"};
}

DocumentRecord record(const QByteArray& content, int passages = 1)
{
    return {content, 1, "words", "A title", 3, passages, {}};
}

Passage passage(const std::string& text)
{
    return {2, "First › Second", text, {10, 10 + text.size()}, {{1, 2, 3, 4}, {5, 6, 7, 8}}};
}

} // namespace

// What every store of passages does.
class DocumentIndexTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { tests::addStoreKinds(); }

    void init()
    {
        REQUIRE_STORE(m_place);
        open();
    }

    void cleanup()
    {
        m_index.reset();
        m_place.reset();
    }

    void whatIsAddedIsThereWhenItIsOpenedAgain()
    {
        m_index->addRoot("/home/documents");
        m_index->addDocument(
            stampOf("/home/documents/a.pdf"), record("a"), {passage("the red fox")});

        open();

        QCOMPARE(m_index->roots(), QStringList("/home/documents"));
        QCOMPARE(m_index->files().size(), 1);
        QCOMPARE(m_index->files().first().stamp, stampOf("/home/documents/a.pdf"));
        QCOMPARE(m_index->files().first().document, record("a"));
        const auto found = m_index->passages({numberOf("fox")});
        QCOMPARE(found.size(), size_t(1));
        QCOMPARE(found[0].passage, passage("the red fox"));
        QCOMPARE(found[0].file, QString("/home/documents/a.pdf"));
        QCOMPARE(found[0].title, QString("A title"));
    }

    void thePassagesOfADocumentAreInItsOrder()
    {
        m_index->addDocument(stampOf("/a"), record("a", 2), {passage("red"), passage("fox")});
        m_index->addDocument(stampOf("/b"), record("b"), {passage("wolf")});

        const auto found = m_index->passages(m_index->passagesIn("a"));

        QCOMPARE(found.size(), size_t(2));
        QCOMPARE(found[0].passage, passage("red"));
        QCOMPARE(found[1].passage, passage("fox"));
        QVERIFY(m_index->passagesIn("c").empty());
    }

    void termsAreFoundInTextHeadingAndTitle()
    {
        m_index->addDocument(stampOf("/a"), record("a"), {passage("the red foxes")});

        QVERIFY(numberOf("fox") > 0);
        QVERIFY(numberOf("second") > 0);
        QVERIFY(numberOf("titl") > 0);
        QCOMPARE(numberOf("wolf"), 0);
    }

    void howUsualTermsAreIsKnown()
    {
        m_index->addDocument(stampOf("/a"), record("a", 3),
            {passage("red"), passage("red fox"), passage("wolf wolf")});

        const TermStatistics statistics = m_index->statistics({"red", "wolf", "cat"});

        QCOMPARE(statistics.passages, 3);
        QCOMPARE(statistics.with, (std::vector<int64_t>{2, 1, 0}));
    }

    void filesOfOneContentAreOneDocument()
    {
        m_index->addDocument(stampOf("/a"), record("same"), {passage("fox")});
        m_index->setFile(stampOf("/b"), "same");

        QCOMPARE(m_index->files().size(), 2);
        QCOMPARE(m_index->findTerms({"fox"}, 10).size(), size_t(1));
        m_index->removeFiles({"/a"});
        QCOMPARE(m_index->passages({numberOf("fox")})[0].file, QString("/b"));
        m_index->removeFiles({"/b"});
        QCOMPARE(numberOf("fox"), 0);
        QVERIFY(!m_index->findDocument("same"));
        QCOMPARE(m_index->statistics({"fox"}).with[0], 0);
    }

    void aDocumentThatIsReadAnewReplacesItself()
    {
        m_index->addDocument(stampOf("/a"), record("same"), {passage("fox")});
        m_index->setFile(stampOf("/b"), "same");

        m_index->addDocument(stampOf("/a"), record("same", 2), {passage("wolf"), passage("cat")});

        QCOMPARE(numberOf("fox"), 0);
        QVERIFY(numberOf("wolf") > 0);
        QCOMPARE(m_index->files().size(), 2);
        QCOMPARE(m_index->findDocument("same")->passages, 2);
    }

    void aFileWithOtherContentLetsItsDocumentGo()
    {
        m_index->addDocument(stampOf("/a"), record("old"), {passage("fox")});

        m_index->addDocument(stampOf("/a"), record("new"), {passage("wolf")});

        QCOMPARE(numberOf("fox"), 0);
        QVERIFY(!m_index->findDocument("old"));
        QCOMPARE(m_index->files().size(), 1);
    }

    void aFolderIsItselfAndWhatIsBelowIt()
    {
        for (const char* path : {"/a/b", "/a/b/c", "/a/bc", "/a", "/a/b!"})
            m_index->addDocument(stampOf(path), record(path), {passage("fox")});

        QStringList paths;
        for (const IndexedFile& file : m_index->files("/a/b"))
            paths << file.stamp.path;

        QCOMPARE(paths, (QStringList{"/a/b", "/a/b/c"}));
        QCOMPARE(m_index->files("/").size(), 5);
    }

    void whatIsErasedLeavesNoTrace()
    {
        m_index->addRoot("/a");
        m_index->addDocument(stampOf("/a/secret"), record("1"), {passage("quixotism")});
        m_index->addDocument(stampOf("/b"), record("2"), {passage("fox")});

        m_index->erase({"/a"}, {"/a/secret"});

        QCOMPARE(m_index->roots(), QStringList());
        QCOMPARE(m_index->files().size(), 1);
        QCOMPARE(m_index->statistics({"quixot"}).with[0], 0);
        m_index.reset();
        QFETCH_GLOBAL(QString, kind);
        if (kind == u"sqlite") // files of a server are its own
            QVERIFY(!isInFiles("quixot"));
    }

    void passagesGetVectorsOfOneModel()
    {
        m_index->addDocument(
            stampOf("/a"), record("a", 3), {passage("one"), passage("two"), passage("three")});
        QVERIFY(m_index->embedding().empty());
        m_index->setEmbedding({1, 0});
        QCOMPARE(m_index->countWithoutVector(), 3);

        const auto first = m_index->passagesWithoutVector(2);
        QCOMPARE(first.size(), size_t(2));
        QCOMPARE(first[1].text, std::string("two"));
        QCOMPARE(first[1].heading, std::string("First › Second"));
        m_index->addVectors(first, {{1, 0}, {0.6F, 0.8F}});
        open();

        QCOMPARE(m_index->embedding(), (std::vector<float>{1, 0}));
        QCOMPARE(m_index->countWithoutVector(), 1);
        QCOMPARE(m_index->passagesWithoutVector(9)[0].text, std::string("three"));
        m_index->setEmbedding({0, 1, 0});
        QCOMPARE(m_index->countWithoutVector(), 3);
    }

    void theClosestVectorsAreFound()
    {
        m_index->addDocument(
            stampOf("/a"), record("a", 3), {passage("one"), passage("two"), passage("three")});
        m_index->setEmbedding({1, 0});
        const auto all = m_index->passagesWithoutVector(9);
        m_index->addVectors(all, {{1, 0}, {0, 1}, {0.6F, 0.8F}});

        const auto found = m_index->findVectors({0, 1}, 2, {all[0].passage, all[1].passage, 99});

        QCOMPARE(found.size(), size_t(3));
        QCOMPARE(found[0].passage, all[1].passage);
        QCOMPARE(found[1].passage, all[2].passage);
        QCOMPARE(found[2].passage, all[0].passage);
        QVERIFY(qAbs(found[1].similarity - 0.8F) < 0.01F);
        m_index->removeFiles({"/a"});
        QVERIFY(m_index->findVectors({0, 1}, 2).empty());
    }

    void vectorsOfAnotherProgramAreFound()
    {
        m_index->addDocument(stampOf("/a"), record("a"), {passage("one")});
        m_index->setEmbedding({1, 0});
        QVERIFY(m_index->findVectors({1, 0}, 5).empty());
        {
            const auto other = m_place->open();
            other->addVectors(other->passagesWithoutVector(1), {{1, 0}});
        }

        QCOMPARE(m_index->findVectors({1, 0}, 5).size(), size_t(1));
    }

    void aPassageThatIsGoneGetsNoVector()
    {
        m_index->addDocument(stampOf("/a"), record("a"), {passage("one")});
        m_index->setEmbedding({1, 0});
        const auto gone = m_index->passagesWithoutVector(1);
        m_index->addDocument(
            stampOf("/a"), record("b"), {passage("two")}); // maybe of the same number

        m_index->addVectors(gone, {{1, 0}});

        QCOMPARE(m_index->countWithoutVector(), 1);
    }

    void hostileWordsAreWordsLikeOthers()
    {
        m_index->addDocument(
            stampOf("/it's \"a\" %"), record("x'; DROP TABLE file"), {passage("fox\" OR \"")});

        QCOMPARE(m_index->files("/it's \"a\" %").size(), 1);
        QVERIFY(numberOf("fox") > 0);
        QCOMPARE(m_index->findTerms({}, 10).size(), size_t(0));
    }

    void twoProgramsUseOneStore()
    {
        const auto other = m_place->open();
        m_index->addDocument(stampOf("/a"), record("a"), {passage("fox")});

        QCOMPARE(other->files().size(), 1);
        other->addDocument(stampOf("/b"), record("b"), {passage("wolf")});
        QCOMPARE(m_index->files().size(), 2);
    }

    void whatIsNoStoreIsASentence()
    {
        QTemporaryDir folder;
        QFile broken(folder.filePath("broken"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write(QByteArray(10'000, 'x'));
        broken.close();

        QVERIFY_EXCEPTION_THROWN(SqliteIndex(broken.fileName()), base::Error);
        QVERIFY_EXCEPTION_THROWN(SqliteIndex("/no/such/folder/store"), base::Error);
    }

private:
    void open()
    {
        m_index.reset();
        m_index = m_place->open();
    }

    bool isInFiles(const QByteArray& word) const
    {
        const QFileInfo store(m_place->store());
        const auto holds = [&](const QString& name) {
            QFile file(store.dir().filePath(name));
            return file.open(QIODevice::ReadOnly) && file.readAll().contains(word);
        };
        return std::ranges::any_of(store.dir().entryList(QDir::Files), holds);
    }

    // The number of the first passage with a term; 0: there is none.
    int numberOf(const std::string& term)
    {
        const auto matches = m_index->findTerms({term}, 10);
        return matches.empty() ? 0 : int(matches[0].passage);
    }

    std::unique_ptr<tests::StorePlace> m_place;
    std::unique_ptr<DocumentIndex> m_index;
};

TESTS(DocumentIndexTest, QCoreApplication);
#include "document_index_test.moc"
