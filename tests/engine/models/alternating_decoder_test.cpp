#include "engine/models/autosplit.h"
#include "engine/models/decoder.h"
#include "engine/models/model_identity.h"
#include "tests/engine/models/budget_backend.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/plain_decoder.h"
#include "tests/engine/models/tiny_files.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <functional>

using engine::BlockPlan;
using engine::CacheType;
using engine::DevicePlan;
using engine::ModelPlan;
using engine::NormPlan;
using engine::TokenIds;
using kernels::Backend;
using tests::maxDifference;

namespace {

constexpr int64_t hidden = 64;

// Sees seven tokens; heads of 16 numbers, all turned in halves.
BlockPlan slidingBlock()
{
    BlockPlan block;
    block.hidden = hidden;
    block.attention().shape = {.heads = 4, .kvHeads = 2, .headDim = 16, .scale = 0.25f};
    block.attention().reach.window = 7;
    block.mlp = engine::DensePlan{.inner = 96};
    return block;
}

// Sees everything; heads of 32 numbers, of which 16 are turned in pairs; a wider MLP; norms on both
// sides of its layers and on queries and keys.
BlockPlan fullBlock()
{
    BlockPlan block;
    block.hidden = hidden;
    block.norms.where = NormPlan::Where::Both;
    block.norms.queryAndKey = NormPlan::OfHeads::Each;
    block.attention().shape = {.heads = 2, .kvHeads = 2, .headDim = 32, .scale = 0.18f};
    block.attention().rotary = 1;
    block.mlp = engine::DensePlan{.inner = 160, .activation = kernels::Activation::GeluErf};
    block.residualScale = 0.5f;
    return block;
}

// Sees everything and knows no positions; norms behind its layers alone.
BlockPlan placelessBlock()
{
    BlockPlan block = slidingBlock();
    block.attention().reach.window = 0;
    block.attention().rotary = std::nullopt;
    block.norms.where = NormPlan::Where::After;
    return block;
}

ModelPlan alternatingPlan()
{
    ModelPlan plan;
    plan.hidden = hidden;
    plan.embeddingScale = 3;
    plan.blocks = {slidingBlock(), fullBlock(), slidingBlock(), placelessBlock()};
    plan.rotaries = {{.dims = 16, .theta = 100},
        {.style = kernels::RotaryStyle::Pairs, .dims = 16, .theta = 10000}};
    plan.head = {.vocabulary = 61, .scale = 0.5f};
    return plan;
}

// What a decoder reads in addition to its plan.
engine::ModelConfig configOf(const ModelPlan& plan)
{
    engine::ModelConfig config;
    config.family = "made";
    config.layers = int64_t(plan.blocks.size());
    config.hidden = plan.hidden;
    config.vocabulary = plan.head.vocabulary;
    return config;
}

TokenIds promptOf(size_t length)
{
    TokenIds ids(length);
    for (size_t i = 0; i < length; ++i)
        ids[i] = engine::TokenId((i * i + 3 * i) % 61);
    return ids;
}

} // namespace

// A decoder whose layers differ: in what they see, in their rotation, in heads, norms and MLP.
class AlternatingDecoderTest : public QObject {
    Q_OBJECT

    const ModelPlan m_plan = alternatingPlan();
    const std::shared_ptr<tests::MemoryWeights> m_weights
        = std::make_shared<tests::MemoryWeights>();
    const TokenIds m_ids = promptOf(40);
    std::vector<float> m_expected; // logits of all of them

    engine::TensorSource source() const { return {m_weights, engine::FileLayout::Gguf}; }

    std::unique_ptr<engine::Model> load(const DevicePlan& devices) const
    {
        return std::make_unique<engine::Decoder>(
            source(), configOf(m_plan), m_plan, devices, engine::Model::Progress());
    }
    std::unique_ptr<engine::Model> load(Backend& backend) const
    {
        return load(DevicePlan::onOneDevice(backend, int64_t(m_plan.blocks.size())));
    }

    void addDevices(const std::vector<std::string>& names)
    {
        QTest::addColumn<QString>("device");
        for (const std::string& name : names)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    void addDevicesAndGpu()
    {
        tests::useGpuOnHost();
        std::vector<std::string> names = tests::backendNames();
        names.emplace_back("cuda:0");
        addDevices(names);
    }

private slots:
    void initTestCase()
    {
        tests::PlainDecoder::addTensors(*m_weights, m_plan);
        m_expected = tests::PlainDecoder(m_plan, *m_weights).logits(m_ids);
    }

    void logitsAreThoseOfThePlainComputation_data() { addDevicesAndGpu(); }
    void logitsAreThoseOfThePlainComputation()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const auto model = load(*backend);
        const auto rows = int64_t(m_ids.size());

        for (const int64_t chunk : {rows, int64_t(9), int64_t(1)}) {
            tests::Sequence sequence(*model, CacheType::F32, rows);
            const double difference = maxDifference(sequence.read(m_ids, rows, chunk), m_expected);
            QVERIFY2(difference < 1e-4, qPrintable(QString::number(difference)));
        }
    }

    void theSameBitsHoweverAPromptIsRead_data() { addDevicesAndGpu(); }
    void theSameBitsHoweverAPromptIsRead()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const auto model = load(*backend);

        for (const CacheType type : {CacheType::F16, CacheType::Q8}) {
            // The prompt takes two pages.
            const QString wrong = tests::compareWaysOfReading(*model, promptOf(300), {}, type);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
        }
    }

    // This shows that the comparison above would notice a layer that is taken for another.
    void everyDifferenceOfTheLayersShowsInTheLogits()
    {
        const std::vector<std::function<void(ModelPlan&)>> changes{
            [](ModelPlan& plan) { plan.blocks[0].attention().reach.window = 0; },
            [](ModelPlan& plan) { plan.blocks[2].attention().reach.window = 8; },
            [](ModelPlan& plan) { plan.blocks[1].attention().reach.window = 7; },
            [](ModelPlan& plan) { plan.blocks[1].attention().rotary = 0; },
            [](ModelPlan& plan) { plan.blocks[2].attention().rotary = 1; },
            [](ModelPlan& plan) { plan.blocks[3].attention().rotary = 0; },
            [](ModelPlan& plan) { plan.rotaries[1].theta = 100; },
            [](ModelPlan& plan) { plan.blocks[1].residualScale = 1; },
            [](ModelPlan& plan) { plan.blocks[1].norms.queryAndKey = NormPlan::OfHeads::None; },
            [](ModelPlan& plan) { plan.embeddingScale = 1; },
            [](ModelPlan& plan) { plan.head.scale = 1; },
        };
        for (size_t i = 0; i < changes.size(); ++i) {
            ModelPlan changed = m_plan;
            changes[i](changed);
            const auto logits = tests::PlainDecoder(changed, *m_weights).logits(m_ids);
            QVERIFY2(maxDifference(logits, m_expected) > 1e-2, qPrintable(QString::number(i)));
        }
    }

    void layersOnTwoDevicesGiveTheSameBits()
    {
        const auto a = tests::openForTest("cpu"), b = tests::openForTest("cpu");
        const auto whole = load(*a);
        const auto split = load(DevicePlan{a.get(), {b.get(), a.get(), a.get(), b.get()}, a.get()});

        const auto expected = tests::Sequence(*whole, CacheType::F16, 40).read(m_ids, 40);
        const auto logits = tests::Sequence(*split, CacheType::F16, 40).read(m_ids, 40);

        QCOMPARE(maxDifference(logits, expected), 0.0);
    }

    void thePlanOfDevicesCountsEveryLayerByItself()
    {
        const engine::PassSize pass{.tokens = 64, .sequences = 1, .logitRows = 40};
        const engine::PagedCache cache(engine::makeCacheShape(m_plan), CacheType::F16, 256);
        const auto bytes = countBytes(source(), m_plan, cache, pass);
        const int64_t all = std::accumulate(
            bytes.blocks.begin(), bytes.blocks.end(), bytes.work + bytes.embedding + bytes.head);
        tests::BudgetBackend device(tests::openForTest("cpu"), all);
        const auto model = load(device);

        const auto logits = tests::Sequence(*model, CacheType::F16, 40).read(m_ids, 40);

        QCOMPARE(bytes.blocks.size(), size_t(4));
        QVERIFY(bytes.blocks[1] > bytes.blocks[0]);
        QCOMPARE(bytes.blocks[2], bytes.blocks[0]);
        QCOMPARE(logits.size(), m_expected.size());
        QVERIFY(device.most() <= all);
        QVERIFY2(double(device.most()) > 0.7 * double(all),
            qPrintable(QString("%1 of %2 bytes").arg(device.most()).arg(all)));
    }

    void aCacheHoldsWhatEachLayerNeeds()
    {
        const auto shape = engine::makeCacheShape(m_plan);

        QCOMPARE(shape.layers.size(), size_t(4));
        // 2 · 16 numbers of keys and as many of values, twice as many in the second layer
        QCOMPARE(engine::PagedCache::bytesPerToken(shape, CacheType::F16), 2 * 2 * (3 * 32 + 64));
    }
};

TESTS(AlternatingDecoderTest);
#include "alternating_decoder_test.moc"
