#include "engine/config/read_config.h"
#include "engine/files/open_weights.h"
#include "engine/generate/generator.h"
#include "tests/engine/generate/script_model.h"
#include "tests/support/fixtures.h"

#include <QTest>

#include <map>
#include <memory>
#include <random>

using engine::Generator;
using engine::Job;
using engine::TokenIds;

namespace {

struct TinyModel {
    TinyModel()
    {
        const auto folder = tests::dataFolder() / "models" / "tiny-llama";
        const auto weights = engine::openWeights(folder);
        backend = kernels::openBackend("cpu", 2);
        model = engine::Model::load(weights, engine::readConfig(folder, weights.get()), *backend);
        const engine::ModelConfig& config = model->config();
        shape = {config.layers, config.kvHeads, config.headDim};
        tokenizer = std::make_unique<tests::PieceTokenizer>(
            std::vector<std::string>(size_t(config.vocabulary), "x"));
    }

    struct Answer {
        TokenIds ids;
        int64_t cachedTokens = 0;
    };

    // The answers to all jobs in one generator, a new one started every other step.
    std::vector<Answer> answers(const std::vector<Job>& jobs, int64_t cacheTokens) const
    {
        engine::PagedCache cache(*backend, shape, engine::CacheType::F16, cacheTokens);
        Generator generator(*model, cache, *tokenizer, {.maxSeqLen = 4096, .maxChunkSize = 256});
        std::vector<Answer> answers(jobs.size());
        for (size_t next = 0; next < jobs.size() || generator.numRemainingJobs() > 0;) {
            if (next < jobs.size())
                generator.enqueue(jobs[next++]);
            for (int step = 0; step < 2; ++step)
                for (const engine::Result& result : generator.iterate()) {
                    Answer& answer = answers[size_t(result.serial)];
                    answer.ids.insert(
                        answer.ids.end(), result.tokenIds.begin(), result.tokenIds.end());
                    if (result.eos)
                        answer.cachedTokens = result.cachedTokens;
                }
        }
        return answers;
    }

    std::unique_ptr<kernels::Backend> backend;
    std::unique_ptr<engine::Model> model;
    engine::PagedCache::Shape shape;
    std::unique_ptr<tests::PieceTokenizer> tokenizer;
};

// Prompts that often begin alike.
std::vector<Job> randomJobs(size_t count, int64_t vocabulary)
{
    std::mt19937 random(11);
    std::vector<Job> jobs(count);
    for (Job& job : jobs) {
        const auto length = 1 + random() % 500;
        const auto kind = random() % 2;
        for (size_t i = 0; i < length; ++i)
            job.ids.push_back(int64_t((i * 7 + kind * 3) % size_t(vocabulary)));
        job.maxNewTokens = 1 + random() % 60;
        job.seed = random();
        job.sampling = engine::SamplerSettings::neutral();
    }
    return jobs;
}

} // namespace

// With a real decoder, however jobs are mixed, every answer is the one the job gives alone.
class RealModelTest : public QObject {
    Q_OBJECT

private slots:
    void mixedJobsAnswerAsAlone_data()
    {
        QTest::addColumn<int>("cacheTokens");
        QTest::newRow("with room for all") << 16384;
        QTest::newRow("with pages lost all the time") << 1280;
    }
    void mixedJobsAnswerAsAlone()
    {
        QFETCH(int, cacheTokens);
        const TinyModel tiny;
        const std::vector<Job> jobs = randomJobs(20, tiny.model->config().vocabulary);

        const auto together = tiny.answers(jobs, cacheTokens);

        int64_t cachedTokens = 0;
        for (size_t i = 0; i < jobs.size(); ++i) {
            QVERIFY2(together[i].ids == tiny.answers({jobs[i]}, 2048)[0].ids,
                qPrintable(QString("job %1").arg(i)));
            cachedTokens += together[i].cachedTokens;
        }
        QVERIFY(cachedTokens > 0);
    }
};

QTEST_APPLESS_MAIN(RealModelTest)
#include "real_model_test.moc"
