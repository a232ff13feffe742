#include "services/documents/legibility.h"
#include "tests/support/fixtures.h"
#include "tests/support/program.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"
#include "vision/image_budget.h"
#include "vision/towers/towers.h"

#include <QGuiApplication>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace services;

namespace {

PictureText wordsOf(const QString& line)
{
    PictureText text;
    for (const QString& word : line.split(u' '))
        text.words << PictureWord{word, {0, 0, 0.1, 0.1}};
    return text;
}

} // namespace

// How many words of an image are left in the pixels that a model sees.
class LegibilityTest : public QObject {
    Q_OBJECT

private slots:
    void wordsThatAreReadAgainCount()
    {
        QCOMPARE(measureLegibility(wordsOf("Total 14.60 EUR"), wordsOf("total 14.60 EUP")),
            (Legibility{3, 2}));
        QCOMPARE(measureLegibility(wordsOf("tea tea - cake"), wordsOf("tea, cake cake")),
            (Legibility{3, 2}));
        QCOMPARE(measureLegibility(wordsOf("tea cake"), {}), (Legibility{2, 0}));
    }

    // A square tower with a crop sees the middle alone.
    void whatIsCutOffIsMissing()
    {
        vision::VisionConfig config = vision::towerFamily("llava")->defaults();
        config.family = "llava";
        config.blocks = config.layers;
        config.imageSize = config.pixels.shortestEdge = 336;
        config.pixels.cropWidth = config.pixels.cropHeight = 336;
        config.patchSize = 14;
        QImage wide(900, 300, QImage::Format_RGB888);
        wide.fill(Qt::white);

        const QImage seen = seenPixels(seenPicture(wide, config));

        QCOMPARE(seen.width(), seen.height());
    }

    void theCommandLineCountsWords()
    {
        QTemporaryDir folder;
        const QString image = folder.filePath("receipt.png");
        QVERIFY(tests::receipt().save(image));

        const tests::ProgramResult result
            = tests::runCli({"inspect", "legibility", image, "--json"});

        if (result.errors.contains("tesseract-ocr-eng"))
            QSKIP("there are no data of Tesseract for English");
        QCOMPARE(result.exitCode, 0);
        const QList<QJsonObject> lines = result.jsonLines();
        QCOMPARE(lines.size(), 1);
        QCOMPARE(lines[0]["words"].toInt(), 17);
        QVERIFY(lines[0]["readable"].toInt() <= 17);
        QVERIFY(lines[0]["tokens"].toInt() > 0);
    }

    void wrongCallsAreUsageErrors()
    {
        QCOMPARE(tests::runCli({"inspect", "legibility"}).exitCode, 2);
        QCOMPARE(tests::runCli({"inspect", "legibility", "a.png", "--image-tokens", "0"}).exitCode, 2);
    }

    void tilesAreRefusedWhereThereAreNone_data()
    {
        QTest::addColumn<QStringList>("command");
        const QString image = tests::resource("samples/one-1.png");
        QTest::newRow("legibility") << QStringList{"inspect", "legibility", image};
        QTest::newRow("chat") << QStringList{"chat", "--apart", "--image", image, "What is this?"};
        QTest::newRow("captions") << QStringList{"caption", "--apart", image};
    }
    void tilesAreRefusedWhereThereAreNone()
    {
        QFETCH(QStringList, command);
        const auto root = tests::fixtures();
        if (!root)
            QSKIP("VIGNETTE_FIXTURES names no folder of reference outputs");
        const QString model = QString::fromStdString((*root / "models" / "qwen2_vl").string());

        const tests::ProgramResult result = tests::runCli(
            command + QStringList{"--model", model, "--image-tokens", "tiles"});

        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains("this model has no tiles: use fast, balanced, fine"), qPrintable(result.errors));
        QVERIFY(result.errors.contains("--image-tokens"));
    }
};

TESTS(LegibilityTest, QGuiApplication);

#include "legibility_test.moc"
