#include "tests/support/test_program.h"
#include "vision/patches.h"
#include "vision/tile_grids.h"
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
PositionTable linesAndColumns(TowerPlan::Positions positions, bool exchangesSides)
{
    TowerPlan plan;
    plan.positions = positions;
    plan.exchangesSides = exchangesSides;
    std::vector<float> numbers;
    for (int position = 0; position < 9; ++position)
        numbers.insert(numbers.end(), {float(position / 3), float(position % 3)});
    return {numbers, 3, plan};
}

std::vector<float> positionsOf(
    TowerPlan::Positions positions, PatchGrid grid, bool exchangesSides = false)
{
    std::vector<float> out;
    linesAndColumns(positions, exchangesSides).append(out, grid);
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

    // 4 × 4 patches become a row; of those, 2 × 2 become one before.
    void patchesOfAnInnerMergeAreTogether()
    {
        VisionConfig config;
        config.patchSize = 7;
        config.scaleFactor = 4;
        config.innerScale = 2;
        const std::vector<PatchGrid> grids{{1, 4, 8}};

        const RowOrder order = RowOrder::of(grids, config);

        QCOMPARE(order.windows, std::vector<int64_t>(8, 4));
        QCOMPARE(order.patchOfRow,
            (std::vector<int32_t>{0, 1, 8, 9, 2, 3, 10, 11, 16, 17, 24, 25, 18, 19, 26, 27, 4, 5,
                12, 13, 6, 7, 14, 15, 20, 21, 28, 29, 22, 23, 30, 31}));
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

    // Positions are at the middles of equal shares of the table: here at −0.25, 0.25, … 2.25.
    void bilinearPositionsMayShareTheEdges()
    {
        const auto columns = [](TowerPlan::Positions positions) {
            std::vector<float> row;
            const std::vector<float> all = positionsOf(positions, {1, 3, 6});
            for (size_t column = 0; column < 6; ++column)
                row.push_back(all[2 * column + 1]);
            return row;
        };
        QVERIFY(isNear(
            columns(TowerPlan::Positions::BilinearEdges), {0, 0.25f, 0.75f, 1.25f, 1.75f, 2}));
        QVERIFY(isNear( // three quarters of the last; the rest is beyond the table
            columns(TowerPlan::Positions::BilinearZeros), {0, 0.25f, 0.75f, 1.25f, 1.75f, 1.5f}));
    }

    // Those of a grid of 3 × 2 in its order, for one of 2 × 3.
    void positionsMayBeThoseOfAGridWithExchangedSides()
    {
        QVERIFY(isNear(positionsOf(TowerPlan::Positions::Bilinear, {1, 2, 3}, true),
            {0, 0, 0, 2, 1, 0, 1, 2, 2, 0, 2, 2}));
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

    // Numbers of the image processor of Muse Glimmer; of two sizes with the shape of the image, it
    // takes the one that a set of Python has first.
    void ofTheNearestSizesTheOneOfTheNearestShapeIsTaken()
    {
        const struct {
            PixelSize image, scaled;
        } cases[] = {{{1000, 1000}, {224, 224}}, {{640, 480}, {252, 196}}, {{100, 100}, {112, 112}},
            {{37, 37}, {28, 28}}, {{3000, 2000}, {252, 168}}, {{20, 31}, {28, 56}},
            {{5, 5}, {28, 28}}, {{1920, 1080}, {280, 168}}, {{333, 777}, {140, 336}},
            {{62, 62}, {84, 84}}, {{90, 1}, {112, 28}}};
        for (const auto& [image, scaled] : cases)
            QCOMPARE(vision::nearestShape(image, 28, 64), scaled);
    }

    // Numbers of the image processor of MiniCPM-V.
    void largeImagesAreCutIntoSlicesOfTheirShape()
    {
        const VisionConfig config
            = family("minicpmv4_6"); // slices of 448, rows of 64 pixels a side
        const auto tiling = [&](PixelSize size) { return vision::chooseTiling(config, size); };

        const vision::Tiling small = tiling({300, 200});
        QVERIFY(!small.hasOverview && small.rows == 0);
        QCOMPARE(small.scaled, (PixelSize{576, 384}));

        const vision::Tiling large = tiling({1920, 1080});
        QCOMPARE((std::pair{large.rows, large.columns}), (std::pair<int64_t, int64_t>{2, 4}));
        QCOMPARE(large.overview, (PixelSize{576, 320}));
        QCOMPARE(large.scaled, (PixelSize{1792, 896}));
        QVERIFY(large.overviewFirst && large.scalesOriginal);
        QCOMPARE(large.count(), 9);
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
