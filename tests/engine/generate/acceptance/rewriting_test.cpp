#include "engine/filters/schema/json_schema.h"
#include "engine/filters/token_trie.h"
#include "tests/engine/generate/drafting_rows.h"
#include "tests/engine/generate/generator_bench.h"
#include "tests/engine/generate/test_constraints.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using engine::EosReason;
using engine::Job;
using engine::TokenId;
using engine::TokenIds;
using tests::Answer;
using tests::Drafting;
using tests::GeneratorBench;

namespace {

// The words the models of these tests know. Fillers make up prompts.
enum Word : TokenId {
    Eos,
    I,
    Cannot,
    Provide,
    It,
    SmallI,
    CapitalCannot,
    Sorry,
    But,
    A,
    B,
    C,
    Open,
    Close,
    numWords
};
const std::vector<std::string> words{"<eos>", "I", " cannot", " provide", " it", "i", " CANNOT",
    "Sorry", " but", " a", " b", " c", "{\"a\":\"", "\"}"};
constexpr TokenId numFillers = 300;

std::vector<std::string> wordsAndFillers()
{
    std::vector<std::string> pieces = words;
    for (TokenId i = 0; i < numFillers; ++i)
        pieces.push_back("~" + std::to_string(i));
    return pieces;
}

// Fillers, with the banned words among them where n-grams find them: after filler 9, and the prompt
// ends with filler 9 as well.
TokenIds prompt(size_t length, TokenIds before = {})
{
    TokenIds ids = tests::counting(int64_t(length), numWords);
    const TokenIds said{I, Cannot, Provide, It};
    std::ranges::copy(said, ids.begin() + 10);
    ids[length - 2] = ids[8];
    ids[length - 1] = ids[9];
    ids.insert(ids.end(), before.begin(), before.end());
    return ids;
}

using Table = std::map<std::string, std::vector<TokenId>>;

GeneratorBench::Setup talk(size_t promptTokens, const Table& table, Drafting drafting)
{
    return {.cacheTokens = 2048,
        .pieces = wordsAndFillers(),
        .specials = {Eos},
        .script = tests::talking(wordsAndFillers(), promptTokens, table, {A, B, C}),
        .drafting = drafting,
        .options = {.maxChunkSize = 2048, .adaptDraftLength = false}};
}

Job refusing(TokenIds prompt, int64_t maxNewTokens)
{
    Job job = tests::greedyJobOf(std::move(prompt), maxNewTokens);
    job.bannedStrings = {"i cannot provide"};
    job.returnProbabilities = true;
    return job;
}

std::string textOf(const GeneratorBench& bench, const TokenIds& ids)
{
    std::string text;
    for (const TokenId id : ids)
        text += bench.tokenizer.bytes(id);
    return text;
}

bool containsInAnyCase(std::string text, const std::string& banned)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return char(tolower(c)); });
    return text.find(banned) != std::string::npos;
}

// Whatever was taken back, the cache must hold what the answer says now.
void checkReuse(GeneratorBench& bench, TokenIds prompt, const Answer& answer)
{
    prompt.insert(prompt.end(), answer.ids.begin(), answer.ids.end());
    const auto known = int64_t(prompt.size()) - 1;
    prompt.push_back(numWords + 250);
    const Job next = tests::greedyJobOf(prompt, 5);
    const Answer again = bench.answerTo(next);
    QVERIFY(again.last->eosReason == EosReason::MaxNewTokens);
    QVERIFY2(again.last->cachedTokens >= known - 1,
        qPrintable(QString("%1 of %2").arg(again.last->cachedTokens).arg(known)));
    QCOMPARE(bench.wrong, std::string());
}

// A JSON object with one text, as far as it was written.
bool mayBeObject(std::string_view text)
{
    const std::string_view open = words[Open], close = words[Close];
    if (text.size() <= open.size())
        return open.starts_with(text);
    if (!text.starts_with(open))
        return false;
    text.remove_prefix(open.size());
    const size_t quote = text.find('"');
    return quote == text.npos || close.starts_with(text.substr(quote));
}

bool isObject(std::string_view text)
{
    return mayBeObject(text) && text.size() > words[Open].size() && text.ends_with(words[Close]);
}

engine::ConstraintPtr objectSchema(const engine::Tokenizer& tokenizer)
{
    return engine::jsonSchemaConstraint(engine::TokenTrie::build(tokenizer),
        R"({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],)"
        R"( "additionalProperties": false})");
}

} // namespace

// Cases 21 and 22: answers that go back on themselves, and the first token that was there before.
class RewritingTest : public QObject {
    Q_OBJECT

private slots:
    void case21_aBannedStringOverAPageBoundary_data() { tests::addDraftingRows(); }
    void case21_aBannedStringOverAPageBoundary()
    {
        QFETCH(Drafting, drafting);
        GeneratorBench bench(talk(254,
            {{"", {I, Sorry}}, {"I", {Cannot}}, {"I cannot", {Provide}}, {"I cannot provide", {It}},
                {"Sorry", {But}}},
            drafting));

        const Answer answer = bench.answerTo(refusing(prompt(254), 12));

        QCOMPARE(answer.suppressions.size(), size_t(1));
        QCOMPARE(answer.suppressions[0].suppressedText, std::string("I cannot provide"));
        QCOMPARE(answer.suppressions[0].suppressedTokens, (TokenIds{I, Cannot, Provide}));
        QCOMPARE(answer.text().substr(0, 9), std::string("Sorry but"));
        QVERIFY(!containsInAnyCase(answer.text(), "i cannot provide"));
        QCOMPARE(answer.last->fullCompletion, answer.text());
        QCOMPARE(textOf(bench, answer.ids), answer.text());
        QCOMPARE(answer.ids.size(), size_t(12));
        QCOMPARE(answer.probabilities.size(), answer.ids.size());
        QCOMPARE(answer.last->newTokens, int64_t(12));
        QVERIFY(answer.last->eosReason == EosReason::MaxNewTokens);
        checkReuse(bench, prompt(254), answer);
    }

    void case21_theNextAttemptMayFailAsWell_data() { tests::addDraftingRows(); }
    void case21_theNextAttemptMayFailAsWell()
    {
        QFETCH(Drafting, drafting);
        GeneratorBench bench(talk(254,
            {{"", {I, SmallI, Sorry}}, {"I", {Cannot}}, {"I cannot", {Provide}},
                {"i", {CapitalCannot}}, {"i CANNOT", {Provide}}},
            drafting));

        const Answer answer = bench.answerTo(refusing(prompt(254), 7));

        QCOMPARE(answer.suppressions.size(), size_t(2));
        QCOMPARE(answer.suppressions[0].suppressedText, std::string("I cannot provide"));
        QCOMPARE(answer.suppressions[1].suppressedText, std::string("i CANNOT provide"));
        QVERIFY(answer.text().starts_with("Sorry"));
        QCOMPARE(answer.ids.size(), size_t(7));
        checkReuse(bench, prompt(254), answer);
    }

    // The sampler's memory is taken back as well: here mirostat's limit, which each token moves.
    void case21_theSamplerForgetsWhatWasTakenBack()
    {
        const GeneratorBench::Setup setup = talk(254,
            {{"", {I, Sorry, SmallI, But, A, B, C}}, {"I", {Cannot}}, {"I cannot", {Provide}}},
            Drafting::None);
        Job job = refusing(prompt(254), 3);
        job.sampling = engine::SamplerSettings::neutral();
        job.sampling.mirostat = true;
        job.sampling.mirostatEta = 1;
        job.returnTopTokens = 20;
        Job withoutI = job;
        withoutI.sampling.banned = {I};
        const auto topOf = [&setup](const Job& job, bool& isRewound) {
            GeneratorBench bench(setup);
            bench.enqueue(job);
            std::vector<std::pair<TokenId, float>> top; // choices for the first token
            while (bench.generator.numRemainingJobs() > 0)
                for (const engine::Result& result : bench.iterate()) {
                    isRewound |= !result.suppressedText.empty();
                    if (top.empty() && !result.topTokens.empty())
                        for (const auto& [id, probability] : result.topTokens.front())
                            top.emplace_back(id, probability);
                }
            return top;
        };

        bool isRewound = false, isOtherRewound = false;
        const auto afterRewind = topOf(job, isRewound);
        const auto fromTheStart = topOf(withoutI, isOtherRewound);

        QVERIFY(isRewound && !isOtherRewound);
        QVERIFY(!fromTheStart.empty());
        QCOMPARE(afterRewind, fromTheStart);
    }

    // What only begins like a banned string is held back and then shown, nothing lost.
    void case21_aFalseAlarm_data() { tests::addDraftingRows(); }
    void case21_aFalseAlarm()
    {
        QFETCH(Drafting, drafting);
        GeneratorBench bench(talk(254, {{"", {I}}, {"I", {Cannot}}, {"I cannot", {It}}}, drafting));

        const Answer answer = bench.answerTo(refusing(prompt(254), 5));

        QVERIFY(answer.suppressions.empty());
        QCOMPARE(answer.chunks.front(), std::string("I cannot it"));
        QCOMPARE(textOf(bench, answer.ids), answer.text());
        QCOMPARE(answer.ids.size(), size_t(5));
    }

    void case21_togetherWithAConstraint_data()
    {
        QTest::addColumn<Drafting>("drafting");
        QTest::addColumn<bool>("isSchema");
        for (const bool isSchema : {false, true}) {
            const char* what = isSchema ? "JSON schema" : "plain constraint";
            QTest::addRow("%s, without drafts", what) << Drafting::None << isSchema;
            QTest::addRow("%s, with a draft model", what) << Drafting::Model << isSchema;
            QTest::addRow("%s, with n-grams", what) << Drafting::Ngram << isSchema;
        }
    }
    void case21_togetherWithAConstraint()
    {
        QFETCH(Drafting, drafting);
        QFETCH(bool, isSchema);
        const std::string open = words[Open];
        GeneratorBench bench(talk(253,
            {{"", {Open}}, {open, {I, Sorry}}, {open + "I", {Cannot}},
                {open + "I cannot", {Provide}}, {open + "I cannot provide", {Close}},
                {open + "Sorry", {Close}}},
            drafting));
        Job job = refusing(prompt(253), 20);
        if (isSchema)
            job.constraints = {objectSchema(bench.tokenizer)};
        else
            job.constraints
                = {std::make_shared<tests::TextConstraint>(bench.tokenizer, mayBeObject, isObject)};

        const Answer answer = bench.answerTo(job);

        QCOMPARE(answer.suppressions.size(), size_t(1));
        QCOMPARE(answer.suppressions[0].suppressedText, std::string("I cannot provide"));
        QCOMPARE(answer.text(), words[Open] + "Sorry" + words[Close]);
        QCOMPARE(answer.ids, (TokenIds{Open, Sorry, Close}));
        QVERIFY(answer.last->eosReason == EosReason::EndFilter);
        checkReuse(bench, prompt(253), answer);
    }

    void case22_theLastTokenOfThePromptIsChosenAgain_data()
    {
        QTest::addColumn<bool>("isTokenZero");
        QTest::addColumn<bool>("hasGuidance");
        QTest::newRow("as it comes") << false << false;
        QTest::newRow("healed id 0") << true << false;
        QTest::newRow("with guidance") << false << true;
    }
    void case22_theLastTokenOfThePromptIsChosenAgain()
    {
        QFETCH(bool, isTokenZero);
        QFETCH(bool, hasGuidance);
        std::vector<std::string> pieces{"one", "two", " Hel", " Hello", "World", " there"};
        if (isTokenZero)
            std::swap(pieces[0], pieces[2]);
        const TokenId hel = isTokenZero ? 0 : 2, filler = isTokenZero ? 2 : 0;
        // "World" is liked best, but it is not how the prompt ended.
        GeneratorBench bench({.pieces = pieces,
            .script = tests::talking(pieces, 2, {{"", {4, 3, hel}}, {" Hello", {5}}}, {4})});
        Job job = tests::greedyJobOf({1, filler, hel}, 3);
        job.healTokens = true;
        if (hasGuidance) {
            job.negativeIds = {filler, 1, hel};
            job.guidance = 1.5f;
        }

        const Answer answer = bench.answerTo(job);

        QCOMPARE(answer.chunks.front(), std::string("lo"));
        QCOMPARE(answer.text(), std::string("lo thereWorldWorld"));
        QCOMPARE(answer.ids, (TokenIds{3, 5, 4, 4}));
        QCOMPARE(answer.last->promptTokens, int64_t(3));
        QCOMPARE(answer.last->newTokens, int64_t(3));
        QCOMPARE(bench.wrong, std::string());
    }

    void case22_whatCannotBeHealedIsLeftAlone_data()
    {
        QTest::addColumn<TokenIds>("prompt");
        QTest::newRow("a prompt of one token") << TokenIds{2};
        QTest::newRow("a special token at the end") << TokenIds{2, 0};
        QTest::newRow("a token without text at the end") << TokenIds{2, 5};
    }
    void case22_whatCannotBeHealedIsLeftAlone()
    {
        QFETCH(TokenIds, prompt);
        const std::vector<std::string> pieces{"<eos>", "two", " Hel", " Hello", "World", ""};
        GeneratorBench bench({.pieces = pieces,
            .specials = {0},
            .script = tests::talking(pieces, prompt.size(), {{"", {4, 3}}}, {1})});
        Job job = tests::greedyJobOf(prompt, 2);
        job.healTokens = true;

        const Answer answer = bench.answerTo(job);

        QCOMPARE(answer.text(), std::string("Worldtwo"));
        QCOMPARE(answer.last->newTokens, int64_t(2));
    }
};

TESTS(RewritingTest);
#include "rewriting_test.moc"
