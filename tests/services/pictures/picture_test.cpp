#include "base/error.h"
#include "services/pictures/picture_detail.h"
#include "services/pictures/svg_picture.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/towers/towers.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace fs = std::filesystem;
using services::cleanedSvg;
using services::decodePicture;

namespace {

QDir pictureFolder()
{
    return QDir(QString::fromStdString((tests::dataFolder() / "pictures").string()));
}

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// Empty if the bytes are an image.
QString rejection(const QByteArray& file)
{
    try {
        return decodePicture(file, {}).image.isNull() ? QStringLiteral("no pixels") : QString();
    } catch (const base::Error& error) {
        return QString::fromUtf8(error.what());
    }
}

QByteArray svg(const QByteArray& inside)
{
    return "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
           "width='100' height='50'>"
        + inside + "</svg>";
}

QColor colorAt(const QByteArray& file, double x, double y)
{
    const QImage image = decodePicture(file, {}).image;
    return image.pixelColor(int(x * image.width()), int(y * image.height()));
}

const QColor white(Qt::white), red(Qt::red);

} // namespace

// The formats that are read through Qt. What is asked of all formats is asked in
// tests/vision/images.
class PictureTest : public QObject {
    Q_OBJECT

private slots:
    // Caches tell the two apart by their pixels, and the window paints those that are sent.
    void tokensBelongToThePixels()
    {
        QImage image(8, 6, QImage::Format_RGB888);
        image.fill(Qt::red);
        const services::Picture whole = services::makePicture(image, "red.png");

        const services::Picture limited = services::withTokens(whole, 100);

        QCOMPARE(services::tokensOf(limited), 100);
        QCOMPARE(limited.pixels->tokens, 100);
        QCOMPARE(limited.image, whole.image);
        QCOMPARE(limited.image.constBits(), limited.pixels->rgb.data());
        QCOMPARE(whole.pixels->tokens, 0);
        QVERIFY(services::withTokens(limited, 100).pixels == limited.pixels);
    }

    void detailsCostMoreAndMore()
    {
        vision::VisionConfig config = vision::towerFamily("qwen2_vl")->defaults();
        config.family = "qwen2_vl";
        config.blocks = config.layers;

        const services::DetailCosts costs = services::detailCosts({3000, 2000}, config);

        QVERIFY(costs.canChange);
        QVERIFY(!costs.hasTiles);
        QCOMPARE(costs.tokens.size(), services::pictureDetails().size());
        const QList<qint64> others = costs.tokens.sliced(0, costs.tokens.size() - 1);
        QVERIFY(std::ranges::is_sorted(others));
        QVERIFY(others.first() < others.last());
        QCOMPARE(services::detailTokens("auto"), 0);
        QCOMPARE(services::detailTokens("tiles"), services::pictureDetails().last().tokens);
        QCOMPARE(services::detailTokens("nothing known"), 0);
    }

    void tilesCostTheMost()
    {
        vision::VisionConfig config = vision::towerFamily("internvl")->defaults();
        config.family = "internvl";
        config.blocks = config.layers;

        const services::DetailCosts costs = services::detailCosts({3000, 2000}, config);

        QVERIFY(costs.hasTiles);
        QVERIFY(std::ranges::is_sorted(costs.tokens));
    }

    void aMovingPictureKeepsItsFrames()
    {
        const QDir videos(QString::fromStdString((tests::dataFolder() / "films").string()));
        const auto video = decodePicture(contentsOf(videos.filePath("ball.gif")), "ball.gif");
        const auto still = decodePicture(contentsOf(videos.filePath("ball.frames.png")), "still");
        QVERIFY(video.pixels->video);

        QCOMPARE(services::reducedPicture(video, 100).pixels, video.pixels);
        QVERIFY(services::reducedPicture(still, 100).image.width() < still.image.width());
    }

    void agreesWithPillow_data()
    {
        QTest::addColumn<QString>("path");
        for (const QFileInfo& file : pictureFolder().entryInfoList({"*.tif"}))
            QTest::newRow(file.fileName().toLatin1()) << file.filePath();
    }
    void agreesWithPillow()
    {
        QFETCH(QString, path);
        const QImage expected(path + ".expected.png");

        if (expected.isNull()) {
            QVERIFY(!rejection(contentsOf(path)).isEmpty());
            return;
        }
        QCOMPARE(services::decodePictureFile(path).image,
            expected.convertToFormat(QImage::Format_RGB888));
    }

    void survivesDamage_data() { agreesWithPillow_data(); }
    void survivesDamage()
    {
        QFETCH(QString, path);
        const QByteArray whole = contentsOf(path);
        QRandomGenerator random(4711);
        int outcomes = 0;

        for (int round = 0; round < 300; ++round) {
            QByteArray damaged = whole;
            for (int change = 0; change < 3; ++change)
                damaged[random.bounded(damaged.size())] = char(random.bounded(256));
            rejection(damaged);
            rejection(whole.left(random.bounded(whole.size())));
            ++outcomes;
        }

        QCOMPARE(outcomes, 300);
    }

    void aTiffThatClaimsToBeHugeIsRefusedBeforeMemoryIsTaken()
    {
        QByteArray file = contentsOf(pictureFolder().filePath("plain.tif"));
        const int offset = int(uchar(file[4])) + 256 * int(uchar(file[5]));
        for (int entry = 0; entry < 2; ++entry) // width and height come first
            file.replace(offset + 2 + 12 * entry + 8, 4, QByteArray("\x00\x00\x01\x00", 4));

        QVERIFY2(rejection(file).contains("too large"), qPrintable(rejection(file)));
    }

    void anSvgIsDrawnOnWhiteAtAUsefulSize()
    {
        const QByteArray file = svg("<rect x='50' width='50' height='50' fill='red'/>");

        const QImage image = decodePicture(file, "half.svg").image;

        QCOMPARE(image.size(), QSize(1024, 512));
        QCOMPARE(colorAt(file, 0.25, 0.5), white);
        QCOMPARE(colorAt(file, 0.75, 0.5), red);
    }

    void anSvgFetchesNothing()
    {
        QTemporaryDir folder;
        QImage secret(10, 10, QImage::Format_RGB32);
        secret.fill(Qt::red);
        QVERIFY(secret.save(folder.filePath("secret.png")));
        const QByteArray path = folder.filePath("secret.png").toUtf8();

        for (const QByteArray& address : {path, QByteArray("file://" + path),
                 QByteArray("http://127.0.0.1:9/a.png"), QByteArray("../secret.png")})
            QCOMPARE(colorAt(svg("<image width='100' height='50' xlink:href='" + address + "'/>"),
                         0.5, 0.5),
                white);
    }

    void aPictureWithinAnSvgIsDrawnButNoDrawingWithinIt()
    {
        QImage pixels(4, 4, QImage::Format_RGB32);
        pixels.fill(Qt::red);
        const QByteArray png = services::encodedPicture(services::makePicture(pixels, {}));
        const QByteArray nested = svg("<rect width='100' height='50' fill='red'/>");
        const auto embedded = [](const QByteArray& bytes) {
            return svg("<image width='100' height='50' preserveAspectRatio='none' "
                       "xlink:href='data:image/png;base64,"
                + bytes.toBase64() + "'/>");
        };

        QCOMPARE(colorAt(embedded(png), 0.5, 0.5), red);
        QCOMPARE(colorAt(embedded(nested), 0.5, 0.5), white);
    }

    void onlyWhatCanBeDrawnStays()
    {
        const QByteArray cleaned = cleanedSvg(
            svg("<script>alert(1)</script><foreignObject><iframe src='http://a.b'/></foreignObject>"
                "<style>@import url(http://a.b/c.css);</style>"
                "<a xlink:href='http://a.b'><rect onclick='alert(2)' fill='url(http://a.b#c)' "
                "width='3' height='4'/></a><animate attributeName='x'/>"));

        for (const char* word :
            {"script", "alert", "foreign", "iframe", "a.b", "import", "animate", "onclick"})
            QVERIFY2(!cleaned.contains(word), word);
        QVERIFY(cleaned.contains("<rect"));
    }

    void anSvgThatWouldNeverBeDoneIsRefused_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("word");
        QByteArray doubling = "<g id='a0'><rect width='1' height='1'/></g>";
        for (int level = 1; level < 40; ++level)
            doubling += QString("<g id='a%1'><use xlink:href='#a%2'/><use xlink:href='#a%2'/></g>")
                            .arg(level)
                            .arg(level - 1)
                            .toLatin1();
        QByteArray entities = "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'>";
        for (char name = 'b'; name < 'm'; ++name)
            entities += QString("<!ENTITY %1 '%2'>")
                            .arg(QChar(name))
                            .arg(QString("&%1;").arg(QChar(name - 1)).repeated(10))
                            .toLatin1();
        const QByteArray external = "<?xml version='1.0'?><!DOCTYPE svg [<!ENTITY a SYSTEM "
                                    "'file:///etc/passwd'>]>"
            + svg("<text>&a;</text>");
        QTest::newRow("doubling") << svg(doubling) << "too many";
        QTest::newRow("that uses itself")
            << svg("<g id='a'><use xlink:href='#a'/></g>") << "itself";
        QTest::newRow("used through a group within") << svg(
            "<g id='a'><g id='b'><use xlink:href='#c'/></g></g><g id='c'><g id='d'>"
            "<use xlink:href='#a'/></g></g>") << "itself";
        QTest::newRow("the second of a name is the large one")
            << svg("<g id='a'/><g id='a'>" + QByteArray("<g/>").repeated(1000) + "</g>"
                   + QByteArray("<use xlink:href='#a'/>").repeated(101))
            << "too many";
        QTest::newRow("deep") << svg(
            QByteArray("<g>").repeated(5000) + QByteArray("</g>").repeated(5000))
                              << "deep";
        QTest::newRow("entities") << entities + "]>" + svg("<text>&l;</text>") << "broken";
        QTest::newRow("external entity") << external << "external";
        QTest::newRow("no end") << svg("<g>") << "broken";
        QTest::newRow("no size") << QByteArray("<svg xmlns='http://www.w3.org/2000/svg' width='1' "
                                               "height='1000000'/>")
                                 << "size";
    }
    void anSvgThatWouldNeverBeDoneIsRefused()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, word);

        QVERIFY2(rejection(file).contains(word), qPrintable(rejection(file)));
    }

    void anSvgOfExtremesIsDrawn_data()
    {
        QTest::addColumn<QByteArray>("inside");
        QTest::newRow("one name for all") << QByteArray("<g id='a'/>").repeated(1000);
        QTest::newRow("a name within itself") << QByteArray("<g id='a'><g id='a'/></g>");
        QTest::newRow("fine dashes")
            << QByteArray("<path d='M0 0 L1e9 1e9' stroke='red' stroke-dasharray='0.00001'/>");
        QTest::newRow("far away") << QByteArray("<path d='M-1e30 -1e30 L1e30 1e30' stroke='red'/>");
        QTest::newRow("huge letters")
            << QByteArray("<text font-size='100000' x='0' y='50'>hello</text>");
        QTest::newRow("wide pen") << QByteArray(
            "<circle r='5' stroke='red' stroke-width='1e12' cx='5' cy='5'/>");
        QTest::newRow("endless gradient")
            << QByteArray("<linearGradient id='a' xlink:href='#b'/><linearGradient id='b' "
                          "xlink:href='#a'/><rect width='9' height='9' fill='url(#a)'/>");
    }
    void anSvgOfExtremesIsDrawn()
    {
        QFETCH(QByteArray, inside);

        QCOMPARE(decodePicture(svg(inside), {}).image.width(), 1024);
    }

    void survivesDamagedDrawings()
    {
        const QByteArray whole = svg(
            "<defs><linearGradient id='a'><stop offset='1' stop-color='red'/></linearGradient>"
            "<g id='b'><path d='M1 1 C 2 2 3 3 4 5 A 1 2 3 0 1 9 9 Z' fill='url(#a)'/></g>"
            "</defs><use xlink:href='#b' transform='rotate(3) scale(2)'/><text x='3' y='20'>"
            "a<tspan dy='1'>b</tspan></text><style>.c{fill:#123}</style>");
        QRandomGenerator random(815);
        int outcomes = 0;

        for (int round = 0; round < 400; ++round) {
            QByteArray damaged = whole;
            for (int change = 0; change < 2; ++change)
                damaged[random.bounded(damaged.size())] = char(random.bounded(32, 127));
            rejection(damaged);
            ++outcomes;
        }

        QCOMPARE(outcomes, 400);
    }

    void everyFormatIsOffered()
    {
        const QStringList patterns = services::pictureNamePatterns();

        for (const char* ending :
            {"png", "jpg", "webp", "gif", "bmp", "heic", "avif", "tif", "svg"})
            QVERIFY2(patterns.contains(QString("*.") + ending), ending);
    }

    void aLargePictureHasAQuickPreview()
    {
        QImage large(1500, 1000, QImage::Format_RGB32);
        large.fill(Qt::red);
        QByteArray jpeg;
        QBuffer buffer(&jpeg);
        QVERIFY(large.save(&buffer, "JPEG"));

        const QImage fromJpeg = services::quickPreview(jpeg);
        const QImage fromHeic
            = services::quickPreview(contentsOf(pictureFolder().filePath("large.heic")));

        QVERIFY(fromJpeg.width() >= 300 && fromJpeg.width() <= 500);
        QCOMPARE(fromHeic.size(), QSize(512, 384)); // the thumbnail in the file
        QVERIFY(services::quickPreview(jpeg.left(20)).isNull());
    }
};

TESTS(PictureTest, QGuiApplication);
#include "picture_test.moc"
