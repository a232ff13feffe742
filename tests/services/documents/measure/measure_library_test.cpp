#include "base/error.h"
#include "services/documents/measure/measure_library.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;

namespace {

Passage passage(const std::string& text, int page = 1)
{
    Passage passage;
    passage.text = text;
    passage.page = page;
    passage.bytes = {0, text.size()};
    return passage;
}

void add(DocumentIndex& index, const QString& path, const std::vector<Passage>& passages,
    int pages = 1, const QString& error = {})
{
    DocumentRecord record;
    record.content = path.toUtf8();
    record.title = path;
    record.pages = pages;
    record.passages = int(passages.size());
    record.error = error;
    index.addDocument({.path = path, .volume = {}}, record, passages);
}

std::string paragraph(const std::string& about)
{
    return "The " + about
        + " of this pump must be checked before the machine is switched on, and "
          "again when it has cooled down. Nobody else says more about the "
        + about + " here.";
}

Weakness weaknessOf(const LibraryMeasure& measure, const QString& file)
{
    for (const MeasuredFile& each : measure.weak)
        if (each.file == file)
            return each.weakness;
    return Weakness::None;
}

} // namespace

// A library that is asked about itself.
class MeasureLibraryTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_index = openDocumentIndex(":memory:");
        add(*m_index, "/good.pdf",
            {paragraphs("bearing"), paragraphs("gasket"), paragraphs("impeller"),
                paragraphs("coupling")});
    }

    void rareWordsFindTheirPassages()
    {
        const LibraryMeasure measure = measureLibrary(*m_index, nullptr, nullptr);

        QCOMPARE(measure.questions.size(), 4);
        QVERIFY(!measure.isByModel);
        QCOMPARE(measure.foundWithin(20), 1.0);
        QVERIFY(measure.weak.isEmpty());
        for (const MeasuredQuestion& question : measure.questions)
            QVERIFY(question.text.split(' ').size() <= 4);
    }

    void theSeedChoosesThePassages()
    {
        const auto texts = [this](uint64_t seed) {
            QStringList texts;
            for (const MeasuredQuestion& each :
                measureLibrary(*m_index, nullptr, nullptr, {.questions = 2, .seed = seed})
                    .questions)
                texts << QString::fromStdString(each.passage.text);
            return texts;
        };

        QCOMPARE(texts(3), texts(3));
        QCOMPARE(texts(3).size(), 2);
        QSet<QStringList> all;
        for (uint64_t seed = 1; seed < 20; ++seed)
            all << texts(seed);
        QVERIFY(all.size() > 3);
    }

    void aModelWritesTheQuestions()
    {
        tests::ScriptedEngine engine(2000, [](const std::string& text) {
            return text.find("bearing") != std::string::npos
                ? "\n\"When is the bearing checked?\"\nIt is."
                : "Which zebra sleeps in Zanzibar?";
        });

        const LibraryMeasure measure = measureLibrary(*m_index, nullptr, &engine);

        QVERIFY(measure.isByModel);
        QCOMPARE(engine.asked().size(), size_t(4));
        QCOMPARE(measure.foundWithin(1), 0.25);
        QCOMPARE(measure.foundWithin(20), 0.25);
        QCOMPARE(measure.refusedAt(0.5), 0.75);
        QCOMPARE(weaknessOf(measure, "/good.pdf"), Weakness::NotFound);
        for (const MeasuredQuestion& each : measure.questions)
            if (each.rank == 1)
                QCOMPARE(each.text, QString("When is the bearing checked?"));
    }

    void weakFilesAreNamedWithTheirReason()
    {
        std::string table, garbled;
        for (int row = 0; row < 20; ++row)
            table += std::to_string(row) + " | value\n";
        for (int word = 0; word < 20; ++word)
            garbled += "lett3rs wiTHin ";
        add(*m_index, "/table.xlsx", {passage(table)});
        add(*m_index, "/scan.pdf", {passage(garbled)});
        add(*m_index, "/photo.png", {passage(paragraph("photograph"))});
        add(*m_index, "/empty.pdf", {passage("A cover.")}, 30);
        add(*m_index, "/broken.pdf", {}, 0, "It is encrypted.");
        tests::ScriptedEngine engine(
            2000, [](const std::string&) { return "Which zebra sleeps in Zanzibar?"; });

        const LibraryMeasure measure = measureLibrary(*m_index, nullptr, &engine);

        QCOMPARE(weaknessOf(measure, "/table.xlsx"), Weakness::Table);
        QCOMPARE(weaknessOf(measure, "/scan.pdf"), Weakness::Scan);
        QCOMPARE(weaknessOf(measure, "/photo.png"), Weakness::Scan);
        QCOMPARE(weaknessOf(measure, "/empty.pdf"), Weakness::LittleText);
        QCOMPARE(weaknessOf(measure, "/broken.pdf"), Weakness::Unread);
        QCOMPARE(measure.weak.size(), 6);
    }

    void theSuggestedThresholdRefusesOneInTen()
    {
        LibraryMeasure measure;
        for (int each = 1; each <= 20; ++each)
            measure.questions << MeasuredQuestion{
                .text = {}, .file = {}, .passage = {}, .rank = 1, .score = each / 20.0};

        QCOMPARE(measure.suggestedThreshold(), 0.15);
        QVERIFY(measure.refusedAt(0.15) <= 0.1 && measure.refusedAt(0.16) > 0.1);
    }

    void anEmptyLibraryAndAStopAreSaid()
    {
        const auto empty = openDocumentIndex(":memory:");
        QVERIFY_EXCEPTION_THROWN(measureLibrary(*empty, nullptr, nullptr), base::Error);
        std::stop_source stop;
        size_t done = 0;
        const auto measure = [&] {
            measureLibrary(*m_index, nullptr, nullptr,
                {.progress =
                        [&](size_t searched, size_t) {
                            done = searched;
                            stop.request_stop();
                        },
                    .stop = stop.get_token()});
        };
        QVERIFY_EXCEPTION_THROWN(measure(), base::Error);
        QCOMPARE(done, size_t(1));
    }

private:
    static Passage paragraphs(const std::string& about) { return passage(paragraph(about)); }

    std::unique_ptr<DocumentIndex> m_index;
};

TESTS(MeasureLibraryTest);
#include "measure_library_test.moc"
