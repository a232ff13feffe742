#include "base/error.h"
#include "services/documents/index/document_search.h"
#include "services/documents/index/passage_encoder.h"
#include "services/documents/index/passage_reranker.h"
#include "services/documents/index/search_terms.h"
#include "tests/engine/encoders/synthetic_encoder.h"
#include "tests/support/document_stores.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTest>

using namespace services;

// Tests which passages answer a question.
class DocumentSearchTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase_data() { tests::addStoreKinds(); }

    void init()
    {
        REQUIRE_STORE(m_place);
        m_index = m_place->open();
    }

    void cleanup()
    {
        m_index.reset();
        m_place.reset();
    }

    void thePassageWithTheRarestWordsIsFirst()
    {
        add({"The engine is started with the key.", "The key of the door hangs by the door.",
            "The engine needs oil every month, and the key is not needed for it.",
            "Nothing else is said about the garden."});

        const auto hits = DocumentSearch(*m_index).find("How often does the engine need oil?", 3);

        QCOMPARE(hits.size(), size_t(2));
        QVERIFY(hits[0].passage.text.starts_with("The engine needs oil"));
        for (size_t hit = 1; hit < hits.size(); ++hit)
            QVERIFY(hits[hit - 1].score >= hits[hit].score);
        QVERIFY(hits[0].score <= 1 && hits[1].score >= 0);
    }

    void chineseIsFoundByPairsOfCharacters()
    {
        add({"打印机的墨盒在左边。", "扫描仪在右边,用来扫描文件。"});

        const auto hits = DocumentSearch(*m_index).find("怎么更换墨盒?", 5);

        QVERIFY(!hits.empty());
        QVERIFY(hits[0].passage.text.starts_with("打印机"));
    }

    void germanIsFoundInOtherForms_data()
    {
        QTest::addColumn<QString>("question");
        QTest::newRow("with function words") << "Was steht in den Verträgen?";
        QTest::newRow("without") << "Vertragsbedingung Kündigungen";
    }
    void germanIsFoundInOtherForms()
    {
        QFETCH(QString, question);
        add({"Die Heizung wird im Mai gewartet.",
            "Der Vertrag ist mit der Kündigung vom Mai beendet, die Vertragsbedingungen "
            "nicht."});

        const auto hits = DocumentSearch(*m_index).find(question, 5);

        QCOMPARE(hits.size(), size_t(1));
        QVERIFY(hits[0].passage.text.starts_with("Der Vertrag"));
    }

    void usualWordsChooseAmongPassagesThatHaveARareOne()
    {
        std::vector<std::string> texts(20'500, "engine"); // more than are looked at
        texts[20'000] = "engine valve";
        texts[20'001] = "other valve";
        add(texts);

        const auto hits = DocumentSearch(*m_index).find("engine valve", 5);

        QVERIFY(hits.size() >= 2);
        QCOMPARE(hits[0].passage.text, std::string("engine valve"));
    }

    void contentsPagesComeLater()
    {
        add({"Safety 3\nCleaning the filter 12\nReplacing the filter 14\nCleaning the tank 21",
            "Cleaning: rinse the filter under the tap."});

        const auto hits = DocumentSearch(*m_index).find("cleaning the filter", 2);

        QCOMPARE(hits.size(), size_t(2));
        QVERIFY(hits[0].passage.text.starts_with("Cleaning:"));
        QVERIFY(hits[1].score > 0);
    }

    void pagesThatListPagesAreKnown_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("lists");
        QTest::newRow("contents") << QByteArray(
            "1 Start ...... 1\n1.1 Parts . . . 4\n2 Use 7\n3 Care 19\n4 Parts 30")
                                  << true;
        QTest::newRow("index") << QByteArray(
            "A\nalarm, 12, 40\nbattery, 7\ncable 31\nC\ncover, 3, 5")
                               << true;
        QTest::newRow("index in two columns")
            << QByteArray("alarm 12\nlamp 4\nbattery 7\nmotor 30\ncable 31\nnut 9\ndoor 2\nscrew 6")
            << true;
        QTest::newRow("table") << QByteArray(
            "Tea | 3 | 40\nCoffee | 2 | 20\nMilk | 9 | 10\nJam | 1 | 5")
                               << false;
        QTest::newRow("text") << QByteArray(
            "The lamp blinks 5 times.\nWait until it is green.\nPress 3.\nThen go on.")
                              << false;
        QTest::newRow("list of prices")
            << QByteArray("Tea 3.50 €\nCoffee 2.90 €\nMilk 1.20 €\nJam 4.10 €") << false;
        QTest::newRow("nothing") << QByteArray() << false;
    }
    void pagesThatListPagesAreKnown()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, lists);

        QCOMPARE(listsPages(text.toStdString()), lists);
    }

    void aQuestionForANumberPrefersOne()
    {
        add({"The deposit, the deposit of the flat: about the deposit.",
            "The deposit of the flat is 900 pounds."});

        const auto hits = DocumentSearch(*m_index).find("How much is the deposit of the flat?", 2);

        QCOMPARE(hits.size(), size_t(2));
        QVERIFY(hits[0].passage.text.ends_with("900 pounds."));
    }

    void germanPluralsInNAreFound_data()
    {
        QTest::addColumn<QString>("question");
        QTest::addColumn<QString>("text");
        QTest::newRow("asked in the plural") << "Wer liefert die Schneeschaufeln?"
                                             << "Schneeschaufel aus Aluminium";
        QTest::newRow("asked in the singular") << "Wo steht die Regel?"
                                               << "Hier sind die Regeln des Hauses und der Gärten.";
    }
    void germanPluralsInNAreFound()
    {
        QFETCH(QString, question);
        QFETCH(QString, text);
        add({text.toStdString(), "Das ist etwas anderes."});

        const auto hits = DocumentSearch(*m_index).find(question, 1);

        QCOMPARE(hits.size(), size_t(1));
        QCOMPARE(hits[0].passage.text, text.toStdString());
    }

    void oneDocumentLeavesPlacesToOthersIfMeaningsAreCompared()
    {
        const tests::SyntheticEncoder model(nlohmann::json{{"model_type", "bert"}});
        PassageEncoder encoder(QString::fromStdString(model.folder().string()));
        const std::string text = "fox a b";
        add(std::vector<std::string>(30, text));
        m_index->addDocument({"/other", 1, 1, "/"}, {"other", 1, "", "", 0, 1, {}},
            {{0, "", text, {0, text.size()}, {}}});
        embedPassages(*m_index, encoder, [](int64_t, int64_t) {});
        const auto rankOfOther = [](const std::vector<DocumentHit>& hits) {
            return std::ranges::find(hits, "/other", &DocumentHit::file) - hits.begin();
        };

        const auto hits = DocumentSearch(*m_index, &encoder).find("fox", 20);

        QCOMPARE(hits.size(), size_t(20));
        QCOMPARE(rankOfOther(hits), 1);
        QVERIFY(std::ranges::is_sorted(hits, std::ranges::greater(), &DocumentHit::score));
        QCOMPARE(
            rankOfOther(DocumentSearch(*m_index).find("fox", 20)), 20); // by words: not among 20
    }

    void aRerankerChangesTheOrder()
    {
        const tests::SyntheticEncoder model(
            {{"model_type", "bert"}, {"architectures", {"BertForSequenceClassification"}},
                {"id2label", {{"0", "LABEL_0"}}}},
            1);
        const QString path = QString::fromStdString(model.folder().string());
        std::vector<std::string> texts;
        for (char letter = 'a'; letter <= 'h'; ++letter)
            texts.push_back(std::string("fox ") + letter + ' ' + letter + " z");
        add(texts);
        PassageReranker reranker(path);

        const auto before = DocumentSearch(*m_index).find("fox", 8);
        const auto ordered = DocumentSearch(*m_index, nullptr, &reranker).find("fox", 8);

        QCOMPARE(before.size(), size_t(8));
        const auto logits = reranker.score("fox", textsOf(ordered));
        QVERIFY(
            std::ranges::is_sorted(logits, std::ranges::greater())); // words say the same of all
        QVERIFY(logits.front() > logits.back());
        for (size_t hit = 0; hit < 8; ++hit) // an unknown reranker refuses nothing
            QCOMPARE(ordered[hit].score, before[hit].score);
        QVERIFY(reranker.hits() == 20 || reranker.hits() == 30);
    }

    void aRerankerCanBeInterrupted()
    {
        const tests::SyntheticEncoder model(
            {{"model_type", "bert"}, {"architectures", {"BertForSequenceClassification"}},
                {"id2label", {{"0", "LABEL_0"}}}},
            1);
        PassageReranker reranker(QString::fromStdString(model.folder().string()));
        add({"fox a", "fox b"});
        DocumentSearch search(*m_index, nullptr, &reranker);

        QVERIFY_THROWS_EXCEPTION(base::Error, search.find("fox", 2, [] { return true; }));
    }

    void anotherModelIsNoReranker()
    {
        const tests::SyntheticEncoder model(nlohmann::json{{"model_type", "bert"}});

        QVERIFY_THROWS_EXCEPTION(
            base::Error, PassageReranker(QString::fromStdString(model.folder().string())));
    }

    void aQuestionWithoutWordsFindsNothing()
    {
        add({"The fox is red."});

        QVERIFY(DocumentSearch(*m_index).find("?!", 5).empty());
        QVERIFY(DocumentSearch(*m_index).find("", 5).empty());
        QVERIFY(DocumentSearch(*m_index).find("wolf", 5).empty());
        QVERIFY(!isAnswered({}, 0));
    }

    void theBestHitMustReachTheThreshold()
    {
        const std::vector<DocumentHit> hits{{"", "", {}, 0.6}, {"", "", {}, 0.2}};

        QVERIFY(isAnswered(hits, 0));
        QVERIFY(isAnswered(hits, 0.6));
        QVERIFY(!isAnswered(hits, 0.61));
    }

    void whatIsLeftOutTakesNoPlaces()
    {
        std::vector<std::string> texts(60, "The fox is red.");
        texts.push_back("The fox sleeps in the den all day.");
        add(texts);

        const auto hits = DocumentSearch(*m_index).find("red fox", 5, {},
            [](const DocumentHit& hit) { return hit.passage.text == "The fox is red."; });

        QCOMPARE(hits.size(), size_t(1));
        QCOMPARE(hits[0].passage.text, texts.back());
    }

    void relevanceIsAShareOfWhatCouldBeReached()
    {
        const TermRelevance relevance({{{"fox"}}, {{"wolf"}}}, {100, {1, 1}});

        const double none = relevance.of({1, "", "cat cat"});
        const double one = relevance.of({1, "", "fox cat"});
        const double both = relevance.of({1, "", "fox wolf"});
        const double headed = relevance.of({1, "fox", "fox wolf"});

        QCOMPARE(none, 0.0);
        QVERIFY(none < one && one < both && both < headed && headed < 1);
    }

    void anyFormOfAWordCounts()
    {
        const TermRelevance relevance({{{"fox", "foxe"}}, {{"wolf"}}}, {100, {1, 0, 1}});

        QCOMPARE(relevance.of({1, "", "foxe"}), relevance.of({1, "", "fox"}));
        QVERIFY(relevance.of({1, "", "foxe"}) > 0);
    }

    void aRareTermWeighsMore()
    {
        const TermRelevance relevance({{{"rare"}}, {{"usual"}}}, {1000, {1, 900}});

        QVERIFY(relevance.of({1, "", "rare"}) > 10 * relevance.of({1, "", "usual"}));
    }

private:
    static std::vector<PassageText> textsOf(const std::vector<DocumentHit>& hits)
    {
        std::vector<PassageText> texts;
        for (const DocumentHit& hit : hits)
            texts.push_back({0, hit.passage.heading, hit.passage.text});
        return texts;
    }

    void add(const std::vector<std::string>& texts)
    {
        std::vector<Passage> passages;
        for (const std::string& text : texts)
            passages.push_back({0, "", text, {0, text.size()}, {}});
        m_index->addDocument(
            {"/file", 1, 1, "/"}, {"content", 1, "", "", 0, int(texts.size()), {}}, passages);
    }

    std::unique_ptr<tests::StorePlace> m_place;
    std::unique_ptr<DocumentIndex> m_index;
};

TESTS(DocumentSearchTest, QCoreApplication);
#include "document_search_test.moc"
