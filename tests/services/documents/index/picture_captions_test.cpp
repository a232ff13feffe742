#include "services/documents/index/document_search.h"
#include "services/documents/index/index_documents.h"
#include "tests/support/document_stores.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace services;

namespace {

// Says the same of every image.
class Parrot : public PictureCaptioner {
public:
    explicit Parrot(std::string words)
        : m_words(std::move(words))
    {
    }

    std::string describe(const Picture& picture) override
    {
        asked << picture.name;
        return m_words;
    }

    QStringList asked;

private:
    const std::string m_words;
};

const std::string dogs = "Two dogs run along a beach.";

} // namespace

// Images are found by what somebody who sees says of them.
class PictureCaptionsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { tests::addStoreKinds(); }

    void init()
    {
        REQUIRE_STORE(m_place);
        m_index = m_place->open();
        QImage image(40, 30, QImage::Format_RGB888);
        image.fill(Qt::darkGreen);
        QVERIFY(image.save(path("beach.png")));
    }

    void cleanup()
    {
        m_index.reset();
        m_place.reset();
    }

    void aPictureWithoutTextIsReadFromThenOn()
    {
        addTextless("beach.png");
        QVERIFY(lacksCaption(*m_index, file()));
        Parrot parrot(dogs);

        const FileOutcome outcome = addCaption(*m_index, file(), parrot);

        QCOMPARE(outcome.error, QString());
        QCOMPARE(outcome.pages, 1);
        QCOMPARE(outcome.passages, 1);
        QCOMPARE(parrot.asked, QStringList{"beach.png"});
        QCOMPARE(file().document.error, QString());
        QCOMPARE(file().document.title, QString("beach"));
        const auto hits = DocumentSearch(*m_index).find("Which dogs run along the beach?", 5);
        QCOMPARE(hits.size(), size_t(1));
        QCOMPARE(hits[0].file, path("beach.png"));
        QCOMPARE(hits[0].passage.page, 1);
        QCOMPARE(hits[0].passage.bytes.size(), size_t(0));
        QVERIFY(!lacksCaption(*m_index, file()));
    }

    void whatWasReadInAPictureStays()
    {
        const Passage sign{1, {}, "No dogs allowed", {0, 15}, {{1, 2, 3, 4}}};
        m_index->addDocument(FileStamps().of(path("beach.png")), record("beach.png"), {sign});
        Parrot parrot(dogs);

        QCOMPARE(addCaption(*m_index, file(), parrot).passages, 2);

        const auto found = m_index->passages(m_index->passagesIn(file().document.content));
        QCOMPARE(found.size(), size_t(2));
        QCOMPARE(found[0].passage, sign);
        QCOMPARE(found[1].passage, (Passage{1, {}, dogs, {15, 15}, {}}));
    }

    void whereNothingCanBeSaidAllStays_data()
    {
        QTest::addColumn<QByteArray>("contents");
        QTest::addColumn<QString>("words");
        QTest::newRow("the captioner cannot tell") << QByteArray() << QString();
        QTest::newRow("the picture is broken")
            << QByteArray("\x89PNG\r\n\x1a\nbroken") << QString("Two dogs.");
    }
    void whereNothingCanBeSaidAllStays()
    {
        QFETCH(QByteArray, contents);
        QFETCH(QString, words);
        if (!contents.isEmpty())
            write("beach.png", contents);
        addTextless("beach.png");
        const IndexedFile before = file();
        Parrot parrot(words.toStdString());

        const FileOutcome outcome = addCaption(*m_index, before, parrot);

        QCOMPARE(outcome.error, before.document.error);
        QCOMPARE(file().document, before.document);
        QVERIFY(lacksCaption(*m_index, file()));
    }

    void aPictureThatWasChangedMeanwhileWaitsForTheNextReading()
    {
        addTextless("beach.png");
        const IndexedFile before = file();
        QVERIFY(QImage(10, 10, QImage::Format_RGB888).save(path("beach.png")));
        Parrot parrot(dogs);

        addCaption(*m_index, before, parrot);

        QCOMPARE(file().document, before.document);
    }

    void aTextIsNoPicture()
    {
        write("beach.png", "Two dogs run along a beach.");
        addTextless("beach.png");

        QVERIFY(!lacksCaption(*m_index, file()));
    }

private:
    QString path(const QString& name) const
    {
        return QFileInfo(m_folder.path()).canonicalFilePath() + u'/' + name;
    }

    void write(const QString& name, const QByteArray& bytes)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }

    DocumentRecord record(const QString& name) const
    {
        return {contentOf(path(name)), 1, {}, "beach", 1, 1, {}};
    }

    // Adds a file as a reader leaves it that has found no text.
    void addTextless(const QString& name)
    {
        DocumentRecord textless;
        textless.content = contentOfUnreadable(contentOf(path(name)), path(name));
        textless.reading = 1;
        textless.error = "There is no text in it.";
        m_index->addDocument(FileStamps().of(path(name)), textless, {});
    }

    IndexedFile file() const { return m_index->files().first(); }

    QTemporaryDir m_folder;
    std::unique_ptr<tests::StorePlace> m_place;
    std::unique_ptr<DocumentIndex> m_index;
};

TESTS(PictureCaptionsTest, QCoreApplication);
#include "picture_captions_test.moc"
