#include "base/error.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/images/decode.h"

#include <QBuffer>
#include <QImage>
#include <QTest>

#include <cstdlib>
#include <cstring>
#include <random>

namespace fs = std::filesystem;
using vision::Image;
using vision::Transparency;

// Images must come out as Pillow shows them; what Pillow rejects must be rejected with a message.
class DecodeTest : public QObject {
    Q_OBJECT

private:
    // The largest difference of any channel, or −1 if the sizes differ.
    static int difference(const Image& actual, const Image& expected)
    {
        if (actual.width != expected.width || actual.height != expected.height)
            return -1;
        int largest = 0;
        for (size_t i = 0; i < expected.rgb.size(); ++i)
            largest = std::max(largest, std::abs(actual.rgb[i] - expected.rgb[i]));
        return largest;
    }

    static bool isNear(const Image& actual, const fs::path& expected, int tolerance)
    {
        const int found
            = difference(actual, vision::decodeImageFile(expected, Transparency::Dropped));
        if (found < 0 || found > tolerance)
            qWarning("%s: differs by %d", expected.filename().c_str(), found);
        return found >= 0 && found <= tolerance;
    }

    static nlohmann::json cases(const fs::path& root, const char* kind)
    {
        return tests::readJson(root / "images" / "cases.json").at(kind);
    }

    static void addRows(const char* kind)
    {
        QTest::addColumn<QString>("text");
        const auto root = tests::fixtures();
        if (!root)
            return;
        for (const nlohmann::json& item : cases(*root, kind))
            QTest::newRow(item.at("file").get<std::string>().c_str())
                << QString::fromStdString(item.dump());
    }

    static std::string refusal(const std::string& bytes)
    {
        try {
            vision::decodeImage(std::as_bytes(std::span(bytes)));
        } catch (const base::Error& error) {
            return error.what();
        }
        return {};
    }

private slots:
    void agreesWithPillow_data() { addRows("decode"); }
    void agreesWithPillow()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, text);
        const auto item = nlohmann::json::parse(text.toStdString());
        const fs::path file = root / item.at("file").get<std::string>();
        const int tolerance = item.at("tolerance");
        const auto expected
            = [&](const char* key) { return root / item.at(key).get<std::string>(); };

        const Image colors = vision::decodeImageFile(file, Transparency::Dropped);
        const Image onWhite = vision::decodeImageFile(file);

        if (item.contains("expected_transposed"))
            QVERIFY(isNear(colors, expected("expected_transposed"), tolerance));
        else if (item.contains("expected_rgb_high_byte"))
            QVERIFY(isNear(colors, expected("expected_rgb_high_byte"), tolerance));
        else
            QVERIFY(isNear(colors, expected("expected_rgb"), tolerance));
        if (item.contains("expected_on_white"))
            QVERIFY(isNear(onWhite, expected("expected_on_white"), tolerance));
        else
            QCOMPARE(difference(onWhite, colors), 0);
    }

    void refusesWhatPillowRefuses_data() { addRows("malformed"); }
    void refusesWhatPillowRefuses()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, text);
        const auto item = nlohmann::json::parse(text.toStdString());
        const fs::path file = root / item.at("file").get<std::string>();

        std::string sentence;
        try {
            const Image image = vision::decodeImageFile(file);
            QVERIFY(image.width > 0 && image.height > 0);
        } catch (const base::Error& error) {
            sentence = error.what();
        }

        if (item.at("expected") == "error")
            QVERIFY(!sentence.empty());
        if (!sentence.empty())
            QVERIFY2(sentence.starts_with(file.filename().string() + ": "), sentence.c_str());
    }

    // tests/data/images: <name>.<format> next to <name>.<format>.expected.png, or no such file if
    // it must be rejected. Made with Pillow; see tests/data/README.md.
    void agreesWithTheOwnSet_data()
    {
        QTest::addColumn<QString>("path");
        for (const auto& entry : fs::directory_iterator(tests::dataFolder() / "images"))
            if (entry.path().string().find(".expected.") == std::string::npos)
                QTest::newRow(entry.path().filename().c_str())
                    << QString::fromStdString(entry.path().string());
    }
    void agreesWithTheOwnSet()
    {
        QFETCH(QString, path);
        const fs::path file = path.toStdString();
        const fs::path expected = file.string() + ".expected.png";

        if (!fs::exists(expected)) {
            QVERIFY(!refusal(tests::readBytes(file)).empty());
            return;
        }
        // Two ways from YCbCr to RGB may round differently.
        const bool isHeif = path.endsWith(".heic") || path.endsWith(".avif");
        QVERIFY(isNear(vision::decodeImageFile(file), expected, isHeif ? 2 : 0));
    }

    // Only the end marker may be missing.
    void aJpegWithoutAllOfItsPixelsIsRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("one scan") << "photo_420.jpg";
        QTest::newRow("several scans") << "photo_422.jpg";
        QTest::newRow("four channels") << "cmyk.jpg";
    }
    void aJpegWithoutAllOfItsPixelsIsRefused()
    {
        QFETCH(QString, name);
        const std::string whole
            = tests::readBytes(tests::dataFolder() / "images" / name.toStdString());

        QCOMPARE(refusal(whole.substr(0, whole.size() - 2)), std::string());
        for (size_t size = 1; size < whole.size() - 2; ++size)
            QVERIFY2(!refusal(whole.substr(0, size)).empty(), qPrintable(QString::number(size)));
    }

    // Two halves, to see that they are where they were.
    void aLargeImageIsScaled_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<QSize>("scaled");
        QTest::newRow("PNG") << QSize(12'001, 9'000) << QByteArray("png") << QSize(6'001, 4'500);
        QTest::newRow("wide PNG") << QSize(20'000, 11) << QByteArray("png") << QSize(10'000, 6);
        QTest::newRow("JPEG") << QSize(12'000, 9'000) << QByteArray("jpg") << QSize(10'500, 7'875);
        QTest::newRow("wide JPEG") << QSize(20'000, 16) << QByteArray("jpg") << QSize(15'000, 12);
    }
    void aLargeImageIsScaled()
    {
        QFETCH(QSize, size);
        QFETCH(QByteArray, format);
        QFETCH(QSize, scaled);
        QImage large(size, QImage::Format_Grayscale8);
        large.fill(40);
        for (int row = 0; row < size.height(); ++row)
            memset(large.scanLine(row), 200, size_t(size.width() / 2));
        QByteArray file;
        QBuffer buffer(&file);
        buffer.open(QIODevice::WriteOnly);
        QVERIFY(large.save(&buffer, format.constData(), format == "png" ? 50 : 90));

        const Image image = vision::decodeImage(std::as_bytes(std::span(file)));

        QCOMPARE(QSize(int(image.width), int(image.height)), scaled);
        for (const int64_t y : {int64_t(0), image.height - 1}) {
            QVERIFY(std::abs(image.pixel(image.width / 2 - 20, y)[1] - 200) < 3);
            QVERIFY(std::abs(image.pixel(image.width / 2 + 20, y)[1] - 40) < 3);
            QVERIFY(std::abs(image.pixel(image.width - 1, y)[1] - 40) < 3);
        }
    }

    // 16383 x 6200 pixels.
    void aLargeWebpIsScaled()
    {
        const Image image = vision::decodeImageFile(tests::dataFolder() / "large.webp");

        QCOMPARE(image.width, 8192);
        QCOMPARE(image.height, 3100);
        const uint8_t* last = image.pixel(8191, 3099);
        QVERIFY(last[0] == 200 && last[1] == 60 && last[2] == 20);
    }

    void whatIsLargerThanCanBeScaledIsRefused()
    {
        std::string jpeg = tests::readBytes(tests::dataFolder() / "images/photo_420.jpg");
        const size_t size = jpeg.find(std::string("\xFF\xC0\0\x11\x08", 5)) + 5;
        jpeg.replace(size, 4, std::string("\x40\x01\x40\x00", 4)); // 16385 x 16384

        const std::string sentence = refusal(jpeg);

        QVERIFY2(sentence.find("is too large") != std::string::npos, sentence.c_str());
    }

    // The container turns the image already; its EXIF block says the same once more.
    void aHeicIsTurnedOnce()
    {
        const fs::path folder = tests::dataFolder() / "images";

        const Image upright = vision::decodeImageFile(folder / "turned_6.heic");

        QCOMPARE(upright.width, 50);
        QCOMPARE(upright.height, 66);
        QVERIFY(upright.pixel(48, 1)[0] > 200 && upright.pixel(48, 1)[2] < 60); // the yellow mark
        QVERIFY(upright.pixel(1, 1)[0] < 60);
    }

    // Pillow rejects it, too; giflib shows an image.
    void aGifWithACodeThatIsNotDefinedYetIsRejected()
    {
        const auto gif = [](const char* codes) {
            return QByteArray("GIF89a\4\0\4\0\x81\0\0\0\1\2\3\4\5\6\7\10\11\12\13,"
                              "\0\0\0\0\4\0\4\0\0\2",
                       36)
                       .toStdString()
                + QByteArray::fromHex(codes).toStdString() + ';';
        };

        QVERIFY(refusal(gif("0a8c183162c4881123462c00")).empty());
        QCOMPARE(refusal(gif("0bcc193162c4881123468c5800")),
            std::string("the picture is a GIF with broken pixel data"));
    }

    // Nothing that can be done to a file may do more than give a message or an image.
    void survivesEveryTruncationAndFlippedBit_data() { agreesWithTheOwnSet_data(); }
    void survivesEveryTruncationAndFlippedBit()
    {
        QFETCH(QString, path);
        const std::string whole = tests::readBytes(path.toStdString());
        const size_t step = std::max<size_t>(whole.size() / 400, 1);
        int outcomes = 0;

        for (size_t position = 0; position < whole.size(); position += step) {
            std::string damaged = whole;
            damaged[position] = char(damaged[position] ^ (1 << position % 8));
            refusal(damaged);
            refusal(whole.substr(0, position));
            ++outcomes;
        }

        QVERIFY(outcomes > 0);
    }

    void survivesBytesChangedAtRandom_data() { agreesWithTheOwnSet_data(); }
    void survivesBytesChangedAtRandom()
    {
        QFETCH(QString, path);
        const std::string whole = tests::readBytes(path.toStdString());
        std::mt19937 numbers(5);
        int refused = 0;

        for (int round = 0; round < 300; ++round) {
            std::string damaged = whole;
            for (unsigned changes = 1 + numbers() % 3; changes > 0; --changes)
                damaged[numbers() % damaged.size()] = char(numbers());
            refused += refusal(damaged).empty() ? 0 : 1;
        }

        QVERIFY(refused > 0);
    }

    void saysWhatAPictureMayBe()
    {
        QCOMPARE(refusal("Dear picture,"),
            std::string("the picture isn't a supported image (PNG, JPEG, WebP, GIF, BMP, HEIC, "
                        "AVIF, PSD, PNM, TGA) or video"));
        QCOMPARE(refusal(""), std::string("the picture is an empty file"));
    }
};

TESTS(DecodeTest, QCoreApplication);
#include "decode_test.moc"
