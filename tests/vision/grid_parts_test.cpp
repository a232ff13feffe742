#include "tests/support/test_program.h"
#include "vision/patches.h"
#include "vision/tiling.h"
#include "vision/towers/towers.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using vision::PatchGrid;
using vision::PixelSize;
using vision::PositionTable;
using vision::RowOrder;
using vision::TowerPlan;
using vision::VisionConfig;

namespace {

VisionConfig family(const char* name)
{
    VisionConfig config = vision::towerFamily(name)->defaults();
    config.family = name;
    config.blocks = config.layers;
    return config;
}

// Rows of two numbers: the line and the column of a position in a table of 3 × 3.
PositionTable linesAndColumns(TowerPlan::Positions positions)
{
    std::vector<float> numbers;
    for (int position = 0; position < 9; ++position)
        numbers.insert(numbers.end(), {float(position / 3), float(position % 3)});
    return {numbers, 3, positions};
}

std::vector<float> positionsOf(TowerPlan::Positions positions, PatchGrid grid)
{
    std::vector<float> out;
    linesAndColumns(positions).append(out, grid);
    return out;
}

bool isNear(const std::vector<float>& actual, const std::vector<float>& expected)
{
    return std::ranges::equal(
        actual, expected, [](float a, float b) { return std::abs(a - b) < 1e-6f; });
}

} // namespace

// What towers need that read images of any size.
class GridPartsTest : public QObject {
    Q_OBJECT

private slots:
    // Windows of two patches a side in a grid of 4 × 6, whose patches become one row two by two.
    void rowsStandWindowByWindow()
    {
        VisionConfig config;
        config.patchSize = 7;
        config.scaleFactor = 2;
        config.windowSide = 30; // not a whole number of patches
        const std::vector<PatchGrid> grids{{1, 4, 6}, {1, 2, 2}};

        const RowOrder order = RowOrder::of(grids, config);

        // 30 / 7 / 2 · 2 = 4 patches a side: the second window of the first grid is narrower.
        QCOMPARE(order.windows, (std::vector<int64_t>{16, 8, 4}));
        QCOMPARE(order.patchOfRow,
            (std::vector<int32_t>{0, 1, 6, 7, 2, 3, 8, 9, 12, 13, 18, 19, 14, 15, 20, 21, 4, 5, 10,
                11, 16, 17, 22, 23, 24, 25, 26, 27}));
        for (size_t row = 0; row < order.patchOfRow.size(); ++row)
            QCOMPARE(order.rowOfPatch[size_t(order.patchOfRow[row])], int32_t(row));
    }

    void withoutWindowsRowsStandAsPatchesDo()
    {
        const std::vector<PatchGrid> grids{{1, 4, 6}};
        const RowOrder order = RowOrder::of(grids, VisionConfig());

        QVERIFY(order.patchOfRow.empty() && order.windows.empty());
    }

    void bilinearPositionsBeginAndEndWithTheTable()
    {
        QVERIFY(isNear(positionsOf(TowerPlan::Positions::Bilinear, {1, 2, 5}),
            {0, 0, 0, 0.5f, 0, 1, 0, 1.5f, 0, 2, 2, 0, 2, 0.5f, 2, 1, 2, 1.5f, 2, 2}));
        QVERIFY(isNear(positionsOf(TowerPlan::Positions::Bilinear, {1, 1, 1}), {0, 0}));
    }

    // A grid as large as the table has its positions; a larger one reaches beyond the middles of
    // those at the edge, where positions outside count as the edge.
    void bicubicPositionsShareTheEdges()
    {
        QVERIFY(isNear(positionsOf(TowerPlan::Positions::Bicubic, {1, 3, 3}),
            {0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2, 2, 0, 2, 1, 2, 2}));
        // The first position is at −0.25: only the last of its neighbors is not 0, and Keys's cubic
        // of the distance 1.25 with a = −0.75 is −27/256. The second is at 0.25.
        const std::vector<float> row = positionsOf(TowerPlan::Positions::Bicubic, {1, 3, 6});
        QVERIFY(isNear({row[1], row[3]}, {-27 / 256.0f, 49 / 256.0f}));
        for (size_t column = 0; column < 6; ++column) // symmetric about the middle
            QVERIFY(std::abs(row[2 * column + 1] + row[2 * (5 - column) + 1] - 2) < 1e-5f);
    }

    void picturesAreScaledToWholeRowsWithinTheLimits()
    {
        VisionConfig config = family("qwen2_vl"); // rows of 28 pixels a side, 3,136 … 1,003,520
        const auto scaled
            = [&](PixelSize size) { return vision::chooseTiling(config, size).scaled; };

        QCOMPARE(scaled({280, 140}), (PixelSize{280, 140}));
        QVERIFY(vision::chooseTiling(config, {280, 140}).scalings.empty());
        QCOMPARE(scaled({290, 150}), (PixelSize{280, 140})); // to the nearest
        QCOMPARE(scaled({70, 98}), (PixelSize{56, 112})); // 2.5 and 3.5 to the even number
        QCOMPARE(scaled({10, 10}), (PixelSize{56, 56})); // as many pixels as it must have
        QCOMPARE(scaled({4000, 3000}), (PixelSize{1148, 840})); // as many as it may have
        QCOMPARE(scaled({10, 10000}), (PixelSize{28, 1792}));
        for (const PixelSize size : {PixelSize{1, 1}, {1, 1000}, {999, 1}, {20000, 30000}}) {
            const PixelSize made = scaled(size);
            QVERIFY(made.width % 28 == 0 && made.height % 28 == 0);
            QVERIFY(made.width > 0 && made.height > 0);
        }
        QCOMPARE(vision::chooseTiling(config, {280, 140}).promptRows(), 50);
        QCOMPARE(
            vision::makeImagePrompt(config, {56, 28}).find("<|vision_start|><|image_pad|>"), 0u);
    }
};

TESTS(GridPartsTest);
#include "grid_parts_test.moc"
