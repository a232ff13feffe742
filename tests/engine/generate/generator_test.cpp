#include "engine/generate/generator.h"
#include "kernels/error.h"
#include "tests/engine/generate/script_model.h"

#include <QTest>

#include <map>
#include <memory>
#include <numeric>
#include <random>

using engine::EosReason;
using engine::Generator;
using engine::Job;
using engine::Result;
using engine::Stage;
using engine::TokenIds;
using kernels::Error;
using kernels::ErrorKind;

namespace {

constexpr int64_t vocabulary = 5000;

// A generator over a model that dreams, and what it has told so far.
struct Bench {
    explicit Bench(int64_t cacheTokens, Generator::Options options = {},
        tests::ScriptModel::Script script = tests::dreaming(vocabulary))
        : model(vocabulary, std::move(script))
        , cache(model.backend(), tests::ScriptModel::shape, engine::CacheType::F32, cacheTokens)
        , tokenizer(std::vector<std::string>(vocabulary, "x"))
        , generator(model, cache, tokenizer, options)
    {
    }

    std::vector<Result> iterate()
    {
        std::vector<Result> results = generator.iterate();
        wrong += generator.checkInvariants();
        for (const Result& result : results) {
            TokenIds& all = ids[result.serial];
            all.insert(all.end(), result.tokenIds.begin(), result.tokenIds.end());
            if (result.eos)
                last[result.serial] = result;
        }
        return results;
    }

    void runAll()
    {
        for (int step = 0; step < 20000 && generator.numRemainingJobs() > 0; ++step)
            iterate();
    }

    tests::ScriptModel model;
    engine::PagedCache cache;
    tests::PieceTokenizer tokenizer;
    Generator generator;
    std::map<int64_t, TokenIds> ids; // by serial
    std::map<int64_t, Result> last;
    std::string wrong;
};

TokenIds counting(int64_t count, engine::TokenId first = 0)
{
    TokenIds ids(static_cast<size_t>(count));
    std::iota(ids.begin(), ids.end(), first);
    return ids;
}

Job jobOf(TokenIds prompt, int64_t maxNewTokens = 10, uint64_t seed = 1)
{
    Job job;
    job.ids = std::move(prompt);
    job.maxNewTokens = maxNewTokens;
    job.seed = seed;
    job.sampling = engine::SamplerSettings::neutral();
    return job;
}

TokenIds aloneIds(const Job& job)
{
    Bench bench(8192);
    bench.generator.enqueue(job);
    bench.runAll();
    return bench.ids[0];
}

QString refusalOf(Generator& generator, const Job& job)
{
    try {
        generator.enqueue(job);
        return {};
    } catch (const Error& error) {
        return error.kind() == ErrorKind::BadRequest ? error.what() : "another kind";
    }
}

engine::ImageEmbeddingPtr picture(
    kernels::Backend& backend, int64_t rows, engine::TokenId firstId, uint8_t content)
{
    auto image = std::make_shared<engine::ImageEmbedding>();
    image->rows = kernels::Tensor(backend, kernels::DType::F32, rows, 4);
    image->firstId = firstId;
    image->contentHash.fill(content);
    return image;
}

} // namespace

class GeneratorTest : public QObject {
    Q_OBJECT

private slots:
    void aJobTellsItsStagesInOrder()
    {
        Bench bench(4096);
        bench.generator.enqueue(jobOf(counting(600), 2));
        std::vector<Stage> stages;
        std::vector<int64_t> progress;
        while (bench.generator.numRemainingJobs() > 0)
            for (const Result& result : bench.iterate()) {
                stages.push_back(result.stage);
                if (result.stage == Stage::Prefill)
                    progress.push_back(result.currentProgress);
            }

        QVERIFY((stages
            == std::vector{Stage::Started, Stage::Prefill, Stage::Prefill, Stage::Streaming,
                Stage::Streaming, Stage::Eos}));
        QCOMPARE(progress, (std::vector<int64_t>{512, 599}));
        QCOMPARE(bench.generator.numFreePages(), bench.generator.numPages());
    }

    void companyDoesNotChangeAnAnswer()
    {
        const Job job = jobOf(counting(300), 40, 42);
        const TokenIds alone = aloneIds(job);
        Bench bench(8192);
        for (int other = 0; other < 4; ++other)
            bench.generator.enqueue(jobOf(counting(100 + other * 350, other), 30, uint64_t(other)));
        bench.iterate();
        const int64_t serial = bench.generator.enqueue(job);
        bench.generator.enqueue(jobOf(counting(1500, 2000), 5));

        bench.runAll();

        QCOMPARE(alone.size(), size_t(40));
        QCOMPARE(bench.ids[serial], alone);
        QCOMPARE(bench.wrong, std::string());
        QVERIFY(std::ranges::max(bench.model.batchSizes) >= 5);
    }

    void twoPromptsWithTheSameBeginningComputeItOnce_data()
    {
        QTest::addColumn<int>("chunk");
        QTest::newRow("in one chunk") << 2048;
        QTest::newRow("taking turns") << 256;
    }
    void twoPromptsWithTheSameBeginningComputeItOnce()
    {
        QFETCH(int, chunk);
        Bench bench(4096, {.maxChunkSize = chunk});
        TokenIds first = counting(1000), second = counting(1000);
        first.push_back(4001);
        second.push_back(4002);
        const int64_t a = bench.generator.enqueue(jobOf(first));
        const int64_t b = bench.generator.enqueue(jobOf(second));

        bench.runAll();

        QCOMPARE(bench.model.promptTokens, int64_t(1000));
        QCOMPARE(bench.last[a].cachedTokens + bench.last[b].cachedTokens, int64_t(1000));
        if (chunk == 2048)
            QCOMPARE(bench.last[b].cachedTokens, int64_t(1000));
        QCOMPARE(bench.ids[a], aloneIds(jobOf(first)));
        QCOMPARE(bench.ids[b], aloneIds(jobOf(second)));
        QCOMPARE(bench.wrong, std::string());
    }

    void theNextTurnOfAChatReadsOnlyWhatIsNew()
    {
        Bench bench(4096);
        TokenIds chat = counting(700);
        bench.generator.enqueue(jobOf(chat, 400));
        bench.runAll();
        chat.insert(chat.end(), bench.ids[0].begin(), bench.ids[0].end());
        for (const engine::TokenId id : counting(100, 3000))
            chat.push_back(id);

        const int64_t next = bench.generator.enqueue(jobOf(chat));
        bench.runAll();
        TokenIds changed = chat;
        changed[10] = 4999;
        const int64_t other = bench.generator.enqueue(jobOf(changed));
        bench.runAll();

        QCOMPARE(bench.last[next].cachedTokens, int64_t(1099));
        QCOMPARE(bench.ids[next], aloneIds(jobOf(chat)));
        QCOMPARE(bench.last[other].cachedTokens, int64_t(10));
        QCOMPARE(bench.ids[other], aloneIds(jobOf(changed)));
    }

    void aShortAnswerWithMuchRoomEvictsNothing()
    {
        Bench bench(4096);
        bench.generator.enqueue(jobOf(counting(2040), 8));
        bench.runAll();
        Job roomy = jobOf(counting(20, 4000), 2800);
        roomy.stopStrings = {"xxxxx"};
        bench.generator.enqueue(roomy);
        bench.runAll();

        const int64_t again = bench.generator.enqueue(jobOf(counting(2040), 8));
        bench.runAll();

        QCOMPARE(bench.last[1].newTokens, int64_t(5));
        QCOMPARE(bench.last[again].cachedPages, int64_t(7));
        QCOMPARE(bench.last[again].cachedTokens, int64_t(2039));
    }

    void whatCanNeverRunIsRefusedWithTheNumbers()
    {
        Bench bench(1024);
        Generator& generator = bench.generator;

        const QString tooBig = refusalOf(generator, jobOf(counting(900), 200));
        QVERIFY2(
            tooBig.contains("needs 5 pages, the cache has 4 (1024 tokens)"), qPrintable(tooBig));
        QVERIFY(refusalOf(generator, jobOf({})).contains("empty"));
        QVERIFY(refusalOf(generator, jobOf({1}, 0)).contains("0 tokens"));
        QVERIFY(refusalOf(generator, jobOf({vocabulary})).contains("5000"));
        QVERIFY(refusalOf(generator, jobOf({-1})).contains("-1"));
        QVERIFY(refusalOf(generator, jobOf({engine::firstImageId})).contains("picture"));
        QCOMPARE(generator.numRemainingJobs(), int64_t(0));
        QCOMPARE(generator.enqueue(jobOf({1}, 1)), int64_t(0));
    }

    void aPromptAndItsAnswerMayFillTheCacheToTheLastPlace()
    {
        Bench bench(1024);
        bench.generator.enqueue(jobOf(counting(900), 124));

        bench.runAll();

        QCOMPARE(bench.last[0].newTokens, int64_t(124));
    }

    void anAnswerEndsWhereTheContextDoes()
    {
        Bench bench(1024, {.maxSeqLen = 100});
        QVERIFY(refusalOf(bench.generator, jobOf(counting(100))).contains("100"));
        bench.generator.enqueue(jobOf(counting(90), 50));

        bench.runAll();

        QCOMPARE(bench.last[0].newTokens, int64_t(10));
        QVERIFY(bench.last[0].eosReason == EosReason::MaxNewTokens);
    }

    void jobsThatOutgrowTheCacheTakeTurnsAndAnswerAsAlone()
    {
        Bench bench(1024);
        std::vector<Job> jobs;
        for (int i = 0; i < 3; ++i)
            jobs.push_back(jobOf(counting(200, i * 300), 500, uint64_t(i)));
        for (const Job& job : jobs)
            bench.generator.enqueue(job);

        bench.runAll();

        for (size_t i = 0; i < jobs.size(); ++i)
            QCOMPARE(bench.ids[int64_t(i)], aloneIds(jobs[i]));
        QCOMPARE(bench.wrong, std::string());
        QCOMPARE(bench.generator.numFreePages(), int64_t(4));
    }

    void cancellingWhileThePromptIsReadKeepsWhatWasRead()
    {
        const Job job = jobOf(counting(4500), 5);
        Bench bench(8192, {.maxChunkSize = 2048});
        bench.generator.enqueue(job);
        bench.iterate();
        bench.iterate();

        bench.generator.cancel(0);
        bench.generator.cancel(0);
        QCOMPARE(bench.generator.numFreePages(), bench.generator.numPages());
        QCOMPARE(bench.generator.numRemainingJobs(), int64_t(1));
        bench.runAll();
        bench.generator.cancel(0);
        const int64_t again = bench.generator.enqueue(job);
        bench.runAll();

        QVERIFY(bench.last[0].eosReason == EosReason::Cancelled);
        QVERIFY(bench.last[again].cachedTokens >= 4096);
        QCOMPARE(bench.ids[again], aloneIds(job));
    }

    void cancellingOneLeavesTheOthersAsTheyWere()
    {
        Bench bench(8192);
        for (uint64_t i = 0; i < 5; ++i)
            bench.generator.enqueue(jobOf(counting(50, int64_t(i)), 30, i));
        for (int step = 0; step < 7; ++step)
            bench.iterate();

        bench.generator.cancel(2);
        bench.runAll();

        for (const int i : {0, 1, 3, 4})
            QCOMPARE(bench.ids[i], aloneIds(jobOf(counting(50, i), 30, uint64_t(i))));
        QVERIFY(bench.last[2].eosReason == EosReason::Cancelled);
    }

    void clearingTheQueueEndsAllWithAResult()
    {
        Bench bench(1024, {.maxBatchSize = 1});
        bench.generator.enqueue(jobOf({1}, 100));
        bench.generator.enqueue(jobOf({2}, 100));
        bench.iterate();

        bench.generator.clearQueue();
        const std::vector<Result> results = bench.iterate();

        QCOMPARE(results.size(), size_t(2));
        QCOMPARE(bench.generator.numRemainingJobs(), int64_t(0));
        QCOMPARE(bench.generator.numFreePages(), int64_t(4));
    }

    void aFailureStaysWithItsJob()
    {
        const auto dream = tests::dreaming(vocabulary);
        Bench bench(8192, {}, [dream](const TokenIds& sequence) {
            std::vector<float> row = dream(sequence);
            if (sequence.front() == 77) // nothing can be chosen
                std::ranges::fill(row, -std::numeric_limits<float>::infinity());
            return row;
        });
        bench.model.poison = 4321;
        TokenIds poisonedPrompt = counting(600, 100), poisonedEnd = counting(10, 200);
        poisonedPrompt[300] = 4321;
        poisonedEnd.push_back(4321);
        bench.generator.enqueue(jobOf(counting(20, 10), 12));
        const std::vector<TokenIds> bad{counting(20, 77), poisonedPrompt, poisonedEnd};
        for (const TokenIds& prompt : bad)
            bench.generator.enqueue(jobOf(prompt, 12));
        bench.generator.enqueue(jobOf(counting(700, 30), 12));

        bench.runAll();

        for (const int64_t serial : {1, 2, 3}) {
            QVERIFY(bench.last[serial].eosReason == EosReason::Error);
            QVERIFY(!bench.last[serial].error.empty());
        }
        QVERIFY(bench.last[2].errorKind == ErrorKind::DeviceLost);
        QCOMPARE(bench.ids[0], aloneIds(jobOf(counting(20, 10), 12)));
        QCOMPARE(bench.ids[4], aloneIds(jobOf(counting(700, 30), 12)));
        QCOMPARE(bench.generator.numFreePages(), bench.generator.numPages());
    }

    void aJobEnqueuedAtTheEndOfAnotherStartsAtOnce()
    {
        Bench bench(512);
        bench.generator.enqueue(jobOf(counting(300), 3));
        while (!bench.last.contains(0))
            bench.iterate();

        bench.generator.enqueue(jobOf(counting(300, 1000), 3));
        const std::vector<Result> results = bench.iterate();

        QVERIFY(!results.empty() && results.front().stage == Stage::Started);
    }

    void readingALongPromptDoesNotStopTheOthers()
    {
        Bench bench(8192, {.maxChunkSize = 512});
        bench.generator.enqueue(jobOf({1}, 40));
        bench.iterate();
        bench.generator.enqueue(jobOf(counting(4000), 1));

        for (int step = 0; step < 7; ++step) {
            const std::vector<Result> results = bench.iterate();
            QCOMPARE(std::ranges::count(results, Stage::Streaming, &Result::stage), 1);
            QCOMPARE(std::ranges::count(results, Stage::Prefill, &Result::stage), 1);
        }
    }

    void aBigJobIsOvertakenFourTimesAtMost()
    {
        Bench bench(2048);
        bench.generator.enqueue(jobOf(counting(1200), 60));
        bench.iterate();
        const int64_t big = bench.generator.enqueue(jobOf(counting(1900, 2000), 100));
        for (int i = 0; i < 8; ++i)
            bench.generator.enqueue(jobOf({i}, 2));
        std::vector<int64_t> started;
        while (bench.generator.numRemainingJobs() > 0)
            for (const Result& result : bench.iterate())
                if (result.stage == Stage::Started)
                    started.push_back(result.serial);

        QCOMPARE(std::ranges::find(started, big) - started.begin(), ptrdiff_t(4));
        QCOMPARE(started.size(), size_t(9));
    }

    void theSamePictureIsFoundWhateverItsIds()
    {
        Bench bench(4096);
        const auto jobWith = [&](engine::TokenId firstId, uint8_t content) {
            TokenIds ids = counting(10);
            for (const engine::TokenId id : counting(600, firstId))
                ids.push_back(id);
            ids.push_back(7);
            Job job = jobOf(ids, 4);
            job.images = {picture(bench.model.backend(), 600, firstId, content)};
            return job;
        };
        const engine::TokenId id = engine::firstImageId;
        bench.generator.enqueue(jobWith(id, 1));
        bench.runAll();
        const int64_t same = bench.generator.enqueue(jobWith(id + 5000, 1));
        const int64_t other = bench.generator.enqueue(jobWith(id + 9000, 2));

        bench.runAll();

        QCOMPARE(bench.last[same].cachedTokens, int64_t(610));
        QCOMPARE(bench.last[other].cachedTokens, int64_t(10));
    }

    void manyRandomJobsOnASmallCacheAnswerAsAlone()
    {
        Bench bench(2048);
        std::mt19937 random(3);
        std::vector<Job> jobs;
        for (uint64_t i = 0; i < 40; ++i) {
            const int64_t length = 1 + int64_t(random() % 1200);
            jobs.push_back(jobOf(counting(length, int64_t(random() % 3)), 1 + random() % 200, i));
        }
        for (const Job& job : jobs) {
            bench.generator.enqueue(job);
            for (unsigned pause = random() % 10; pause > 0; --pause)
                bench.iterate();
        }

        bench.runAll();

        QCOMPARE(bench.generator.numRemainingJobs(), int64_t(0));
        for (size_t i = 0; i < jobs.size(); ++i)
            QVERIFY2(bench.ids[int64_t(i)] == aloneIds(jobs[i]), qPrintable(QString::number(i)));
        QCOMPARE(bench.wrong, std::string());
        QCOMPARE(bench.generator.numFreePages(), bench.generator.numPages());
    }
};

QTEST_APPLESS_MAIN(GeneratorTest)
#include "generator_test.moc"
