#include "base/error.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/images/decode.h"
#include "vision/images/image.h"

#include <QTest>

#include <numeric>

using vision::Image;
using vision::Transparency;

namespace {

std::string video(const std::string& name)
{
    return tests::readBytes(tests::dataFolder() / "films" / name);
}

Image decoded(const std::string& bytes)
{
    return vision::decodeImage(std::as_bytes(std::span(bytes)));
}

std::vector<Image> framesOf(const Image& image, const std::vector<int64_t>& numbers)
{
    std::vector<Image> frames;
    image.video->read(numbers, [&](Image&& frame) { frames.push_back(std::move(frame)); });
    return frames;
}

std::vector<int64_t> allOf(const Image& image)
{
    std::vector<int64_t> numbers(size_t(image.video->count()), 0);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

// The frame with this number of the frames that are one below the other in an image.
std::vector<uint8_t> frameAt(const Image& stacked, int64_t height, int64_t number)
{
    const uint8_t* first = stacked.pixel(0, number * height);
    return {first, first + 3 * stacked.width * height};
}

} // namespace

// The frames of videos are those that Pillow shows.
class AnimationTest : public QObject {
    Q_OBJECT

private slots:
    void framesAreThoseOfPillow_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"ball.gif", "cleared.gif", "restored.gif", "ball.webp"})
            QTest::newRow(name) << QString(name);
    }
    void framesAreThoseOfPillow()
    {
        QFETCH(QString, name);
        const Image image = decoded(video(name.toStdString()));
        const Image expected = vision::decodeImageFile(tests::dataFolder() / "films"
            / (name.section('.', 0, 0).toStdString() + ".frames.png"));
        QVERIFY(image.video);
        QCOMPARE(image.video->count() * image.height, expected.height);

        const std::vector<Image> frames = framesOf(image, allOf(image));

        QCOMPARE(int64_t(frames.size()), image.video->count());
        for (size_t i = 0; i < frames.size(); ++i) {
            QCOMPARE(frames[i].width, expected.width);
            QCOMPARE(frames[i].rgb, frameAt(expected, image.height, int64_t(i)));
        }
        QCOMPARE(frames.front().rgb, image.rgb);
    }

    void framesHaveTheirTimes()
    {
        for (const char* name : {"ball.gif", "ball.webp"}) {
            const Image image = decoded(video(name));

            QCOMPARE(image.video->count(), 12);
            QCOMPARE(image.video->starts()[7], 1.4);
            QCOMPARE(image.video->seconds(), 2.4);
        }
    }

    void someFramesAreReadOnceOrTwice()
    {
        const Image image = decoded(video("ball.gif"));
        const std::vector<Image> all = framesOf(image, allOf(image));

        const std::vector<Image> some = framesOf(image, {2, 5, 5, 11});

        QCOMPARE(some.size(), size_t(4));
        QCOMPARE(some[0].rgb, all[2].rgb);
        QCOMPARE(some[1].rgb, all[5].rgb);
        QCOMPARE(some[2].rgb, all[5].rgb);
        QCOMPARE(some[3].rgb, all[11].rgb);
    }

    void aStillPictureHasNoVideo()
    {
        for (const char* name : {"clear.gif", "interlaced.gif"})
            QVERIFY(!vision::decodeImageFile(tests::dataFolder() / "images" / name).video);
        // The first frame and a part of the next.
        const std::string one = video("ball.gif").substr(0, 600);
        QVERIFY(!decoded(one).video || decoded(one).video->count() >= 2);
    }

    // Wherever the file ends, its video ends too; wherever a byte is wrong, it shows something.
    void aBrokenVideoIsShownAsFarAsItIsWhole_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"ball.gif", "ball.webp"})
            QTest::newRow(name) << QString(name);
    }
    void aBrokenVideoIsShownAsFarAsItIsWhole()
    {
        QFETCH(QString, name);
        const std::string whole = video(name.toStdString());
        int videos = 0;
        for (size_t position = 13; position < whole.size(); position += 7) {
            std::string broken = whole;
            broken[position] = char(broken[position] ^ 0x55);
            for (const std::string& bytes : {whole.substr(0, position), broken}) {
                try {
                    const Image image = decoded(bytes);
                    if (!image.video)
                        continue;
                    ++videos;
                    for (const Image& frame : framesOf(image, allOf(image))) {
                        QCOMPARE(frame.width, image.width);
                        QCOMPARE(frame.height, image.height);
                    }
                } catch (const base::Error& error) {
                    QVERIFY(std::string(error.what()).size() > 10);
                }
            }
        }
        QVERIFY(videos > 50);
    }
};

TESTS(AnimationTest);
#include "animation_test.moc"
