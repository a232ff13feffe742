#include "services/pictures/picture_difference.h"
#include "tests/support/test_program.h"

#include <QTest>

// The comparison of two images, pixel by pixel.
class PictureDifferenceTest : public QObject {
    Q_OBJECT

    static QImage plain(QSize size, QColor color)
    {
        QImage image(size, QImage::Format_RGB888);
        image.fill(color);
        return image;
    }

private slots:
    void equalImagesDifferNowhere()
    {
        const QImage image = plain({30, 20}, Qt::white);
        const auto difference = services::pictureDifference(image, image);

        QCOMPARE(difference.share, 0.0);
        QCOMPARE(difference.image.size(), image.size());
        QVERIFY(!difference.isScaled);
        QVERIFY(qGray(difference.image.pixel(3, 3)) == qRed(difference.image.pixel(3, 3)));
    }

    void theChangedPixelsAreCountedAndMarked()
    {
        const QImage before = plain({40, 10}, Qt::white);
        QImage after = before;
        for (int x = 0; x < 10; ++x)
            after.setPixelColor(x, 4, Qt::black);

        const auto difference = services::pictureDifference(before, after);

        QCOMPARE(difference.share, 10.0 / 400);
        const QColor marked = difference.image.pixelColor(5, 4);
        const QColor same = difference.image.pixelColor(5, 5);
        QVERIFY(marked.saturation() > 200);
        QCOMPARE(same.saturation(), 0);
    }

    void noiseIsNoDifference()
    {
        const auto difference = services::pictureDifference(
            plain({10, 10}, QColor(100, 100, 100)), plain({10, 10}, QColor(105, 97, 100)));

        QCOMPARE(difference.share, 0.0);
    }

    void theSecondTakesTheSizeOfTheFirst()
    {
        const auto difference
            = services::pictureDifference(plain({40, 20}, Qt::red), plain({20, 10}, Qt::red));

        QVERIFY(difference.isScaled);
        QCOMPARE(difference.image.size(), QSize(40, 20));
        QCOMPARE(difference.share, 0.0);
    }
};

TESTS(PictureDifferenceTest);
#include "picture_difference_test.moc"
