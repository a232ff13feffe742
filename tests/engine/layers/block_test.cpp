#include "engine/cache/paged_cache.h"
#include "engine/config/tensor_names.h"
#include "engine/layers/block.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/plain_layers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <numeric>

using engine::BlockPlan;
using engine::NormPlan;
using engine::PositionSpan;
using engine::ReachPlan;
using engine::RotaryPlan;
using tests::MemoryWeights;
using tests::PlainBlock;
using tests::Row;
using tests::Rows;

namespace {

constexpr int64_t hidden = 24, tokens = 21;
constexpr int headDim = 12, axes = 3;
constexpr PositionSpan picture{6, 11};

RotaryPlan rotation(std::vector<int> axisOfPair, double theta)
{
    RotaryPlan plan;
    plan.dims = headDim;
    plan.theta = theta;
    plan.axes = axes;
    plan.axisOfPair = std::move(axisOfPair);
    return plan;
}

// One rotation follows the first axis alone, one has sections (M-RoPE).
const std::vector<RotaryPlan> rotations
    = {rotation({0, 0, 0, 0, 0, 0}, 100), rotation({0, 0, 1, 1, 2, 2}, 1000)};

BlockPlan plainPlan()
{
    BlockPlan plan;
    plan.hidden = hidden;
    plan.attention().shape = {4, 2, headDim, float(1 / std::sqrt(double(headDim))), 0};
    plan.mlp = engine::DensePlan{40, kernels::Activation::Silu, true};
    return plan;
}

// A small decoder no two layers of which are equal.
std::vector<BlockPlan> alternatingPlans()
{
    std::vector<BlockPlan> plans(13, plainPlan());
    plans[0].attention().reach.window = 3;
    plans[0].attention().shape.softCap = 0.5f;

    plans[1].attention().rotary.reset();
    plans[1].norms.where = NormPlan::Where::After;
    plans[1].norms.queryAndKey = NormPlan::OfHeads::Each;
    plans[1].attention().queryGrowth = 0.7f;
    plans[1].attention().queryGrowthPeriod = 4;

    plans[2].attention().reach = {4, /*seesSpans=*/true};
    plans[2].attention().rotary = 1;
    plans[2].norms.where = NormPlan::Where::Both;
    plans[2].residualScale = 0.5f;

    plans[3].attention().rotary = 1;
    plans[3].attention().requiresBias = true;
    plans[3].norms.where = NormPlan::Where::Shared;
    plans[3].norms.kind = NormPlan::Kind::Layer;
    plans[3].mlp = engine::DensePlan{32, kernels::Activation::GeluErf, false};

    plans[4].norms.where = NormPlan::Where::Shared;
    plans[4].norms.kind = NormPlan::Kind::LayerWithoutBias;

    plans[5].attention().reach = {3, /*seesSpans=*/true, /*keepsWindowInSpans=*/true};
    plans[5].norms.where = NormPlan::Where::AfterSum;
    plans[5].norms.kind = NormPlan::Kind::Layer;
    plans[5].residualScale = 0.75f;

    plans[6].mlp = engine::ExpertsPlan{.count = 7,
        .used = 3,
        .each = {20, kernels::Activation::Silu},
        .weighting = {.sumsToOne = false, .factor = 1.5f}};

    plans[7].attention().hasSinks = true;
    plans[7].norms.where = NormPlan::Where::Both;
    plans[7].mlp = engine::ExpertsPlan{
        .count = 4, .used = 2, .each = {.inner = 12, .gateLimit = 1.5f}, .shared = {}};

    using Scoring = kernels::ExpertWeighting::Scoring;
    plans[8].mlp = engine::ExpertsPlan{.count = 8,
        .used = 2,
        .each = {.inner = 12},
        .weighting = {.scoring = Scoring::Sigmoid,
            .epsilon = 0.5f,
            .factor = 0.5f,
            .groups = 4,
            .groupsUsed = 2,
            .groupScore = 2},
        .hasChoiceBias = true,
        .shared = engine::SharedMlpPlan{.mlp = {.inner = 20}}};

    plans[9].mlp = engine::ExpertsPlan{.count = 6,
        .used = 3,
        .each = {.inner = 16},
        .hasChoiceBias = true,
        .shared = engine::SharedMlpPlan{.mlp = {.inner = 28}, .isGated = true}};

    const engine::DensePlan squared{20, kernels::Activation::ReluSquared, /*isGated=*/false};
    plans[10].mlp = engine::ExpertsPlan{.count = 6,
        .used = 2,
        .each = squared,
        .weighting = {.scoring = Scoring::Sigmoid, .sumsToOne = false, .factor = 0.1f},
        .latent = 8,
        .shared = engine::SharedMlpPlan{.mlp = squared}};
    for (size_t layer = 8; layer < 11; ++layer)
        plans[layer].residualScale = 0.125f; // numbers and their errors stay small

    plans[11].attention().rotary = 1;
    plans[11].norms.queryAndKey = NormPlan::OfHeads::Each;
    plans[11].norms.headsAfterRotation = true;

    plans[12].norms.where = NormPlan::Where::Both;
    plans[12].norms.endEpsilon = 0.5f;
    plans[12].norms.queryAndKey = NormPlan::OfHeads::Each;
    plans[12].norms.headsHaveWeights = false;
    plans[12].attention().gatesOutput = plans[12].attention().hasGateWeight = true;
    return plans;
}

// The image's rows in two lines of three; the words behind it continue where it ends.
std::vector<int32_t> anglesOfTokens()
{
    std::vector<int32_t> angles;
    for (int32_t token = 0; token < tokens; ++token) {
        const int32_t row = token - int32_t(picture.first);
        const bool isBehind = token > picture.last;
        const int32_t position = isBehind ? token - 3 : token;
        const bool isRow = row >= 0 && !isBehind;
        angles.push_back(isRow ? 6 : position);
        angles.push_back(isRow ? 6 + row / 3 : position);
        angles.push_back(isRow ? 6 + row % 3 : position);
    }
    return angles;
}

bool sees(const ReachPlan& reach, int64_t row, int64_t other)
{
    const auto inPicture
        = [](int64_t position) { return position >= picture.first && position <= picture.last; };
    const bool inWindow = reach.window == 0 || other > row - reach.window;
    if (reach.seesSpans && inPicture(row) && inPicture(other))
        return inWindow || !reach.keepsWindowInSpans;
    return other <= row && inWindow;
}

// The decoder of the plans on one device, with a cache of one sequence.
class Decoder {
public:
    Decoder(std::shared_ptr<const MemoryWeights> file, const std::vector<BlockPlan>& plans,
        kernels::Backend& backend)
        : m_source(std::move(file), engine::FileLayout::Gguf)
        , m_cache({int64_t(plans.size()), 2, headDim}, engine::CacheType::F32, tokens)
        , m_step(backend, engine::RowPlan::of(plans, axes))
    {
        m_cache.allocate(std::vector<kernels::Backend*>(plans.size(), &backend));
        for (const RotaryPlan& plan : rotations)
            m_rotaries.emplace_back(plan, backend);
        const engine::Weights weights(m_source, backend);
        for (size_t layer = 0; layer < plans.size(); ++layer)
            m_blocks.emplace_back(weights, plans[layer],
                engine::BlockPosition{
                    "blk." + std::to_string(layer) + ".", int64_t(layer), m_rotaries});
    }

    /// Reads the rows of the next tokens and returns what the blocks make of them.
    std::vector<float> read(std::span<const float> rows)
    {
        const int64_t count = int64_t(rows.size()) / hidden;
        const std::vector<int32_t> all = anglesOfTokens();
        engine::SequencePart part{m_past, count, m_pages};
        if (m_past <= picture.last && m_past + count > picture.first)
            part.spans = {&picture, 1};
        part.angles = std::span(all).subspan(size_t(m_past * axes), size_t(count * axes));
        m_step.begin(m_cache, {&part, 1}, std::vector<int32_t>(size_t(count)),
            engine::Step::passForm({&part, 1}));
        const engine::Scratch state = m_step.scratch(count, hidden);
        m_step.backend().upload(state, rows.data());
        for (const engine::Block& block : m_blocks)
            block.forward(m_step, state);
        std::vector<float> out(rows.size());
        m_step.backend().download(out.data(), state);
        m_past += count;
        return out;
    }

private:
    engine::TensorSource m_source;
    engine::PagedCache m_cache;
    engine::Step m_step;
    std::vector<engine::Rotary> m_rotaries;
    std::vector<engine::Block> m_blocks;
    const std::vector<int32_t> m_pages{0};
    int64_t m_past = 0;
};

std::vector<float> someRows()
{
    std::vector<float> rows(size_t(tokens * hidden));
    for (size_t i = 0; i < rows.size(); ++i)
        rows[i] = float(std::sin(double(i) * 1.3));
    return rows;
}

} // namespace

// Blocks of every kind the plans can say, one behind the other, against plain loops.
class BlockTest : public QObject {
    Q_OBJECT

private:
    const std::vector<BlockPlan> m_plans = alternatingPlans();
    std::shared_ptr<MemoryWeights> m_weights = std::make_shared<MemoryWeights>();

    static void addRows()
    {
        tests::useGpuOnHost();
        QTest::addColumn<QString>("device");
        for (const std::string& device : tests::backendNames())
            QTest::newRow(device.c_str()) << QString::fromStdString(device);
        QTest::newRow("cuda:0") << QString("cuda:0");
    }

    static std::string prefix(size_t layer) { return "blk." + std::to_string(layer) + "."; }

    PlainBlock plainBlock(size_t layer) const
    {
        const BlockPlan& plan = m_plans[layer];
        PlainBlock block{*m_weights, plan, prefix(layer), "attn_norm", "post_attention_norm",
            "ffn_norm", "post_ffw_norm", "attn_output",
            [&plan](size_t row, size_t other) {
                return sees(plan.attention().reach, int64_t(row), int64_t(other));
            },
            {}};
        if (plan.attention().rotary)
            block.turn = [rotary = rotations[*plan.attention().rotary]](
                             Row& head, size_t row) { turnBy(rotary, head, row); };
        return block;
    }

    static void turnBy(const RotaryPlan& plan, Row& head, size_t row)
    {
        constexpr size_t pairs = headDim / 2;
        const std::vector<int32_t> angles = anglesOfTokens();
        for (size_t pair = 0; pair < pairs; ++pair) {
            const int32_t position = angles[row * axes + size_t(plan.axisOfPair[pair])];
            const double angle = position * std::pow(plan.theta, -2.0 * double(pair) / headDim);
            const double a = head[pair], b = head[pair + pairs];
            head[pair] = a * std::cos(angle) - b * std::sin(angle);
            head[pair + pairs] = a * std::sin(angle) + b * std::cos(angle);
        }
    }

    std::vector<float> expected() const
    {
        const std::vector<float> given = someRows();
        Rows rows;
        for (int64_t token = 0; token < tokens; ++token)
            rows.emplace_back(given.begin() + token * hidden, given.begin() + (token + 1) * hidden);
        for (size_t layer = 0; layer < m_plans.size(); ++layer)
            plainBlock(layer).forward(rows);
        std::vector<float> flat;
        for (const Row& row : rows)
            flat.insert(flat.end(), row.begin(), row.end());
        return flat;
    }

    // The tensors of a block, some of them joined.
    void addJoined(MemoryWeights& joined, const std::string& prefix) const
    {
        const auto join = [&](const char* whole, const std::vector<std::string>& names) {
            for (const char* ending : {".weight", ".bias"}) {
                std::vector<const engine::WeightTensor*> parts;
                for (const std::string& name : names)
                    if (const auto* part = m_weights->find(prefix + name + ending))
                        parts.push_back(part);
                if (!parts.empty())
                    joined.addJoined(prefix + whole + ending, parts);
            }
        };
        join("attn_qkv", {"attn_q", "attn_k", "attn_v"});
        join("ffn_up", {"ffn_gate", "ffn_up"});
        for (const char* name : {"attn_output", "ffn_down", "attn_norm", "ffn_norm", "attn_q_norm",
                 "attn_k_norm", "attn_gate", "post_attention_norm", "post_ffw_norm", "attn_sinks",
                 "ffn_gate_inp", "ffn_gate_exps", "ffn_up_exps", "ffn_down_exps", "exp_probs_b",
                 "ffn_latent_down", "ffn_latent_up", "ffn_up_shexp", "ffn_gate_shexp",
                 "ffn_down_shexp", "ffn_gate_inp_shexp"})
            join(name, {name});
    }

    std::vector<float> readInChunks(
        kernels::Backend& backend, const std::vector<int64_t>& chunks) const
    {
        Decoder decoder(m_weights, m_plans, backend);
        const std::vector<float> rows = someRows();
        std::vector<float> out;
        for (const int64_t chunk : chunks) {
            const auto part
                = decoder.read(std::span(rows).subspan(out.size(), size_t(chunk * hidden)));
            out.insert(out.end(), part.begin(), part.end());
        }
        return out;
    }

private slots:
    void initTestCase()
    {
        for (size_t layer = 0; layer < m_plans.size(); ++layer)
            tests::addBlock(*m_weights, plainBlock(layer));
    }

    void layersThatDifferAgreeWithPlainLoops_data() { addRows(); }
    void layersThatDifferAgreeWithPlainLoops()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());

        const double difference
            = tests::maxDifference(readInChunks(*backend, {tokens}), expected());

        QVERIFY2(difference < 1e-4, qPrintable(QString::number(difference)));
    }

    void theSameBitsHoweverTokensAreRead_data() { addRows(); }
    void theSameBitsHoweverTokensAreRead()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const std::vector<float> whole = readInChunks(*backend, {tokens});

        for (const std::vector<int64_t>& chunks :
            {std::vector<int64_t>{6, 6, 9}, {4, 8, 1, 1, 7}, {1, 11, 9}})
            QCOMPARE(tests::maxDifference(readInChunks(*backend, chunks), whole), 0.0);
    }

    // Phi 3 and GLM 4 have these: queries, keys and values in one tensor, gate and up in another.
    void joinedTensorsGiveTheSameBits_data() { addRows(); }
    void joinedTensorsGiveTheSameBits()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const std::vector<float> expected = readInChunks(*backend, {tokens});
        const auto joined = std::make_shared<MemoryWeights>();
        for (size_t layer = 0; layer < m_plans.size(); ++layer)
            addJoined(*joined, prefix(layer));

        const auto actual = Decoder(joined, m_plans, *backend).read(someRows());

        QCOMPARE(tests::maxDifference(actual, expected), 0.0);
    }
};

TESTS(BlockTest, QCoreApplication);
#include "block_test.moc"
