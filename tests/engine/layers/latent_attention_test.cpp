#include "engine/cache/paged_cache.h"
#include "engine/config/tensor_names.h"
#include "engine/layers/block.h"
#include "engine/layers/latent_attention.h"
#include "engine/layers/rotary.h"
#include "engine/layers/step.h"
#include "kernels/quantize.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/plain_layers.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using engine::LatentAttentionPlan;
using tests::MemoryWeights;
using tests::Row;
using tests::Rows;

namespace {

constexpr int64_t hidden = 24, tokens = 17;
constexpr double theta = 50, magnitude = 1.25;

LatentAttentionPlan planOf(int64_t queryRank)
{
    return {.heads = 3,
        .queryRank = queryRank,
        .latentRank = 20,
        .plainDim = 10,
        .rotatedDim = 6,
        .valueDim = 14,
        .scale = 0.3f};
}

engine::RotaryPlan rotation(const LatentAttentionPlan& plan)
{
    engine::RotaryPlan rotary;
    rotary.style = kernels::RotaryStyle::Pairs;
    rotary.dims = plan.rotatedDim;
    rotary.theta = theta;
    rotary.scaling.kind = engine::RopeScaling::Kind::Yarn; // of factor 1: nothing but a magnitude
    rotary.scaling.attentionFactor = magnitude;
    rotary.scaling.originalContext = 64;
    return rotary;
}

std::shared_ptr<MemoryWeights> weightsFor(const LatentAttentionPlan& plan)
{
    auto weights = std::make_shared<MemoryWeights>();
    const auto add = [&](const char* name, int64_t outputs, int64_t inputs) {
        weights->addLinear(std::string("blk.0.") + name, outputs, inputs, false);
    };
    if (plan.queryRank > 0) {
        add("attn_q_a", plan.queryRank, hidden);
        weights->addNorm("blk.0.attn_q_a_norm", plan.queryRank);
        add("attn_q_b", plan.projectedColumns(), plan.queryRank);
    } else {
        add("attn_q", plan.projectedColumns(), hidden);
    }
    add("attn_kv_a_mqa", plan.rowColumns(), hidden);
    weights->addNorm("blk.0.attn_kv_a_norm", plan.latentRank);
    add("attn_kv_b", plan.heads * (plan.plainDim + plan.valueDim), plan.latentRank);
    add("attn_output", hidden, plan.heads * plan.valueDim);
    return weights;
}

// The same model as new GGUF files have it: keys and values apart, and keys transposed.
std::shared_ptr<MemoryWeights> apart(const MemoryWeights& joined, const LatentAttentionPlan& plan,
    std::list<std::vector<float>>& kept)
{
    auto weights = std::make_shared<MemoryWeights>();
    for (const engine::WeightTensor& tensor : joined.tensors())
        if (tensor.name != "blk.0.attn_kv_b.weight")
            weights->addStored(tensor.name, tensor.shape, tensor.view);
    const auto* both = joined.view("blk.0.attn_kv_b.weight").data<float>();
    const int64_t heads = plan.heads, plain = plan.plainDim, values = plan.valueDim,
                  latent = plan.latentRank;
    std::vector<float>& keys = kept.emplace_back();
    std::vector<float>& own = kept.emplace_back();
    for (int64_t head = 0; head < heads; ++head) {
        const float* ofHead = both + head * (plain + values) * latent;
        for (int64_t column = 0; column < latent; ++column)
            for (int64_t i = 0; i < plain; ++i)
                keys.push_back(ofHead[i * latent + column]);
        own.insert(own.end(), ofHead + plain * latent, ofHead + (plain + values) * latent);
    }
    weights->addStored("blk.0.attn_k_b.weight", {heads, latent, plain},
        {keys.data(), kernels::DType::F32, heads * latent, plain});
    weights->addStored("blk.0.attn_v_b.weight", {heads, values, latent},
        {own.data(), kernels::DType::F32, heads * values, latent});
    return weights;
}

std::vector<float> someRows()
{
    std::vector<float> rows(size_t(tokens * hidden));
    for (size_t i = 0; i < rows.size(); ++i)
        rows[i] = float(std::sin(double(i) * 1.7));
    return rows;
}

void turn(double* pairs, int64_t dims, size_t position)
{
    for (int64_t i = 0; i < dims; i += 2) {
        const double angle = double(position) * std::pow(theta, -double(i) / double(dims));
        const double a = pairs[i], b = pairs[i + 1];
        pairs[i] = magnitude * (a * std::cos(angle) - b * std::sin(angle));
        pairs[i + 1] = magnitude * (a * std::sin(angle) + b * std::cos(angle));
    }
}

// Nothing is absorbed: every head has keys and values of its own.
Rows attendPlainly(const MemoryWeights& weights, const LatentAttentionPlan& plan)
{
    const std::vector<float> given = someRows();
    const engine::NormPlan norm{.kind = engine::NormPlan::Kind::Rms, .epsilon = plan.epsilon};
    const int64_t width = plan.plainDim + plan.rotatedDim;
    Rows queries, keysAndValues, rotated, out;
    for (size_t row = 0; row < size_t(tokens); ++row) {
        const Row x(
            given.begin() + ptrdiff_t(row) * hidden, given.begin() + ptrdiff_t(row + 1) * hidden);
        queries.push_back(plan.queryRank == 0
                ? plainLinear(weights, "blk.0.attn_q", x)
                : plainLinear(weights, "blk.0.attn_q_b",
                    plainNorm(weights, "blk.0.attn_q_a_norm",
                        plainLinear(weights, "blk.0.attn_q_a", x), norm)));
        Row c = plainLinear(weights, "blk.0.attn_kv_a_mqa", x);
        rotated.emplace_back(c.begin() + plan.latentRank, c.end());
        c.resize(size_t(plan.latentRank));
        keysAndValues.push_back(plainLinear(
            weights, "blk.0.attn_kv_b", plainNorm(weights, "blk.0.attn_kv_a_norm", c, norm)));
        turn(rotated.back().data(), plan.rotatedDim, row);
        for (int64_t head = 0; head < plan.heads; ++head)
            turn(queries.back().data() + head * width + plan.plainDim, plan.rotatedDim, row);
    }
    for (size_t row = 0; row < size_t(tokens); ++row) {
        Row seen;
        for (int64_t head = 0; head < plan.heads; ++head) {
            const double* q = queries[row].data() + head * width;
            const int64_t first = head * (plan.plainDim + plan.valueDim);
            Row sums(size_t(plan.valueDim), 0);
            double total = 0;
            for (size_t other = 0; other <= row; ++other) {
                const double* key = keysAndValues[other].data() + first;
                double score = 0;
                for (int64_t i = 0; i < plan.plainDim; ++i)
                    score += q[i] * key[i];
                for (int64_t i = 0; i < plan.rotatedDim; ++i)
                    score += q[plan.plainDim + i] * rotated[other][size_t(i)];
                const double weight = std::exp(score * double(plan.scale));
                total += weight;
                for (size_t i = 0; i < sums.size(); ++i)
                    sums[i] += weight * key[plan.plainDim + int64_t(i)];
            }
            for (const double sum : sums)
                seen.push_back(sum / total);
        }
        out.push_back(plainLinear(weights, "blk.0.attn_output", seen));
    }
    return out;
}

std::vector<float> flat(const Rows& rows)
{
    std::vector<float> all;
    for (const Row& row : rows)
        all.insert(all.end(), row.begin(), row.end());
    return all;
}

// The layer on one device, with a cache of one sequence.
class Layer {
public:
    Layer(std::shared_ptr<const MemoryWeights> file, const LatentAttentionPlan& plan,
        kernels::Backend& backend, engine::CacheType type = engine::CacheType::F32)
        : m_source(std::move(file), engine::FileLayout::Gguf)
        , m_cache(backend, engine::PagedCache::Shape({cacheShape(plan)}), type, tokens)
        , m_block{.hidden = hidden, .mixer = plan}
        , m_step(backend, engine::RowPlan::of({&m_block, 1}, 1))
    {
        m_rotaries.emplace_back(rotation(plan), backend);
        m_layer.emplace(engine::Weights(m_source, backend), plan, m_block,
            engine::BlockPosition{"blk.0.", 0, m_rotaries});
    }

    static engine::LayerShape cacheShape(const LatentAttentionPlan& plan)
    {
        return {.kvHeads = 1, .headDim = plan.rowColumns(), .valuesAreKeys = true};
    }

    std::vector<float> read(std::span<const float> rows)
    {
        const int64_t count = int64_t(rows.size()) / hidden;
        const engine::SequencePart part{m_past, count, m_pages};
        m_step.begin(m_cache, {&part, 1}, std::vector<int32_t>(size_t(count)),
            engine::Step::passForm({&part, 1}));
        const engine::Scratch x = m_step.scratch(count, hidden),
                              out = m_step.scratch(count, hidden);
        m_step.backend().upload(x, rows.data());
        m_layer->forward(m_step, out, x);
        std::vector<float> answer(rows.size());
        m_step.backend().download(answer.data(), out);
        m_past += count;
        return answer;
    }

    std::vector<float> readInChunks(const std::vector<int64_t>& chunks)
    {
        const std::vector<float> rows = someRows();
        std::vector<float> out;
        for (const int64_t chunk : chunks) {
            const auto part = read(std::span(rows).subspan(out.size(), size_t(chunk * hidden)));
            out.insert(out.end(), part.begin(), part.end());
        }
        return out;
    }

    const engine::PagedCache& cache() const { return m_cache; }

private:
    engine::TensorSource m_source;
    engine::PagedCache m_cache;
    engine::BlockPlan m_block;
    engine::Step m_step;
    std::vector<engine::Rotary> m_rotaries;
    std::optional<engine::LatentAttention> m_layer;
    const std::vector<int32_t> m_pages{0};
    int64_t m_past = 0;
};

} // namespace

// The absorbed products against plain loops over keys and values of every head.
class LatentAttentionTest : public QObject {
    Q_OBJECT

private:
    static void addRows()
    {
        tests::useGpuOnHost();
        QTest::addColumn<QString>("device");
        for (const std::string& device : tests::backendNames())
            QTest::newRow(device.c_str()) << QString::fromStdString(device);
        QTest::newRow("cuda:0") << QString("cuda:0");
    }

private slots:
    void absorbedProductsAgreeWithPlainLoops_data() { addRows(); }
    void absorbedProductsAgreeWithPlainLoops()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        for (const int64_t queryRank : {0, 9}) {
            const LatentAttentionPlan plan = planOf(queryRank);
            const auto weights = weightsFor(plan);
            const std::vector<float> expected = flat(attendPlainly(*weights, plan));

            const double difference = tests::maxDifference(
                Layer(weights, plan, *backend).readInChunks({tokens}), expected);

            QVERIFY2(difference < 1e-5, qPrintable(QString::number(difference)));
        }
    }

    void bothFormsOfTheWeightsAreTheSame_data() { addRows(); }
    void bothFormsOfTheWeightsAreTheSame()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const LatentAttentionPlan plan = planOf(9);
        const auto joined = weightsFor(plan);
        std::list<std::vector<float>> kept;

        const auto two = Layer(apart(*joined, plan, kept), plan, *backend).readInChunks({tokens});

        QCOMPARE(two, Layer(joined, plan, *backend).readInChunks({tokens}));
    }

    void theSameBitsHoweverTokensAreRead_data() { addRows(); }
    void theSameBitsHoweverTokensAreRead()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const LatentAttentionPlan plan = planOf(0);
        const auto weights = weightsFor(plan);

        const auto whole = Layer(weights, plan, *backend).readInChunks({tokens});

        QCOMPARE(Layer(weights, plan, *backend).readInChunks({1, 7, 8, 1}), whole);
    }

    void aTokenTakesOneRowOfTheCache()
    {
        const auto backend = tests::openForTest("cpu");
        const LatentAttentionPlan plan = planOf(0);
        for (const auto& [type, bytes] : {std::pair{engine::CacheType::F32, 26 * 4},
                 {engine::CacheType::F16, 26 * 2}, {engine::CacheType::Q8, 34},
                 {engine::CacheType{engine::CachePrecision::Q8, engine::CachePrecision::Q4}, 34}}) {
            const Layer layer(weightsFor(plan), plan, *backend, type);
            QCOMPARE(layer.cache().bytesPerToken(), int64_t(bytes));
            QCOMPARE(layer.cache().values(0).bytes, layer.cache().keys(0).bytes);
        }
    }

    // Quantized rows are those of the keys' type, with the values in them.
    void quantizedRowsAreNearExactOnes_data() { addRows(); }
    void quantizedRowsAreNearExactOnes()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const LatentAttentionPlan plan = planOf(9);
        const auto weights = weightsFor(plan);
        const std::vector<float> expected = flat(attendPlainly(*weights, plan));
        for (const auto& [type, tolerance] : {std::pair{engine::CacheType::F16, 2e-3},
                 {engine::CacheType::Q8, 0.03}, {engine::CacheType::Q4, 0.4}}) {
            const auto actual = Layer(weights, plan, *backend, type).readInChunks({tokens});
            const double difference = tests::maxDifference(actual, expected);
            QVERIFY2(difference < tolerance, qPrintable(QString::number(difference)));
        }
    }

    // A type whose blocks cannot be transposed.
    void quantizedWeightsAreTransposedAsHalves()
    {
        const auto backend = tests::openForTest("cpu");
        LatentAttentionPlan plan = planOf(0);
        plan.latentRank = 32;
        const auto exact = weightsFor(plan);
        const kernels::TensorView both = exact->view("blk.0.attn_kv_b.weight");
        std::vector<std::byte> stored(
            size_t(both.rows * kernels::rowBytes(kernels::DType::Q8_0, both.columns)));
        std::vector<float> rounded(size_t(both.elements()));
        for (int64_t row = 0; row < both.rows; ++row) {
            std::byte* to
                = stored.data() + row * kernels::rowBytes(kernels::DType::Q8_0, both.columns);
            kernels::quantizeRow(
                kernels::DType::Q8_0, both.rowRange(row, 1).data<float>(), to, both.columns);
            kernels::dequantizeRow(
                kernels::DType::Q8_0, to, rounded.data() + row * both.columns, both.columns);
        }
        const auto withTensor = [&](kernels::TensorView view) {
            auto weights = std::make_shared<MemoryWeights>();
            for (const engine::WeightTensor& tensor : exact->tensors())
                weights->addStored(tensor.name, tensor.shape,
                    tensor.name == "blk.0.attn_kv_b.weight" ? view : tensor.view);
            return weights;
        };
        const auto quantized
            = withTensor({stored.data(), kernels::DType::Q8_0, both.rows, both.columns});
        const auto plain
            = withTensor({rounded.data(), kernels::DType::F32, both.rows, both.columns});

        const auto actual = Layer(quantized, plan, *backend).readInChunks({tokens});

        const double difference
            = tests::maxDifference(actual, Layer(plain, plan, *backend).readInChunks({tokens}));
        QVERIFY2(difference < 2e-3, qPrintable(QString::number(difference)));
    }
};

TESTS(LatentAttentionTest);
#include "latent_attention_test.moc"
