#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/fixtures.h"
#include "tests/support/plain_layers.h"
#include "tests/support/test_program.h"
#include "vision/tiling.h"
#include "vision/vision_tower.h"

#include <QTest>

#include <numbers>

using engine::BlockPlan;
using engine::NormPlan;
using tests::MemoryWeights;
using tests::PlainBlock;
using tests::Row;
using tests::Rows;
using vision::Patches;
using vision::PatchGrid;
using vision::TowerPlan;
using vision::VisionConfig;
using vision::VisionTower;

namespace {

constexpr int64_t hidden = 24, rowWidth = 32; // those of tiny-llama
constexpr int headDim = 12;
constexpr double theta = 100;
constexpr int64_t windowPatches = 4; // the side of the windows of the second block

VisionConfig smallConfig()
{
    VisionConfig config;
    config.family = "test";
    config.imageSize = 32;
    config.patchSize = 4;
    config.hidden = hidden;
    config.heads = 2;
    config.feedForward = 40;
    config.layers = config.blocks = 2;
    config.scaleFactor = 2;
    config.windowSide = windowPatches * 4;
    config.pixels.resampling = vision::Resampling::Bilinear;
    return config;
}

// What no family of today does: images as they are, patches that turn by row and column, RMS norms
// on both sides of gated layers and, in the second block, which looks only within windows, other
// choices.
TowerPlan smallPlan()
{
    BlockPlan block;
    block.hidden = hidden;
    block.norms.where = NormPlan::Where::Both;
    block.attention().shape = {2, 2, headDim, float(1 / std::sqrt(double(headDim))), 0};
    block.attention().over = engine::AttentionPlan::Over::Spans;
    block.mlp = engine::DensePlan{40, kernels::Activation::Silu, true};
    BlockPlan other = block;
    other.norms.kind = NormPlan::Kind::Layer;
    other.norms.where = NormPlan::Where::Before;
    other.norms.queryAndKey = NormPlan::OfHeads::Each;
    other.attention().spans = 1;
    other.attention().rotary.reset();
    other.attention().requiresBias = true;
    other.mlp = engine::DensePlan{32, kernels::Activation::GeluErf, false};
    other.residualScale = 0.5f;
    other.scalesLayers = true;

    TowerPlan plan;
    plan.cut = TowerPlan::Cut::Whole;
    plan.connector.merge = vision::ConnectorPlan::Merge::SideBySide;
    plan.learnsPositions = false;
    plan.rotary.emplace();
    plan.rotary->dims = headDim;
    plan.rotary->theta = theta;
    plan.rotary->axes = 2;
    plan.rotary->axisOfPair = {0, 0, 0, 1, 1, 1};
    plan.rotary->beginsAnew = true;
    plan.normsAfter = true;
    plan.blocks = {block, other};
    return plan;
}

// The tower of the plan, as plain loops: one image at a time.
class PlainTower {
public:
    explicit PlainTower(const TowerPlan& plan)
        : m_plan(plan)
    {
        m_weights->addLinear("v.patch_embd", hidden, 3 * 4 * 4);
        for (size_t block = 0; block < plan.blocks.size(); ++block)
            tests::addBlock(*m_weights, plainBlock(block, {}));
        m_weights->addNorm("v.post_ln", hidden);
        m_weights->addLinear("mm.model.fc", rowWidth, 4 * hidden, false);
    }

    std::shared_ptr<const MemoryWeights> weights() const { return m_weights; }

    std::vector<float> encode(const Patches& patches) const
    {
        std::vector<float> rows;
        for (size_t picture = 0; picture < patches.grids.size(); ++picture)
            for (const Row& row : encodeOne(patches.some(picture, 1)))
                rows.insert(rows.end(), row.begin(), row.end());
        return rows;
    }

private:
    Rows encodeOne(const Patches& picture) const
    {
        const PatchGrid& grid = picture.grids.front();
        Rows rows;
        for (int64_t patch = 0; patch < grid.count(); ++patch) {
            const auto first = picture.values.begin() + patch * picture.numbers();
            rows.push_back(tests::plainLinear(
                *m_weights, "v.patch_embd", Row(first, first + picture.numbers())));
        }
        for (size_t block = 0; block < m_plan.blocks.size(); ++block)
            plainBlock(block, grid).forward(rows);
        for (Row& row : rows)
            row = tests::plainNorm(*m_weights, "v.post_ln", row, m_plan.norms);
        return merged(rows, grid);
    }

    PlainBlock plainBlock(size_t index, const PatchGrid& grid) const
    {
        PlainBlock block{*m_weights, m_plan.blocks[index], "v.blk." + std::to_string(index) + ".",
            "ln1", "attn_post_norm", "ln2", "ffn_post_norm", "attn_out",
            [](size_t, size_t) { return true; }, {}};
        if (m_plan.blocks[index].attention().spans == 1)
            block.sees = [grid](size_t row, size_t other) {
                return windowOf(int64_t(row), grid) == windowOf(int64_t(other), grid);
            };
        if (m_plan.blocks[index].attention().rotary)
            block.turn = [grid](Row& head, size_t patch) {
                turnBy(head, int64_t(patch) / grid.width, int64_t(patch) % grid.width);
            };
        return block;
    }

    static std::pair<int64_t, int64_t> windowOf(int64_t patch, const PatchGrid& grid)
    {
        return {patch / grid.width / windowPatches, patch % grid.width / windowPatches};
    }

    // The first half of the pairs by the row, the second by the column.
    static void turnBy(Row& head, int64_t y, int64_t x)
    {
        constexpr int pairs = headDim / 2, each = pairs / 2;
        for (int pair = 0; pair < pairs; ++pair) {
            const double angle
                = double(pair < each ? y : x) * std::pow(theta, -double(pair % each) / each);
            const double a = head[size_t(pair)], b = head[size_t(pair + pairs)];
            head[size_t(pair)] = a * std::cos(angle) - b * std::sin(angle);
            head[size_t(pair + pairs)] = a * std::sin(angle) + b * std::cos(angle);
        }
    }

    Rows merged(const Rows& rows, const PatchGrid& grid) const
    {
        Rows out;
        for (int64_t y = 0; y < grid.height; y += 2)
            for (int64_t x = 0; x < grid.width; x += 2) {
                Row four;
                for (const int64_t patch : {y * grid.width + x, y * grid.width + x + 1,
                         (y + 1) * grid.width + x, (y + 1) * grid.width + x + 1}) {
                    const Row& row = rows[size_t(patch)];
                    four.insert(four.end(), row.begin(), row.end());
                }
                out.push_back(tests::plainLinear(*m_weights, "mm.model.fc", four));
            }
        return out;
    }

    const TowerPlan& m_plan;
    std::shared_ptr<MemoryWeights> m_weights = std::make_shared<MemoryWeights>();
};

void addPicture(Patches& patches, int64_t height, int64_t width)
{
    std::vector<float> pixels(size_t(3 * height * width));
    for (size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = float(std::sin(double(i) * 0.7 + double(width)));
    patches.add(pixels, height, width);
}

Patches pictures(const std::vector<std::pair<int64_t, int64_t>>& sizes)
{
    Patches patches{4, {}, {}};
    for (const auto& [height, width] : sizes)
        addPicture(patches, height, width);
    return patches;
}

vision::Image drawn(int64_t width, int64_t height)
{
    vision::Image image{width, height, {}};
    for (int64_t i = 0; i < 3 * width * height; ++i)
        image.rgb.push_back(uint8_t(i * i % 251));
    return image;
}

} // namespace

// A tower that reads images as grids of any size, several in one pass, and a prompt with some.
class GridTowerTest : public QObject {
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

    const TowerPlan m_plan = smallPlan();
    const PlainTower m_plain{m_plan};

    std::unique_ptr<VisionTower> load(kernels::Backend& backend) const
    {
        return VisionTower::load(m_plain.weights(), smallConfig(), m_plan, backend);
    }

private slots:
    void gridsOfDifferentSizesAgreeWithPlainLoops_data() { addRows(); }
    void gridsOfDifferentSizesAgreeWithPlainLoops()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const auto tower = load(*backend);
        const Patches few = pictures({{24, 24}, {8, 16}, {16, 8}});
        const Patches many = pictures({{24, 32}, {8, 64}, {40, 8}, {8, 8}, {32, 16}});

        QCOMPARE(few.grids.front(), (PatchGrid{1, 6, 6}));
        QVERIFY(tests::maxDifference(tower->encode(few), m_plain.encode(few)) < 1e-4);
        // A GPU takes more than 64 rows in half precision.
        const double difference = tests::maxDifference(tower->encode(many), m_plain.encode(many));
        QVERIFY2(difference < (device == "cuda:0" ? 2e-2 : 1e-4),
            qPrintable(QString::number(difference)));
    }

    void aPictureDoesNotDependOnItsCompany_data() { addRows(); }
    void aPictureDoesNotDependOnItsCompany()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const auto tower = load(*backend);
        const Patches all = pictures({{24, 8}, {8, 16}, {16, 24}});

        std::vector<float> each;
        for (size_t picture = 0; picture < all.grids.size(); ++picture) {
            const auto rows = tower->encode(all.some(picture, 1));
            each.insert(each.end(), rows.begin(), rows.end());
        }

        QCOMPARE(tests::maxDifference(tower->encode(all), each), 0.0);
    }

    // A table of 8 × 8 positions, of which a grid of 2 × 4 takes every fourth line and every second
    // of a line; a class row is before the patches, and is left out in the end.
    void learnedPositionsAreThoseAtTheSameShareOfTheSides_data() { addRows(); }
    void learnedPositionsAreThoseAtTheSameShareOfTheSides()
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        TowerPlan plan;
        plan.hasClassRow = true;
        plan.connector.first = "mm.0";
        plan.connector.last = "mm.2";
        const auto weights = std::make_shared<MemoryWeights>();
        weights->addLinear("v.patch_embd", hidden, 3 * 4 * 4);
        weights->add("v.position_embd.weight", {1 + 8 * 8, hidden});
        weights->add("v.class_embd", {hidden});
        weights->addLinear("mm.0", 16, hidden);
        weights->addLinear("mm.2", rowWidth, 16);
        VisionConfig config = smallConfig();
        config.scaleFactor = 1;
        config.windowSide = 0;
        const auto tower = VisionTower::load(weights, config, plan, *backend);
        const Patches patches = pictures({{8, 16}, {32, 32}});

        std::vector<float> expected;
        const auto* positions = weights->view("v.position_embd.weight").data<float>();
        for (int64_t patch = 0; patch < patches.count(); ++patch) {
            const int64_t position
                = patch < 8 ? 1 + patch / 4 * 4 * 8 + patch % 4 * 2 : 1 + patch - 8;
            const auto first = patches.values.begin() + patch * patches.numbers();
            Row row = tests::plainLinear(
                *weights, "v.patch_embd", Row(first, first + patches.numbers()));
            for (int64_t i = 0; i < hidden; ++i)
                row[size_t(i)] += double(positions[position * hidden + i]);
            Row inner = tests::plainLinear(*weights, "mm.0", row);
            for (double& value : inner)
                value = tests::plainActivation(kernels::Activation::GeluErf, value);
            for (const double value : tests::plainLinear(*weights, "mm.2", inner))
                expected.push_back(float(value));
        }
        const double difference = tests::maxDifference(tower->encode(patches), expected);
        QVERIFY2(difference < (device == "cuda:0" ? 2e-2 : 1e-4),
            qPrintable(QString::number(difference)));
    }

    // More patches than a pass takes: images stay whole.
    void manyPicturesAreReadInSeveralPasses()
    {
        const auto backend = tests::openForTest("reference");
        const auto tower = load(*backend);
        const Patches all = pictures(std::vector<std::pair<int64_t, int64_t>>(7, {32, 24}));

        QVERIFY(all.count() > vision::fewTiles * smallConfig().patchesPerTile());
        QVERIFY(tests::maxDifference(tower->encode(all), m_plain.encode(all)) < 1e-4);
    }

    void aPictureKeepsItsShape()
    {
        const auto backend = tests::openForTest("cpu");
        const auto tower = load(*backend);

        const auto wide = tower->preprocess(drawn(100, 30)),
                   small = tower->preprocess(drawn(9, 17));

        QCOMPARE(wide.grids, (std::vector<PatchGrid>{{1, 4, 8}})); // at most 32 by 32 pixels
        QCOMPARE(small.grids, (std::vector<PatchGrid>{{1, 4, 2}}));
        QCOMPARE(tower->embed(drawn(9, 17))->count(), 2);
        QCOMPARE(tower->embed(drawn(9, 17))->promptText, "<image><image>");
    }

    void aPromptMayShowSeveral_data() { addRows(); }
    void aPromptMayShowSeveral()
    {
        QFETCH(QString, device);
        const std::vector<float> expected = logitsOn("reference");

        const std::vector<float> logits = logitsOn(device.toStdString());

        const double difference = tests::maxDifference(logits, expected);
        QVERIFY2(difference < 1e-3, qPrintable(QString::number(difference)));
    }

private:
    // The logits of a decoder that is shown a wide image and a small one, between words.
    std::vector<float> logitsOn(const std::string& device) const
    {
        const auto backend = tests::openForTest(device);
        const auto tower = load(*backend);
        const auto folder = tests::dataFolder() / "models" / "tiny-llama";
        auto weights = engine::openWeights(folder);
        const auto config = engine::readConfig(folder, weights.get());
        const auto model = engine::Model::load(std::move(weights), config, *backend);
        const auto wide = tower->embed(drawn(100, 30)), small = tower->embed(drawn(9, 17));
        engine::TokenIds ids{1, 20};
        const auto show = [&ids](const engine::ImageEmbedding& picture) {
            for (int64_t row = 0; row < picture.count(); ++row)
                ids.push_back(picture.firstId + engine::TokenId(row));
        };
        show(*wide);
        ids.push_back(21);
        show(*small);
        ids.push_back(22);
        tests::Sequence sequence(*model, engine::CacheType::F32, int64_t(ids.size()));
        sequence.setImages({wide, small});
        return sequence.read(ids, int64_t(ids.size()), 64);
    }
};

TESTS(GridTowerTest, QCoreApplication);
#include "grid_tower_test.moc"
