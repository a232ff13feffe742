#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/images/decode.h"
#include "vision/tiling.h"
#include "vision/towers/towers.h"
#include "vision/video_frames.h"

#include <QTest>

using nlohmann::json;
using vision::Image;
using vision::VisionConfig;

namespace {

std::filesystem::path videos()
{
    return tests::dataFolder() / "films";
}

// The numbers of the models with which the references were computed.
VisionConfig configOf(const std::string& family)
{
    VisionConfig config = vision::towerFamily(family)->defaults();
    config.family = family;
    const bool isStamped = family.starts_with("qwen3");
    config.patchSize = family == "qwen3_5" ? 8 : isStamped ? 16 : 14;
    config.videos.minPixels = family == "qwen3_5" ? 1024 : isStamped ? 4096 : 3136;
    config.videos.maxPixels = family == "qwen3_5" ? 3584 : isStamped ? 20480 : 15680;
    return config;
}

// A video of white frames of which each takes a tenth of a second.
class WhiteVideo final : public vision::Video {
public:
    explicit WhiteVideo(int64_t count)
        : Video({}, startsOf(count), double(count) / 10)
    {
    }

    void read(std::span<const int64_t> frames, const Sink& sink) const override
    {
        for (size_t i = 0; i < frames.size(); ++i)
            sink(Image{60, 44, std::vector<uint8_t>(3 * 60 * 44, 255)});
    }

private:
    static std::vector<double> startsOf(int64_t count)
    {
        std::vector<double> starts;
        for (int64_t frame = 0; frame < count; ++frame)
            starts.push_back(double(frame) / 10);
        return starts;
    }
};

Image whiteVideo(int64_t count)
{
    Image image{60, 44, std::vector<uint8_t>(3 * 60 * 44, 255)};
    image.video = std::make_shared<WhiteVideo>(count);
    return image;
}

std::vector<int64_t> numbersOf(const char* family, int64_t count)
{
    const VisionConfig config = configOf(family);
    return vision::videoFrames(config, vision::towerPlan(config), whiteVideo(count)).numbers;
}

} // namespace

// Videos are sampled, scaled and spelled as transformers does it.
class VideoFramesTest : public QObject {
    Q_OBJECT

private slots:
    void framesAreThoseOfTheReference_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const json& item : tests::readJson(videos() / "films.json"))
            QTest::newRow(item.at("family").get<std::string>().c_str())
                << QByteArray::fromStdString(item.dump());
    }
    void framesAreThoseOfTheReference()
    {
        QFETCH(QByteArray, text);
        const json expected = json::parse(text.toStdString());
        const std::string family = expected.at("family");
        const VisionConfig config = configOf(family);
        const vision::TowerPlan plan = vision::towerPlan(config);
        const Image image = vision::decodeImageFile(videos() / "ball.gif");
        const Image scaled = vision::decodeImageFile(videos() / (family + ".scaled.png"));

        const vision::VideoFrames frames = vision::videoFrames(config, plan, image);

        QCOMPARE(frames.numbers, expected.at("frames").get<std::vector<int64_t>>());
        QCOMPARE(frames.steps(), int64_t(expected.at("grid").at(0)));
        QCOMPARE(frames.size.width, scaled.width);
        QCOMPARE(frames.size.height * int64_t(frames.numbers.size()), scaled.height);
        vision::Patches actual{config.patchSize, {}, {}, config.framesPerPatch};
        vision::forEachStep(
            config, image, frames, [&](vision::Patches&& step) { actual.append(step); });
        QCOMPARE(int64_t(actual.grids.size()), frames.steps());
        const float found = difference(actual, patchesOf(config, scaled, frames));
        QVERIFY2(found < 0.02f, qPrintable(QString::number(found)));
    }

    // The numbers of transformers' sample_frames() for videos of other lengths.
    void framesAreSampledAtTwoASecond()
    {
        using Numbers = std::vector<int64_t>;
        QCOMPARE(numbersOf("qwen2_vl", 2), (Numbers{0, 1}));
        QCOMPARE(numbersOf("qwen2_vl", 3), (Numbers{0, 1}));
        QCOMPARE(numbersOf("qwen2_vl", 17), (Numbers{0, 4, 8, 12}));
        QCOMPARE(numbersOf("qwen2_vl", 35), (Numbers{0, 5, 11, 17, 23, 29}));
        QCOMPARE(numbersOf("qwen3_vl", 2), (Numbers{0, 1}));
        QCOMPARE(numbersOf("qwen3_vl", 3), (Numbers{0, 1, 2, 2}));
        QCOMPARE(numbersOf("qwen3_vl", 17), (Numbers{0, 5, 11, 16}));
        QCOMPARE(numbersOf("qwen3_vl", 29), (Numbers{0, 7, 14, 21, 28, 28}));
        QCOMPARE(numbersOf("qwen2_vl", 9000).size(), size_t(768));
        QCOMPARE(numbersOf("qwen3_vl", 9000).back(), int64_t(8999));
    }

    void stepsAreStampedWithTheirTimes()
    {
        const VisionConfig config = configOf("qwen3_vl");

        const std::string text = vision::makeImagePrompt(config, whiteVideo(17));

        const std::string step = "<|vision_start|><|image_pad|><|image_pad|><|vision_end|>";
        QCOMPARE(text, "<0.2 seconds>" + step + "<1.4 seconds>" + step);
    }

    void aTowerThatKnowsNoVideosSeesTheFirstFrame()
    {
        VisionConfig config = vision::towerFamily("glm4v")->defaults();
        config.family = "glm4v";

        QVERIFY(vision::losesFrames(config, whiteVideo(9)));
        QVERIFY(!vision::losesFrames(configOf("qwen2_vl"), whiteVideo(9)));
        QCOMPARE(vision::makeImagePrompt(config, whiteVideo(9)),
            vision::makeImagePrompt(config, vision::PixelSize{60, 44}));
    }

private:
    static float difference(const vision::Patches& a, const vision::Patches& b)
    {
        if (a.values.size() != b.values.size())
            return INFINITY;
        float most = 0;
        for (size_t i = 0; i < a.values.size(); ++i)
            most = std::max(most, std::abs(a.values[i] - b.values[i]));
        return most;
    }

    // The patches of frames that are stacked in an image, one below the other.
    static vision::Patches patchesOf(
        const VisionConfig& config, const Image& stacked, const vision::VideoFrames& frames)
    {
        vision::Patches patches{config.patchSize, {}, {}, config.framesPerPatch};
        std::vector<std::vector<float>> step;
        for (int64_t top = 0; top < stacked.height; top += frames.size.height) {
            const uint8_t* first = stacked.pixel(0, top);
            const Image frame{frames.size.width, frames.size.height,
                {first, first + 3 * frames.size.width * frames.size.height}};
            step.push_back(vision::normalizedPixels(frame, config.pixels));
            if (int64_t(step.size()) < config.framesPerPatch)
                continue;
            patches.addStep(step, frames.size.height, frames.size.width);
            step.clear();
        }
        return patches;
    }
};

TESTS(VideoFramesTest);
#include "video_frames_test.moc"
