#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "kernels/devices/backends.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/convert/convert_to_gguf.h"
#include "vision/images/decode.h"
#include "vision/tiling.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"
#include "vision/vision_tower.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;

namespace {

using nlohmann::json;

fs::path ownModel()
{
    return tests::dataFolder() / "towers/models/llava_next";
}

vision::VisionConfig publishedConfig()
{
    vision::VisionConfig config = vision::llavaNextFamily.defaults();
    config.family = "llava_next";
    config.blocks = config.layers;
    return config;
}

std::vector<float> rowsOf(std::shared_ptr<const engine::WeightFile> file,
    const vision::VisionConfig& config, const vision::Image& picture)
{
    const auto backend = kernels::openBackend("reference", 1);
    const auto tower = vision::VisionTower::load(std::move(file), config, *backend);
    const auto embedding = tower->embed(picture);
    std::vector<float> rows(size_t(embedding->rows.view().elements()));
    backend->download(rows.data(), embedding->rows);
    return rows;
}

// What is said of the model of the tests when one field of a file has another value.
QString refusalOf(const char* file, const char* position, const json& value)
{
    const QTemporaryDir folder;
    const fs::path path = folder.path().toStdString();
    for (const char* name : {"config.json", "preprocessor_config.json"})
        fs::copy_file(ownModel() / name, path / name);
    json changed = tests::readJson(path / file);
    changed[json::json_pointer(position)] = value;
    std::ofstream(path / file) << changed;
    try {
        vision::readVisionConfig(path);
        return {};
    } catch (const base::Error& error) {
        return error.what();
    }
}

} // namespace

// How LLaVA 1.6 cuts its images; tower_test compares what it sees of them.
class TileGridsTest : public QObject {
    Q_OBJECT

private slots:
    void aPictureTakesAsManyTokensAsInTheReference()
    {
        const vision::VisionConfig config = publishedConfig();
        const json sizes = tests::readJson(tests::dataFolder() / "towers/image_tokens.json");
        QVERIFY(sizes.size() > 50);
        for (const auto& size : sizes) {
            const vision::PixelSize picture{size.at(0), size.at(1)};

            const vision::Tiling tiling = vision::chooseTiling(config, picture);

            QCOMPARE(tiling.promptRows(), int64_t(size.at(2)));
            QCOMPARE(tiling.count(), tiling.rows * tiling.columns + 1);
        }
    }

    void aTowerSeesTheSameFromAnMmprojFile()
    {
        const QTemporaryDir folder;
        const fs::path output = fs::path(folder.path().toStdString()) / "mmproj.gguf";
        const std::vector planned{
            vision::planTowerFile(ownModel(), output, *engine::findConvertType("F32"))};
        engine::writeFiles(planned);
        const auto file = engine::GgufFile::open(output);
        const vision::VisionConfig fromFile = vision::readVisionConfig(*file);
        const vision::VisionConfig fromFolder = vision::readVisionConfig(ownModel());
        const vision::Image picture = vision::decodeImageFile(
            tests::dataFolder() / "towers/expected/images/photograph.png");

        QCOMPARE(fromFile.family, std::string("llava_next"));
        QCOMPARE(fromFile.pixels.tileGrids, fromFolder.pixels.tileGrids);
        const std::vector<float> rows = rowsOf(file, fromFile, picture);
        QVERIFY(rows.size() > 1000);
        QVERIFY(rows == rowsOf(engine::openWeights(ownModel()), fromFolder, picture));
    }

    void impossibleTileGridsAreRefused()
    {
        constexpr const char *config = "config.json", *pixels = "preprocessor_config.json",
                             *key = "/image_grid_pinpoints";
        QCOMPARE(refusalOf(pixels, key, json::parse("[[24, 48]]")), QString());
        QVERIFY(refusalOf(pixels, key, json::array()).contains("empty or too long"));
        QVERIFY(refusalOf(pixels, key, json::parse("[[24, 30]]"))
                    .contains("multiples of the tile size"));
        QVERIFY(refusalOf(pixels, key, json::parse("[[24]]")).contains("a height and a width"));
        QVERIFY(refusalOf(pixels, key, json::parse("[[24, -24]]")).contains("width"));
        QVERIFY(refusalOf(pixels, key, json::parse("[[2400, 2400]]")).contains("number of tiles"));
        QVERIFY(refusalOf(config, key, "24x48").contains("a height and a width"));
        QVERIFY(
            refusalOf(config, "/vision_feature_select_strategy", "full").contains("class token"));
        QVERIFY(refusalOf(pixels, "/size/shortest_edge", 30).contains("doesn't accept"));
    }
};

TESTS(TileGridsTest, QCoreApplication);
#include "tile_grids_test.moc"
