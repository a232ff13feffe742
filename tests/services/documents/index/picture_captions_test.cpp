#include "services/documents/index/document_search.h"
#include "services/documents/index/index_documents.h"
#include "tests/support/document_stores.h"
#include "tests/support/test_program.h"

#include <QBuffer>
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
        if (asked.size() == most)
            throw base::Error(base::ErrorKind::BadFile, "It sees no more.");
        asked << picture.name;
        return m_words;
    }

    QStringList asked;
    qsizetype most = 100;

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

    // In the order of the document, behind its own passages.
    void figuresOfADocumentAreDescribed()
    {
        addPage();
        QVERIFY(lacksCaption(*m_index, page()));
        Parrot parrot(dogs);

        const FileOutcome outcome = addCaption(*m_index, page(), parrot, run());

        QCOMPARE(outcome.passages, 4);
        QCOMPARE(parrot.asked, (QStringList{"page.html", "page.html"}));
        QVERIFY(!lacksCaption(*m_index, page()));
        const auto found = m_index->passages(m_index->passagesIn(page().document.content));
        QCOMPARE(found.size(), size_t(4));
        QCOMPARE(found[2].passage, (Passage{0, "Trips", "[Image 1] " + dogs, {20, 20}, {}}));
        QCOMPARE(found[3].passage,
            (Passage{0, {}, "[Image 2] " + dogs, {40, 40}, {Rectangle{1, 2, 90, 80}}}));
        const auto hits = DocumentSearch(*m_index).find("Which dogs run along the beach?", 1);
        QCOMPARE(hits.size(), size_t(1));
        QCOMPARE(hits[0].passage.text, "[Image 1] " + dogs);

        addCaption(*m_index, page(), parrot, run());
        QCOMPARE(parrot.asked.size(), 2);
    }

    void whatWasDescribedBeforeAStopIsKept_data()
    {
        QTest::addColumn<bool>("fails");
        QTest::newRow("it is stopped") << false;
        QTest::newRow("the captioner fails") << true;
    }
    void whatWasDescribedBeforeAStopIsKept()
    {
        QFETCH(bool, fails);
        addPage();
        Parrot parrot(dogs);
        parrot.most = fails ? 1 : 2;
        FigureCaptionRun run = this->run();
        run.isStopped = [&] { return !fails && parrot.asked.size() == 1; };

        if (fails)
            QVERIFY_THROWS_EXCEPTION(base::Error, addCaption(*m_index, page(), parrot, run));
        else
            addCaption(*m_index, page(), parrot, run);

        QCOMPARE(page().document.passages, 3);
        QVERIFY(lacksCaption(*m_index, page()));
        Parrot other(dogs);
        QCOMPARE(addCaption(*m_index, page(), other, this->run()).passages, 4);
        QCOMPARE(other.asked.size(), 1);
    }

    void aFigureThatIsGoneHasNoCaption()
    {
        addPage();
        const IndexedFile before = page();
        FigureCaptionRun run = this->run();
        run.process.program = "/bin/false";
        Parrot parrot(dogs);

        addCaption(*m_index, before, parrot, run);

        QVERIFY(parrot.asked.isEmpty());
        QCOMPARE(page().document, before.document);
    }

private:
    static FigureCaptionRun run()
    {
        FigureCaptionRun run;
        run.process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
        return run;
    }

    // A page with two figures, as a reader leaves it.
    void addPage()
    {
        QByteArray image;
        QBuffer buffer(&image);
        buffer.open(QIODevice::WriteOnly);
        QImage picture(100, 90, QImage::Format_RGB888);
        picture.fill(Qt::darkGreen);
        picture.save(&buffer, "PNG");
        const QByteArray figure
            = "<p><img src='data:image/png;base64," + image.toBase64() + "'></p>";
        write("page.html", "<html><body>" + figure + figure + "</body></html>");
        DocumentRecord document = record("page.html");
        document.passages = 2;
        m_index->addDocument(FileStamps().of(path("page.html")), document,
            {Passage{0, "Trips", "A day out [Image 1]", {1, 20}, {}},
                Passage{0, {}, "and [Image 1], [Image 2]", {21, 40},
                    {Rectangle{1, 2, 3, 4}, Rectangle{1, 2, 90, 80}}}});
    }

    IndexedFile page() const { return m_index->files(path("page.html")).first(); }

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
