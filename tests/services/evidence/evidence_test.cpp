#include "base/error.h"
#include "services/conversations/documents/passage_store.h"
#include "services/documents/answers/citations.h"
#include "services/documents/page_picture.h"
#include "services/evidence/check_evidence.h"
#include "services/evidence/evidence_pdf.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/documents.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QGuiApplication>
#include <QTemporaryDir>
#include <QTest>

using services::Evidence;
using services::EvidencePoint;
using Result = EvidencePoint::Result;

namespace {

services::EvidenceWork work()
{
    return {.reader = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader"};
}

// A PDF of one stream, as another program may have saved it.
QByteArray pdfWith(const QByteArray& stream)
{
    return "%PDF-1.7\n1 0 obj\n<</Length 1>>\nstream\nno record\nendstream\nendobj\n2 0 obj\n<<>>\n"
           "stream\r\n"
        + stream + "\nendstream\nendobj\n";
}

QByteArray compressed(const QByteArray& bytes)
{
    return qCompress(bytes).mid(4); // less the length that Qt puts before it
}

int countYellow(const QImage& image)
{
    int yellow = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            yellow += qBlue(image.pixel(x, y)) < 180 && qRed(image.pixel(x, y)) > 230;
    return yellow;
}

} // namespace

// A reply as a PDF, and what checking it again says.
class EvidenceTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        m_pdf = m_folder.filePath("chapters.pdf");
        QVERIFY(QFile::copy(m_documents.path("chapters.pdf"), m_pdf));
        services::ReaderProcess process;
        process.program = work().reader;
        m_document = services::readDocument(m_pdf, {}, process);
        for (const services::Passage& passage : services::splitDocument(m_document)) {
            services::DocumentHit hit;
            hit.file = m_pdf;
            hit.passage = passage;
            m_sources << services::makeSource(hit);
        }
        QVERIFY(m_sources.size() >= 2);
    }

    void statementsAreShownAsPeopleReadThem_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("shown");
        QTest::newRow("sentence") << "The rent is 5 [1]."
                                  << "The rent is 5.";
        QTest::newRow("row of a table") << "| item | value |\n|---|---|\n| Rent | $5.50 [1] |"
                                        << "Rent · $5.50";
        QTest::newRow("item of a list") << "- **Rent:** `5` * 3 euros [1, 1]"
                                        << "Rent: 5 * 3 euros";
        QTest::newRow("brackets that are no mark") << "It is [sic] 5 [1]"
                                                   << "It is [sic] 5";
        QTest::newRow("a bar within a sentence") << "P(A|B) is 5 [1]"
                                                 << "P(A|B) is 5";
        QTest::newRow("names with underscores") << "my_rent_a is 5 [1]"
                                                << "my_rent_a is 5";
    }
    void statementsAreShownAsPeopleReadThem()
    {
        QFETCH(QString, answer);
        const std::string text = answer.toStdString();
        const auto citations = services::findCitations(text);

        QVERIFY(!citations.empty());
        QTEST(services::shownStatement(text, citations.front()), "shown");
    }

    void theRecordHasEverything()
    {
        Evidence evidence = reply();
        evidence.modelName = "a model";
        evidence.modelPath = "/models/a.gguf";
        evidence.modelFiles = {{"/models/a.gguf", QString(64, 'a')}};
        evidence.device = "CPU, 2 threads";
        evidence.options = {"--exact"};
        evidence.settings = runtime::completed({.temperature = 0.7F, .seed = uint64_t(-1)});
        evidence.request = request();

        const Evidence read = services::parseRecord(services::toRecord(evidence));

        QCOMPARE(services::toRecord(read), services::toRecord(evidence));
        QCOMPARE(read.sources, m_sources);
        QCOMPARE(read.settings, evidence.settings);
        QCOMPARE(read.citations, evidence.citations);
        QCOMPARE(read.request->tools.size(), size_t(1));
        QCOMPARE(read.request->tools[0].parameters, std::string("{}"));
        QCOMPARE(read.request->begun, evidence.request->begun);
        QCOMPARE(tests::writtenText(*read.request), tests::writtenText(*evidence.request));
        QCOMPARE(read.request->messages[1].reasoning, std::string("hm"));
    }

    void whatIsMoreThanTextIsNotRecorded()
    {
        QVERIFY(services::canBeRecorded(request()));
        runtime::AnswerRequest seeing = request(), called = request(), bound = request();
        seeing.messages[0].parts.emplace_back(runtime::Pixels());
        called.messages[1].parts.emplace_back(runtime::ToolCall{"1", "look_up", "{}"});
        bound.settings.regex = "a+";

        QVERIFY(!services::canBeRecorded(seeing));
        QVERIFY(!services::canBeRecorded(called));
        QVERIFY(!services::canBeRecorded(bound));
    }

    void thePdfShowsThePassageAndCarriesTheRecord()
    {
        const QString path = m_folder.filePath("reply.pdf");
        const Evidence evidence = reply();
        tests::writeFile(path, services::drawEvidence(evidence, work()));

        QCOMPARE(services::toRecord(services::readEvidence(path)), services::toRecord(evidence));
        services::ReaderProcess process;
        process.program = work().reader;
        const std::string text = services::readDocument(path, {}, process).text;
        for (const char* part : {"What is as wide as usual?", "Paragraphs are", "[1] chapters.pdf",
                 evidence.files[0].hash.toUtf8().constData()})
            QVERIFY2(text.find(part) != std::string::npos, part);
        services::ReaderProcess drawer = services::pageDrawer();
        drawer.program = work().reader;
        const QImage page = services::readPagePicture(path, 1, 800, drawer).image;
        QVERIFY(countYellow(page) > 500);
    }

    void aRecordIsFoundHoweverItsStreamIsStored()
    {
        const QByteArray record = services::toRecord(reply());
        const QString path = m_folder.filePath("saved.pdf");
        for (const QByteArray& stream : {record, compressed(record)}) {
            tests::writeFile(path, pdfWith(stream));
            QCOMPARE(services::toRecord(services::readEvidence(path)), record);
        }
    }

    void whatIsNoRecordIsRejectedByOneSentence_data()
    {
        const QByteArray head(services::evidenceHead);
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("another PDF") << tests::readFile(m_pdf);
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("cut") << pdfWith(services::toRecord(reply()).chopped(40));
        QTest::newRow("head only") << pdfWith(head + "}");
        QTest::newRow("too deep") << pdfWith(head + ",\"answer\":\"\",\"question\":\"\",\"x\":"
            + QByteArray(1000, '[') + QByteArray(1000, ']') + "}");
        QTest::newRow("a bomb") << pdfWith(
            compressed(head + ",\"answer\":\"" + QByteArray(100 << 20, ' ') + "\"}"));
    }

    void whatIsNoRecordIsRejectedByOneSentence()
    {
        QFETCH(const QByteArray, bytes);
        const QString path = m_folder.filePath("hostile.pdf");
        tests::writeFile(path, bytes);
        try {
            services::readEvidence(path);
            QFAIL("it was read");
        } catch (const base::Error& error) {
            QCOMPARE(error.kind(), base::ErrorKind::BadFile);
            QVERIFY(QString(error.what()).endsWith('.'));
        }
        QVERIFY_EXCEPTION_THROWN(services::readEvidence(m_folder.path()), base::Error);
    }

    void whatIsUnchangedHolds()
    {
        const QList<EvidencePoint> points = check(reply());

        QCOMPARE(points.size(), 3);
        for (const EvidencePoint& point : points)
            QVERIFY2(point.result == Result::Holds, qPrintable(point.text));
        QVERIFY(points[1].text.contains("“chapters.pdf”, page"));
    }

    void aChangedFileAndAMissingPassageFail()
    {
        const QString path = m_folder.filePath("rules.md");
        tests::writeFile(path, "The lamp blinks twice.\n");
        services::Source source{.title = "rules.md", .address = path};
        source.passage = "The lamp blinks twice.";
        Evidence evidence = services::makeEvidence("When?", "The lamp blinks twice [1].", {source});
        services::completeEvidence(evidence, work());
        QCOMPARE(fails(check(evidence)), 0);

        tests::writeFile(path, "Another rule is here.\nThe lamp blinks   twice.\n");
        QCOMPARE(fails(check(evidence)), 1);
        tests::writeFile(path, "The lamp blinks three times.\n");
        QCOMPARE(fails(check(evidence)), 2);
        QFile::remove(path);
        QVERIFY(check(evidence)[0].text.contains("isn't there"));
    }

    void aMovedFileIsFoundBesideThePdf()
    {
        Evidence evidence = reply();
        const QString gone = "/nowhere/chapters.pdf";
        evidence.files[0].path = gone;
        for (services::Source& source : evidence.sources)
            source.address = gone;

        QCOMPARE(fails(check(evidence)), 0);
    }

    void aStatementWithAnotherNumberIsNotSupported()
    {
        Evidence evidence
            = services::makeEvidence("How many?", "There are 4711 paragraphs here [1].", m_sources);
        services::completeEvidence(evidence, work());

        const QList<EvidencePoint> points = check(evidence);

        QVERIFY(!evidence.citations[0].isSupported);
        QCOMPARE(points.last().result, Result::Fails);
        QVERIFY2(points.last().text.contains("4711"), qPrintable(points.last().text));
    }

    void onlyOrdinaryFilesAreRead()
    {
        Evidence evidence = reply();
        for (const char* path : {"/dev/zero", "/proc/self/mem", "chapters.pdf/..", ""}) {
            evidence.files[0].path = path;
            evidence.sources[0].address = path;
            for (const EvidencePoint& point : check(evidence).first(1))
                QVERIFY2(point.result == Result::Fails, path);
        }
    }

    void theSameModelWritesTheSameAnswer()
    {
        Evidence evidence = reply();
        tests::ScriptedEngine same(
            1000, [&](const std::string&) { return m_answer.toStdString(); });
        tests::ScriptedEngine other(1000, [](const std::string&) { return "Paragraphs are not."; });

        QCOMPARE(services::checkAnswer(evidence, same).result, Result::Unknown);
        evidence.request = request();
        evidence.settings.seed = 7;
        QCOMPARE(services::checkAnswer(evidence, same).result, Result::Holds);
        QCOMPARE(same.asked().back().settings.seed, std::optional<uint64_t>(7));
        const EvidencePoint point = services::checkAnswer(evidence, other);
        QCOMPARE(point.result, Result::Fails);
        QVERIFY2(point.text.contains("not."), qPrintable(point.text));
    }

    void anotherModelIsNotedAsSuch()
    {
        const QString model = m_folder.filePath("model.gguf");
        tests::writeFile(model, "weights");
        Evidence evidence = reply();
        evidence.modelName = "model";
        QCOMPARE(services::checkModel(evidence, model).result, Result::Unknown);
        for (const QString& file : services::modelFilesAt(model))
            evidence.modelFiles << services::HashedFile{file};
        services::completeEvidence(evidence, work());

        QCOMPARE(services::checkModel(evidence, model).result, Result::Holds);
        QCOMPARE(services::checkModel(evidence, "/nowhere.gguf").result, Result::Unknown);
        tests::writeFile(model, "others!");
        QCOMPARE(services::checkModel(evidence, model).result, Result::Fails);
    }

    void allPartsOfAModelAreHashed()
    {
        const QString first = m_folder.filePath("big-00001-of-00002.gguf");
        QCOMPARE(services::modelFilesAt(first),
            QStringList({first, m_folder.filePath("big-00002-of-00002.gguf")}));
        QVERIFY(QDir(m_folder.path()).mkdir("hf"));
        for (const char* name : {"hf/config.json", "hf/model.safetensors", "hf/readme.md"})
            tests::writeFile(m_folder.filePath(name), "x");
        QCOMPARE(services::modelFilesAt(m_folder.filePath("hf")),
            QStringList(
                {m_folder.filePath("hf/config.json"), m_folder.filePath("hf/model.safetensors")}));
    }

    void workThatIsStoppedThrows()
    {
        std::stop_source stop;
        stop.request_stop();
        services::EvidenceWork stopped = work();
        stopped.stop = stop.get_token();

        QVERIFY_EXCEPTION_THROWN(services::hashFile(m_pdf, stopped), base::Error);
        QVERIFY_EXCEPTION_THROWN(services::drawEvidence(reply(), stopped), base::Error);
        QVERIFY_EXCEPTION_THROWN(services::checkSources(
                                     reply(), {}, [](const EvidencePoint&) {}, stopped),
            base::Error);
    }

private:
    Evidence reply() const
    {
        Evidence evidence
            = services::makeEvidence("What is as wide as usual?", m_answer, m_sources);
        services::completeEvidence(evidence, work());
        return evidence;
    }

    runtime::AnswerRequest request() const
    {
        runtime::AnswerRequest request;
        request.begun = services::timePoint(1'700'000'000'123);
        request.messages.push_back({runtime::Role::User,
            {runtime::Passage{{"[1] chapters.pdf", "page 1"}, "Its words."}, "What is it?"}});
        request.messages.push_back({runtime::Role::Assistant, {"It is."}, "hm"});
        request.messages.push_back(runtime::textMessage(runtime::Role::User, "And then?"));
        request.tools.push_back({"look_up", "Looks up.", "{}"});
        return request;
    }

    QList<EvidencePoint> check(const Evidence& evidence) const
    {
        QList<EvidencePoint> points;
        services::checkSources(
            evidence, m_folder.path(), [&](const EvidencePoint& point) { points << point; },
            work());
        return points;
    }

    static qsizetype fails(const QList<EvidencePoint>& points)
    {
        return std::ranges::count(points, Result::Fails, &EvidencePoint::result);
    }

    tests::MadeUpDocuments m_documents;
    QTemporaryDir m_folder;
    QString m_pdf;
    services::Document m_document;
    QList<services::Source> m_sources;
    const QString m_answer = "Paragraphs are as wide as they usually are [1].";
};

TESTS(EvidenceTest, QGuiApplication);

#include "evidence_test.moc"
