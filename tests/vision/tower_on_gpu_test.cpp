#include "engine/files/gguf_file.h"
#include "kernels/devices/backends.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/towers/read_vision_config.h"
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
};

TESTS(TowerOnGpuTest, QCoreApplication);
#include "tower_on_gpu_test.moc"
