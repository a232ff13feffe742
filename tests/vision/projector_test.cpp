#include "tests/engine/models/model_under_test.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/plain_layers.h"
#include "tests/support/test_program.h"
#include "vision/vision_tower.h"

#include <QTest>

#include <cmath>

using engine::NormPlan;
using tests::MemoryWeights;
using tests::Row;
using tests::Rows;
using vision::ConnectorPlan;
using vision::Patches;
using vision::PatchGrid;
using vision::TowerPlan;
using vision::VisionConfig;
using vision::VisionTower;
using Merge = ConnectorPlan::Merge;

namespace {

constexpr int64_t hidden = 24, inner = 20, rowWidth = 16, side = 4;

VisionConfig smallConfig()
{
    VisionConfig config;
    config.family = "test";
    config.imageSize = 8 * side;
    config.patchSize = side;
    config.hidden = hidden;
    config.heads = 2;
    config.feedForward = 40;
    config.scaleFactor = 2;
    return config;
}

// A tower without blocks: patches pass the connector alone.
TowerPlan planOf(const ConnectorPlan& connector)
{
    TowerPlan plan;
    plan.cut = TowerPlan::Cut::Whole;
    plan.connector = connector;
    plan.learnsPositions = false;
    return plan;
}

Patches pictures(const std::vector<std::pair<int64_t, int64_t>>& sizes)
{
    Patches patches{side, {}, {}};
    for (const auto& [height, width] : sizes) {
        std::vector<float> pixels(size_t(3 * height * width));
        for (size_t i = 0; i < pixels.size(); ++i)
            pixels[i] = float(std::sin(double(i) * 0.7 + double(width)));
        patches.add(pixels, height, width);
    }
    return patches;
}

// The patches of each row of the prompt: 2 × 2 neighbors, row by row.
std::vector<Rows> blocksOf(const MemoryWeights& weights, const Patches& patches)
{
    std::vector<Rows> blocks;
    const float* first = patches.values.data();
    for (const PatchGrid& grid : patches.grids) {
        Rows rows;
        for (int64_t patch = 0; patch < grid.count(); ++patch, first += patches.numbers())
            rows.push_back(
                tests::plainLinear(weights, "v.patch_embd", Row(first, first + patches.numbers())));
        for (int64_t y = 0; y < grid.height; y += 2)
            for (int64_t x = 0; x < grid.width; x += 2) {
                const size_t corner = size_t(y * grid.width + x),
                             below = corner + size_t(grid.width);
                blocks.push_back({rows[corner], rows[corner + 1], rows[below], rows[below + 1]});
            }
    }
    return blocks;
}

Row averageOf(const Rows& rows)
{
    Row mean(rows.front().size());
    for (const Row& row : rows)
        for (size_t i = 0; i < row.size(); ++i)
            mean[i] += row[i] / double(rows.size());
    return mean;
}

Row joined(const Rows& rows)
{
    Row all;
    for (const Row& row : rows)
        all.insert(all.end(), row.begin(), row.end());
    return all;
}

// The numbers of all rows channel by channel, as the columns of a convolution are.
Row channelByChannel(const Rows& rows)
{
    Row all;
    for (size_t channel = 0; channel < rows.front().size(); ++channel)
        for (const Row& row : rows)
            all.push_back(row[channel]);
    return all;
}

} // namespace

// How patches become rows of the prompt, against plain loops.
class ProjectorTest : public QObject {
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

    static std::shared_ptr<MemoryWeights> patchWeights()
    {
        const auto weights = std::make_shared<MemoryWeights>();
        weights->addLinear("v.patch_embd", hidden, 3 * side * side);
        return weights;
    }

    template <typename Plain>
    static void compare(
        const std::shared_ptr<MemoryWeights>& weights, const ConnectorPlan& connector, Plain plain)
    {
        QFETCH(QString, device);
        const auto backend = tests::openForTest(device.toStdString());
        const auto tower = VisionTower::load(weights, smallConfig(), planOf(connector), *backend);
        const Patches patches = pictures({{8, 16}, {24, 8}, {32, 32}});
        QCOMPARE(tower->rowWidth(), rowWidth);

        std::vector<float> expected;
        for (const Rows& block : blocksOf(*weights, patches))
            for (const double value : plain(block))
                expected.push_back(float(value));
        const double difference = tests::maxDifference(tower->encode(patches), expected);

        // A GPU takes more than 64 rows in half precision.
        QVERIFY2(difference < (device == "cuda:0" ? 2e-2 : 1e-4),
            qPrintable(QString::number(difference)));
    }

private slots:
    void meansOfNeighbors_data() { addRows(); }
    void meansOfNeighbors()
    {
        const auto weights = patchWeights();
        weights->addNorm("soft_norm", hidden);
        weights->add("projection.weight", {hidden, rowWidth});
        ConnectorPlan connector;
        connector.merge = Merge::Average;
        connector.normAfter = "soft_norm";
        connector.last = "projection";
        connector.isTransposed = true;

        compare(weights, connector, [&](const Rows& block) {
            const Row row
                = tests::plainNorm(*weights, "soft_norm", averageOf(block), connector.norms);
            const auto* matrix = weights->view("projection.weight").data<float>();
            Row out(rowWidth);
            for (size_t column = 0; column < out.size(); ++column)
                for (size_t i = 0; i < row.size(); ++i)
                    out[column] += row[i] * double(matrix[i * rowWidth + column]);
            return out;
        });
    }

    void aConvolutionOfNeighbors_data() { addRows(); }
    void aConvolutionOfNeighbors()
    {
        const auto weights = patchWeights();
        weights->addNorm("input_norm", hidden);
        weights->addLinear("merging", hidden, 4 * hidden, false);
        weights->addLinear("first", inner, hidden, false);
        weights->addLinear("last", rowWidth, inner, false);
        ConnectorPlan connector;
        connector.merge = Merge::SideBySide;
        connector.normBefore = "input_norm";
        connector.merging = "merging";
        connector.first = "first";
        connector.last = "last";

        compare(weights, connector, [&](Rows block) {
            for (Row& row : block)
                row = tests::plainNorm(*weights, "input_norm", row, connector.norms);
            Row row = tests::plainLinear(*weights, "merging", channelByChannel(block));
            row = tests::plainLinear(*weights, "first", row);
            for (double& value : row)
                value = tests::plainActivation(kernels::Activation::GeluErf, value);
            return tests::plainLinear(*weights, "last", row);
        });
    }

    void neighborsSideBySideWithANorm_data() { addRows(); }
    void neighborsSideBySideWithANorm()
    {
        const auto weights = patchWeights();
        weights->addNorm("norm", 4 * hidden, true);
        weights->addLinear("first", inner, 4 * hidden);
        weights->addLinear("last", rowWidth, inner);
        ConnectorPlan connector;
        connector.merge = Merge::SideBySide;
        connector.norms.kind = NormPlan::Kind::Layer;
        connector.normAfter = "norm";
        connector.first = "first";
        connector.last = "last";

        compare(weights, connector, [&](const Rows& block) {
            Row row = tests::plainNorm(*weights, "norm", joined(block), connector.norms);
            row = tests::plainLinear(*weights, "first", row);
            for (double& value : row)
                value = tests::plainActivation(kernels::Activation::GeluErf, value);
            return tests::plainLinear(*weights, "last", row);
        });
    }
};

TESTS(ProjectorTest, QCoreApplication);
#include "projector_test.moc"
