#include "engine/models/autosplit.h"
#include "engine/models/decoder.h"
#include "tests/engine/models/budget_backend.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/tiny_files.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/fixtures.h"
#include "tests/support/memory_weights.h"
#include "tests/support/plain_layers.h"
#include "tests/support/test_program.h"

#include <QTest>

using base::ErrorKind;
using engine::BlockPlan;
using engine::CacheType;
using engine::DecoderBytes;
using engine::DeviceBudget;
using engine::DevicePlan;
using engine::ExpertPlacement;
using engine::Model;
using engine::ModelPlan;
using engine::PagedCache;
using engine::TokenId;
using engine::TokenIds;
using kernels::Backend;
using tests::errorOf;
using tests::lettersOf;
using tests::maxDifference;
using tests::Sequence;
using tests::somePrompt;

namespace {

constexpr int64_t hidden = 64, inner = 32, experts = 6;
constexpr size_t layers = 4;

// All layers have experts, of several kinds, except for the second, which has a dense MLP.
ModelPlan mixturePlan()
{
    BlockPlan block;
    block.hidden = hidden;
    block.attention().shape = {.heads = 4, .kvHeads = 2, .headDim = 16, .scale = 0.25f};
    block.mlp = engine::ExpertsPlan{.count = experts, .used = 2, .each = {.inner = inner}};
    ModelPlan plan;
    plan.hidden = hidden;
    plan.blocks.assign(layers, block);
    plan.blocks[1].mlp = engine::DensePlan{.inner = 96};
    auto& routed = std::get<engine::ExpertsPlan>(plan.blocks[2].mlp);
    routed.weighting = {.scoring = kernels::ExpertWeighting::Scoring::Sigmoid,
        .groups = 3,
        .groupsUsed = 2,
        .groupScore = 2};
    routed.hasChoiceBias = true;
    routed.shared = engine::SharedMlpPlan{.mlp = {.inner = 48}, .isGated = true};
    auto& latent = std::get<engine::ExpertsPlan>(plan.blocks[3].mlp);
    latent.each = {inner, kernels::Activation::ReluSquared, /*isGated=*/false};
    latent.latent = 32;
    latent.shared = engine::SharedMlpPlan{.mlp = {.inner = 80}};
    plan.rotaries = {{.dims = 16, .theta = 100}};
    plan.head = {.vocabulary = 64};
    return plan;
}

std::shared_ptr<tests::MemoryWeights> mixtureWeights(const ModelPlan& plan)
{
    const auto weights = std::make_shared<tests::MemoryWeights>();
    weights->add("token_embd.weight", {plan.head.vocabulary, hidden});
    for (size_t layer = 0; layer < layers; ++layer) {
        const std::string prefix = "blk." + std::to_string(layer) + ".";
        weights->addNorm(prefix + "attn_norm", hidden);
        weights->addLinear(prefix + "attn_q", 64, hidden, false);
        weights->addLinear(prefix + "attn_k", 32, hidden, false);
        weights->addLinear(prefix + "attn_v", 32, hidden, false);
        weights->addLinear(prefix + "attn_output", hidden, 64, false);
        weights->addNorm(prefix + "ffn_norm", hidden);
        if (std::holds_alternative<engine::DensePlan>(plan.blocks[layer].mlp)) {
            weights->addLinear(prefix + "ffn_gate", 96, hidden, false);
            weights->addLinear(prefix + "ffn_up", 96, hidden, false);
            weights->addLinear(prefix + "ffn_down", hidden, 96, false);
            continue;
        }
        tests::addExperts(
            *weights, prefix, std::get<engine::ExpertsPlan>(plan.blocks[layer].mlp), hidden);
    }
    weights->addNorm("output_norm", hidden);
    weights->add("output.weight", {plan.head.vocabulary, hidden});
    return weights;
}

} // namespace

// Mixtures of experts that are in the memory of the host while everything else is on another device.
class HostExpertsTest : public QObject {
    Q_OBJECT

    const ModelPlan m_plan = mixturePlan();
    const std::shared_ptr<tests::MemoryWeights> m_weights = mixtureWeights(m_plan);
    std::unique_ptr<Backend> m_cpu = tests::openForTest("cpu"), m_host = tests::openForTest("cpu"),
                             m_gpu;

    engine::TensorSource source() const { return {m_weights, engine::FileLayout::Gguf}; }

    // Loads the model onto `device`; 'h' of a layer: its experts are on the host.
    std::unique_ptr<Model> load(Backend& device, const QString& letters = "....") const
    {
        engine::ModelConfig config;
        config.family = "made";
        config.layers = layers;
        config.hidden = hidden;
        config.vocabulary = m_plan.head.vocabulary;
        DevicePlan devices = DevicePlan::onOneDevice(device, layers);
        for (const QChar letter : letters)
            devices.experts.push_back(letter == 'h' ? m_host.get() : nullptr);
        return std::make_unique<engine::Decoder>(
            source(), config, m_plan, devices, Model::Progress());
    }

private slots:
    void initTestCase()
    {
        tests::useGpuOnHost();
        m_gpu = kernels::openBackend("cuda:0");
    }

    void theSameBitsOnTheHost_data()
    {
        QTest::addColumn<QString>("letters");
        QTest::addColumn<int>("onHost");
        QTest::newRow("all") << "hhhh" << 3; // one is dense
        QTest::newRow("the last two") << "..hh" << 2;
        QTest::newRow("the first") << "h..." << 1;
        QTest::newRow("none") << "...." << 0;
    }
    void theSameBitsOnTheHost()
    {
        QFETCH(QString, letters);
        QFETCH(int, onHost);
        const TokenIds ids = somePrompt(270);
        const auto whole = load(*m_cpu), split = load(*m_cpu, letters);

        const auto expected = Sequence(*whole, CacheType::F16, 270).read(ids, 3, 100);
        const auto logits = Sequence(*split, CacheType::F16, 270).read(ids, 3, 100);

        QCOMPARE(maxDifference(logits, expected), 0.0);
        QCOMPARE(split->layersWithHostExperts(), onHost);
        QCOMPARE(split->cacheDevices(), std::vector<Backend*>(layers, m_cpu.get()));
    }

    void aGpuWithExpertsOnTheHostComputesTheSame()
    {
        const TokenIds ids = somePrompt(40);
        const auto whole = load(*m_cpu), split = load(*m_gpu, "hhhh");
        Sequence expected(*whole, CacheType::F32, 64), actual(*split, CacheType::F32, 64);

        QVERIFY(maxDifference(actual.read(ids, 40), expected.read(ids, 40)) < 1e-4);
        for (TokenId id = 5; id < 10; ++id)
            QVERIFY(maxDifference(actual.read({&id, 1}, 1), expected.read({&id, 1}, 1)) < 1e-4);
    }

    // A token's numbers are the same alone and among others.
    void theSameBitsHoweverAPromptIsRead()
    {
        const auto split = load(*m_gpu, ".hhh");

        const QString wrong
            = tests::compareWaysOfReading(*split, somePrompt(60), {}, CacheType::F16);

        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }

    void aLayerOnTheHostTakesOneCopyEachWay()
    {
        if (!tests::isGpuOnHost())
            QSKIP("a real GPU does not count its copies");
        const auto copiesOf = [&](const QString& letters) {
            const auto model = load(*m_gpu, letters);
            Sequence sequence(*model, CacheType::F16, 64);
            sequence.read(somePrompt(7), 1);
            const TokenId id = 5;
            const cuda_on_host::Counts before = cuda_on_host::counts();
            sequence.read({&id, 1}, 1);
            const cuda_on_host::Counts after = cuda_on_host::counts();
            return std::pair(after.copiesToDevice - before.copiesToDevice,
                after.copiesToHost - before.copiesToHost);
        };

        const auto [oneTo, oneFrom] = copiesOf("...h");
        const auto [threeTo, threeFrom] = copiesOf("h.hh");

        QCOMPARE(threeTo - oneTo, 2);
        QCOMPARE(threeFrom - oneFrom, 2);
    }

    // The embedding and the first two layers are one graph, norm and head another.
    void whatTheHostHasNoPartInIsRecorded()
    {
        if (!tests::isGpuOnHost())
            QSKIP("a real GPU does not count its launches");
        const auto model = load(*m_gpu, "..hh"), whole = load(*m_cpu);
        Sequence actual(*model, CacheType::F32, 64), expected(*whole, CacheType::F32, 64);
        for (TokenId id = 3; id < 9; ++id) {
            const cuda_on_host::Counts before = cuda_on_host::counts();
            const auto logits = actual.read({&id, 1}, 1);
            const cuda_on_host::Counts after = cuda_on_host::counts();

            QVERIFY(maxDifference(logits, expected.read({&id, 1}, 1)) < 1e-4);
            if (id > 4)
                QCOMPARE(after.graphLaunches - before.graphLaunches, 2);
        }
    }

    void familiesComputeWhatTheWholeModelDoes_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* model : {"mixtral", "qwen3_moe", "gpt_oss", "gemma4_moe"})
            QTest::newRow(model) << QString(model);
    }
    void familiesComputeWhatTheWholeModelDoes()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        QFETCH(QString, model);
        const auto folder = models / model.toStdString();
        const auto weights = engine::openWeights(folder);
        const auto config = engine::readConfig(folder, weights.get());
        const auto whole = Model::load(weights, config, *m_cpu);
        PagedCache cache(engine::makeCacheShape(config), CacheType::F16, 256);
        const DeviceBudget budgets[] = {{.device = m_gpu.get(), .limit = int64_t(1) << 30},
            {.device = m_host.get(), .limit = int64_t(1) << 30, .onlyExperts = true}};
        const engine::PassSize pass{.tokens = 64, .sequences = 1, .logitRows = 40};
        const auto split = engine::loadAutosplit(
            weights, config, budgets, cache, pass, {}, ExpertPlacement::Host);
        const TokenIds ids = somePrompt(40);
        Sequence expected(*whole, CacheType::F16, 256), actual(*split, CacheType::F16, 256);

        QVERIFY(split->layersWithHostExperts() > 0);
        QVERIFY(maxDifference(actual.read(ids, 40), expected.read(ids, 40)) < 2e-2);
        for (TokenId id = 5; id < 10; ++id)
            QVERIFY(maxDifference(actual.read({&id, 1}, 1), expected.read({&id, 1}, 1)) < 2e-2);
    }

    void expertsGoToTheHostAsFarAsNecessary_data()
    {
        QTest::addColumn<QList<int>>("limits"); // of the GPUs and the host
        QTest::addColumn<ExpertPlacement>("placement");
        QTest::addColumn<QString>("letters"); // empty: rejected
        // Embedding 20, three blocks of 10, 6 of which are experts, head 15; work 5.
        constexpr auto automatic = ExpertPlacement::Auto;
        QTest::newRow("all fits") << QList<int>{70, 0} << automatic << "AAAAA";
        QTest::newRow("one byte less") << QList<int>{69, 11} << automatic << "AAAAA ..B";
        QTest::newRow("one layer just fits") << QList<int>{64, 11} << automatic << "AAAAA ..B";
        QTest::newRow("two layers") << QList<int>{63, 17} << automatic << "AAAAA .BB";
        QTest::newRow("all layers") << QList<int>{52, 23} << automatic << "AAAAA BBB";
        QTest::newRow("the rest doesn't fit") << QList<int>{51, 60} << automatic << "AAABB";
        QTest::newRow("the host is too small") << QList<int>{52, 22} << automatic << "";
        QTest::newRow("on two GPUs") << QList<int>{35, 48, 17} << automatic << "AABBB .CC";
        QTest::newRow("with layers")
            << QList<int>{64, 60} << ExpertPlacement::WithLayers << "AAAAB";
        QTest::newRow("on the host") << QList<int>{100, 23} << ExpertPlacement::Host << "AAAAA BBB";
        QTest::newRow("on the host, with layers")
            << QList<int>{37, 58} << ExpertPlacement::Host << "AAAAB BBB";
        QTest::newRow("on a host that is too small")
            << QList<int>{100, 22} << ExpertPlacement::Host << "";
    }
    void expertsGoToTheHostAsFarAsNecessary()
    {
        QFETCH(QList<int>, limits);
        QFETCH(ExpertPlacement, placement);
        QFETCH(QString, letters);
        const DecoderBytes bytes{20, {10, 10, 10}, 15, 35, 5, {6, 6, 6}};
        std::vector<std::unique_ptr<Backend>> devices;
        std::vector<DeviceBudget> budgets;
        for (const int limit : limits) {
            devices.push_back(tests::openForTest("reference"));
            budgets.push_back({devices.back().get(), limit, 0});
        }

        QString found;
        const auto error
            = errorOf([&] { found = lettersOf(planDevices(bytes, budgets, placement), budgets); });

        QCOMPARE(found, letters);
        QCOMPARE(bool(error), letters.isEmpty());
        QVERIFY(!error || error->kind() == ErrorKind::OutOfMemory);
    }

    void aDeviceForExpertsTakesNoLayers()
    {
        const DecoderBytes bytes{20, {10, 10, 10}, 15, 35, 5, {6, 6, 6}};
        const DeviceBudget small[] = {{m_cpu.get(), 51, 0}, {m_host.get(), 1000, 0, true}};

        for (const auto placement :
            {ExpertPlacement::Auto, ExpertPlacement::WithLayers, ExpertPlacement::Host}) {
            const auto error = errorOf([&] { planDevices(bytes, small, placement); });
            QVERIFY(error && error->kind() == ErrorKind::OutOfMemory);
        }
    }

    void whatDidNotFitIsNamed()
    {
        const DecoderBytes bytes{
            2'000'000, {1'000'000, 1'000'000}, 500'000, 500'000, 300'000, {800'000, 800'000}};
        const DeviceBudget budgets[] = {{m_cpu.get(), 9'000'000, 0}, {m_host.get(), 1'700'000, 0}};

        const auto error = errorOf([&] { planDevices(bytes, budgets, ExpertPlacement::Host); });

        QVERIFY(error);
        QCOMPARE(QString(error->what()),
            QString("Not enough memory for the experts of the last 2 layers in main memory: the "
                    "model needs 4.8 MB with its cache, and 0.3 MB more on every additional "
                    "device, but only 10.7 MB may be used (cpu 9.0 MB, cpu 1.7 MB)."));
    }

    void noDeviceIsOverfilled_data()
    {
        QTest::addColumn<QString>("model");
        for (const char* model : {"mixtral", "qwen3_moe", "gpt_oss", "gemma4_moe"})
            QTest::newRow(model) << QString(model);
    }
    void noDeviceIsOverfilled()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        QFETCH(QString, model);
        const auto folder = models / model.toStdString();
        const auto weights = engine::openWeights(folder);
        const auto config = engine::readConfig(folder, weights.get());
        const engine::PassSize pass{.tokens = 64, .sequences = 1, .logitRows = 1};
        const PagedCache planned(engine::makeCacheShape(config), CacheType::F16, 256);
        const DecoderBytes bytes
            = countBytes(engine::openTensors(weights, config), makePlan(config), planned, pass);
        QVERIFY(!bytes.experts.empty());
        const int64_t all = std::accumulate(
            bytes.blocks.begin(), bytes.blocks.end(), bytes.embedding + bytes.head + bytes.work);
        const int64_t limit = all - bytes.experts.back() / 2;
        tests::BudgetBackend first(tests::openForTest("cpu"), limit);
        const DeviceBudget budgets[] = {{&first, limit, 0}, {m_host.get(), all, 0, true}};
        PagedCache cache(engine::makeCacheShape(config), CacheType::F16, 256);

        const auto split = engine::loadAutosplit(
            weights, config, budgets, cache, pass, {}, ExpertPlacement::Auto);
        const int32_t pages[] = {0};
        const TokenIds ids = somePrompt(64);
        const engine::BatchEntry entry{ids, 0, pages, {}, 1};
        split->forward({&entry, 1}, cache);

        QCOMPARE(split->layersWithHostExperts(), 1);
        QVERIFY(first.most() <= limit);
        QVERIFY2(double(first.most()) > 0.6 * double(limit),
            qPrintable(QString("%1 of %2 bytes").arg(first.most()).arg(limit)));
    }
};

TESTS(HostExpertsTest);
#include "host_experts_test.moc"
