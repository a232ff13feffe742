#include "tests/support/test_program.h"
#include "vision/image_budget.h"
#include "vision/tiling.h"
#include "vision/towers/towers.h"

#include <QTest>

using vision::PixelSize;
using vision::VisionConfig;

namespace {

VisionConfig budgetFamily(const QString& name)
{
    VisionConfig config = vision::towerFamily(name.toStdString())->defaults();
    config.family = name.toStdString();
    config.blocks = config.layers;
    return config;
}

int64_t rowsOf(const VisionConfig& config, PixelSize image)
{
    return vision::chooseTiling(config, image).promptRows();
}

} // namespace

// The rows of the prompt that an image may become are limited as its family can do it.
class ImageBudgetTest : public QObject {
    Q_OBJECT

private slots:
    void imagesTakeAtMostTheirBudget_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("fewest"); // rows that the family can't do without
        QTest::newRow("qwen2_vl") << "qwen2_vl" << 16;
        QTest::newRow("idefics3") << "idefics3" << 64;
        QTest::newRow("internvl") << "internvl" << 256;
        QTest::newRow("pixtral") << "pixtral" << 16;
        QTest::newRow("lfm2_vl") << "lfm2_vl" << 64;
        QTest::newRow("minicpmv4_6") << "minicpmv4_6" << 64;
    }
    void imagesTakeAtMostTheirBudget()
    {
        QFETCH(QString, name);
        QFETCH(int, fewest);
        if (!vision::towerFamily(name.toStdString()))
            QFAIL("there is no such family");
        const VisionConfig config = budgetFamily(name);
        QVERIFY(vision::hasImageBudget(config));
        for (const PixelSize image : {PixelSize{1600, 1200}, {900, 1700}, {300, 200}, {3000, 400}}) {
            int64_t before = 0;
            for (const int64_t tokens : {fewest, 2 * fewest, 600, 1500, 4000}) {
                const VisionConfig limited = vision::withImageTokens(config, image, tokens);
                const int64_t rows = rowsOf(limited, image);
                QVERIFY2(rows <= std::max<int64_t>(tokens, fewest),
                    qPrintable(QString("%1 of %2").arg(rows).arg(tokens)));
                QVERIFY(rows >= before || tokens < before); // more may never give less
                before = rows;
            }
        }
    }

    void withoutABudgetNothingChanges()
    {
        const VisionConfig config = budgetFamily("qwen2_vl");
        const PixelSize image{4000, 3000};
        QCOMPARE(rowsOf(vision::withImageTokens(config, image, 0), image), rowsOf(config, image));
    }

    // Small text needs more rows than the default gives.
    void moreThanTheDefaultIsPossible()
    {
        const PixelSize image{4000, 3000};
        const VisionConfig config = budgetFamily("qwen2_vl");
        const VisionConfig fine
            = vision::withImageTokens(config, image, 3 * rowsOf(config, image));
        QVERIFY(rowsOf(fine, image) > 2 * rowsOf(config, image));
    }

    void levelsFollowTheDefault_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"qwen2_vl", "idefics3", "internvl", "pixtral"})
            QTest::newRow(name) << name;
    }
    void levelsFollowTheDefault()
    {
        QFETCH(QString, name);
        const VisionConfig config = budgetFamily(name);
        const PixelSize image{2000, 1500};
        const auto rows = [&](int64_t level) {
            return rowsOf(vision::withImageTokens(config, image, level), image);
        };
        QVERIFY(rows(vision::fastImage) <= rows(vision::balancedImage));
        QVERIFY(rows(vision::balancedImage) < rows(0));
        QVERIFY(rows(0) <= rows(vision::fineImage));
    }

    void tilesAreTheMostOfTheFamily_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<bool>("isMore"); // than by default
        QTest::newRow("idefics3") << "idefics3" << 2000 << 1500 << false;
        QTest::newRow("internvl") << "internvl" << 2000 << 1600 << true;
        QTest::newRow("minicpmv4_6") << "minicpmv4_6" << 2000 << 1500 << false;
        QTest::newRow("lfm2_vl") << "lfm2_vl" << 600 << 600 << true;
    }
    void tilesAreTheMostOfTheFamily()
    {
        QFETCH(QString, name);
        QFETCH(int, width);
        QFETCH(int, height);
        QFETCH(bool, isMore);
        const PixelSize image{width, height};
        VisionConfig config = budgetFamily(name);
        QVERIFY(vision::canCutTiles(config));
        const auto rows = [&](int64_t level) {
            return rowsOf(vision::withImageTokens(config, image, level), image);
        };
        const int64_t most = rows(vision::tilesImage);
        QCOMPARE(most > rows(0), isMore);
        for (const int64_t level :
            {int64_t(0), vision::fastImage, vision::balancedImage, vision::fineImage})
            QVERIFY(rows(level) <= most);

        config.pixels.splits = false; // as some files say
        QCOMPARE(rows(vision::tilesImage), most);
    }

    // What one tile shows in full is read as it is.
    void smallImagesNeedNoTiles()
    {
        const VisionConfig config = budgetFamily("lfm2_vl");
        const PixelSize image{200, 150};
        const VisionConfig tiled = vision::withImageTokens(config, image, vision::tilesImage);
        QCOMPARE(vision::chooseTiling(tiled, image).rows, int64_t(0));
    }

    void otherFamiliesHaveNoTiles()
    {
        const PixelSize image{2000, 1500};
        for (const char* name : {"qwen2_vl", "pixtral", "gemma3"}) {
            const VisionConfig config = budgetFamily(name);
            QVERIFY(!vision::canCutTiles(config));
            QCOMPARE(rowsOf(vision::withImageTokens(config, image, vision::tilesImage), image),
                rowsOf(config, image));
        }
    }

    void numbersFromFilesAreChecked()
    {
        for (const int64_t known : {vision::fastImage, vision::fineImage, vision::balancedImage,
                 vision::tilesImage, int64_t(0), int64_t(1), vision::maxImageTokens})
            QCOMPARE(vision::checkedImageTokens(known), known);
        for (const int64_t other : {int64_t(-5), vision::maxImageTokens + 1, INT64_MIN, INT64_MAX})
            QCOMPARE(vision::checkedImageTokens(other), int64_t(0));
    }

    void squareTowersHaveNone()
    {
        VisionConfig config = budgetFamily("llava");
        config.imageSize = 336;
        config.patchSize = 14;
        config.pixels.resizes = false;
        config.pixels.crops = false;
        QVERIFY(!vision::hasImageBudget(config));
        const PixelSize image{config.imageSize, config.imageSize};
        QCOMPARE(rowsOf(vision::withImageTokens(config, image, 10), image), rowsOf(config, image));
    }
};

TESTS(ImageBudgetTest, QCoreApplication);
#include "image_budget_test.moc"
