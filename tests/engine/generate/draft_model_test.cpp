#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/generate/draft_model.h"
#include "tests/engine/generate/script_model.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <numeric>

using base::Error;
using engine::CacheType;
using engine::DraftModel;
using engine::PagedCache;
using engine::TokenId;
using engine::TokenIds;
using tests::ScriptModel;

namespace {

constexpr int64_t vocabulary = 50;
constexpr int64_t contextLength = 1 << 20;

// A draft model that dreams, next to a large one that is never asked.
struct Pair {
    explicit Pair(int64_t draftVocabulary = vocabulary, int64_t pages = 16)
        : draft(draftVocabulary, tests::dreaming(draftVocabulary))
        , main(vocabulary, tests::dreaming(vocabulary))
        , draftCache(draft.backend(), ScriptModel::shape, CacheType::F32, pages * 256)
        , mainCache(main.backend(), ScriptModel::shape, CacheType::F32, 16 * 256)
    {
    }

    DraftModel make(int64_t maxSeqLen = contextLength)
    {
        return {draft, draftCache, main, mainCache, maxSeqLen};
    }

    ScriptModel draft, main;
    PagedCache draftCache, mainCache;
};

TokenIds someIds(int64_t count, int64_t seed = 1)
{
    TokenIds ids;
    for (int64_t position = 0; position < count; ++position)
        ids.push_back((position * position * 7 + position * seed + seed) % vocabulary);
    return ids;
}

TokenId likeliestAfter(const TokenIds& ids)
{
    const std::vector<float> logits = tests::dreaming(vocabulary)(ids);
    return std::ranges::max_element(logits) - logits.begin();
}

// What the draft model says by itself, token by token.
TokenIds continuation(TokenIds ids, int64_t count)
{
    for (int64_t step = 0; step < count; ++step)
        ids.push_back(likeliestAfter(ids));
    return {ids.end() - count, ids.end()};
}

std::vector<int32_t> pagesFrom(int32_t first, int32_t count)
{
    std::vector<int32_t> pages(static_cast<size_t>(count));
    std::iota(pages.begin(), pages.end(), first);
    return pages;
}

TokenIds proposal(
    DraftModel& draft, const TokenIds& ids, const std::vector<int32_t>& pages, int64_t count)
{
    std::vector<DraftModel::Drafting> jobs{{.ids = ids, .pages = pages, .count = count}};
    draft.propose(jobs);
    return jobs[0].proposed;
}

std::string failureOf(auto action)
{
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

// Guesses by a second model with a cache of its own.
class DraftModelTest : public QObject {
    Q_OBJECT

private slots:
    void proposesWhatTheModelWouldSay()
    {
        Pair pair;
        DraftModel draft = pair.make();
        const TokenIds ids = someIds(20);

        QCOMPARE(proposal(draft, ids, pagesFrom(3, 1), 5), continuation(ids, 5));
        QCOMPARE(pair.draft.passes, int64_t(5)); // the first one reads the prompt as well
    }

    void proposesForAllJobsInOnePassPerToken()
    {
        Pair pair;
        DraftModel draft = pair.make();
        const std::vector<TokenIds> ids{someIds(20), someIds(300, 2), someIds(1, 3), someIds(9, 4)};
        const std::vector<int64_t> counts{4, 2, 3, 0};
        std::vector<std::vector<int32_t>> pages;
        std::vector<DraftModel::Drafting> jobs;
        for (size_t job = 0; job < ids.size(); ++job)
            pages.push_back(pagesFrom(int32_t(2 * job), 2));
        for (size_t job = 0; job < ids.size(); ++job)
            jobs.push_back({.ids = ids[job], .pages = pages[job], .count = counts[job]});

        draft.propose(jobs);

        for (size_t job = 0; job < ids.size(); ++job)
            QCOMPARE(jobs[job].proposed, continuation(ids[job], counts[job]));
        QCOMPARE(pair.draft.passes, int64_t(4));
        QCOMPARE(pair.draft.largestBatch, size_t(3));
    }

    void catchesUpByAChunkACallBesideTheOthers()
    {
        Pair pair;
        DraftModel draft = pair.make();
        const TokenIds longer = someIds(1300), shorter = someIds(5, 2);
        const auto first = pagesFrom(0, 6), second = pagesFrom(6, 1);
        std::vector<DraftModel::Drafting> jobs{{.ids = longer, .pages = first, .count = 2},
            {.ids = shorter, .pages = second, .count = 2}};
        for (int call = 0; call < 2; ++call) {
            draft.propose(jobs);
            QCOMPARE(jobs[0].proposed, TokenIds());
            QCOMPARE(jobs[1].proposed, continuation(shorter, 2));
        }
        QCOMPARE(pair.draft.promptTokens, int64_t(1024));

        draft.propose(jobs);

        QCOMPARE(jobs[0].proposed, continuation(longer, 2));
        QCOMPARE(pair.draft.passes, int64_t(6));
    }

    void goesOnAfterProposalsWereTakenAndRejected()
    {
        Pair pair;
        DraftModel draft = pair.make();
        TokenIds ids = someIds(250);
        const auto pages = pagesFrom(4, 2);
        for (int64_t round = 0; round < 12; ++round) {
            const TokenIds proposed = proposal(draft, ids, pages, 4);
            QCOMPARE(proposed, continuation(ids, 4));

            // The model agrees with some and says something else after them.
            ids.insert(ids.end(), proposed.begin(), proposed.begin() + round % 5);
            ids.push_back((likeliestAfter(ids) + 1) % vocabulary);
        }
        QCOMPARE(pair.draft.passes, int64_t(12 * 4)); // nothing was read twice
    }

    void goesOnAfterTheAnswerWasTakenBack()
    {
        Pair pair;
        DraftModel draft = pair.make();
        TokenIds ids = someIds(300);
        const auto pages = pagesFrom(4, 2);
        QCOMPARE(proposal(draft, ids, pages, 4), continuation(ids, 4));
        ids.resize(200);
        ids.push_back(7);
        QCOMPARE(proposal(draft, ids, pages, 4), continuation(ids, 4));
        QCOMPARE(pair.draft.passes, int64_t(8));
    }

    void readsAPromptAheadSoThatOnlyTheLastTokenIsLeft()
    {
        Pair pair;
        DraftModel draft = pair.make();
        const TokenIds ids = someIds(1000);
        const auto pages = pagesFrom(0, 4);
        draft.read(std::span(ids).first(600), pages, 2048);
        draft.read(std::span(ids).first(600), pages, 2048); // nothing more
        QCOMPARE(pair.draft.promptTokens, int64_t(600));
        draft.read(std::span(ids).first(999), pages, 2048);
        QCOMPARE(pair.draft.promptTokens, int64_t(999));
        const int64_t passes = pair.draft.passes;

        QCOMPARE(proposal(draft, ids, pages, 1), continuation(ids, 1));
        QCOMPARE(pair.draft.passes, passes + 1);
    }

    void readsNoMoreThanSomeOfALongPromptAtOnce()
    {
        Pair pair;
        DraftModel draft = pair.make();
        const TokenIds ids = someIds(3000);
        draft.read(ids, pagesFrom(0, 12), 2048);
        QCOMPARE(pair.draft.promptTokens, int64_t(2048));
    }

    void findsWhatAnotherJobHasHadRead()
    {
        Pair pair;
        DraftModel draft = pair.make();
        const TokenIds shared = someIds(900);
        TokenIds ids = shared, other = shared;
        ids.insert(ids.end(), {1, 2, 3});
        other.insert(other.end(), {4, 5});
        other[600] = (other[600] + 1) % vocabulary; // in the third page
        draft.read(shared, pagesFrom(0, 4), 2048);

        // Three full pages are shared; of the other job's, two.
        const std::vector<int32_t> pages{0, 1, 2, 9}, otherPages{0, 1, 7, 8};
        std::vector<DraftModel::Drafting> jobs{{.ids = ids, .pages = pages, .count = 2},
            {.ids = other, .pages = otherPages, .count = 2}};
        const int64_t passes = pair.draft.passes;
        draft.propose(jobs);

        QCOMPARE(jobs[0].proposed, continuation(ids, 2));
        QCOMPARE(jobs[1].proposed, continuation(other, 2));
        QCOMPARE(pair.draft.passes, passes + 2);
    }

    void followsPagesThatAreCopiedAndMoved()
    {
        Pair pair;
        DraftModel draft = pair.make();
        const TokenIds ids = someIds(600);
        draft.read(ids, pagesFrom(0, 3), 2048);
        draft.movePages(std::vector<engine::PageMove>{{0, 5}, {1, 0}, {2, 1}});
        draft.copyPage(1, 8, 80); // of 88
        const int64_t read = pair.draft.promptTokens;

        QCOMPARE(proposal(draft, ids, {5, 0, 1}, 2), continuation(ids, 2));
        QCOMPARE(proposal(draft, ids, {5, 0, 8}, 2), continuation(ids, 2));
        QCOMPARE(pair.draft.promptTokens, read);
        QCOMPARE(pair.draft.passes, int64_t(2 + 2 + 2));
    }

    void pagesThatAreWrittenAgainAreReadAgain()
    {
        Pair pair;
        DraftModel draft = pair.make();
        const TokenIds ids = someIds(400), other = someIds(400, 2);
        for (const TokenIds& prompt : {ids, other, ids, other}) {
            draft.read(prompt, pagesFrom(0, 2), 2048);
            QCOMPARE(proposal(draft, prompt, pagesFrom(0, 2), 3), continuation(prompt, 3));
        }
    }

    void passesByPictures()
    {
        Pair pair;
        DraftModel draft = pair.make();
        TokenIds shown = someIds(10);
        shown[4] = engine::firstImageId;
        const TokenIds plain = someIds(10, 2);
        const auto first = pagesFrom(0, 1), second = pagesFrom(1, 1);
        std::vector<DraftModel::Drafting> jobs{{.ids = shown, .pages = first, .count = 2},
            {.ids = plain, .pages = second, .count = 2}};

        draft.propose(jobs);
        QCOMPARE(jobs[0].proposed, TokenIds());
        QCOMPARE(jobs[1].proposed, continuation(plain, 2));

        draft.read(shown, first, 2048);
        QCOMPARE(pair.draft.promptTokens, int64_t(4));
    }

    void neverProposesPaddingThatOnlyTheDraftModelHas()
    {
        Pair pair(vocabulary + 100);
        DraftModel draft = pair.make();
        const TokenIds proposed = proposal(draft, someIds(3), pagesFrom(0, 1), 60);
        QCOMPARE(proposed.size(), size_t(60));
        for (const TokenId id : proposed)
            QVERIFY(id >= 0 && id < vocabulary);
    }

    void whatAFailedPassLeavesBehindDoesNotCount()
    {
        // The script model would throw at what an interrupted pass has written.
        Pair pair;
        DraftModel draft = pair.make();
        const TokenIds ids = someIds(700);
        const auto pages = pagesFrom(0, 3);
        pair.draft.poison = vocabulary - 1;
        TokenIds poisoned = ids;
        std::ranges::replace(poisoned, pair.draft.poison, TokenId(0));
        poisoned[690] = pair.draft.poison;
        QCOMPARE(failureOf([&] { draft.read(poisoned, pages, 2048); }), "The device is gone.");
        pair.draft.poison = -1;

        QCOMPARE(proposal(draft, poisoned, pages, 2), continuation(poisoned, 2));
        QCOMPARE(pair.draft.promptTokens, int64_t(512 + 188)); // and not the first chunk again
    }

    void stopsBetweenLayersWhenCancelled()
    {
        Pair pair;
        DraftModel draft = pair.make();
        const TokenIds ids = someIds(700);
        const auto cancelled = [&] { return pair.draft.passes == 2; };

        QVERIFY_EXCEPTION_THROWN(draft.read(ids, pagesFrom(0, 3), 2048, cancelled), Error);
        QCOMPARE(proposal(draft, ids, pagesFrom(0, 3), 2), continuation(ids, 2));
    }

    void whatDoesNotFitIsRefusedWithTheNumbers()
    {
        const auto failure
            = [](Pair pair, int64_t longest) { return failureOf([&] { pair.make(longest); }); };
        QCOMPARE(failure(Pair(), contextLength), "");
        QCOMPARE(failure(Pair(vocabulary, 8), contextLength),
            "The draft model's cache has 8 pages and the model's has 16; they must have the same "
            "number.");
        QCOMPARE(failure(Pair(), contextLength + 1),
            "The draft model reads at most 1048576 tokens, but a job may have 1048577.");
        QCOMPARE(failure(Pair(vocabulary + 129), contextLength),
            "The draft model has a vocabulary of 179 tokens and the model one of 50; a draft model "
            "must share the model's tokenizer.");
    }
};

TESTS(DraftModelTest);
#include "draft_model_test.moc"
