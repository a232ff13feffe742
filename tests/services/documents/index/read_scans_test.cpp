#include "base/error.h"
#include "runtime/answers/local_engine.h"
#include "services/documents/answers/scan_model.h"
#include "services/documents/index/document_search.h"
#include "services/documents/index/read_scans.h"
#include "services/documents/page_picture.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/services/documents/index/saying_reader.h"
#include "tests/support/document_stores.h"
#include "tests/support/fixtures.h"
#include "tests/support/scans.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QGuiApplication>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <memory>

using namespace services;

namespace {

using tests::SayingReader;
using tests::writeScans;

ReaderProcess scanProcess(const QString& scanReader = {})
{
    ReaderProcess process;
    process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
    process.scanReader = scanReader;
    return process;
}

QString withoutSpaces(QString text)
{
    return text.remove(QRegularExpression("[\\s#\\x00-\\x1F\\x7F]+"));
}

} // namespace

// What a model reads on scanned pages takes the place of Tesseract's text.
class ReadScansTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { tests::addStoreKinds(); }

    void init()
    {
        REQUIRE_STORE(m_place);
        m_index = m_place->open();
        m_own = std::make_unique<OwnDocuments>(m_folder.filePath("own.sqlite"), "store");
    }

    void cleanup()
    {
        m_own.reset();
        m_index.reset();
        m_place.reset();
    }

    void theTextOfThePassagesIsWhatTheModelWrote()
    {
        writeScans(path("scan.pdf"), {"Books are returned before seven", "Nobody eats here"});
        index("scan.pdf", "seer");
        QVERIFY(hasUnreadScans(file().document, "seer"));
        QVERIFY(!found("Are books returned before seven?").empty()); // meanwhile
        SayingReader reader("seer", {"# Otters\n\nOtters swim\nin rivers.", "Foxes dig."});

        const FileOutcome outcome = readScans(*m_index, file(), reader, run());

        QCOMPARE(outcome.error, QString());
        QCOMPARE(reader.asked, 2);
        QVERIFY(!hasUnreadScans(file().document, "seer"));
        QVERIFY(hasUnreadScans(file().document, "other"));
        const auto passages = this->passages();
        QCOMPARE(passages.size(), size_t(2));
        QCOMPARE(passages[0].text, std::string("Otters\n\nOtters swim\nin rivers."));
        QCOMPARE(passages[0].page, 1);
        QCOMPARE(passages[1].text, std::string("Foxes dig."));
        QCOMPARE(passages[1].page, 2);
        for (const Passage& passage : passages) {
            QVERIFY(isReadByModel(passage));
            QCOMPARE(passage.rectangles.size(), size_t(1));
            QCOMPARE(passage.rectangles[0].x, 0.F);
            QVERIFY(passage.rectangles[0].width > 300 && passage.rectangles[0].height > 400);
        }
        QVERIFY(!found("Where do otters swim?").empty());
        QVERIFY(found("Are books returned before seven?").empty());
    }

    void pagesWithTextStay()
    {
        writeScans(path("mixed.pdf"), {"Books are returned"}, "The garden opens at noon");
        index("mixed.pdf", "seer");
        SayingReader reader("seer", {"Otters swim."});

        readScans(*m_index, file(), reader, run());

        QCOMPARE(reader.asked, 1);
        QVERIFY(!found("When does the garden open?").empty());
        QVERIFY(!found("Where do otters swim?").empty());
    }

    void aPageThatFailsStaysAsTesseractReadIt()
    {
        writeScans(path("scan.pdf"), {"Books are returned", "Nobody eats here"});
        index("scan.pdf", "seer");
        SayingReader reader("seer", {"Otters swim."});
        reader.then = [] { throw base::Error(base::ErrorKind::BadFile, "It is blind."); };

        QVERIFY_THROWS_EXCEPTION(base::Error, readScans(*m_index, file(), reader, run()));

        QVERIFY(!found("Where do otters swim?").empty());
        QVERIFY(!found("Does nobody eat here?").empty());
        QCOMPARE(file().document.scans.reader, QString(tesseractReader));
        QVERIFY(hasUnreadScans(file().document, "seer")); // it may be tried again
    }

    void afterAStopItGoesOnBehindTheLastPage()
    {
        writeScans(path("scan.pdf"), {"Books are returned", "Nobody eats here", "The end"});
        index("scan.pdf", "seer");
        SayingReader reader("seer", {"Otters swim.", "Foxes dig."});
        ScanRun run = this->run();
        run.isStopped = [&reader] { return reader.asked == 1; };

        try {
            readScans(*m_index, file(), reader, run);
            QFAIL("it was not stopped");
        } catch (const base::Error& error) {
            QCOMPARE(error.kind(), base::ErrorKind::Cancelled);
        }
        QVERIFY(!found("Where do otters swim?").empty());
        QVERIFY(!found("Does nobody eat here?").empty());
        QVERIFY(hasUnreadScans(file().document, "seer"));

        SayingReader other("seer", {"Foxes dig.", "Wolves howl."});
        readScans(*m_index, file(), other, this->run());

        QCOMPARE(other.asked, 2);
        QCOMPARE(passages().size(), size_t(3));
        QVERIFY(!found("Where do otters swim?").empty());
        QVERIFY(!hasUnreadScans(file().document, "seer"));
    }

    void withoutTesseractTheModelReadsAlone()
    {
        writeScans(path("scan.pdf"), {"Books are returned"});
        ReaderProcess process = scanProcess("seer");
        process.languages = {};
        index("scan.pdf", process);
        QVERIFY2(
            file().document.error.contains("tesseract-ocr"), qPrintable(file().document.error));
        SayingReader reader("seer", {"Otters swim."});

        const FileOutcome outcome = readScans(*m_index, file(), reader, run());

        QCOMPARE(outcome.error, QString());
        QCOMPARE(file().document.error, QString());
        QVERIFY(!found("Where do otters swim?").empty());
        index("scan.pdf", process); // which finds nothing new
        QCOMPARE(passages().size(), size_t(1));
    }

    void anImageOfAPageIsReadToo()
    {
        QVERIFY(tests::scanOf("Books are returned before seven").save(path("page.png")));
        index("page.png", "seer");
        QVERIFY(hasUnreadScans(file().document, "seer"));
        SayingReader reader("seer", {"Otters swim."});

        readScans(*m_index, file(), reader, run());

        QCOMPARE(passages().size(), size_t(1));
        QVERIFY(lacksCaption(*m_index, file())); // its text is no caption
    }

    void aDocumentWithoutScansIsLeftAlone()
    {
        writeScans(path("text.pdf"), {}, "The garden opens at noon");
        index("text.pdf", "seer");

        QCOMPARE(file().document.scans, ScanReading());
        QVERIFY(!hasUnreadScans(file().document, "seer"));
    }

    void aDocumentIsReadWholeByAModel()
    {
        writeScans(path("scan.pdf"), {"Books are returned", "Nobody eats here"});
        SayingReader reader("seer", {"Otters swim."});
        reader.then = [] { throw base::Error(base::ErrorKind::BadFile, "It is blind."); };
        QStringList messages;

        const Document document = readDocumentWithScans(
            path("scan.pdf"), reader, [&messages](const QString& message) { messages << message; },
            scanProcess());

        QCOMPARE(document.pages.size(), size_t(2));
        QVERIFY(document.text.starts_with("Otters swim."));
        QVERIFY(document.text.find("Nobody eats here") != std::string::npos);
        QCOMPARE(messages.size(), 1);
        QVERIFY(messages[0].contains("It is blind.") && messages[0].contains("scan.pdf"));
    }

    void aModelMadeForOcrReads_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* name : {"glm_ocr", "lighton_ocr"})
            QTest::newRow(name) << QString(name);
    }
    void aModelMadeForOcrReads()
    {
        QFETCH(QString, model);
        REQUIRE_FIXTURES(root);
        const auto folder = root / "models" / model.toStdString();
        if (!std::filesystem::is_directory(folder))
            QSKIP("the reference outputs lack this model");
        writeScans(path("scan.pdf"), {"Books are returned"});
        index("scan.pdf", model);
        runtime::LocalEngineOptions options;
        options.load.path = folder;
        const auto engine = std::make_shared<runtime::LocalEngine>(std::move(options));
        engine->load();
        ModelScanReader reader(engine, model);
        const std::string text = reader.read(
            makePicture(readPagePicture(path("scan.pdf"), 1, widthOfScan(), drawer()).image, {}));
        QVERIFY(!text.empty());

        readScans(*m_index, file(), reader, run());

        QString read;
        for (const Passage& passage : passages())
            read += QString::fromStdString(passage.text);
        QCOMPARE(withoutSpaces(read), withoutSpaces(QString::fromStdString(text)));
    }

    void modelsMadeForOcrAreAskedAsTheirAuthorsDo_data()
    {
        QTest::addColumn<QString>("family");
        QTest::addColumn<QString>("prompt");
        QTest::newRow("LightOnOCR: the image alone") << "lighton_ocr"
                                                     << "";
        QTest::newRow("GLM-OCR") << "glm_ocr"
                                 << "Text Recognition:";
        QTest::newRow("PaddleOCR-VL") << "paddleocr_vl"
                                      << "OCR:";
        QTest::newRow("others") << "llava"
                                << "Write down all text";
    }
    void modelsMadeForOcrAreAskedAsTheirAuthorsDo()
    {
        QFETCH(QString, family);
        QFETCH(QString, prompt);
        const auto engine = std::make_shared<tests::ScriptedEngine>(
            2048, [](const std::string&) { return "Otters swim."; });
        engine->see(family.toStdString());
        ModelScanReader reader(engine, "seer");
        QImage page(8, 8, QImage::Format_RGB888);
        page.fill(Qt::white);

        QCOMPARE(reader.read(makePicture(page, "page.png")), std::string("Otters swim."));

        QCOMPARE(engine->asked().size(), size_t(1));
        const runtime::AnswerRequest& request = engine->asked().front();
        QVERIFY(std::holds_alternative<runtime::Pixels>(request.messages.front().parts.front()));
        const QString asked = QString::fromStdString(tests::writtenText(request));
        QVERIFY2(prompt.isEmpty() ? asked.isEmpty() : asked.startsWith(prompt), qPrintable(asked));
        QCOMPARE(request.settings.temperature, std::optional<float>(0));
    }

    void aModelThatCannotSeeIsASentence()
    {
        const auto engine = std::make_shared<tests::ScriptedEngine>(
            2048, [](const std::string&) { return "Otters swim."; });
        ModelScanReader reader(engine, "blind.gguf");
        QImage page(8, 8, QImage::Format_RGB888);
        page.fill(Qt::white);

        try {
            reader.read(makePicture(page, "page.png"));
            QFAIL("it was read");
        } catch (const base::Error& error) {
            QVERIFY(QString(error.what()).contains("blind.gguf"));
        }
    }

private:
    static ScanRun run() { return {{}, scanProcess(), {}, {}}; }

    static ReaderProcess drawer()
    {
        ReaderProcess process = pageDrawer();
        process.program = scanProcess().program;
        return process;
    }

    // Reading draws the longer side with 1600 pixels.
    int widthOfScan()
    {
        const Document document = readDocument(path("scan.pdf"), {}, scanProcess("seer"));
        const Page& page = document.pages.front();
        return int(1600 * double(page.width) / double(page.height));
    }

    void index(const QString& name, const QString& scanReader)
    {
        index(name, scanProcess(scanReader));
    }

    void index(const QString& name, const ReaderProcess& process)
    {
        indexDocuments(
            *m_index, *m_own, {path(name)}, {}, [](const FileOutcome&) {}, process);
    }

    IndexedFile file() const { return m_index->files().first(); }

    std::vector<Passage> passages() const
    {
        std::vector<Passage> passages;
        for (const DocumentHit& hit :
            m_index->passages(m_index->passagesIn(file().document.content)))
            passages.push_back(hit.passage);
        return passages;
    }

    std::vector<DocumentHit> found(const QString& question) const
    {
        auto hits = DocumentSearch(*m_index).find(question, 5);
        std::erase_if(hits,
            [](const DocumentHit& hit) { return hit.score < DocumentSearch::defaultThreshold; });
        return hits;
    }

    QString path(const QString& name) const
    {
        return QFileInfo(m_folder.path()).canonicalFilePath() + u'/' + name;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<tests::StorePlace> m_place;
    std::unique_ptr<DocumentIndex> m_index;
    std::unique_ptr<OwnDocuments> m_own;
};

TESTS(ReadScansTest, QGuiApplication);
#include "read_scans_test.moc"
