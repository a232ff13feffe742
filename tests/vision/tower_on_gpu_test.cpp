#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "kernels/devices/backends.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/towers/read_vision_config.h"
#include "vision/towers/towers.h"
#include "vision/vision_tower.h"

#include <QTest>

#include <cmath>

using vision::VisionTower;

namespace {

vision::Patches someTiles(const vision::VisionConfig& config, int64_t tiles)
{
    const int64_t side = config.imageSize;
    vision::Patches patches{config.patchSize, {}, {}};
    std::vector<float> pixels(size_t(3 * side * side));
    for (int64_t tile = 0; tile < tiles; ++tile) {
        for (size_t i = 0; i < pixels.size(); ++i) {
            const auto position = double(size_t(tile) * pixels.size() + i);
            pixels[i] = float(std::sin(position * 0.001) * std::cos(position * 0.37));
        }
        patches.add(pixels, side, side);
    }
    return patches;
}

/// The largest difference, as a share of the largest number.
double difference(const std::vector<float>& actual, const std::vector<float>& expected)
{
    if (actual.size() != expected.size())
        return INFINITY;
    double largest = 0, most = 0;
    for (size_t i = 0; i < actual.size(); ++i) {
        largest = std::max(largest, std::abs(double(actual[i]) - double(expected[i])));
        most = std::max(most, std::abs(double(expected[i])));
    }
    return largest / most;
}

} // namespace

// The built-in model's tower on a GPU: the numbers of the CPU, and all tiles in one pass.
class TowerOnGpuTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { tests::useGpuOnHost(); }

    void readsAllTilesAtOnce()
    {
        const auto file = engine::GgufFile::open(tests::dataFolder() / ".." / ".." / "resources"
            / "starter" / "mmproj-vignette-starter.gguf");
        const vision::VisionConfig config = vision::readVisionConfig(*file);
        const auto plain = kernels::openBackend("cpu"), gpu = kernels::openBackend("cuda:0");
        const auto plainTower = VisionTower::load(file, config, *plain);
        const auto tower = VisionTower::load(file, config, *gpu);
        const vision::Patches one = someTiles(config, 1), five = someTiles(config, 5);

        const cuda_on_host::Counts before = cuda_on_host::counts();
        const std::vector<float> rowsOfOne = tower->encode(one);
        const cuda_on_host::Counts between = cuda_on_host::counts();
        const std::vector<float> rowsOfFive = tower->encode(five);
        const cuda_on_host::Counts after = cuda_on_host::counts();

        const double ofOne = difference(rowsOfOne, plainTower->encode(one));
        const double ofFive = difference(rowsOfFive, plainTower->encode(five));
        QVERIFY2(ofOne < 0.01, qPrintable(QString::number(ofOne)));
        QVERIFY2(ofFive < 0.01, qPrintable(QString::number(ofFive)));
        const auto uploads = [](const auto& from, const auto& to) {
            return to.copiesToDevice - from.copiesToDevice;
        };
        QCOMPARE(uploads(between, after), uploads(before, between)); // of patches and numbers
    }

    // Equal sizes in succession are recorded, and then only their patches are uploaded.
    void replaysTilesOfKnownSizes()
    {
        const auto file = engine::GgufFile::open(tests::dataFolder() / ".." / ".." / "resources"
            / "starter" / "mmproj-vignette-starter.gguf");
        const vision::VisionConfig config = vision::readVisionConfig(*file);
        const auto gpu = kernels::openBackend("cuda:0");
        const auto tower = VisionTower::load(file, config, *gpu);
        const vision::Patches two = someTiles(config, 2);
        const vision::Patches first = two.some(0, 1), second = two.some(1, 1);

        const std::vector<float> firstRows = tower->encode(first);
        const std::vector<float> secondRows = tower->encode(second);
        const cuda_on_host::Counts before = cuda_on_host::counts();
        QCOMPARE(tower->encode(first), firstRows);
        const cuda_on_host::Counts after = cuda_on_host::counts();
        QCOMPARE(tower->encode(second), secondRows);

        QVERIFY(firstRows != secondRows);
        QCOMPARE(
            after.copiesToDevice - before.copiesToDevice, 1); // while the patches fit in a piece
        tower->encode(two); // another size between them
        QCOMPARE(tower->encode(first), firstRows);
    }

    // An image of the fixtures by every tower that is known.
    void towersSeeWhatACpuDoes_data()
    {
        REQUIRE_FIXTURES(root);
        QTest::addColumn<QString>("folder");
        for (const auto& folder : tests::entriesOf(root / "models")) {
            if (!vision::hasVisionTower(folder))
                continue;
            const auto config = tests::readJson(folder / "config.json");
            if (vision::towerFamilyOfModelType(config.value("model_type", ""),
                    config.at("vision_config").value("model_type", "")))
                QTest::newRow(folder.filename().c_str()) << QString(folder.filename().c_str());
        }
    }
    void towersSeeWhatACpuDoes()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, folder);
        const std::filesystem::path path = root / "models" / folder.toStdString();
        vision::Image image{28, 28, {}};
        for (int64_t i = 0; i < 3 * 28 * 28; ++i)
            image.rgb.push_back(uint8_t(i * i % 251));
        int64_t patches = 0;
        const auto rowsOn = [&](const char* device) {
            const auto backend = kernels::openBackend(device);
            const auto tower = VisionTower::load(
                engine::openWeights(path), vision::readVisionConfig(path), *backend);
            const vision::Patches prepared = tower->preprocess(image);
            patches = prepared.count();
            return tower->encode(prepared);
        };

        const double off = difference(rowsOn("cuda:0"), rowsOn("cpu"));

        // A GPU takes more than 64 rows in half precision.
        QVERIFY2(off < (patches <= 64 ? 1e-3 : 0.05), qPrintable(QString::number(off)));
    }
};

TESTS(TowerOnGpuTest, QCoreApplication);
#include "tower_on_gpu_test.moc"
