#include "engine/generate/generator.h"
#include "tests/engine/generate/script_model.h"

#include <QTest>

using engine::EosReason;
using engine::Job;
using engine::Result;
using engine::Stage;

namespace {

// What became of one job whose model says the given pieces after a prompt of one token.
struct Answer {
    std::vector<std::string> chunks; ///< texts that are not empty
    engine::TokenIds ids;
    Result last;
    int streamingResults = 0, lastResults = 0;

    std::string text() const
    {
        std::string all;
        for (const std::string& chunk : chunks)
            all += chunk;
        return all;
    }
};

constexpr engine::TokenId eos = 0;

Answer answerOf(const std::vector<std::string>& pieces, Job job)
{
    std::vector<std::string> vocabulary{"<eos>"};
    engine::TokenIds script;
    for (const std::string& piece : pieces) {
        script.push_back(piece == "<eos>" ? eos : engine::TokenId(vocabulary.size()));
        vocabulary.push_back(piece);
    }
    const auto count = int64_t(vocabulary.size());
    tests::ScriptModel model(count, tests::saying(script, 1, count));
    engine::PagedCache cache(
        model.backend(), tests::ScriptModel::shape, engine::CacheType::F32, 1024);
    const tests::PieceTokenizer tokenizer(vocabulary, {eos});
    engine::Generator generator(model, cache, tokenizer, {});
    job.ids = {1};
    job.sampling = engine::SamplerSettings::greedy();
    generator.enqueue(std::move(job));

    Answer answer;
    while (generator.numRemainingJobs() > 0)
        for (const Result& result : generator.iterate()) {
            if (!result.text.empty())
                answer.chunks.push_back(result.text);
            answer.ids.insert(answer.ids.end(), result.tokenIds.begin(), result.tokenIds.end());
            answer.streamingResults += result.stage == Stage::Streaming;
            answer.lastResults += result.eos;
            if (result.eos)
                answer.last = result;
        }
    return answer;
}

Job jobWith(std::vector<std::string> stopStrings, int64_t maxNewTokens = 20)
{
    Job job;
    job.stopStrings = std::move(stopStrings);
    job.stopTokens = {eos};
    job.maxNewTokens = maxNewTokens;
    return job;
}

} // namespace

class GeneratorTextTest : public QObject {
    Q_OBJECT

private slots:
    void aStopStringOverThreeTokensIsNeverSeen_data()
    {
        QTest::addColumn<int>("maxNewTokens");
        QTest::newRow("room for more") << 20;
        QTest::newRow("on the last token allowed") << 4;
    }
    void aStopStringOverThreeTokensIsNeverSeen()
    {
        QFETCH(int, maxNewTokens);

        const Answer answer
            = answerOf({"Hi", " <", "|e", "nd|>", "x"}, jobWith({"<|end|>"}, maxNewTokens));

        QCOMPARE(answer.text(), std::string("Hi "));
        QVERIFY(answer.last.eosReason == EosReason::StopString);
        QCOMPARE(answer.last.eosString, std::string("<|end|>"));
        QCOMPARE(answer.last.newTokens, int64_t(4));
        QCOMPARE(answer.last.fullCompletion, std::string("Hi "));
    }

    void aFalseAlarmLosesNothing()
    {
        const Answer answer = answerOf({"a", "<", "|e", "gg", "<eos>"}, jobWith({"<|end|>"}));

        QCOMPARE(answer.chunks, (std::vector<std::string>{"a", "<|egg"}));
        QCOMPARE(answer.last.fullCompletion, std::string("a<|egg"));
        QCOMPARE(answer.ids, (engine::TokenIds{1, 2, 3, 4}));
    }

    void textHeldBackIsShownAtAStopToken()
    {
        const Answer answer = answerOf({"a", " <", "<eos>"}, jobWith({"<|end|>"}));

        QCOMPARE(answer.last.fullCompletion, std::string("a <"));
        QCOMPARE(answer.text(), std::string("a <"));
        QVERIFY(answer.last.eosReason == EosReason::StopToken);
        QCOMPARE(answer.last.eosToken, eos);
    }

    void ofTwoStopStringsTheOneCompleteFirstEnds()
    {
        const Answer answer = answerOf({"a", "b", "X"}, jobWith({"abc", "b"}));

        QCOMPARE(answer.text(), std::string("a"));
        QCOMPARE(answer.last.eosString, std::string("b"));
        QCOMPARE(answer.last.newTokens, int64_t(2));
    }

    void anEmojiInFourTokensComesWholeAndAStrayByteHoldsNothingUp()
    {
        std::vector<std::string> pieces{"\xF0", "\x9F", "\x98", "\x80", "\x80"};
        for (int i = 0; i < 50; ++i)
            pieces.push_back("w" + std::to_string(i));

        const Answer answer = answerOf(pieces, jobWith({}, 55));

        QCOMPARE(answer.chunks.size(), size_t(52));
        QCOMPARE(answer.chunks[0], std::string("\xF0\x9F\x98\x80"));
        QCOMPARE(answer.chunks[1], std::string("\xEF\xBF\xBD"));
        QCOMPARE(answer.chunks[2], std::string("w0"));
    }

    void theFirstTokenMayBeTheLast()
    {
        const Answer answer = answerOf({"<eos>"}, jobWith({}));

        QCOMPARE(answer.lastResults, 1);
        QCOMPARE(answer.last.newTokens, int64_t(1));
        QCOMPARE(answer.last.fullCompletion, std::string());
        QVERIFY(answer.text().empty());
        QVERIFY(answer.last.secondsGenerate >= 0 && answer.last.secondsPrefill >= 0);
    }

    void stopTokensWaitForTheFewestTokensAskedFor()
    {
        Job job = jobWith({});
        job.minNewTokens = 3;

        const Answer answer = answerOf({"<eos>"}, job);

        QCOMPARE(answer.last.newTokens, int64_t(4));
        QVERIFY(answer.last.eosReason == EosReason::StopToken);
    }

    void theNumberOfNewTokensIsExact_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {1, 2, 5, 300})
            QTest::addRow("%d", count) << count;
    }
    void theNumberOfNewTokensIsExact()
    {
        QFETCH(int, count);

        const Answer answer = answerOf({"x"}, jobWith({}, count));

        QCOMPARE(answer.last.newTokens, int64_t(count));
        QCOMPARE(answer.ids.size(), size_t(count));
        QCOMPARE(answer.streamingResults, count);
        QVERIFY(answer.last.eosReason == EosReason::MaxNewTokens);
    }
};

QTEST_APPLESS_MAIN(GeneratorTextTest)
#include "generator_text_test.moc"
