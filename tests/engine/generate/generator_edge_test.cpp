#include "engine/generate/generator.h"
#include "tests/engine/generate/generator_bench.h"
#include "tests/engine/generate/refusals.h"
#include "tests/engine/generate/test_constraints.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <vector>

using engine::EosReason;
using engine::Job;
using engine::TokenIds;
using tests::Answer;
using tests::counting;
using tests::Drafting;
using tests::GeneratorBench;
using tests::greedyJobOf;
using tests::jobOf;
using tests::refusalOf;

namespace {

constexpr int64_t vocabulary = GeneratorBench::defaultVocabulary;

Job guided(TokenIds positive, TokenIds negative, int64_t maxNewTokens)
{
    Job job = jobOf(std::move(positive), maxNewTokens);
    job.negativeIds = std::move(negative);
    job.guidance = 1.5f;
    return job;
}

void addReservationRows()
{
    QTest::addColumn<engine::Reservation>("reservation");
    QTest::newRow("growing") << engine::Reservation::Grow;
    QTest::newRow("reserved") << engine::Reservation::Full;
}

} // namespace

/// What seldom happens: the ends of ranges, things that fail at an odd moment, and options that are
/// rarely used together.
class GeneratorEdgeTest : public QObject {
    Q_OBJECT

private slots:
    // Two prompts that begin alike share those pages once they are read, but not before.
    void guidanceThatIsTakenIsServed_data() { addReservationRows(); }
    void guidanceThatIsTakenIsServed()
    {
        QFETCH(engine::Reservation, reservation);
        for (const int64_t cacheTokens : {1024, 1280, 1536}) {
            GeneratorBench bench(
                {.cacheTokens = cacheTokens, .options = {.reservation = reservation}});
            TokenIds negative = counting(600);
            negative.insert(negative.end(), 100, 7);
            const Job job = guided(counting(700), negative, 68);

            if (!refusalOf(bench.generator, job).isEmpty())
                continue;
            for (int step = 0; step < 300 && bench.generator.numRemainingJobs() > 0; ++step)
                bench.iterate();

            QCOMPARE(bench.generator.numRemainingJobs(), int64_t(0));
            QCOMPARE(bench.answers[0].ids, tests::answerAlone(job).ids);
            QCOMPARE(bench.wrong, std::string());
        }
    }

    // A job that has to make room while its prompt is read finds what it has read again.
    void cachedTokensAreTokensOfThePrompt()
    {
        GeneratorBench bench({.cacheTokens = 2048, .options = {.maxChunkSize = 256}});
        const Job young = jobOf(counting(1700, 2000), 20);
        bench.answerTo(jobOf(counting(1100, 2000), 1));
        bench.enqueue(jobOf(counting(250), 30));
        for (int step = 0; step < 6; ++step)
            bench.iterate();
        const int64_t serial = bench.enqueue(young);
        bench.iterate();
        bench.iterate();
        const bool madeRoom = !bench.generator.waitingJobs().empty();

        bench.runAll();

        QVERIFY(madeRoom);
        QVERIFY(bench.lastOf(serial).cachedTokens <= bench.lastOf(serial).promptTokens);
        QCOMPARE(bench.answers[serial].ids, tests::answerAlone(young).ids);
    }

    void whatWasSavedIsFoundAgain()
    {
        const QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("saved").toStdString();
        const Job job = jobOf(counting(700), 20);
        for (const Drafting drafting : {Drafting::None, Drafting::Model}) {
            GeneratorBench before({.drafting = drafting});
            before.answerTo(job);
            GeneratorBench after({.drafting = drafting});
            after.answerTo(jobOf(counting(2500, 900), 5)); // something else in the pages

            const int64_t saved = before.generator.saveCache(file, job.ids, {});
            const int64_t restored = after.generator.restoreCache(file);
            const Answer answer = after.answerTo(job);

            QVERIFY(saved >= 699);
            QCOMPARE(restored, saved);
            QCOMPARE(answer.last->cachedTokens, int64_t(699));
            QCOMPARE(answer.ids, tests::answerAlone(job).ids);
            QCOMPARE(after.wrong, std::string());
        }
    }

    // The rows of logits behind the last token, with which a model is filled up, stand for nothing.
    void aTokenThatIsNoneIsNeverChosen()
    {
        const tests::PieceTokenizer tokenizer({"a", "b", "c"});
        tests::ScriptModel model(8, tests::saying({6, 1, 7, 2}, 2, 8));
        engine::PagedCache cache(
            model.backend(), tests::ScriptModel::shape, engine::CacheType::F32, 512);
        engine::Generator generator(model, cache, tokenizer, {});
        Job job = greedyJobOf({0, 1}, 4);
        job.returnLogits = true;
        generator.enqueue(job);

        TokenIds ids;
        while (generator.numRemainingJobs() > 0)
            for (const engine::Result& result : generator.iterate()) {
                ids.insert(ids.end(), result.tokenIds.begin(), result.tokenIds.end());
                for (const std::vector<float>& row : result.logits)
                    QCOMPARE(row.size(), size_t(8));
            }

        QCOMPARE(ids, (TokenIds{0, 1, 0, 2}));
    }

    void aDraftModelThatFailsCostsNoAnswer()
    {
        const Job job = jobOf(counting(300), 20);
        for (const bool isForeign : {false, true}) {
            GeneratorBench bench({.drafting = Drafting::Model});
            bench.draftModel.beforePass = [isForeign](auto) {
                if (isForeign)
                    throw std::bad_alloc();
                throw base::Error(base::ErrorKind::DeviceLost, "The device is gone.");
            };

            const Answer answer = bench.answerTo(job);

            QCOMPARE(answer.ids, tests::answerAlone(job).ids);
            QVERIFY(answer.last->eosReason == EosReason::MaxNewTokens);
            QCOMPARE(bench.wrong, std::string());
        }
    }

    void optionsForDraftsAreCheckedWithTheOthers()
    {
        for (const int64_t maxNgram : {0, 33})
            QVERIFY_THROWS_EXCEPTION(base::Error,
                GeneratorBench({.drafting = Drafting::Ngram, .options = {.maxNgram = maxNgram}}));
    }

    void numbersAtTheEndOfTheirTypeAreNumbersLikeOthers()
    {
        constexpr int64_t most = std::numeric_limits<int64_t>::max();
        GeneratorBench bench({.cacheTokens = 512, .options = {.maxSeqLen = 400}});
        Job job = jobOf(counting(300), most);
        job.minNewTokens = most;
        job.maxSkips = most;
        job.returnTopTokens = std::numeric_limits<int>::max();
        job.stopTokens = {-1, vocabulary, most, std::numeric_limits<int64_t>::min()};
        job.stopStrings = {""};
        job.bannedStrings = {""};
        job.sampling.bias = {{-1, 3}, {vocabulary, 3}, {most, 3}};
        job.sampling.banned = {-5, most};

        const Answer answer = bench.answerTo(job);

        QCOMPARE(answer.ids.size(), size_t(100));
        QVERIFY(answer.last->eosReason == EosReason::MaxNewTokens);
        QCOMPARE(answer.ids, tests::answerAlone(jobOf(counting(300), 100)).ids);
    }

    void samplerNumbersThatAreNoneAreRefused()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        GeneratorBench bench;
        Job job = jobOf({1}, 2);

        job.sampling.temperature = nan;
        job.sampling.minP = 0.1f;
        QVERIFY(!refusalOf(bench.generator, job).isEmpty());
        job.sampling = {.bias = {{1, nan}}};
        QVERIFY(!refusalOf(bench.generator, job).isEmpty());
        job.sampling = {.repetitionPenalty = 0};
        QVERIFY(!refusalOf(bench.generator, job).isEmpty());
        job.sampling = {.bias = {{1, -std::numeric_limits<float>::infinity()}}};
        QVERIFY(refusalOf(bench.generator, job).isEmpty());
        bench.runAll();
    }

    void stopTokensThatAreNoneDoNotEndAConstrainedAnswer()
    {
        GeneratorBench bench({.pieces = {"a", "b", "<end>"}, .specials = {2}});
        const auto always = [](std::string_view) { return true; };
        Job job = jobOf({0, 1}, 12);
        job.constraints
            = {std::make_shared<tests::TextConstraint>(bench.tokenizer, always, always)};
        job.preferEos = true;
        job.stopTokens = {-1, 77};

        const Answer answer = bench.answerTo(job);

        QVERIFY(answer.last->eosReason == EosReason::MaxNewTokens);
        QCOMPARE(answer.ids.size(), size_t(12));
    }

    void aCacheOfOnePageServesJobsInTurn()
    {
        for (const Drafting drafting : {Drafting::None, Drafting::Model, Drafting::Ngram}) {
            GeneratorBench bench({.cacheTokens = 256, .drafting = drafting});
            std::vector<Job> jobs;
            for (int i = 0; i < 4; ++i)
                jobs.push_back(jobOf(counting(i % 2 == 0 ? 200 : 255), i % 2 == 0 ? 56 : 1, 5));
            for (const Job& job : jobs)
                bench.enqueue(job);

            bench.runAll();

            for (size_t i = 0; i < jobs.size(); ++i)
                QCOMPARE(bench.answers[int64_t(i)].ids, tests::answerAlone(jobs[i]).ids);
            QCOMPARE(bench.wrong, std::string());
            QVERIFY(!refusalOf(bench.generator, jobOf(counting(256), 1)).isEmpty());
        }
    }

    // Guidance, healing, a banned string, a constraint and a stop string, drafted and not, alone
    // and where jobs have to make room: always the same answer.
    void everythingAtOnceGivesOneAnswer()
    {
        const std::vector<std::string> pieces{"a", "b", "c", "ab", "bc", "ca", "abc", " ", "<end>"};
        const tests::Script script = tests::dreaming(int64_t(pieces.size()));
        const auto setup = [&](int64_t tokens, Drafting drafting, engine::Reservation reservation) {
            return GeneratorBench::Setup{.cacheTokens = tokens,
                .pieces = pieces,
                .specials = {8},
                .script = script,
                .drafting = drafting,
                .options = {.maxChunkSize = 256, .reservation = reservation}};
        };
        const auto jobFor = [](const engine::Tokenizer& tokenizer, uint64_t seed) {
            TokenIds prompt(240 + seed * 3, 2), negative(100, 1);
            prompt.push_back(0);
            negative.push_back(0);
            Job job = guided(prompt, negative, 60);
            job.seed = seed;
            job.healTokens = true;
            job.bannedStrings = {"bca", "cab", "aa"};
            job.stopStrings = {"aab"}; // held, and never complete: "aa" is banned
            job.constraints = {std::make_shared<tests::TextConstraint>(
                tokenizer,
                [](std::string_view text) { return text.find("  ") == std::string_view::npos; },
                [](std::string_view) { return true; })};
            job.returnProbabilities = true;
            return job;
        };

        std::map<uint64_t, Answer> expected;
        for (uint64_t seed = 0; seed < 6; ++seed) {
            GeneratorBench alone(setup(8192, Drafting::None, engine::Reservation::Full));
            expected[seed] = alone.answerTo(jobFor(alone.tokenizer, seed));
            const std::string text = expected[seed].text();
            QVERIFY(expected[seed].last->eosReason == EosReason::MaxNewTokens);
            QCOMPARE(expected[seed].last->newTokens, int64_t(60));
            QCOMPARE(expected[seed].ids.size(), size_t(61)); // and the healed one
            QCOMPARE(expected[seed].probabilities.size(), size_t(61));
            for (const char* banned : {"bca", "cab", "aa", "  "})
                QVERIFY(text.find(banned) == std::string::npos);
        }
        for (const Drafting drafting : {Drafting::None, Drafting::Model, Drafting::Ngram})
            for (const auto reservation : {engine::Reservation::Grow, engine::Reservation::Full}) {
                GeneratorBench bench(setup(1024, drafting, reservation));
                for (uint64_t seed = 0; seed < 6; ++seed)
                    bench.enqueue(jobFor(bench.tokenizer, seed));

                bench.runAll();

                for (uint64_t seed = 0; seed < 6; ++seed) {
                    QCOMPARE(bench.answers[int64_t(seed)].ids, expected[seed].ids);
                    QCOMPARE(bench.answers[int64_t(seed)].text(), expected[seed].text());
                    QCOMPARE(
                        bench.answers[int64_t(seed)].probabilities, expected[seed].probabilities);
                }
                QCOMPARE(bench.wrong, std::string());
                QVERIFY(bench.holdsNoPage());
            }
    }

    // Two jobs that say the same share the page as soon as it is full, and then both go back to a
    // position within it.
    void anAnswerIsTakenBackOutOfASharedPage()
    {
        const std::vector<std::string> pieces{"x", "I", " cannot", " provide", " that", "y"};
        const auto script = tests::talking(pieces, 254,
            {{"", {1}}, {"I", {2}}, {"I cannot", {3}}, {"I cannot provide", {4}}}, {0, 5});
        for (const Drafting drafting : {Drafting::None, Drafting::Model, Drafting::Ngram})
            for (const auto reservation : {engine::Reservation::Grow, engine::Reservation::Full}) {
                GeneratorBench bench({.cacheTokens = 1024,
                    .pieces = pieces,
                    .script = script,
                    .drafting = drafting,
                    .options = {.adaptDraftLength = false, .reservation = reservation}});
                Job job = greedyJobOf(TokenIds(254, 0), 20);
                job.bannedStrings = {"i cannot provide that"};
                bench.enqueue(job);
                bench.enqueue(job);

                bench.runAll();

                for (const int64_t serial : {0, 1}) {
                    QCOMPARE(bench.answers[serial].suppressions.size(), size_t(1));
                    QCOMPARE(bench.answers[serial].ids.size(), size_t(20));
                    QCOMPARE(bench.answers[serial].ids, bench.answers[0].ids);
                    QVERIFY(bench.lastOf(serial).eosReason == EosReason::MaxNewTokens);
                }
                QCOMPARE(bench.wrong, std::string());
                QVERIFY(bench.holdsNoPage());
            }
    }

    void aJobCanBeCancelledInEveryState()
    {
        for (int steps = 0; steps < 12; ++steps)
            for (const bool byToken : {false, true}) {
                GeneratorBench bench({.cacheTokens = 2048,
                    .drafting = Drafting::Model,
                    .options = {.maxChunkSize = 256}});
                const Job other = jobOf(counting(300), 40, 9);
                const int64_t otherSerial = bench.enqueue(other);
                std::stop_source stop;
                Job job = guided(counting(700), counting(500, 900), 300);
                job.stop = stop.get_token();
                const int64_t serial = bench.enqueue(job);
                for (int step = 0; step < steps; ++step)
                    bench.iterate();

                byToken ? void(stop.request_stop()) : bench.generator.cancel(serial);
                bench.generator.cancel(byToken ? serial + 5 : serial); // once more, or unknown
                bench.runAll();

                QCOMPARE(bench.answers[serial].lastResults, 1);
                QVERIFY(bench.lastOf(serial).eosReason == EosReason::Cancelled);
                QCOMPARE(bench.answers[otherSerial].ids, tests::answerAlone(other).ids);
                QCOMPARE(bench.wrong, std::string());
                QVERIFY(bench.holdsNoPage());
            }
    }

    void promptsThatRunToTheirEndsLoseNobodysResults()
    {
        using Prompts = std::vector<engine::Generator::Prompt>;
        engine::Generator::Prompt prompt{.text = "xx"};
        prompt.job.maxNewTokens = 3;
        for (const Prompts& prompts : {Prompts{}, Prompts{prompt}}) {
            GeneratorBench bench;
            const int64_t serial = bench.enqueue(jobOf(counting(20), 50));
            bench.iterate();
            bench.generator.cancel(serial);

            bench.generator.generate(prompts);
            bench.runAll();

            QCOMPARE(bench.answers[serial].lastResults, 1);
            QVERIFY(bench.lastOf(serial).eosReason == EosReason::Cancelled);
        }
    }

    void anAnswerOfNoTokensHasOne()
    {
        for (const Drafting drafting : {Drafting::None, Drafting::Model, Drafting::Ngram}) {
            GeneratorBench bench({.cacheTokens = 256, .drafting = drafting});

            const Answer answer = bench.answerTo(jobOf(counting(255), 0));

            QCOMPARE(answer.ids, tests::answerAlone(jobOf(counting(255), 1)).ids);
            QVERIFY(answer.last->eosReason == EosReason::MaxNewTokens);
            QCOMPARE(answer.last->newTokens, int64_t(1));
            QVERIFY(!refusalOf(bench.generator, jobOf(counting(256), 0)).isEmpty());
        }
    }

    // What the model would say is known to the end, so a draft is never wrong.
    void aDraftMayBeAsLongAsAPassChecks()
    {
        const tests::BenchSetup setup{.drafting = Drafting::Model,
            .options = {.maxQSize = 4, .numDraftTokens = 4, .adaptDraftLength = false}};
        GeneratorBench bench(setup);

        const Answer answer = bench.answerTo(greedyJobOf(counting(300), 30));

        QCOMPARE(answer.ids, tests::answerAlone(greedyJobOf(counting(300), 30)).ids);
        QCOMPARE(answer.last->acceptedDraftTokens, int64_t(24)); // of 6 passes
        tests::BenchSetup tooLong = setup;
        tooLong.options.numDraftTokens = 5;
        QVERIFY_THROWS_EXCEPTION(base::Error, GeneratorBench{tooLong});
    }

    void passesLongerThanAChunkAreWarnedOf()
    {
        std::vector<std::string> warnings;
        const auto warningsWith = [&](int64_t maxBatchSize, int64_t maxQSize) {
            warnings.clear();
            GeneratorBench({.options = {.maxBatchSize = maxBatchSize,
                                .maxChunkSize = 512,
                                .maxQSize = maxQSize,
                                .warn = [&](const std::string& one) { warnings.push_back(one); }}});
            return warnings.size();
        };

        QCOMPARE(warningsWith(0, 8), size_t(0));
        QCOMPARE(warningsWith(64, 8), size_t(0));
        QCOMPARE(warningsWith(512, 1), size_t(0));
        QCOMPARE(warningsWith(std::numeric_limits<int64_t>::max(), 1), size_t(1));
        QCOMPARE(warningsWith(65, 8), size_t(1));
        for (const char* number : {"65", "8", "512"})
            QVERIFY(warnings.front().find(number) != std::string::npos);
    }

    // A negative prompt that does not end as the prompt does is not what is to be chosen again.
    void healingLeavesANegativePromptThatEndsOtherwise()
    {
        const std::vector<std::string> pieces{"<bot>", "two", " Hel", " Hello", "World"};
        for (const engine::TokenId end : {0, 4, 2}) {
            GeneratorBench bench({.pieces = pieces,
                .specials = {0},
                .script = tests::talking(pieces, 2, {{"", {4, 3}}}, {1})});
            std::vector<TokenIds> sequences;
            bench.model.onSequence
                = [&](const TokenIds& sequence) { sequences.push_back(sequence); };
            Job job = guided({1, 1, 2}, {1, end}, 1);
            job.sampling = engine::SamplerSettings::greedy();
            job.healTokens = true;

            const Answer answer = bench.answerTo(job);

            QCOMPARE(answer.text().substr(0, 2), std::string("lo"));
            QCOMPARE(sequences.front(), (TokenIds{1, 1}));
            QCOMPARE(sequences.at(1), end == 2 ? (TokenIds{1}) : (TokenIds{1, end}));
            QCOMPARE(bench.wrong, std::string());
        }
    }

    // Each mask waits until two are being made.
    void constraintsOfSeveralJobsAreComputedTogether()
    {
        if (std::thread::hardware_concurrency() < 2)
            QSKIP("This machine computes one thing at a time.");
        GeneratorBench bench({.pieces = {"a", "b"}});
        const std::thread::id here = std::this_thread::get_id();
        std::mutex mutex;
        std::condition_variable changed;
        int numInside = 0;
        bool haveMet = false, isGivenUp = false;
        const auto meet = [&](std::string_view) {
            std::unique_lock lock(mutex);
            if (std::this_thread::get_id() == here || haveMet || isGivenUp)
                return true;
            haveMet = ++numInside == 2;
            changed.notify_all();
            isGivenUp = !changed.wait_for(lock, std::chrono::seconds(20), [&] { return haveMet; });
            --numInside;
            return true;
        };
        const auto never = [](std::string_view) { return false; };
        for (int i = 0; i < 2; ++i) {
            Job job = greedyJobOf({0}, 4);
            job.constraints
                = {std::make_shared<tests::TextConstraint>(bench.tokenizer, meet, never)};
            bench.enqueue(job);
        }

        bench.runAll();

        QVERIFY(haveMet);
    }

    void runsAreBrokenAtTheTokenizersBreakers()
    {
        const std::vector<std::string> pieces{"a", "b", ".", "<end>"};
        const auto answerWith = [&](std::optional<TokenIds> breakers) {
            GeneratorBench bench({.pieces = pieces,
                .specials = {3},
                .script = tests::saying({0}, 7, int64_t(pieces.size()))});
            Job job = greedyJobOf({1, 2, 0, 1, 2, 1, 2}, 1); // "b.ab.b." and now "a" once more?
            job.sampling.dryMultiplier = 100;
            job.sampling.dryBreakers = std::move(breakers);
            return bench.answerTo(job).text();
        };

        QCOMPARE(answerWith(std::nullopt), std::string("a"));
        QVERIFY(answerWith(TokenIds()) != "a");
    }

    void topChoicesThatTheTokenizerProtectsAreNotExcluded()
    {
        const std::vector<std::string> pieces{"a", ".\n", "<end>", "b"};
        const auto answerWith = [&](std::optional<TokenIds> kept) {
            const auto likingTwo = [](const TokenIds&) { return std::vector<float>{4, 5, 0, 0}; };
            GeneratorBench bench({.pieces = pieces, .specials = {2}, .script = likingTwo});
            Job job = jobOf({0}, 1);
            job.returnTopTokens = 1;
            job.sampling.xtcProbability = 1;
            job.sampling.xtcProtected = std::move(kept);
            bench.enqueue(job);
            for (const engine::Result& result : bench.iterate())
                if (!result.topTokens.empty())
                    return result.topTokens[0][0].id;
            return engine::TokenId(-1);
        };

        QCOMPARE(answerWith(std::nullopt), engine::TokenId(1));
        QCOMPARE(answerWith(TokenIds()), engine::TokenId(0));
    }
};

TESTS(GeneratorEdgeTest);
#include "generator_edge_test.moc"
