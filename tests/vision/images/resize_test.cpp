#include "engine/files/safetensors_file.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/images/decode.h"
#include "vision/images/resize.h"

#include <QTest>

#include <cstdlib>

namespace fs = std::filesystem;
using vision::Image;
using vision::Resampling;

// Every filter must give what Pillow's Image.resize gives.
class ResizeTest : public QObject {
    Q_OBJECT

private:
    static Resampling resamplingNamed(const std::string& name)
    {
        if (name == "nearest")
            return Resampling::Nearest;
        if (name == "bilinear")
            return Resampling::Bilinear;
        if (name == "box")
            return Resampling::Box;
        return name == "bicubic" ? Resampling::Bicubic : Resampling::Lanczos;
    }

    static Image ramp(int64_t width, int64_t height)
    {
        Image image{width, height, {}};
        for (int64_t i = 0; i < 3 * width * height; ++i)
            image.rgb.push_back(uint8_t(i * 37));
        return image;
    }

private slots:
    void agreesWithPillow_data()
    {
        QTest::addColumn<QString>("text");
        const auto root = tests::fixtures();
        const auto cases
            = root ? tests::readJson(*root / "images" / "cases.json") : nlohmann::json();
        if (root)
            for (const auto& item : cases.at("resize"))
                QTest::newRow(item.at("key").get<std::string>().c_str())
                    << QString::fromStdString(item.dump());
    }
    void agreesWithPillow()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, text);
        const auto item = nlohmann::json::parse(text.toStdString());
        const auto arrays = engine::SafetensorsFile::open(root / "images" / "resize.safetensors");
        const engine::StoredArray* expected = arrays->findArray(item.at("key").get<std::string>());
        QVERIFY(expected);
        const Image source = vision::decodeImageFile(root / item.at("source").get<std::string>());

        const Image actual = vision::resizeImage(source, item.at("width"), item.at("height"),
            resamplingNamed(item.at("filter").get<std::string>()));

        QCOMPARE(actual.rgb.size(), expected->bytes.size());
        for (size_t i = 0; i < actual.rgb.size(); ++i)
            QCOMPARE(int(actual.rgb[i]), std::to_integer<int>(expected->bytes[i]));
    }

    void keepsAPictureOfTheSameSize()
    {
        const Image image = ramp(7, 5);

        QCOMPARE(vision::resizeImage(image, 7, 5, Resampling::Lanczos).rgb, image.rgb);
    }

    void keepsOneColor()
    {
        const Image image{31, 17, std::vector<uint8_t>(3 * 31 * 17, 201)};

        for (const auto resampling :
            {Resampling::Nearest, Resampling::Bilinear, Resampling::Bicubic, Resampling::Lanczos})
            for (const int64_t side : {1, 2, 16, 90}) {
                const Image scaled = vision::resizeImage(image, side, side + 1, resampling);
                QCOMPARE(scaled.rgb, std::vector<uint8_t>(3 * side * (side + 1), 201));
            }
    }

    // Averages of two pixels: bilinear at half the size weighs the middle two of four 3:3, the
    // outer two 1:1.
    void weighsAsATriangle()
    {
        Image image{4, 1, {}};
        for (const uint8_t value : {0, 80, 160, 240})
            image.rgb.insert(image.rgb.end(), 3, value);

        const Image scaled = vision::resizeImage(image, 2, 1, Resampling::Bilinear);

        QCOMPARE(int(scaled.rgb[0]), 57); // (3·0 + 3·80 + 160) / 7
        QCOMPARE(int(scaled.rgb[3]), 183); // (80 + 3·160 + 3·240) / 7
    }
};

TESTS(ResizeTest, QCoreApplication);
#include "resize_test.moc"
