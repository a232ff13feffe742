#include "services/documents/answers/model_judge.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;

namespace {

constexpr int64_t contextTokens = 2048;
const QString question = QStringLiteral("How many goats are in the herd?");

DocumentHit hitOf(const std::string& text, double score)
{
    DocumentHit hit;
    hit.passage.heading = "Goats";
    hit.passage.text = text;
    hit.score = score;
    return hit;
}

// About the herd; only the second one says how many there are.
std::vector<DocumentHit> twoHits()
{
    return {hitOf("The herd has a new shed.", 0.6), hitOf("The herd has grown to twelve.", 0.4)};
}

} // namespace

// What a language model thinks of hits decides with what they had.
class ModelJudgeTest : public QObject {
    Q_OBJECT

private slots:
    void aPassageThatAnswersComesFirst()
    {
        tests::ScriptedEngine engine(contextTokens, {});
        engine.chooseFrom([](const std::string& text) {
            const float yes = text.find("twelve") != std::string::npos ? 0.9F : 0.1F;
            return std::vector<runtime::TokenDetail::Choice>{{"No", 1 - yes}, {"Yes", yes}};
        });
        ModelJudge judge(engine);
        std::vector<DocumentHit> hits = twoHits();

        judgeHits(hits, question, judge);

        QCOMPARE(hits[0].passage.text, std::string("The herd has grown to twelve."));
        QVERIFY(isAnswered(hits, DocumentSearch::defaultThreshold));
        QVERIFY(hits[1].score < DocumentSearch::defaultThreshold);
    }

    void whereNoPassageAnswersNothingDoes()
    {
        tests::ScriptedEngine engine(contextTokens, {});
        engine.chooseFrom([](const std::string&) {
            return std::vector<runtime::TokenDetail::Choice>{{"No", 0.95F}, {"Yes", 0.05F}};
        });
        ModelJudge judge(engine);
        std::vector<DocumentHit> hits = twoHits();

        judgeHits(hits, question, judge);

        QVERIFY(!isAnswered(hits, DocumentSearch::defaultThreshold));
    }

    void aModelThatCannotTellChangesNeitherOrderNorAnswer_data()
    {
        QTest::addColumn<bool>("tellsChoices");
        QTest::newRow("as likely as not") << true;
        QTest::newRow("it tells no probabilities") << false;
    }
    void aModelThatCannotTellChangesNeitherOrderNorAnswer()
    {
        QFETCH(bool, tellsChoices);
        tests::ScriptedEngine engine(contextTokens, [](const std::string&) { return "Yes"; });
        if (tellsChoices)
            engine.chooseFrom([](const std::string&) {
                return std::vector<runtime::TokenDetail::Choice>{{"Y", 0.5F}, {"N", 0.5F}};
            });
        ModelJudge judge(engine);
        std::vector<DocumentHit> hits = twoHits();

        judgeHits(hits, question, judge);

        QCOMPARE(hits[0].passage.text, std::string("The herd has a new shed."));
        QVERIFY(hits[0].score >= DocumentSearch::defaultThreshold);
        QVERIFY(hits[1].score < DocumentSearch::defaultThreshold);
    }

    void allPassagesAreAskedAboutAtOnceBehindTheSameWords()
    {
        tests::ScriptedEngine engine(contextTokens, [](const std::string&) { return "No"; });
        engine.answerTogether(2);
        ModelJudge judge(engine);
        std::vector<DocumentHit> hits = twoHits();

        judgeHits(hits, question, judge);

        QCOMPARE(engine.asked().size(), size_t(2));
        const auto firstWords = [&engine](size_t request) {
            return std::get<std::string>(engine.asked()[request].messages.front().parts.front());
        };
        QCOMPARE(firstWords(0), firstWords(1));
        QVERIFY(firstWords(0).find(question.toStdString()) != std::string::npos);
        QVERIFY(tests::writtenText(engine.asked()[1]).find("twelve") != std::string::npos);
    }

    void anEngineThatFailsIsTold()
    {
        tests::ScriptedEngine engine(contextTokens, [](const std::string&) { return "No"; });
        engine.failAt("twelve");
        ModelJudge judge(engine);
        std::vector<DocumentHit> hits = twoHits();

        QVERIFY_THROWS_EXCEPTION(base::Error, judgeHits(hits, question, judge));
    }
};

TESTS(ModelJudgeTest);
#include "model_judge_test.moc"
