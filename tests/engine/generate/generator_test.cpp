#include "engine/generate/generator.h"
#include "tests/engine/generate/generator_bench.h"
#include "tests/engine/generate/refusals.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <random>

using engine::EosReason;
using engine::Generator;
using engine::Job;
using engine::Result;
using engine::Stage;
using engine::TokenIds;
using tests::Answer;
using tests::counting;
using tests::GeneratorBench;
using tests::jobOf;
using tests::refusalOf;

namespace {

constexpr int64_t vocabulary = GeneratorBench::defaultVocabulary;

// log softmax of a row of logits, at one token.
double logProbability(const std::vector<float>& row, size_t id)
{
    double sum = 0;
    for (const float logit : row)
        sum += std::exp(double(logit));
    return double(row[id]) - std::log(sum);
}

// Words and the numbers of a small vocabulary, for prompts that are text.
GeneratorBench::Setup talkative()
{
    const std::vector<std::string> pieces{"<end>", "a ", "b ", "c ", "d "};
    return {.cacheTokens = 1024,
        .pieces = pieces,
        .specials = {0},
        .script = [](const TokenIds& sequence) { // the letter after the last one
            std::vector<float> row(5, 0.0f);
            row[size_t((sequence.back() + 1) % 5)] = 10;
            return row;
        }};
}

} // namespace

class GeneratorTest : public QObject {
    Q_OBJECT

private slots:
    void aJobTellsItsStagesInOrder()
    {
        GeneratorBench bench({.options = {.maxChunkSize = 512}});
        Job job = jobOf(counting(600), 2);
        job.identifier = "mine";
        bench.enqueue(job);
        std::vector<Stage> stages;
        std::vector<int64_t> progress;
        while (bench.generator.numRemainingJobs() > 0)
            for (const Result& result : bench.iterate()) {
                QCOMPARE(result.identifier, std::string("mine"));
                QCOMPARE(result.eos, result.stage == Stage::Eos);
                stages.push_back(result.stage);
                if (result.stage == Stage::Prefill) {
                    progress.push_back(result.currentProgress);
                    QCOMPARE(result.maxProgress, int64_t(599));
                }
            }

        QVERIFY((stages
            == std::vector{Stage::Started, Stage::Prefill, Stage::Prefill, Stage::Streaming,
                Stage::Streaming, Stage::Eos}));
        QCOMPARE(progress, (std::vector<int64_t>{512, 599}));
        QVERIFY(bench.holdsNoPage());
    }

    // Long before the first chunk is read: that of a large model takes many seconds.
    void readingIsToldBetweenLayers()
    {
        GeneratorBench bench({.options = {.maxChunkSize = 512}});
        Job job = jobOf(counting(1100), 2);
        std::vector<int64_t> told, toldBeforeAResult;
        job.onReading = [&told](int64_t read, int64_t all) {
            if (all == 1099)
                told.push_back(read);
        };
        bench.enqueue(job);
        bench.iterate();
        toldBeforeAResult = told;
        while (bench.generator.numRemainingJobs() > 0)
            bench.iterate();

        QVERIFY(toldBeforeAResult.size() >= 2);
        QCOMPARE(toldBeforeAResult.front(), int64_t(0));
        QCOMPARE(toldBeforeAResult.back(), int64_t(512));
        QVERIFY(std::ranges::is_sorted(told));
        QCOMPARE(told.back(), int64_t(1099));
    }

    void companyDoesNotChangeAnAnswer()
    {
        const Job job = jobOf(counting(300), 40, 42);
        GeneratorBench bench;
        for (int other = 0; other < 4; ++other)
            bench.enqueue(jobOf(counting(100 + other * 350, other), 30, uint64_t(other)));
        bench.iterate();
        const int64_t serial = bench.enqueue(job);
        bench.enqueue(jobOf(counting(1500, 2000), 5));

        bench.runAll();

        QCOMPARE(bench.answers[serial].ids.size(), size_t(40));
        QCOMPARE(bench.answers[serial].ids, tests::answerAlone(job).ids);
        QCOMPARE(bench.wrong, std::string());
        QVERIFY(bench.model.largestBatch >= 5);
    }

    void twoPromptsThatTakeTurnsReadTheirBeginningOnce()
    {
        TokenIds first = counting(1000), second = counting(1000);
        first.push_back(4001);
        second.push_back(4002);
        GeneratorBench bench({.cacheTokens = 4096, .options = {.maxChunkSize = 256}});
        const int64_t a = bench.enqueue(jobOf(first)), b = bench.enqueue(jobOf(second));

        bench.runAll();

        QCOMPARE(bench.model.promptTokens, int64_t(1000));
        QCOMPARE(bench.lastOf(a).cachedTokens + bench.lastOf(b).cachedTokens, int64_t(1000));
        QCOMPARE(bench.answers[a].ids, tests::answerAlone(jobOf(first)).ids);
        QCOMPARE(bench.answers[b].ids, tests::answerAlone(jobOf(second)).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    void whatCanNeverRunIsRefused()
    {
        GeneratorBench bench({.cacheTokens = 1024});
        Generator& generator = bench.generator;
        Job pictured = jobOf({engine::firstImageId});

        QVERIFY(refusalOf(generator, jobOf({})).contains("empty"));
        QVERIFY(refusalOf(generator, jobOf({1}, -1)).contains("-1 tokens"));
        QVERIFY(refusalOf(generator, jobOf({vocabulary})).contains("5000"));
        QVERIFY(refusalOf(generator, jobOf({-1})).contains("-1"));
        QVERIFY(refusalOf(generator, pictured).contains("picture"));
        QCOMPARE(generator.numRemainingJobs(), int64_t(0));
        QCOMPARE(generator.enqueue(jobOf({1}, 1)), int64_t(0));
    }

    void severalJobsAreTakenTogetherOrNotAtAll()
    {
        GeneratorBench bench;

        const auto serials
            = bench.generator.enqueue(std::vector{jobOf({1}, 3), jobOf({2}, 3), jobOf({3}, 3)});
        QVERIFY_THROWS_EXCEPTION(
            base::Error, bench.generator.enqueue(std::vector{jobOf({4}, 3), jobOf({}, 3)}));

        QCOMPARE(serials, (std::vector<int64_t>{0, 1, 2}));
        QCOMPARE(bench.generator.numRemainingJobs(), int64_t(3));
        bench.runAll();
        QCOMPARE(bench.answers.size(), size_t(3));
    }

    void jobsThatOutgrowTheCacheTakeTurnsAndAnswerAsAlone_data() { addReservationRows(); }
    void jobsThatOutgrowTheCacheTakeTurnsAndAnswerAsAlone()
    {
        QFETCH(engine::Reservation, reservation);
        GeneratorBench bench({.cacheTokens = 1024, .options = {.reservation = reservation}});
        std::vector<Job> jobs;
        for (int i = 0; i < 3; ++i)
            jobs.push_back(jobOf(counting(200, i * 300), 500, uint64_t(i)));
        for (const Job& job : jobs)
            bench.enqueue(job);

        bench.runAll();

        for (size_t i = 0; i < jobs.size(); ++i)
            QCOMPARE(bench.answers[int64_t(i)].ids, tests::answerAlone(jobs[i]).ids);
        QCOMPARE(bench.wrong, std::string());
        QVERIFY(bench.holdsNoPage());
    }

    // Drafts are written into pages that are only reserved, whose old content is then lost.
    void aRejectedDraftLeavesNothingBehind()
    {
        const Job before = jobOf(counting(600, 2000), 5);
        const auto wrongly = [](const TokenIds&) {
            std::vector<float> row(size_t(vocabulary), 0.0f);
            row[4999] = 10;
            return row;
        };
        GeneratorBench bench({.cacheTokens = 1024,
            .drafting = tests::Drafting::Model,
            .draftScript = wrongly,
            .options = {.reservation = engine::Reservation::Full}});
        bench.answerTo(before);
        const int64_t serial = bench.enqueue(jobOf(counting(255), 600)); // the whole cache
        const int64_t draftsBefore = bench.model.draftTokens;
        bench.iterate(); // drafts across the end of the first page
        bench.generator.cancel(serial);
        bench.runAll();

        const Answer again = bench.answerTo(before);

        QVERIFY(bench.model.draftTokens > draftsBefore);
        QVERIFY(again.last->cachedTokens >= 256);
        QCOMPARE(again.ids, tests::answerAlone(before).ids);
        QCOMPARE(bench.wrong, std::string());
    }

    void whoWaitsSaysForHowManyPages()
    {
        GeneratorBench bench({.cacheTokens = 1024});
        bench.enqueue(jobOf(counting(700), 50));
        const int64_t serial = bench.enqueue(jobOf(counting(600, 1000), 50));
        bench.iterate();

        const auto waiting = bench.generator.waitingJobs();

        QCOMPARE(waiting.size(), size_t(1));
        QCOMPARE(waiting[0].serial, serial);
        QCOMPARE(waiting[0].pagesNeeded, int64_t(3));
        bench.runAll();
        QVERIFY(bench.generator.waitingJobs().empty());
    }

    void clearingTheQueueEndsAllWithAResult()
    {
        GeneratorBench bench({.cacheTokens = 1024, .options = {.maxBatchSize = 1}});
        bench.enqueue(jobOf({1}, 100));
        bench.enqueue(jobOf({2}, 100));
        bench.iterate();

        bench.generator.clearQueue();
        const std::vector<Result> results = bench.iterate();

        QCOMPARE(results.size(), size_t(2));
        for (const Result& result : results)
            QVERIFY(result.eosReason == EosReason::Cancelled);
        QCOMPARE(bench.generator.numRemainingJobs(), int64_t(0));
        QVERIFY(bench.holdsNoPage());
    }

    void aLineOfUnpagedJobsIsServedOneByOne()
    {
        GeneratorBench bench({.options = {.paged = false}});
        for (int i = 0; i < 3; ++i)
            bench.enqueue(jobOf(counting(50, i), 8, uint64_t(i)));

        bench.runAll();

        QCOMPARE(bench.model.largestBatch, size_t(1));
        for (int i = 0; i < 3; ++i)
            QCOMPARE(bench.answers[i].ids,
                tests::answerAlone(jobOf(counting(50, i), 8, uint64_t(i))).ids);
    }

    void probabilitiesTopTokensAndLogitsAreToldOnRequest()
    {
        GeneratorBench bench;
        Job job = jobOf(counting(30), 5);
        job.returnProbabilities = true;
        job.returnTopTokens = 3;
        job.returnLogits = true;
        job.sampling.topK = 10;
        const int64_t serial = bench.enqueue(job);
        const auto dream = tests::dreaming(vocabulary);
        TokenIds sequence = job.ids;

        while (bench.generator.numRemainingJobs() > 0)
            for (const Result& result : bench.iterate()) {
                QCOMPARE(result.tokenProbabilities.size(), result.tokenIds.size());
                QCOMPARE(result.topTokens.size(), result.tokenIds.size());
                QCOMPARE(result.logits.size(), result.tokenIds.size());
                for (size_t i = 0; i < result.tokenIds.size(); ++i) {
                    QCOMPARE(result.logits[i], dream(sequence));
                    QCOMPARE(result.topTokens[i].size(), size_t(3));
                    QVERIFY(
                        result.topTokens[i][0].probability >= result.topTokens[i][1].probability);
                    QVERIFY(result.tokenProbabilities[i] <= result.topTokens[i][0].probability);
                    sequence.push_back(result.tokenIds[i]);
                }
            }

        QCOMPARE(bench.answers[serial].ids.size(), size_t(5));
    }

    void guidanceMixesBothPrompts()
    {
        GeneratorBench bench;
        Job job = tests::greedyJobOf(counting(30), 4);
        job.negativeIds = counting(400, 1000);
        job.guidance = 1.7f;
        const auto dream = tests::dreaming(vocabulary);
        TokenIds positive = job.ids, negative = job.negativeIds, expected;
        for (int step = 0; step < 4; ++step) {
            const std::vector<float> a = dream(positive), b = dream(negative);
            engine::TokenId best = 0;
            double highest = -1e9;
            for (size_t id = 0; id < size_t(vocabulary); ++id) {
                const double mixed = 1.7 * logProbability(a, id) - 0.7 * logProbability(b, id);
                if (mixed > highest) {
                    highest = mixed;
                    best = engine::TokenId(id);
                }
            }
            expected.push_back(best);
            positive.push_back(best);
            negative.push_back(best);
        }

        const Answer answer = bench.answerTo(job);

        QCOMPARE(answer.ids, expected);
        QVERIFY(bench.holdsNoPage());
    }

    void aTextIsAnsweredAsAText()
    {
        GeneratorBench bench(talkative());
        Generator::Prompt prompt{.text = "a b "};
        prompt.job.maxNewTokens = 10;
        prompt.job.stopTokens = {0};
        prompt.job.sampling = engine::SamplerSettings::greedy();

        const auto whole = bench.generator.generate(prompt);
        prompt.completionOnly = true;
        const auto completions = bench.generator.generate(std::vector{prompt, prompt});

        QCOMPARE(whole.text, std::string("a b c d "));
        QVERIFY(whole.last.eosReason == EosReason::StopToken);
        QCOMPARE(completions.size(), size_t(2));
        for (const auto& completion : completions)
            QCOMPARE(completion.text, std::string("c d "));
    }

    void anAbortedTextEndsEarly()
    {
        GeneratorBench bench(talkative());
        Generator::Prompt prompt{.text = "a b "};
        prompt.job.maxNewTokens = 500;
        prompt.job.sampling = engine::SamplerSettings::greedy();
        std::stop_source abort;
        bench.model.beforePass = [&](auto) {
            if (bench.model.passes == 7)
                abort.request_stop();
        };

        const auto completion = bench.generator.generate(prompt, abort.get_token());

        QVERIFY(completion.last.eosReason == EosReason::Cancelled);
        QVERIFY(completion.last.newTokens < 10);
        QCOMPARE(bench.generator.numRemainingJobs(), int64_t(0));
        QVERIFY(bench.holdsNoPage());
    }

    void warmingUpForgetsWhatTheCacheHolds()
    {
        GeneratorBench bench;
        bench.answerTo(jobOf(counting(600), 5));

        bench.generator.warmUp();
        const Answer after = bench.answerTo(jobOf(counting(600), 5));

        QCOMPARE(after.last->cachedTokens, int64_t(0));
        bench.enqueue(jobOf({1}, 5));
        QVERIFY_THROWS_EXCEPTION(base::Error, bench.generator.warmUp());
        QVERIFY_THROWS_EXCEPTION(base::Error, bench.generator.setLoras({}));
    }

private:
    static void addReservationRows()
    {
        QTest::addColumn<engine::Reservation>("reservation");
        QTest::newRow("growing") << engine::Reservation::Grow;
        QTest::newRow("reserved") << engine::Reservation::Full;
    }
};

TESTS(GeneratorTest);
#include "generator_test.moc"
