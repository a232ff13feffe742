#include "runtime/memory/remembered_conversations.h"
#include "tests/engine/generate/piece_tokenizer.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::ContentKey;
using engine::TokenIds;
using runtime::KeyedPrompt;

namespace {

enum Token : engine::TokenId { A, B, C, AB, BC, ABC, End, D };

const tests::PieceTokenizer tokenizer(
    {"a", "b", "c", "ab", "bc", "abc", "<end>", "d"}, /*specials=*/{End});

constexpr ContentKey pictureRow = ContentKey(1) << 63;

KeyedPrompt prompt(const TokenIds& ids)
{
    return {ids, {ids.begin(), ids.end()}};
}

TokenIds respelled(const TokenIds& ids, const std::vector<ContentKey>& before)
{
    const KeyedPrompt spelled = runtime::spelledAsBefore(tokenizer, prompt(ids), before);
    return spelled == prompt(spelled.ids) ? spelled.ids : TokenIds(); // empty: keys of other ids
}

} // namespace

// What a model wrote is read again in its own tokens, where text and tokens say the same.
class EarlierSpellingTest : public QObject {
    Q_OBJECT

private slots:
    void theTokensOfTheAnswerAreKept()
    {
        QCOMPARE(respelled({D, ABC, End, D}, {D, A, BC, End}), (TokenIds{D, A, BC, End, D}));
        QCOMPARE(respelled({D, A, BC, End, D}, {D, ABC, End}), (TokenIds{D, ABC, End, D}));
        QCOMPARE(respelled({D, AB, C, End}, {D, A, BC, End}), (TokenIds{D, A, BC, End}));
    }

    void severalAnswersAreKept()
    {
        QCOMPARE(respelled({AB, End, D, BC, End, D}, {A, B, End, D, B, C, End}),
            (TokenIds{A, B, End, D, B, C, End, D}));
    }

    void whatSaysSomethingElseStaysAsItIs()
    {
        QCOMPARE(respelled({D, ABC, End}, {D, A, B, D}), (TokenIds{D, ABC, End}));
        QCOMPARE(respelled({D, AB}, {D, ABC, End}), (TokenIds{D, AB}));
        QCOMPARE(respelled({AB, D, AB}, {A, B, C, A, B}), (TokenIds{A, B, D, AB}));
        QCOMPARE(respelled({D, ABC}, {}), (TokenIds{D, ABC}));
        QCOMPARE(respelled({}, {D}), TokenIds());
    }

    void specialTokensAndPicturesAreNeverReplaced()
    {
        QCOMPARE(respelled({End, A}, {A, End}), (TokenIds{End, A}));
        KeyedPrompt shown = prompt({D, D, AB});
        shown.ids[1] = 1'000'000'007;
        shown.keys[1] = pictureRow | 5;

        const KeyedPrompt same = runtime::spelledAsBefore(
            tokenizer, shown, std::vector<ContentKey>{D, pictureRow | 5, A, B});
        const KeyedPrompt other = runtime::spelledAsBefore(
            tokenizer, shown, std::vector<ContentKey>{D, pictureRow | 6, A, B});

        QCOMPARE(same.ids, (TokenIds{D, 1'000'000'007, A, B}));
        QCOMPARE(other.ids, shown.ids);
    }
};

TESTS(EarlierSpellingTest, QCoreApplication);
#include "earlier_spelling_test.moc"
