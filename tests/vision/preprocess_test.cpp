#include "base/error.h"
#include "tests/support/test_program.h"
#include "vision/embedding_cache.h"
#include "vision/tiling.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"
#include "vision/video_frames.h"

#include <QTest>

using vision::TowerPlan;

// How images are cut into tiles, and their placeholders in a prompt.
class PreprocessTest : public QObject {
    Q_OBJECT

private:
    static vision::VisionConfig smallTiles()
    {
        vision::VisionConfig config = vision::towerFamily("idefics3")->defaults();
        config.family = "idefics3";
        config.imageSize = config.pixels.tileSize = 56;
        config.patchSize = 14;
        config.blocks = config.layers;
        config.pixels.longestEdge = 168;
        return config;
    }

    static vision::Image gray(int64_t width, int64_t height)
    {
        return {width, height, std::vector<uint8_t>(size_t(3 * width * height), 51)};
    }

private slots:
    void cutsAPictureIntoTilesAndAnOverview()
    {
        const auto tiling = vision::chooseTiling(smallTiles(), {120, 80});
        const auto tiles = vision::cutTiles(gray(120, 80), tiling);

        QCOMPARE(tiling.rows, 2);
        QCOMPARE(tiling.columns, 3);
        QCOMPARE(tiles.size(), size_t(7));
        for (const auto& tile : tiles)
            QCOMPARE(tile.rgb, std::vector<uint8_t>(3 * 56 * 56, 51));
    }

    void keepsTheOverviewAloneWhereNothingIsSplit()
    {
        auto config = smallTiles();
        config.pixels.splits = false;

        const auto tiling = vision::chooseTiling(config, {120, 80});

        QCOMPARE(tiling.rows, 0);
        QCOMPARE(tiling.count(), 1);
        QCOMPARE(vision::cutTiles(gray(120, 80), tiling).size(), size_t(1));
    }

    void normalizesByMeanAndDeviation()
    {
        const auto config = smallTiles();

        const auto values = vision::normalizedPixels(gray(1, 1), config.pixels);

        QCOMPARE(values.size(), size_t(3));
        for (const float value : values)
            QVERIFY(qAbs(value - -0.6f) < 1e-6f); // (51 / 255 − 0.5) / 0.5
    }

    void writesTheMarksOfACutPicture()
    {
        const auto config = smallTiles();
        const vision::MarksPlan marks{.kind = vision::MarksPlan::Kind::RowsAndColumns};
        vision::Tiling two, one;
        two.tiles.resize(2);
        two.hasOverview = true;
        two.rows = two.rowsPerTile = two.rowsPerOverview = 1;
        two.columns = 2;
        one.tiles.resize(1);
        one.rowsPerTile = 4;
        one.rowsPerLine = 2;

        QCOMPARE(vision::imagePrompt(config, marks, two),
            std::string("<fake_token_around_image><row_1_col_1><image>"
                        "<fake_token_around_image><row_1_col_2><image>\n"
                        "\n<fake_token_around_image><global-img><image><fake_token_around_image>"));
        QCOMPARE(vision::imagePrompt(config, marks, one),
            std::string("<fake_token_around_image><global-img><image><image><image><image>"
                        "<fake_token_around_image>"));
        QCOMPARE(vision::imagePrompt(config, {}, two), std::string("<image><image><image>"));
        QCOMPARE(
            vision::imagePrompt(config, {.before = "[", .betweenLines = "/", .after = "]"}, one),
            std::string("[<image><image>/<image><image>]"));
    }

    void refusesNumbersThatCannotBe()
    {
        auto config = smallTiles();
        config.hidden = config.heads = 0;

        QVERIFY_EXCEPTION_THROWN(vision::validate(config, "config.json"), base::Error);
        config = smallTiles();
        config.patchSize = 0;
        QVERIFY_EXCEPTION_THROWN(vision::validate(config, "config.json"), base::Error);
        config = smallTiles();
        config.pixels.deviation[1] = 0;
        QVERIFY_EXCEPTION_THROWN(vision::validate(config, "config.json"), base::Error);
        vision::validate(smallTiles(), "config.json");
    }

    // LFM2-VL gives images positions between those of its table, MiniCPM-V those at the same share.
    void positionsOfOtherSizesThanTheImagesMayHaveAnySide()
    {
        for (const char* family : {"lfm2_vl", "minicpmv4_6"}) {
            vision::VisionConfig config = vision::towerFamily(family)->defaults();
            config.family = family;
            config.blocks = config.layers;
            config.imageSize = 15 * config.patchSize;
            vision::validate(config, "config.json");
        }
        vision::VisionConfig squares = smallTiles();
        squares.imageSize = squares.pixels.tileSize = 5 * squares.patchSize;
        QVERIFY_EXCEPTION_THROWN(vision::validate(squares, "config.json"), base::Error);
    }

    void innerMergesThatCannotBeAreRefused()
    {
        const auto isRefused = [](auto change) {
            vision::VisionConfig config = vision::minicpmVFamily.defaults();
            config.family = "minicpmv4_6";
            config.blocks = config.layers;
            change(config);
            try {
                vision::validate(config, "config.json");
            } catch (const base::Error&) {
                return true;
            }
            return false;
        };
        QVERIFY(!isRefused([](vision::VisionConfig&) {}));
        QVERIFY(isRefused([](vision::VisionConfig& config) { config.innerScale = 3; }));
        QVERIFY(isRefused([](vision::VisionConfig& config) { config.innerScale = 0; }));
        QVERIFY(isRefused([](vision::VisionConfig& config) { config.innerMergeBlock = -1; }));
        QVERIFY(isRefused([](auto& config) { config.innerMergeBlock = config.blocks; }));
        QVERIFY(isRefused([](vision::VisionConfig& config) { config.pixels.tileSize = 0; }));
        QVERIFY(isRefused([](vision::VisionConfig& config) { config.pixels.maxTiles = 1000; }));
        QVERIFY(isRefused([](vision::VisionConfig& config) { config.layers = 0; }));
    }

    void hashesAsTheStandardSays() // FIPS 180-4: SHA-256 of "abc"
    {
        constexpr uint8_t text[] = {'a', 'b', 'c'};
        vision::ContentHasher hasher;

        hasher.add(text);

        const auto hash = hasher.finish();
        const QByteArray found(reinterpret_cast<const char*>(hash.data()), qsizetype(hash.size()));
        QCOMPARE(found.toHex(),
            QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    }
};

TESTS(PreprocessTest, QCoreApplication);
#include "preprocess_test.moc"
