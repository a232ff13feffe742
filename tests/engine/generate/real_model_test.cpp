#include "tests/engine/generate/real_model.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <random>

using engine::CacheType;
using engine::Generator;
using engine::Job;
using engine::TokenIds;
using tests::Answer;
using tests::RealModel;

namespace {

// The answers to all jobs in one generator, a new one started every other step, their prompts read
// in chunks of all sizes.
std::vector<Answer> answers(
    const RealModel& real, const std::vector<Job>& jobs, CacheType type, int64_t cacheTokens)
{
    engine::PagedCache cache(*real.backend, real.shape(), type, cacheTokens);
    Generator generator(*real.model, cache, *real.tokenizer,
        {.maxSeqLen = 4096, .maxChunkSize = 256, .now = tests::randomClock(1)});
    return tests::answersOf(generator, jobs);
}

// Prompts that often begin alike.
std::vector<Job> randomJobs(size_t count, int64_t vocabulary)
{
    std::mt19937 random(11);
    std::vector<Job> jobs;
    for (size_t job = 0; job < count; ++job) {
        TokenIds ids;
        const auto length = 1 + random() % 500;
        const auto kind = random() % 2;
        for (size_t i = 0; i < length; ++i)
            ids.push_back(int64_t((i * 7 + kind * 3) % size_t(vocabulary)));
        const int64_t maxNewTokens = 1 + random() % 60;
        jobs.push_back(tests::jobOf(ids, maxNewTokens, random()));
    }
    return jobs;
}

} // namespace

// A real decoder gives every job the answer that it gives alone, however jobs are mixed.
class RealModelTest : public QObject {
    Q_OBJECT

private slots:
    void mixedJobsAnswerAsAlone_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<CacheType>("type");
        QTest::addColumn<int>("cacheTokens");
        const auto add = [](const char* model, CacheType type) {
            const std::string name = model + std::string(", ") + engine::name(type);
            QTest::addRow("%s, with room for all", name.c_str()) << QString(model) << type << 16384;
            QTest::addRow("%s, with pages lost all the time", name.c_str())
                << QString(model) << type << 1280;
        };
        for (const CacheType type : {CacheType::F16, CacheType::Q8, CacheType::Q6, CacheType::Q4})
            add("tiny-llama", type);
        for (const char* model : {"tiny-lfm2", "tiny-qwen3_5", "tiny-qwen3_next", "tiny-falcon_h1"})
            add(model, CacheType::F16);
    }
    void mixedJobsAnswerAsAlone()
    {
        QFETCH(QString, model);
        QFETCH(CacheType, type);
        QFETCH(int, cacheTokens);
        const RealModel real = RealModel::tiny(model.toStdString());
        const std::vector<Job> jobs = randomJobs(20, real.vocabulary());

        const auto together = answers(real, jobs, type, cacheTokens);

        int64_t cachedTokens = 0;
        for (size_t i = 0; i < jobs.size(); ++i) {
            QVERIFY2(together[i].ids == answers(real, {jobs[i]}, type, 2048)[0].ids,
                qPrintable(QString("job %1").arg(i)));
            cachedTokens += together[i].last->cachedTokens;
        }
        QVERIFY(cachedTokens > 0);
    }
};

TESTS(RealModelTest);
#include "real_model_test.moc"
