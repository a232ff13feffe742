#include "engine/models/autosplit.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/tiny_files.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

using base::ErrorKind;
using engine::BatchEntry;
using engine::CacheType;
using engine::DeviceBudget;
using engine::Model;
using engine::PagedCache;
using engine::TokenId;
using engine::TokenIds;
using kernels::Backend;
using tests::errorOf;
using tests::maxDifference;
using tests::somePrompt;
using tests::TinyFiles;

namespace {

/// Sequences side by side in one cache, a page each.
class Batch {
public:
    Batch(Model& model, int32_t sequences)
        : m_model(model)
        , m_cache(tests::Sequence::shapeOf(model), CacheType::F16, sequences * engine::pageSize)
    {
        m_cache.allocate(model.cacheDevices());
        for (int32_t page = 0; page < sequences; ++page)
            m_pages.push_back(page);
    }

    /// One more token of the first `sequences`; those begun later are shorter.
    std::vector<float> step(size_t sequences)
    {
        m_ids.resize(std::max(m_ids.size(), sequences));
        std::vector<BatchEntry> batch;
        for (size_t i = 0; i < sequences; ++i) {
            m_ids[i].push_back(TokenId((m_ids[i].size() * 7 + i * 5) % 61 + 3));
            batch.push_back({std::span(m_ids[i]).last(1), int64_t(m_ids[i].size()) - 1,
                std::span(m_pages).subspan(i, 1), {}, 1});
        }
        const auto logits = m_model.forward(batch, m_cache);
        return {logits.begin(), logits.end()};
    }

private:
    Model& m_model;
    PagedCache m_cache;
    std::vector<int32_t> m_pages;
    std::vector<TokenIds> m_ids;
};

} // namespace

// Models on the CUDA backend: steps of decoding as graphs, memory and its limits, several GPUs.
class GpuTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Backend> m_plain, m_gpu;

private slots:
    void initTestCase()
    {
        qputenv("VIGNETTE_HOST_CARDS", "2"); // before the first look at them
        tests::useGpuOnHost();
        m_plain = kernels::openBackend("cpu", 2);
        m_gpu = kernels::openBackend("cuda:0");
    }

    // The hidden states can only be kept where a pass is no graph.
    void aGraphComputesWhatItsKernelsDo_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* model : {"tiny-llama", "tiny-qwen2", "tiny-qwen3", "tiny-lfm2",
                 "tiny-qwen3_5", "tiny-qwen3_next", "tiny-falcon_h1", "tiny-granitemoehybrid",
                 "tiny-nemotron_h", "tiny-deepseek_v3"})
            QTest::newRow(model) << QString(model);
    }
    void aGraphComputesWhatItsKernelsDo()
    {
        QFETCH(QString, model);
        const TinyFiles files(model.toStdString());
        const auto told = files.load(*m_gpu), recorded = files.load(*m_gpu);
        told->keepHiddenStates(true);
        Batch expected(*told, 5), actual(*recorded, 5);

        for (const size_t sequences : {1, 1, 2, 2, 5, 5, 3, 1, 4, 5})
            QCOMPARE(maxDifference(actual.step(sequences), expected.step(sequences)), 0.0);
    }

    void aStepIsOneLaunchOnceItIsKnown()
    {
        if (!tests::isGpuOnHost())
            QSKIP("a real GPU does not count its launches");
        const TinyFiles files("tiny-llama");
        const auto model = files.load(*m_gpu);
        Batch batch(*model, 3);
        for (const size_t sequences : {3, 1, 3, 1})
            batch.step(sequences);
        const cuda_on_host::Counts before = cuda_on_host::counts();

        for (const size_t sequences : {3, 1, 2, 1})
            batch.step(sequences == 2 ? 3 : sequences);

        const cuda_on_host::Counts after = cuda_on_host::counts();
        QCOMPARE(after.graphLaunches - before.graphLaunches, 4);
        QCOMPARE(after.directLaunches - before.directLaunches, 0);
        QCOMPARE(after.allocations - before.allocations, 0);
        QCOMPARE(after.copiesToDevice - before.copiesToDevice, 4);
        QCOMPARE(after.copiesToHost - before.copiesToHost, 4);
    }

    void theHighestLogitsAreThoseOfAllLogits()
    {
        const TinyFiles files("tiny-llama");
        const auto model = files.load(*m_gpu);
        PagedCache cache(tests::Sequence::shapeOf(*model), CacheType::F16, 512);
        cache.allocate(model->cacheDevices());
        const int32_t pages[] = {0, 1};
        const int64_t vocabulary = files.config.vocabulary;

        for (int64_t past = 0; past < 5; ++past) {
            const TokenId id = TokenId(past + 7);
            BatchEntry whole{{&id, 1}, past, std::span(pages, 1), {}, 1};
            BatchEntry few{{&id, 1}, past, std::span(pages + 1, 1), {}, 1, {4, vocabulary}};
            const BatchEntry batch[] = {few, whole};
            const auto logits = model->forward(batch, cache);
            const auto top = model->topLogits();

            QCOMPARE(int64_t(logits.size()), vocabulary);
            QCOMPARE(top.size(), size_t(4));
            std::vector<float> sorted(logits.begin(), logits.end());
            std::ranges::sort(sorted, std::greater());
            for (size_t i = 0; i < 4; ++i) {
                QCOMPARE(top[i].logit, sorted[i]);
                QCOMPARE(top[i].logit, logits[size_t(top[i].id)]);
            }
        }
    }

    void aModelKeepsToItsLimit()
    {
        const TinyFiles files("tiny-llama");
        const auto gpu = kernels::openBackend("cuda:0");
        const int64_t unused = gpu->memory().used;
        const int64_t needed = [&] {
            const auto model = files.load(*gpu);
            return gpu->memory().used;
        }();
        QCOMPARE(gpu->memory().used, unused);
        QVERIFY(needed > unused);

        gpu->limitMemory(needed - 1);
        const auto error = errorOf([&] { files.load(*gpu); });

        QVERIFY(error && error->kind() == ErrorKind::OutOfMemory);
        QVERIFY2(QString(error->what()).contains("that this model may take"), error->what());
        QCOMPARE(gpu->memory().used, unused); // what was loaded before that is given back
        gpu->limitMemory(needed);
        QVERIFY(files.load(*gpu) != nullptr);
    }

    void memoryIsCounted()
    {
        if (!tests::hasSecondGpu())
            QSKIP("the first GPU is at work; this needs a second one");
        const auto gpu = kernels::openBackend("cuda:1");
        const kernels::DeviceMemory before = gpu->memory();
        {
            const kernels::Tensor tensor(*gpu, kernels::DType::F32, 1024, 1024);
            QCOMPARE(gpu->memory().used - before.used, 4 << 20);
            QVERIFY(before.free - gpu->memory().free >= 4 << 20);
        }
        gpu->synchronize(); // memory goes in the order of the stream
        QCOMPARE(gpu->memory().used, before.used);
        QCOMPARE(gpu->memory().free, before.free);
    }

    void aPassWithoutMemoryFailsAloneAndTheNextOneWorks()
    {
        if (!tests::isGpuOnHost())
            QSKIP("a real GPU cannot be told to run out of memory");
        const TinyFiles files("tiny-llama");
        const auto model = files.load(*m_gpu), other = files.load(*m_gpu);
        Batch expected(*other, 4), batch(*model, 4);
        QCOMPARE(maxDifference(batch.step(2), expected.step(2)), 0.0);

        int failures = 0;
        for (int allocation = 1; allocation <= 3; ++allocation) {
            Batch disturbed(*model, 4);
            cuda_on_host::failAllocation(allocation, 2); // the backend tries twice
            const auto error = errorOf([&] { disturbed.step(4); });
            cuda_on_host::failAllocation(0, 0);
            QVERIFY(!error || error->kind() == ErrorKind::OutOfMemory);
            failures += error ? 1 : 0;
        }
        QVERIFY(failures > 0);

        for (const size_t sequences : {4, 4, 2, 1})
            QCOMPARE(maxDifference(batch.step(sequences), expected.step(sequences)), 0.0);
    }

    void twoGpusShareAModel_data()
    {
        QTest::addColumn<QStringList>("devices");
        QTest::newRow("two GPUs") << QStringList{"cuda:0", "cuda:1"};
        QTest::newRow("GPU and CPU") << QStringList{"cuda:0", "cpu"};
        QTest::newRow("CPU and GPU") << QStringList{"cpu", "cuda:0"};
    }
    void twoGpusShareAModel()
    {
        QFETCH(QStringList, devices);
        if (devices.contains("cuda:1") && !tests::hasSecondGpu())
            QSKIP("there is one GPU");
        const TinyFiles files("tiny-llama");
        const auto first = kernels::openBackend(devices[0].toStdString(), 2);
        const auto second = kernels::openBackend(devices[1].toStdString(), 2);
        PagedCache cache(files.cacheShape(), CacheType::F16, 512);
        const engine::PassSize pass{.tokens = 64, .sequences = 4, .logitRows = 4};
        const engine::TensorSource source(files.weights, files.config.layout);
        const auto bytes = countBytes(source, makePlan(files.config), cache, pass);
        const int64_t reserve = 4 << 20;
        const DeviceBudget budgets[]
            = {{first.get(), reserve + bytes.work + bytes.embedding + bytes.blocks[0], reserve},
                {second.get(), 0, reserve}};

        const auto split = engine::loadAutosplit(files.weights, files.config, budgets, cache, pass);

        QCOMPARE(split->cacheDevices(), (std::vector<Backend*>{first.get(), second.get()}));
        const auto whole = files.load(*m_plain);
        const TokenIds ids = somePrompt(40);
        tests::Sequence expected(*whole, CacheType::F16, 256), actual(*split, CacheType::F16, 256);
        QVERIFY(maxDifference(actual.read(ids, 3), expected.read(ids, 3)) < 2e-2);
        for (TokenId id = 5; id < 10; ++id)
            QVERIFY(maxDifference(actual.read({&id, 1}, 1), expected.read({&id, 1}, 1)) < 2e-2);
    }

    void aBudgetWithoutALimitIsWhatTheGpuHasFree()
    {
        const TinyFiles files("tiny-qwen2");
        const auto gpu = kernels::openBackend("cuda:0");
        const engine::PassSize pass{.tokens = 64, .sequences = 1, .logitRows = 1};
        PagedCache cache(files.cacheShape(), CacheType::F16, 256);
        const auto bytes
            = countBytes({files.weights, files.config.layout}, makePlan(files.config), cache, pass);
        gpu->limitMemory(gpu->memory().used + bytes.work + bytes.embedding + bytes.blocks[0]);
        const DeviceBudget alone[] = {{gpu.get(), 0, 0}};
        const DeviceBudget both[] = {{gpu.get(), 0, 0}, {m_plain.get(), 0, 0}};

        const auto error = errorOf(
            [&] { engine::loadAutosplit(files.weights, files.config, alone, cache, pass); });
        const auto split = engine::loadAutosplit(files.weights, files.config, both, cache, pass);

        QVERIFY(error && error->kind() == ErrorKind::OutOfMemory);
        QCOMPARE(split->cacheDevices(), (std::vector<Backend*>{gpu.get(), m_plain.get()}));
    }

    // Last, for a GPU that failed is lost to the program.
    void aGpuThatFailsIsLost()
    {
        if (!tests::isGpuOnHost())
            QSKIP("a real GPU cannot be told to fail");
        const TinyFiles files("tiny-llama");
        auto gpu = kernels::openBackend("cuda:0");
        auto model = files.load(*gpu);
        auto batch = std::make_unique<Batch>(*model, 1);
        batch->step(1);
        cuda_on_host::failLaunchOf(1);

        const auto first = errorOf([&] { batch->step(1); });
        const auto second = errorOf([&] { gpu->synchronize(); });
        batch.reset();
        model.reset();
        gpu.reset(); // what lived on it goes without a word

        QVERIFY(first && first->kind() == ErrorKind::DeviceLost);
        QVERIFY(second && second->kind() == ErrorKind::DeviceLost);
        m_gpu.reset(); // the last one on that GPU: now it can be set up again
        const auto offers = kernels::listDevices();
        const auto offer = std::ranges::find(offers, "cuda:0", &kernels::DeviceOffer::name);
        QVERIFY2(offer->problem.empty(), offer->problem.c_str());
        gpu = kernels::openBackend("cuda:0");
        model = files.load(*gpu);
        QVERIFY(!Batch(*model, 1).step(1).empty());
    }
};

TESTS(GpuTest);
#include "gpu_test.moc"
