#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/plain_layers.h"
#include "tests/support/test_program.h"
#include "vision/towers/towers.h"
#include "vision/vision_tower.h"

#include <QTest>

using tests::MemoryWeights;
using tests::Row;
using tests::Rows;
using vision::Patches;
using vision::TowerPlan;
using vision::VisionConfig;
using vision::VisionTower;

namespace {

constexpr int64_t hidden = 24, rowWidth = 32, merged = 4 * hidden;

VisionConfig smallConfig()
{
    VisionConfig config = vision::minicpmVFamily.defaults();
    config.imageSize = 32;
    config.patchSize = 4;
    config.hidden = hidden;
    config.heads = 2;
    config.feedForward = 40;
    config.layers = config.blocks = 2;
    config.innerMergeBlock = 0;
    config.activation = kernels::Activation::GeluErf;
    return config;
}

double geluTanh(double x)
{
    return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

// The four patches of a block of 2 × 2, one behind the other.
Row joined(const Rows& rows, int64_t width, int64_t y, int64_t x)
{
    Row four;
    for (const int64_t patch :
        {y * width + x, y * width + x + 1, (y + 1) * width + x, (y + 1) * width + x + 1})
        four.insert(four.end(), rows[size_t(patch)].begin(), rows[size_t(patch)].end());
    return four;
}

Row through(const MemoryWeights& weights, const std::string& up, const std::string& down,
    const Row& x, double (*activation)(double))
{
    Row inner = tests::plainLinear(weights, up, x);
    for (double& value : inner)
        value = activation(value);
    return tests::plainLinear(weights, down, inner);
}

// The tower of an image of 8 × 4 patches, as plain loops.
class PlainTower {
public:
    explicit PlainTower(const TowerPlan& plan)
        : m_plan(plan)
    {
        m_weights->addLinear("v.patch_embd", hidden, 3 * 4 * 4);
        m_weights->add("v.position_embd.weight", {8 * 8, hidden});
        for (size_t block = 0; block < 2; ++block)
            tests::addBlock(*m_weights, plainBlock(plan.blocks[block], block));
        for (const char* name : {"attn_q", "attn_k", "attn_v", "attn_out"})
            m_weights->addLinear("v.vit_merger." + std::string(name), hidden, hidden);
        m_weights->addNorm("v.vit_merger.ln1", hidden, true);
        m_weights->addNorm("v.vit_merger.ds_ln", merged, true);
        m_weights->addLinear("v.vit_merger.ds_ffn_up", 20, merged);
        m_weights->addLinear("v.vit_merger.ds_ffn_down", hidden, 20);
        m_weights->addNorm("v.post_ln", hidden, true);
        m_weights->addNorm("mm.input_norm", merged, true);
        m_weights->addLinear("mm.up", 28, merged);
        m_weights->addLinear("mm.down", rowWidth, 28);
    }

    std::shared_ptr<const MemoryWeights> weights() const { return m_weights; }

    std::vector<float> encode(const Patches& image) const
    {
        const int64_t width = image.grids.front().width;
        Rows rows;
        const auto* positions = m_weights->view("v.position_embd.weight").data<float>();
        for (int64_t patch = 0; patch < image.count(); ++patch) {
            const auto first = image.values.begin() + patch * image.numbers();
            rows.push_back(tests::plainLinear(
                *m_weights, "v.patch_embd", Row(first, first + image.numbers())));
            const int64_t y = patch / width * 8 / image.grids.front().height;
            const int64_t position = y * 8 + patch % width * 8 / width;
            for (size_t i = 0; i < size_t(hidden); ++i)
                rows.back()[i] += double(positions[position * hidden + int64_t(i)]);
        }
        plainBlock(m_plan.blocks[0], 0).forward(rows);
        rows = innerMerged(rows, width);
        plainBlock(m_plan.blocks[1], 1).forward(rows);
        for (Row& row : rows)
            row = tests::plainNorm(*m_weights, "v.post_ln", row, m_plan.norms);
        std::vector<float> out;
        for (int64_t y = 0; y < int64_t(rows.size()) / (width / 2); y += 2)
            for (int64_t x = 0; x < width / 2; x += 2) {
                const Row four = tests::plainNorm(*m_weights, "mm.input_norm",
                    joined(rows, width / 2, y, x), m_plan.connector.norms);
                for (const double value : through(*m_weights, "mm.up", "mm.down", four,
                         [](double x) { return x / 2 * (1 + std::erf(x / std::sqrt(2.0))); }))
                    out.push_back(float(value));
            }
        return out;
    }

private:
    tests::PlainBlock plainBlock(const engine::BlockPlan& plan, size_t index) const
    {
        return {*m_weights, plan, "v.blk." + std::to_string(index) + ".", "ln1", "", "ln2", "",
            "attn_out", [](size_t, size_t) { return true; }, {}};
    }

    // Attention among the patches of a block of 2 × 2, then their mean and the MLP.
    Rows innerMerged(const Rows& rows, int64_t width) const
    {
        Rows out;
        for (int64_t y = 0; y < int64_t(rows.size()) / width; y += 2)
            for (int64_t x = 0; x < width; x += 2) {
                const Row four = joined(rows, width, y, x);
                Rows window;
                for (size_t patch = 0; patch < 4; ++patch)
                    window.emplace_back(four.begin() + ptrdiff_t(patch) * hidden,
                        four.begin() + ptrdiff_t(patch + 1) * hidden);
                out.push_back(mergedWindow(window));
            }
        return out;
    }

    Row mergedWindow(const Rows& window) const
    {
        Rows q, k, v;
        for (const Row& row : window) {
            const Row normed = tests::plainNorm(*m_weights, "v.vit_merger.ln1", row, m_plan.norms);
            q.push_back(tests::plainLinear(*m_weights, "v.vit_merger.attn_q", normed));
            k.push_back(tests::plainLinear(*m_weights, "v.vit_merger.attn_k", normed));
            v.push_back(tests::plainLinear(*m_weights, "v.vit_merger.attn_v", normed));
        }
        Row all, mean(size_t(hidden), 0);
        for (size_t row = 0; row < 4; ++row) {
            const Row attended
                = tests::plainLinear(*m_weights, "v.vit_merger.attn_out", attend(q[row], k, v));
            for (size_t i = 0; i < size_t(hidden); ++i) {
                all.push_back(window[row][i] + attended[i]);
                mean[i] += all.back() / 4;
            }
        }
        const Row normed = tests::plainNorm(*m_weights, "v.vit_merger.ds_ln", all, m_plan.norms);
        const Row added = through(
            *m_weights, "v.vit_merger.ds_ffn_up", "v.vit_merger.ds_ffn_down", normed, geluTanh);
        for (size_t i = 0; i < size_t(hidden); ++i)
            mean[i] += added[i];
        return mean;
    }

    // Two heads.
    static Row attend(const Row& q, const Rows& k, const Rows& v)
    {
        constexpr size_t dim = hidden / 2;
        Row out(q.size(), 0);
        for (size_t first = 0; first < q.size(); first += dim) {
            double total = 0;
            for (size_t other = 0; other < k.size(); ++other) {
                double score = 0;
                for (size_t i = first; i < first + dim; ++i)
                    score += q[i] * k[other][i] / std::sqrt(double(dim));
                total += std::exp(score);
                for (size_t i = first; i < first + dim; ++i)
                    out[i] += std::exp(score) * v[other][i];
            }
            for (size_t i = first; i < first + dim; ++i)
                out[i] /= total;
        }
        return out;
    }

    const TowerPlan& m_plan;
    std::shared_ptr<MemoryWeights> m_weights = std::make_shared<MemoryWeights>();
};

Patches drawn(int64_t height, int64_t width)
{
    Patches patches{4, {}, {}};
    std::vector<float> pixels(size_t(3 * height * width));
    for (size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = float(std::sin(double(i) * 0.7 + double(width)));
    patches.add(pixels, height, width);
    return patches;
}

} // namespace

// A tower that makes one row of 2 × 2 patches between its blocks.
class InnerMergeTest : public QObject {
    Q_OBJECT

    const VisionConfig m_config = smallConfig();
    const TowerPlan m_plan = vision::minicpmVFamily.plan(m_config);
    const PlainTower m_plain{m_plan};

private slots:
    void aTowerWithAnInnerMergeAgreesWithPlainLoops_data()
    {
        tests::useGpuOnHost();
        QTest::addColumn<QString>("device");
        for (const std::string& device : tests::backendNames())
            QTest::newRow(device.c_str()) << QString::fromStdString(device);
        QTest::newRow("cuda:0") << QString("cuda:0");
    }
    void aTowerWithAnInnerMergeAgreesWithPlainLoops()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        VisionConfig config = m_config;
        config.family = "test";
        const auto tower = VisionTower::load(m_plain.weights(), config, m_plan, *backend);
        const Patches wide = drawn(16, 32), high = drawn(32, 16);
        Patches both = wide;
        both.append(high);

        std::vector<float> expected = m_plain.encode(wide);
        QCOMPARE(expected.size(), size_t(2 * rowWidth));
        for (const float value : m_plain.encode(high))
            expected.push_back(value);

        const double difference = tests::maxDifference(tower->encode(both), expected);
        QVERIFY2(difference < (device == "cuda:0" ? 2e-2 : 1e-4),
            qPrintable(QString::number(difference)));
    }
};

TESTS(InnerMergeTest);
#include "inner_merge_test.moc"
