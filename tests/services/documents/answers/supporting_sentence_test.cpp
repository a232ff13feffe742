#include "services/documents/answers/citations.h"
#include "services/documents/answers/supporting_sentence.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <map>

using namespace services;

namespace {

const std::string lamp
    = "The lamp blinks red when the tank is empty. Fill it with 1.5 litres of water up to the "
      "mark. "
      "The filter is washed once a month. Its warranty ends 24 months after the day of purchase.";

std::string_view cut(std::string_view text, const std::optional<ByteRange>& bytes)
{
    return bytes ? text.substr(bytes->from, bytes->size()) : std::string_view();
}

// Knows the score of some passages; those of others are 0.
class KnownScores : public StatementChecker {
public:
    explicit KnownScores(std::map<std::string, double> scores)
        : m_scores(std::move(scores))
    {
    }

    Result check(const std::string& passage, const std::string&) override
    {
        ++calls;
        const auto known = m_scores.find(passage);
        const double score = known == m_scores.end() ? 0 : known->second;
        return {score > 0.5 ? Verdict::Supported : Verdict::NotStated, score};
    }

    int calls = 0;

private:
    std::map<std::string, double> m_scores;
};

} // namespace

// The sentence of a passage that is marked for a statement that cites it.
class SupportingSentenceTest : public QObject {
    Q_OBJECT

private slots:
    void theBestSentenceIsFound_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QString>("sentence"); // empty: none
        QTest::newRow("words") << "A red blinking lamp means an empty tank."
                               << "The lamp blinks red when the tank is empty.";
        QTest::newRow("a fact in other notation")
            << "It takes 1,500 ml."
            << "Fill it with 1.5 litres of water up to the mark.";
        QTest::newRow("a derived fact") << "You are covered for two years."
                                        << "Its warranty ends 24 months after the day of purchase.";
        QTest::newRow("of two sentences") << "The lamp blinks when the filter is to be washed."
                                          << "";
        QTest::newRow("another subject") << "The pump is loud."
                                         << "";
        QTest::newRow("function words") << "It is the one with the."
                                        << "";
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void theBestSentenceIsFound()
    {
        QFETCH(QString, statement);
        QFETCH(QString, sentence);

        const auto found = findSupportingSentence(statement.toStdString(), lamp);

        QCOMPARE(QString::fromStdString(std::string(cut(lamp, found))), sentence);
    }

    void otherScriptsAreFound()
    {
        const std::string passage = "水箱空了时，指示灯闪红光。滤网每月清洗一次。保修期为两年。";

        const auto found = findSupportingSentence("滤网应每月清洗。", passage);

        QCOMPARE(cut(passage, found), std::string_view("滤网每月清洗一次。"));
    }

    void aSingleSentenceIsNotMarked()
    {
        QVERIFY(!findSupportingSentence("The lamp blinks.", "The lamp blinks red."));
        QVERIFY(!findSupportingSentence("The lamp blinks.", ""));
        std::string many;
        for (int sentence = 0; sentence < 5000; ++sentence)
            many += "The lamp blinks. ";
        QVERIFY(!findSupportingSentence("The lamp blinks.", many));
    }

    void aCheckerDecidesIfItIsSure()
    {
        const std::string statement = "A red blinking lamp means an empty tank.";
        const std::string water = "Fill it with 1.5 litres of water up to the mark.";
        const std::string blinks = "The lamp blinks red when the tank is empty.";
        KnownScores sure({{water, 0.9}, {blinks, 0.3}}), torn({{water, 0.9}, {blinks, 0.8}}),
            none({});

        QCOMPARE(
            cut(lamp, findSupportingSentence(statement, lamp, &sure)), std::string_view(water));
        QCOMPARE(
            cut(lamp, findSupportingSentence(statement, lamp, &torn)), std::string_view(blinks));
        QCOMPARE(
            cut(lamp, findSupportingSentence(statement, lamp, &none)), std::string_view(blinks));
        QCOMPARE(sure.calls, 4);
        std::string many;
        for (int sentence = 0; sentence < 100; ++sentence)
            many += "Number " + std::to_string(sentence) + " is a sentence. ";
        findSupportingSentence("Number 7 is a sentence.", many, &none);
        QVERIFY(none.calls < 20);
    }

    void severalStatementsHaveOneEach()
    {
        const std::string answer = "The lamp blinks red if the tank is empty [1]. The filter is "
                                   "washed each month [1]. A month is the time for the filter [2]. "
                                   "Empty tanks make the lamp blink [1, 2].";

        const auto sentences = findSupportingSentences(statementsCiting(answer, 1), lamp);

        QCOMPARE(sentences.size(), size_t(2));
        QCOMPARE(cut(lamp, sentences[0]), "The lamp blinks red when the tank is empty.");
        QCOMPARE(cut(lamp, sentences[1]), "The filter is washed once a month.");
    }

    void aPartOfAPassageIsFoundInItsDocument()
    {
        Document document;
        const std::string passage = "One two. Three four. One two.";
        const ByteRange part{9, 20};
        document.text = "One two. Three four.\n\n" + passage;
        QCOMPARE(findPart(document, passage, {22, 51}, part), (ByteRange{31, 42}));

        document.text = "Three four.\n\nOne two.\n Three   four.\nOne two. Three four.";
        const auto moved = findPart(document, passage, {13, 45}, part);
        QVERIFY(moved);
        QCOMPARE(cut(document.text, moved), "Three   four.");
        QVERIFY(!findPart(document, passage, {0, 5}, part));
        document.text = "short";
        QVERIFY(!findPart(document, passage, {22, 51}, part));
    }
};

TESTS(SupportingSentenceTest);
#include "supporting_sentence_test.moc"
