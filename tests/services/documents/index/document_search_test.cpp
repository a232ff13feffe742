#include "services/documents/index/document_search.h"
#include "services/documents/index/search_terms.h"
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

    void aQuestionWithoutWordsFindsNothing()
    {
        add({"The fox is red."});

        QVERIFY(DocumentSearch(*m_index).find("?!", 5).empty());
        QVERIFY(DocumentSearch(*m_index).find("", 5).empty());
        QVERIFY(DocumentSearch(*m_index).find("wolf", 5).empty());
        QVERIFY(!isAnswered({}));
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
