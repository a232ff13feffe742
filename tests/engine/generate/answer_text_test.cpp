#include "engine/generate/answer_text.h"
#include "tests/engine/generate/piece_tokenizer.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

using engine::AnswerText;
using engine::TokenIds;

namespace {

using Chunks = std::vector<std::string>;

// An answer whose tokens are 0, 1, 2 … in the order of the pieces.
struct Run {
    Chunks chunks;
    std::vector<TokenIds> ids; // told with each chunk
    std::string held, found, heldText, whole;
};

AnswerText::Rules stopAt(std::vector<std::string> strings)
{
    return {.stopStrings = std::move(strings), .bannedStrings = {}};
}

AnswerText::Rules ban(std::vector<std::string> strings)
{
    return {.stopStrings = {}, .bannedStrings = std::move(strings)};
}

engine::AnswerToken tokenOf(engine::TokenId id)
{
    const engine::Sampler sampler(engine::SamplerSettings::greedy(), 0);
    return {.id = id, .top = {}, .logits = {}, .memory = sampler.memory()};
}

TokenIds idsOf(const std::vector<engine::AnswerToken>& tokens)
{
    TokenIds ids;
    for (const auto& token : tokens)
        ids.push_back(token.id);
    return ids;
}

Run run(const AnswerText::Rules& rules, const Chunks& pieces)
{
    const tests::PieceTokenizer tokenizer(pieces);
    AnswerText text(tokenizer, rules);
    Run result;
    for (size_t i = 0; i < pieces.size(); ++i) {
        const AnswerText::Step step = text.push(tokenOf(engine::TokenId(i)));
        result.chunks.push_back(step.shown.text);
        result.ids.push_back(idsOf(step.shown.tokens));
    }
    result.held = text.finish().text;
    result.found = text.stopString().value_or("");
    result.heldText = text.heldText();
    result.whole = text.whole();
    return result;
}

} // namespace

// What may be shown of an answer while a stop string or a banned one may be coming.
class AnswerTextTest : public QObject {
    Q_OBJECT

private slots:
    void stopStringOverThreeTokensIsNeverSeen()
    {
        const Run result = run(stopAt({"<|end|>"}), {"Hi", " <", "|e", "nd|>", "x"});

        QCOMPARE(result.chunks, (Chunks{"Hi", "", "", " ", ""}));
        QCOMPARE(result.found, "<|end|>");
        QCOMPARE(result.held, "");
        QCOMPARE(result.whole, "Hi ");
    }

    void whatFollowsAStopStringInItsTokenIsHeld()
    {
        const Run result = run(stopAt({"b"}), {"a", "xbyz"});

        QCOMPARE(result.chunks, (Chunks{"a", "x"}));
        QCOMPARE(result.heldText, "byz");
    }

    void falseAlarmIsReleasedWhole()
    {
        const Run result = run(stopAt({"<|end|>"}), {" <", "|e", "gg"});

        QCOMPARE(result.chunks, (Chunks{"", "", " <|egg"}));
        QCOMPARE(result.ids.back(), (TokenIds{0, 1, 2}));
        QCOMPARE(result.found, "");
    }

    void finishGivesWhatWasHeld()
    {
        const Run result = run(stopAt({"<|end|>"}), {"a", " <"});

        QCOMPARE(result.chunks, (Chunks{"a", ""}));
        QCOMPARE(result.held, " <");
    }

    void shorterStringIsNotMaskedByALongerOne()
    {
        const Run result = run(stopAt({"abc", "b"}), {"a", "b", "X"});

        QCOMPARE(result.chunks, (Chunks{"", "a", ""}));
        QCOMPARE(result.found, "b");
    }

    void sameResultHoweverTheTextIsCut()
    {
        const std::string text = "aabaabaaabcaab";
        for (size_t cut = 0; cut <= text.size(); ++cut) {
            const Run result
                = run(stopAt({"aaabc", "abaaaa"}), {text.substr(0, cut), text.substr(cut)});

            QCOMPARE(result.whole, "aabaab");
            QCOMPARE(result.found, "aaabc");
        }
    }

    void atTheSameCharacterTheEarliestBeginWins()
    {
        QCOMPARE(run(stopAt({"b", "ab"}), {"xab"}).chunks, Chunks{"x"});
        QCOMPARE(run(stopAt({"b", "ab"}), {"xab"}).found, "ab");
        QCOMPARE(run(stopAt({"ab", "b"}), {"xab"}).found, "ab");
    }

    void emptyStringsNeverStop()
    {
        const Run result = run(stopAt({"", ""}), {"abc"});

        QCOMPARE(result.chunks, Chunks{"abc"});
        QCOMPARE(result.found, "");
    }

    void stopStringsAreExactInCase() { QCOMPARE(run(stopAt({"End"}), {"end"}).found, ""); }

    void tokensOfAnUnfinishedCharacterComeWithIt()
    {
        const Run result = run({}, {"\xF0\x9F", "\x98", "\x80", "!"});

        QCOMPARE(result.chunks, (Chunks{"", "", "\xF0\x9F\x98\x80", "!"}));
        QCOMPARE(result.ids, (std::vector<TokenIds>{{}, {}, {0, 1, 2}, {3}}));
    }

    void bannedStringIsTakenBackToTheTokenItBeganIn()
    {
        const tests::PieceTokenizer tokenizer({"He", " says: I", " CAN", "NOT", " say"});
        AnswerText text(tokenizer, ban({"i cannot"}));

        QCOMPARE(text.push(tokenOf(0)).shown.text, "He");
        QCOMPARE(text.push(tokenOf(1)).shown.text, "");
        QCOMPARE(text.push(tokenOf(2)).shown.text, "");
        const AnswerText::Step step = text.push(tokenOf(3));
        QCOMPARE(step.suppressedText, " says: I CANNOT");
        QCOMPARE(idsOf(step.suppressed), (TokenIds{1, 2, 3}));
        QCOMPARE(step.shown.text, "");
        QCOMPARE(text.numHeldTokens(), size_t(0));

        const AnswerText::Step next = text.push(tokenOf(4));
        QCOMPARE(next.shown.text, " say");
        QCOMPARE(text.whole(), "He say");
    }

    void bannedCharacterOfSeveralTokensGoesAsAWhole()
    {
        const tests::PieceTokenizer tokenizer({"a", "\xF0\x9F", "\x98\x80", "b"});
        AnswerText text(tokenizer, ban({"\xF0\x9F\x98\x80"}));

        QCOMPARE(text.push(tokenOf(0)).shown.text, "a");
        QCOMPARE(text.push(tokenOf(1)).shown.text, "");
        QCOMPARE(idsOf(text.push(tokenOf(2)).suppressed), (TokenIds{1, 2}));
        QCOMPARE(text.push(tokenOf(3)).shown.text, "b");
        QCOMPARE(text.whole(), "ab");
    }

    // "b" is shown once "abc" follows it. When that is taken back, "b" could begin the string again.
    void aBannedStringThatBeginsInShownTextIsTakenBackAsFarAsItCan()
    {
        const tests::PieceTokenizer tokenizer({"b", "abc", "a", "ca", "x"});
        AnswerText text(tokenizer, ban({"bca"}));
        std::string shown;
        const auto takenBackAfter = [&](engine::TokenId id) {
            const AnswerText::Step step = text.push(tokenOf(id));
            shown += step.shown.text;
            return step.suppressed.size();
        };

        QCOMPARE(takenBackAfter(0), size_t(0));
        QCOMPARE(takenBackAfter(1), size_t(0));
        QCOMPARE(takenBackAfter(2), size_t(2));
        QCOMPARE(takenBackAfter(3), size_t(1));
        QCOMPARE(takenBackAfter(4), size_t(0));
        QCOMPARE(shown + text.finish().text, std::string("bx"));
    }

    void healedTokenShowsItsRestOnly()
    {
        const tests::PieceTokenizer tokenizer({" Hello", "!"});
        AnswerText text(tokenizer, {});
        text.skip(4);

        QCOMPARE(text.push(tokenOf(0)).shown.text, "lo");
        QCOMPARE(text.push(tokenOf(1)).shown.text, "!");
    }

    void nothingIsLostOrDoubledInAHopelessText()
    {
        const tests::PieceTokenizer tokenizer({"a"});
        AnswerText text(tokenizer, {.stopStrings = {"aaab"}, .bannedStrings = {"ba", "aaaaac"}});
        std::string shown;
        for (int step = 0; step < 100'000; ++step) // quadratic time would show here
            shown += text.push(tokenOf(0)).shown.text;
        QCOMPARE(text.numHeldTokens(), size_t(5));
        shown += text.finish().text;

        QCOMPARE(shown, std::string(100'000, 'a'));
    }
};

TESTS(AnswerTextTest);
#include "answer_text_test.moc"
