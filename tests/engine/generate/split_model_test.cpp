#include "engine/models/autosplit.h"
#include "tests/engine/generate/real_model.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::CacheType;
using engine::Generator;
using tests::Answer;
using tests::RealModel;

namespace {

// The answers to a few jobs that begin alike, run together in a cache so small that pages are
// copied, lost and moved.
std::vector<Answer> answersOf(
    engine::Model& model, engine::PagedCache& cache, const engine::Tokenizer& tokenizer)
{
    Generator generator(model, cache, tokenizer, {.maxSeqLen = 2048, .maxChunkSize = 256});
    std::vector<Answer> answers(8);
    for (size_t job = 0; job < answers.size(); ++job) {
        engine::TokenIds ids(150 + 90 * (job % 4));
        for (size_t i = 0; i < ids.size(); ++i)
            ids[i] = engine::TokenId(i * 7 % 60 + 3 + (i > 300 ? job % 2 : 0));
        generator.enqueue(tests::jobOf(ids, 30, job));
    }
    while (generator.numRemainingJobs() > 0)
        for (const engine::Result& result : generator.iterate())
            answers[size_t(result.serial)].add(result);
    return answers;
}

} // namespace

// The generator does not see how many devices a model uses.
class SplitModelTest : public QObject {
    Q_OBJECT

private slots:
    void answersAreThoseOfOneDevice_data()
    {
        QTest::addColumn<CacheType>("type");
        QTest::newRow("fp16") << CacheType::F16;
        QTest::newRow("q4") << CacheType::Q4;
    }
    void answersAreThoseOfOneDevice()
    {
        QFETCH(CacheType, type);
        const RealModel real = RealModel::tiny("tiny-llama");
        engine::PagedCache cache(*real.backend, real.shape(), type, 1536);
        const auto folder = tests::dataFolder() / "models" / "tiny-llama";
        const auto weights = engine::openWeights(folder);
        const auto config = engine::readConfig(folder, weights.get());
        const auto first = kernels::openBackend("cpu", 2), second = kernels::openBackend("cpu", 1);
        engine::PagedCache splitCache(real.shape(), type, 1536);
        const engine::TensorSource source(weights, config.layout);
        const auto bytes = countBytes(source, makePlan(config), splitCache, {});
        const engine::DeviceBudget budgets[]
            = {{first.get(), bytes.work + bytes.embedding + bytes.blocks[0], 0},
                {second.get(), int64_t(1) << 30, 0}};
        const auto split = engine::loadAutosplit(weights, config, budgets, splitCache);

        const auto expected = answersOf(*real.model, cache, *real.tokenizer);
        const auto answers = answersOf(*split, splitCache, *real.tokenizer);

        QCOMPARE(
            split->cacheDevices(), (std::vector<kernels::Backend*>{first.get(), second.get()}));
        for (size_t job = 0; job < expected.size(); ++job) {
            QVERIFY(!expected[job].ids.empty());
            QVERIFY2(answers[job].ids == expected[job].ids, qPrintable(QString::number(job)));
            QCOMPARE(answers[job].last->cachedTokens, expected[job].last->cachedTokens);
        }
    }
};

TESTS(SplitModelTest);
#include "split_model_test.moc"
