#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "kernels/devices/backends.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "vision/image_budget.h"
#include "vision/tiling.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"
#include "vision/video_frames.h"
#include "vision/vision_tower.h"

#include <QTest>

#include <algorithm>
#include <cstddef>

using vision::PixelSize;
using vision::Tiling;
using vision::VisionConfig;

// What can be said of an image without any weights is what the tower makes of it.
class TilingTest : public QObject {
    Q_OBJECT

private:
    static VisionConfig family(const char* name)
    {
        VisionConfig config = vision::towerFamily(name)->defaults();
        config.family = name;
        config.blocks = config.layers;
        return config;
    }

    static vision::Image gray(PixelSize size)
    {
        return {size.width, size.height,
            std::vector<uint8_t>(size_t(3 * size.width * size.height), 51)};
    }

private slots:
    void theTowersRowsAreThosePlanned()
    {
        const auto path = tests::resource("starter/mmproj-vignette-starter.gguf").toStdString();
        const auto file = engine::GgufFile::open(path);
        const VisionConfig config = vision::readVisionConfig(*file);
        const auto backend = kernels::openBackend("cpu", 0);
        const auto tower = vision::VisionTower::load(file, config, *backend);
        for (const PixelSize size : {PixelSize{1, 1}, {17, 3}, {192, 192}, {193, 192}, {384, 384},
                 {500, 37}, {37, 500}, {1000, 700}, {1920, 1080}}) {
            const Tiling tiling = vision::chooseTiling(config, size);

            const auto embedding = tower->embed(gray(size));

            QCOMPARE(tiling.promptRows(), embedding->count());
            QCOMPARE(vision::makeImagePrompt(config, size), embedding->promptText);
            QCOMPARE(int64_t(tower->preprocess(gray(size)).grids.size()), tiling.count());
        }
    }

    // The rows of the tower, the prompt's text and what is planned agree on the limit of an image.
    void theTokensOfAnImageAreLimited()
    {
        const auto path = tests::resource("starter/mmproj-vignette-starter.gguf").toStdString();
        const auto file = engine::GgufFile::open(path);
        const VisionConfig config = vision::readVisionConfig(*file);
        const auto backend = kernels::openBackend("cpu", 0);
        const auto tower = vision::VisionTower::load(file, config, *backend);
        vision::Image image = gray({500, 300});
        const auto whole = tower->embed(image);
        image.tokens = std::max<int64_t>(1, whole->count() / 2);

        const auto embedding = tower->embed(image);

        QVERIFY(embedding->count() <= whole->count());
        QVERIFY(embedding->contentHash != whole->contentHash);
        QCOMPARE(vision::makeImagePrompt(config, image), embedding->promptText);
        QCOMPARE(vision::chooseTiling(
                     vision::withImageTokens(config, {500, 300}, image.tokens), {500, 300})
                     .promptRows(),
            embedding->count());
    }

    void tilesCoverTheScaledPictureOnce()
    {
        VisionConfig config = family("idefics3");
        config.imageSize = config.pixels.tileSize = 56;
        config.patchSize = 14;
        config.pixels.longestEdge = 168;
        for (int64_t width = 1; width < 400; width += 13)
            for (int64_t height = 1; height < 400; height += 17) {
                const Tiling tiling = vision::chooseTiling(config, {width, height});

                int64_t area = 0;
                for (const auto& tile : tiling.tiles) {
                    QVERIFY(tile.left >= 0 && tile.left + tile.width <= tiling.scaled.width);
                    QVERIFY(tile.top >= 0 && tile.top + tile.height <= tiling.scaled.height);
                    area += tile.width * tile.height;
                }
                QCOMPARE(area, tiling.scaled.width * tiling.scaled.height);
                QCOMPARE(tiling.rows * tiling.columns,
                    tiling.hasOverview ? int64_t(tiling.tiles.size()) : int64_t(0));
            }
    }

    void aPaddedPictureLiesInTheMiddleOfItsTile()
    {
        VisionConfig config = family("llava");
        config.pixels.padsToSquare = true;

        const Tiling tiling = vision::chooseTiling(config, {672, 336});

        QCOMPARE(tiling.scaled, (PixelSize{336, 168}));
        QCOMPARE(tiling.tiles, (std::vector{vision::PixelRect{0, -84, 336, 336}}));
        QCOMPARE(tiling.promptRows(), int64_t(576));
    }

    void refusesAStripAndAnUnknownFamily()
    {
        VisionConfig config = family("idefics3");
        QVERIFY_EXCEPTION_THROWN(vision::chooseTiling(config, {5000, 1}), base::Error);
        config.family = "nobody";
        QVERIFY_EXCEPTION_THROWN(vision::chooseTiling(config, {50, 50}), base::Error);
    }
};

TESTS(TilingTest, QCoreApplication);
#include "tiling_test.moc"
