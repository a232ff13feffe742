#include "base/error.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/known_world.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>
#include <random>

using vision::Image;
using vision::KnownWorld;

namespace {

constexpr size_t perSize = 15; // features of a size: flat, flat at the edges, rows against columns
constexpr size_t ofColors = perSize; // where they begin
constexpr size_t ofHalf = ofColors + 7;
constexpr size_t ofRows = ofHalf + 3 * perSize + 15;

Image flat(uint8_t red, uint8_t green, uint8_t blue, int64_t side = 32)
{
    Image image{side, side, {}};
    for (int64_t pixel = 0; pixel < side * side; ++pixel)
        image.rgb.insert(image.rgb.end(), {red, green, blue});
    return image;
}

Image noise(int64_t side)
{
    std::mt19937 random(7);
    Image image{side, side, std::vector<uint8_t>(size_t(3 * side * side))};
    for (uint8_t& value : image.rgb)
        value = uint8_t(random() % 40);
    return image;
}

// A world of two features of which the image's sum must be over 3.
std::string simpleWorld(const std::string& weights = "[1, 1]")
{
    return R"({"means": [1, 1], "deviations": [1, 2], "layers": [{"weights": )" + weights
        + R"(, "biases": [-2]}], "foreign_answer": "No.", "unsure_answer": "Perhaps."})";
}

} // namespace

class KnownWorldTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::shared_ptr<const KnownWorld> load(const std::string& json)
    {
        const std::string path = m_folder.filePath("world.json").toStdString();
        std::ofstream(path) << json;
        return KnownWorld::load(path);
    }

    QString refusalOf(const std::string& json)
    {
        try {
            load(json);
            return {};
        } catch (const base::Error& error) {
            return error.what();
        }
    }

private slots:
    void aFlatPictureIsFlatEverywhereAndHasOneColor()
    {
        const auto features = vision::worldFeatures(flat(200, 100, 50), std::vector<float>(6), 2);

        QCOMPARE(features.size(), ofRows + 3 * 2);
        for (const size_t size : {size_t(0), ofHalf, ofHalf + perSize, ofHalf + 2 * perSize}) {
            for (size_t share = 0; share < 14; ++share)
                QCOMPARE(features[size + share], 1.f);
            QCOMPARE(features[size + 14], 0.f);
        }
        QCOMPARE(features[ofColors], 1.f); // the commonest one
        QCOMPARE(features[ofColors + 6], 0.f); // log2 of how many
    }

    void stepsAreCountedAsAPlainLoopCountsThem()
    {
        const Image image = noise(48);
        int64_t low = 0, all = 0;
        for (int64_t y = 0; y < 47; ++y)
            for (int64_t x = 0; x < 47; ++x) {
                int step = 0;
                for (int channel = 0; channel < 3; ++channel) {
                    const int here = image.pixel(x, y)[channel];
                    step = std::max({step, std::abs(here - image.pixel(x + 1, y)[channel]),
                        std::abs(here - image.pixel(x, y + 1)[channel])});
                }
                low += step <= 16;
                ++all;
            }

        const auto features = vision::worldFeatures(image, std::vector<float>(2), 2);

        QVERIFY(low > 0 && low < all);
        QCOMPARE(features[4], float(low) / float(all)); // of 1, 2, 4, 8, 16
    }

    void ofTheRowsMeanDeviationAndLargestCount()
    {
        const std::vector<float> rows{1, 10, 2, 10, 6, 40}; // three rows of two columns

        const auto features = vision::worldFeatures(flat(0, 0, 0), rows, 2);

        const std::vector<float> expected{3, std::sqrt(14 / 3.f), 6, 20, std::sqrt(200.f), 40};
        for (size_t i = 0; i < expected.size(); ++i)
            QVERIFY(std::abs(features[ofRows + i] - expected[i]) < 1e-4f);
    }

    void theOddsAreThoseOfTheFormula()
    {
        const auto world = load(simpleWorld());

        // (2 − 1) / 1 + (4 − 1) / 2 − 2
        QCOMPARE(world->logOdds(std::vector<float>{2, 4}), 0.5f);
        // what is far away counts as five deviations
        QCOMPARE(world->logOdds(std::vector<float>{100, 1}), 3.f);
        QCOMPARE(world->foreignAnswer(), std::string("No."));
        QCOMPARE(world->unsureAnswer(), std::string("Perhaps."));
    }

    void betweenLayersNegativeNumbersBecomeZero()
    {
        const auto world = load(R"({"means": [0], "deviations": [1], "layers": [
            {"weights": [1, -1], "biases": [0, 0]}, {"weights": [2, 3], "biases": [1]}],
            "foreign_answer": "No.", "unsure_answer": "Perhaps."})");

        QCOMPARE(world->logOdds(std::vector<float>{2}), 5.f);
        QCOMPARE(world->logOdds(std::vector<float>{-2}), 7.f);
    }

    void aFileThatDoesNotFitTogetherIsRefused()
    {
        const QString list = refusalOf("[]");
        QVERIFY2(list.contains("world.json must contain a JSON object"), qPrintable(list));
        const QString weights = refusalOf(simpleWorld("[1, 1, 1]"));
        QVERIFY2(weights.contains("2 numbers for each of the biases"), qPrintable(weights));
        const QString words = refusalOf(simpleWorld("[1, \"two\"]"));
        QVERIFY2(words.contains("weights"), qPrintable(words));
        std::string negative = simpleWorld();
        negative.replace(negative.find("[1, 2]"), 6, "[1, 0]");
        QVERIFY(refusalOf(negative).contains("deviations"));
        QVERIFY(refusalOf(R"({"means": [1], "deviations": [1], "layers": [],
            "foreign_answer": "No.", "unsure_answer": "Perhaps."})")
                    .contains("layers"));
    }

    void anotherNumberOfFeaturesIsRefused()
    {
        const auto world = load(simpleWorld());

        QVERIFY_EXCEPTION_THROWN(world->logOdds(std::vector<float>(3)), base::Error);
    }
};

TESTS(KnownWorldTest);
#include "known_world_test.moc"
