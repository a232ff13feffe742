#include "base/error.h"
#include "engine/generate/ngram_draft.h"
#include "engine/sampling/sampler.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using base::Error;
using engine::NgramDraft;
using engine::Random;
using engine::TokenId;
using engine::TokenIds;

namespace {

// How many tokens up to `position` equal the last of the text.
int64_t agreement(const TokenIds& text, int64_t position, int64_t most)
{
    int64_t length = 0;
    while (length < std::min(position, most)
        && text[size_t(position - 1 - length)] == text[text.size() - 1 - size_t(length)])
        ++length;
    return length;
}

// The position to copy from, by looking at all of them; 0: none.
int64_t findPosition(const TokenIds& text, const NgramDraft::Options& options)
{
    const int64_t shortest = std::min(options.minMatch, options.maxNgram);
    for (int64_t length = options.maxNgram; length >= shortest; --length) {
        int64_t best = 0, furthest = 0;
        int seen = 0;
        for (int64_t position = int64_t(text.size()) - 1; position >= length && seen < 32;
             --position) {
            const int64_t agreed = agreement(text, position, 64);
            seen += agreed >= length;
            if (agreed >= length && agreed > furthest) {
                best = position;
                furthest = agreed;
            }
        }
        if (best > 0)
            return best;
    }
    return 0;
}

TokenIds guess(TokenIds text, const NgramDraft::Options& options, int64_t count)
{
    const int64_t position = findPosition(text, options);
    TokenIds proposed;
    for (int64_t at = position; position > 0 && int64_t(proposed.size()) < count; ++at) {
        if (engine::isImageId(text[size_t(at)]))
            break;
        proposed.push_back(text[size_t(at)]);
        text.push_back(proposed.back());
    }
    return proposed;
}

TokenIds proposalAfter(const TokenIds& text, int64_t count = 4)
{
    NgramDraft draft({});
    draft.extend(text);
    return draft.propose(count);
}

} // namespace

// Guesses from what was said before.
class NgramDraftTest : public QObject {
    Q_OBJECT

private slots:
    void copiesWhatFollowedTheSameWords()
    {
        QCOMPARE(proposalAfter({1, 2, 3, 4, 5, 6, 9, 1, 2, 3}), (TokenIds{4, 5, 6, 9}));
        QCOMPARE(proposalAfter({1, 2, 3, 4, 5, 6, 9, 1, 2, 3}, 2), (TokenIds{4, 5}));
        QCOMPARE(proposalAfter({1, 2, 3, 4, 5, 6, 9, 1, 2, 3}, 0), TokenIds());
    }

    void proposesNothingWhereTheEndIsNew()
    {
        QCOMPARE(proposalAfter({}), TokenIds());
        QCOMPARE(proposalAfter({1}), TokenIds());
        QCOMPARE(proposalAfter({1, 2, 3, 4}), TokenIds());
        QCOMPARE(proposalAfter({1, 2, 3, 1}), TokenIds()); // one token in common is too short
    }

    void prefersTheLongestEndInCommonThenTheNewest()
    {
        QCOMPARE(proposalAfter({1, 2, 3, 7, 5, 2, 3, 8, 1, 2, 3}, 1), TokenIds{7});
        QCOMPARE(proposalAfter({2, 3, 7, 5, 2, 3, 8, 6, 2, 3}, 1), TokenIds{8});
    }

    void looksBeyondTheNgramWhereSeveralAgree()
    {
        // Both earlier positions agree in four tokens; the older one in six.
        const TokenIds text{5, 6, 1, 2, 3, 4, 70, 9, 9, 1, 2, 3, 4, 80, 5, 6, 1, 2, 3, 4};
        QCOMPARE(proposalAfter(text, 1), TokenIds{70});
    }

    void continuesALoop()
    {
        QCOMPARE(proposalAfter({8, 1, 2, 1, 2}, 5), (TokenIds{1, 2, 1, 2, 1}));
        QCOMPARE(proposalAfter({4, 4, 4}, 3), (TokenIds{4, 4, 4}));
    }

    void neverGuessesARowOfAPicture()
    {
        const TokenId image = engine::firstImageId;
        QCOMPARE(proposalAfter({1, 2, 3, image, image + 1, 1, 2}), TokenIds{3});
        QCOMPARE(proposalAfter({1, 2, image, image + 1, 1, 2}), TokenIds());
        QCOMPARE(proposalAfter({image, image + 1, 7, 8, 9, image, image + 1}, 2), (TokenIds{7, 8}));
    }

    void minMatchIsTheShortestEndThatCounts()
    {
        NgramDraft eager({.maxNgram = 4, .minMatch = 1});
        NgramDraft careful({.maxNgram = 4, .minMatch = 4});
        NgramDraft narrow({.maxNgram = 1, .minMatch = 2}); // counts as 1
        for (NgramDraft* draft : {&eager, &careful, &narrow})
            draft->extend(TokenIds{1, 2, 3, 4, 9, 1, 2, 3});

        QCOMPARE(eager.propose(1), TokenIds{4});
        QCOMPARE(careful.propose(1), TokenIds());
        QCOMPARE(narrow.propose(1), TokenIds{4});
    }

    void agreesWithLookingAtEveryPosition()
    {
        // Texts of few different tokens, pushed and taken back at random.
        Random random(3);
        const auto below = [&](uint64_t limit) { return int64_t(random.next() % limit); };
        for (int round = 0; round < 60; ++round) {
            const NgramDraft::Options options{.maxNgram = 1 + below(6), .minMatch = 1 + below(4)};
            const auto letters = uint64_t(2 + below(8));
            NgramDraft draft(options);
            TokenIds text;
            for (int step = 0; step < 200; ++step) {
                if (below(10) == 0) {
                    text.resize(size_t(below(text.size() + 1)));
                    draft.truncate(int64_t(text.size()));
                }
                const int64_t letter = below(letters);
                text.push_back(letter == 0 ? engine::firstImageId : letter);
                draft.push(text.back());

                QCOMPARE(draft.size(), int64_t(text.size()));
                QCOMPARE(draft.propose(6), guess(text, options, 6));
            }
        }
    }

    void truncatingForgetsWithoutATrace()
    {
        NgramDraft draft({});
        draft.extend(TokenIds{1, 2, 3, 9});
        draft.extend(TokenIds{1, 2, 5, 1, 2, 6, 1, 2});
        draft.truncate(4);
        QCOMPARE(draft.size(), int64_t(4));
        draft.extend(TokenIds{1, 2});

        QCOMPARE(draft.propose(2), (TokenIds{3, 9}));
        draft.truncate(100); // longer than the text: nothing to forget
        QCOMPARE(draft.size(), int64_t(6));
        draft.truncate(0);
        QCOMPARE(draft.propose(2), TokenIds());
    }

    void aLongTextIsQuick()
    {
        // One text has almost no repetition, the other nothing else.
        Random random(5);
        TokenIds varied, dull(20'000, 7);
        for (int position = 0; position < 20'000; ++position)
            varied.push_back(TokenId(random.next() % 150'000));
        for (const TokenIds& text : {varied, dull}) {
            QElapsedTimer timer;
            timer.start();
            NgramDraft draft({});
            draft.extend(text);
            size_t proposed = 0;
            for (int step = 0; step < 1000; ++step) {
                proposed += draft.propose(4).size();
                draft.push(text[size_t(step)]);
            }
            draft.truncate(0);
            QVERIFY2(timer.elapsed() < 2000, std::to_string(timer.elapsed()).c_str());
            QVERIFY(proposed > 0);
        }
    }

    void optionsOutOfRangeAreRefusedWithTheNumbers()
    {
        for (const NgramDraft::Options options :
            {NgramDraft::Options{.maxNgram = 0}, NgramDraft::Options{.maxNgram = 33},
                NgramDraft::Options{.maxNgram = 4, .minMatch = 0}}) {
            try {
                NgramDraft draft(options);
                QFAIL("no error");
            } catch (const Error& error) {
                QCOMPARE(error.kind(), base::ErrorKind::BadRequest);
                QVERIFY(std::string(error.what()).find("must be") != std::string::npos);
            }
        }
    }
};

TESTS(NgramDraftTest);
#include "ngram_draft_test.moc"
