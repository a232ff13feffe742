#include "tests/engine/generate/drafting_rows.h"
#include "tests/engine/generate/speech.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::EosReason;
using engine::Job;
using engine::Stage;
using engine::TokenIds;
using tests::Answer;
using tests::Drafting;
using tests::GeneratorBench;
using tests::Speech;
using tests::stoppingAt;

// Cases 1 to 7: what becomes of the text. All with and without drafts, which must not be seen.
class TextTest : public QObject {
    Q_OBJECT

private slots:
    void case01_aStopStringOverThreeTokens_data() { tests::addDraftingRows(); }
    void case01_aStopStringOverThreeTokens()
    {
        QFETCH(Drafting, drafting);
        const Speech speech({"Hi", " <", "|e", "nd|>", "x"});

        Job job = stoppingAt({"<|end|>"});
        job.returnProbabilities = true;
        job.returnTopTokens = 1;
        const Answer answer = speech.answerTo(job, drafting);

        QCOMPARE(answer.text(), std::string("Hi "));
        QCOMPARE(answer.last->fullCompletion, std::string("Hi "));
        QVERIFY(answer.last->eosReason == EosReason::StopString);
        QCOMPARE(answer.last->eosString, std::string("<|end|>"));
        QCOMPARE(answer.last->heldText, std::string("<|end|>"));
        QCOMPARE(answer.last->heldTokens, (TokenIds{3, 4, 5}));
        QCOMPARE(answer.last->heldProbabilities, (std::vector<float>{1, 1, 1}));
        QCOMPARE(answer.last->heldTopTokens.size(), size_t(3));
        QCOMPARE(answer.last->heldTopTokens.back().front().id, engine::TokenId(5));
        QCOMPARE(answer.last->newTokens, int64_t(4));
    }

    void case02_aFalseAlarm_data() { tests::addDraftingRows(); }
    void case02_aFalseAlarm()
    {
        QFETCH(Drafting, drafting);
        const Speech speech({" <", "|e", "gg", "<eos>"});

        const Answer answer = speech.answerTo(stoppingAt({"<|end|>"}), drafting);

        QCOMPARE(answer.chunks, (std::vector<std::string>{" <|egg"}));
        QCOMPARE(answer.last->fullCompletion, std::string(" <|egg"));
        QCOMPARE(answer.ids, (TokenIds{2, 3, 4}));
    }

    void case03_heldTextAndAStopToken_data() { tests::addDraftingRows(); }
    void case03_heldTextAndAStopToken()
    {
        QFETCH(Drafting, drafting);
        const Speech speech({"a", " <", "<eos>"});

        Job job = stoppingAt({"<|end|>"});
        job.returnProbabilities = true;
        job.returnTopTokens = 2;
        const Answer answer = speech.answerTo(job, drafting);

        QCOMPARE(answer.last->fullCompletion, std::string("a <"));
        QCOMPARE(answer.text(), std::string("a <"));
        QCOMPARE(answer.ids, (TokenIds{2, 3}));
        QVERIFY(answer.last->eosReason == EosReason::StopToken);
        QCOMPARE(answer.last->eosToken, Speech::eos);
        QCOMPARE(answer.last->heldTokens, (TokenIds{Speech::eos}));
        QCOMPARE(answer.last->heldProbabilities, (std::vector<float>{1}));
        QCOMPARE(answer.last->heldTopTokens.size(), size_t(1));
        QCOMPARE(answer.last->heldTopTokens.front().front().id, Speech::eos);
    }

    void case04_aStopStringOnTheLastAllowedToken_data() { tests::addDraftingRows(); }
    void case04_aStopStringOnTheLastAllowedToken()
    {
        QFETCH(Drafting, drafting);
        const Speech speech({"Hi", " <", "|e", "nd|>", "x"});

        const Answer answer = speech.answerTo(stoppingAt({"<|end|>"}, 4), drafting);

        QVERIFY(answer.last->eosReason == EosReason::StopString);
        QCOMPARE(answer.text(), std::string("Hi "));
        QCOMPARE(answer.last->fullCompletion, std::string("Hi "));
        QCOMPARE(answer.last->newTokens, int64_t(4));
    }

    void case05_oneStopStringHidesAnother()
    {
        const Speech speech({"a", "b", "X"});
        for (int repetition = 0; repetition < 100; ++repetition) {
            const bool swapped = repetition % 2 == 1;
            GeneratorBench bench(speech.setup());
            Job job = stoppingAt(swapped ? std::vector<std::string>{"b", "abc"}
                                         : std::vector<std::string>{"abc", "b"});
            job.ids = {Speech::promptToken};
            job.sampling = engine::SamplerSettings::greedy();

            const Answer answer = bench.answerTo(job);

            QCOMPARE(answer.text(), std::string("a"));
            QCOMPARE(answer.last->eosString, std::string("b"));
            QCOMPARE(answer.last->newTokens, int64_t(2));
            QCOMPARE(bench.model.logitRows, int64_t(2)); // no third token was requested
        }
    }

    void case06_anEmojiInFourTokensAndALoneByte_data() { tests::addDraftingRows(); }
    void case06_anEmojiInFourTokensAndALoneByte()
    {
        QFETCH(Drafting, drafting);
        std::vector<std::string> pieces{"\xF0", "\x9F", "\x98", "\x80", "\x80"};
        for (int i = 0; i < 50; ++i)
            pieces.push_back("w" + std::to_string(i));
        const Speech speech(pieces);

        const Answer answer = speech.answerTo(stoppingAt({}, 55), drafting);

        QCOMPARE(answer.chunks.size(), size_t(52));
        QCOMPARE(answer.chunks[0], std::string("\xF0\x9F\x98\x80"));
        QCOMPARE(answer.chunks[1], std::string("\xEF\xBF\xBD"));
        for (size_t i = 0; i < 50; ++i)
            QCOMPARE(answer.chunks[i + 2], "w" + std::to_string(i));
        QCOMPARE(answer.ids, speech.ids);
    }

    void case07_theFirstTokenIsTheEnd_data() { tests::addDraftingRows(); }
    void case07_theFirstTokenIsTheEnd()
    {
        QFETCH(Drafting, drafting);

        const Answer answer = Speech({"<eos>"}).answerTo(stoppingAt({}), drafting);

        QCOMPARE(answer.lastResults, 1);
        QVERIFY(answer.last->eosReason == EosReason::StopToken);
        QCOMPARE(answer.last->newTokens, int64_t(1));
        QCOMPARE(answer.last->fullCompletion, std::string());
        QCOMPARE(answer.text(), std::string());
        QVERIFY(answer.ids.empty());
        QVERIFY(answer.last->secondsEnqueued >= 0);
        QVERIFY(answer.last->secondsPrefill >= 0);
        QVERIFY(answer.last->secondsGenerate >= 0);
    }

    void case07_theFewestTokensComeBeforeTheEnd_data() { tests::addDraftingRows(); }
    void case07_theFewestTokensComeBeforeTheEnd()
    {
        QFETCH(Drafting, drafting);
        Job job = stoppingAt({});
        job.minNewTokens = 3;

        const Answer answer = Speech({"<eos>"}).answerTo(job, drafting);

        QVERIFY(answer.last->eosReason == EosReason::StopToken);
        QCOMPARE(answer.ids.size(), size_t(3));
        QCOMPARE(answer.last->newTokens, int64_t(4));
    }
};

TESTS(TextTest);
#include "text_test.moc"
