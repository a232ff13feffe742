#include "base/error.h"
#include "services/documents/index/index_documents.h"
#include "tests/support/document_stores.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace services;

// How a store follows the contents of folders.
class IndexDocumentsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { tests::addStoreKinds(); }

    void init()
    {
        REQUIRE_STORE(m_place);
        m_folder = std::make_unique<QTemporaryDir>();
        m_index = m_place->open();
        m_own = std::make_unique<OwnDocuments>(m_folder->filePath("own"), m_place->store());
        QVERIFY(QDir(m_folder->path()).mkpath("files/below"));
    }

    void cleanup()
    {
        m_own.reset();
        m_index.reset();
        m_place.reset();
    }

    void everyFileIsToldOfInOrder()
    {
        write("b.txt", "The fox is red.");
        write("below/a.md", "# Wolves\n\nThey are grey.");
        write("c.bin", QByteArray(3000, '\0'));
        write("d.txt", "");

        const auto outcomes = run();

        QCOMPARE(outcomes.size(), 4);
        QCOMPARE(QFileInfo(outcomes[0].file).fileName(), QString("b.txt"));
        QCOMPARE(outcomes[0].passages, 1);
        QVERIFY(outcomes[0].error.isEmpty());
        QCOMPARE(QFileInfo(outcomes[1].file).fileName(), QString("a.md"));
        QVERIFY(!outcomes[2].error.isEmpty() && !outcomes[3].error.isEmpty());
        QCOMPARE(m_index->files().size(), 4);
        QVERIFY(finds("wolv") && finds("red"));
    }

    void filesThatCannotBeReadAreToldOfByTheirOwnNames()
    {
        write("a.bin", QByteArray(3000, '\0'));
        write("b.bin", QByteArray(3000, '\0'));

        const auto outcomes = run();

        QCOMPARE(outcomes.size(), 2);
        QVERIFY2(outcomes[0].error.contains("a.bin"), qPrintable(outcomes[0].error));
        QVERIFY2(outcomes[1].error.contains("b.bin"), qPrintable(outcomes[1].error));
        for (const IndexedFile& file : m_index->files())
            QVERIFY(file.document.error.contains(QFileInfo(file.stamp.path).fileName()));
    }

    void whatIsUnchangedIsNotReadAgain()
    {
        write("a.txt", "The fox is red.");
        run();
        // A reading of our own, which another reading would replace.
        const IndexedFile file = m_index->files().first();
        m_index->addDocument(file.stamp, file.document, {{0, "", "made up", {0, 7}, {}}});

        const auto outcomes = run();

        QCOMPARE(outcomes.size(), 1);
        QCOMPARE(outcomes[0].passages, 1);
        QVERIFY(finds("made") && !finds("fox"));
    }

    void whatAnEarlierVersionReadIsReadAgainOnce()
    {
        write("a.txt", "The fox is red.");
        run();
        IndexedFile file = m_index->files().first();
        const int present = file.document.reading--;
        m_index->addDocument(file.stamp, file.document, {{0, "", "made up", {0, 7}, {}}});

        const auto outcomes = run();

        QCOMPARE(outcomes.size(), 1); // so that progress can be shown
        QVERIFY(finds("fox") && !finds("made"));
        QCOMPARE(m_index->files().first().document.reading, present);

        m_index->addDocument(m_index->files().first().stamp, m_index->files().first().document,
            {{0, "", "made up", {0, 7}, {}}});
        run();
        QVERIFY(finds("made"));
    }

    void aChangedFileIsReadAgain()
    {
        write("a.txt", "The fox is red.");
        run();

        write("a.txt", "The cat is red.");
        run();

        QVERIFY(finds("cat") && !finds("fox"));
    }

    void aMovedFileIsKnownByItsContent()
    {
        write("a.txt", "The fox is red.");
        run();
        const IndexedFile file = m_index->files().first();
        m_index->addDocument(file.stamp, file.document, {{0, "", "made up", {0, 7}, {}}});

        QVERIFY(QFile::rename(path("a.txt"), path("below/z.txt")));
        run();

        QCOMPARE(m_index->files().size(), 1);
        QCOMPARE(m_index->files().first().stamp.path, path("below/z.txt"));
        QVERIFY(finds("made"));
    }

    void aFileThatTookThePlaceOfAnotherIsReadThoughItWasKnown()
    {
        write("a.txt", "The fox is red.");
        run();

        write("a.txt", "The cat is red.");
        write("b.txt", "The fox is red.");
        run();

        QVERIFY(finds("cat") && finds("fox"));
        QCOMPARE(m_index->files().size(), 2);
    }

    void aFileThatIsGoneIsForgotten()
    {
        write("a.txt", "The fox is red.");
        write("b.txt", "The cat is red.");
        run();

        QVERIFY(QFile::remove(path("a.txt")));
        run();

        QCOMPARE(m_index->files().size(), 1);
        QVERIFY(finds("cat") && !finds("fox"));
    }

    void aFolderThatIsGoneKeepsItsPassages()
    {
        write("a.txt", "The fox is red.");
        run();
        QVERIFY(QFile::rename(path(), m_folder->filePath("elsewhere")));

        const auto outcomes = run();

        QCOMPARE(outcomes.size(), 1);
        QVERIFY(!outcomes[0].error.isEmpty());
        QVERIFY(finds("fox"));
    }

    void aVolumeThatIsGoneKeepsItsPassages()
    {
        write("a.txt", "The fox is red.");
        run();
        IndexedFile file = m_index->files().first();
        file.stamp.path = path("below/on_a_drive.txt");
        file.stamp.volume = path("below"); // where nothing is mounted now
        m_index->setFile(file.stamp, file.document.content);

        run();

        QCOMPARE(m_index->files().size(), 2);
    }

    void linksAndHiddenFilesAreNotRead()
    {
        QTemporaryDir outside;
        QFile secret(outside.filePath("secret.txt"));
        QVERIFY(secret.open(QIODevice::WriteOnly) && secret.write("The fox is red.") > 0);
        secret.close();
        QVERIFY(QFile::link(secret.fileName(), path("link.txt")));
        QVERIFY(QFile::link(outside.path(), path("folder")));
        write(".hidden.txt", "The cat is red.");
        write("a.txt", "The wolf is grey.");

        const auto outcomes = run();

        QCOMPARE(outcomes.size(), 1);
        QVERIFY(!finds("fox") && !finds("cat"));
    }

    void otherMeasuresAreReasonToReadAgain()
    {
        write("a.txt", "The fox is red.");
        run();
        const IndexedFile file = m_index->files().first();
        m_index->addDocument(file.stamp, file.document, {{0, "", "made up", {0, 7}, {}}});

        Splitting letters;
        letters.measure = "letters";
        letters.count = [](std::string_view text) { return text.size(); };
        run(letters);
        QVERIFY(finds("fox") && !finds("made"));

        run(); // without a measure any is good
        QCOMPARE(m_index->files().first().document.measure, QString("letters"));
    }

    void whatIsThrownEndsTheRunAndTheNextGoesOn()
    {
        for (int file = 0; file < 20; ++file)
            write(
                QString("%1.txt").arg(file, 2, 10, QChar(u'0')), "fox " + QByteArray::number(file));
        int told = 0;

        struct Stop { };
        QVERIFY_EXCEPTION_THROWN(indexDocuments(
                                     *m_index, *m_own, {path()}, {},
                                     [&](const FileOutcome&) {
                                         if (++told == 7)
                                             throw Stop();
                                     },
                                     reader()),
            Stop);
        QCOMPARE(m_index->files().size(), 7);
        QCOMPARE(run().size(), 20);

        QCOMPARE(m_index->files().size(), 20);
    }

    void withoutAReaderNothingIsKept()
    {
        write("a.txt", "The fox is red.");
        ReaderProcess missing;
        missing.program = "/no/such/program";

        QVERIFY_EXCEPTION_THROWN(
            indexDocuments(
                *m_index, *m_own, {path()}, {}, [](const FileOutcome&) {}, missing),
            base::Error);

        QCOMPARE(m_index->files().size(), 0);
    }

private:
    static ReaderProcess reader()
    {
        ReaderProcess process;
        process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
        return process;
    }

    QString path(const QString& name = {}) const
    {
        return QDir::cleanPath(m_folder->filePath("files/" + name));
    }

    void write(const QString& name, const QByteArray& bytes)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    QList<FileOutcome> run(const Splitting& splitting = {})
    {
        QList<FileOutcome> outcomes;
        indexDocuments(
            *m_index, *m_own, {path()}, splitting,
            [&outcomes](const FileOutcome& outcome) { outcomes << outcome; }, reader());
        return outcomes;
    }

    bool finds(const std::string& term) { return !m_index->findTerms({term}, 1).empty(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<tests::StorePlace> m_place;
    std::unique_ptr<DocumentIndex> m_index;
    std::unique_ptr<OwnDocuments> m_own;
};

TESTS(IndexDocumentsTest, QCoreApplication);
#include "index_documents_test.moc"
