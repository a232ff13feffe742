#include "tests/screenshots/golden.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_audit.h"

#include <QApplication>
#include <QDir>
#include <QFontInfo>
#include <QTest>

/// Every page, in both schemes and directions, looks as its golden image and cuts no text. Run once
/// for each scale of the screen, by QT_SCALE_FACTOR.
class GoldenTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY2(QFontInfo(QFont("Noto Sans")).family() == "Noto Sans",
            "the golden pictures are written in Noto Sans (Debian: fonts-noto-core)");
    }

    void cleanupTestCase()
    {
        m_stage.reset();
        m_language.reset();
    }

    void aDifferenceIsSeenWhereItIs()
    {
        QImage golden(64, 64, QImage::Format_RGB888);
        golden.fill(Qt::white);
        QImage actual = golden;
        QCOMPARE(screenshots::differenceOf(golden, actual).worst, 0.0);

        for (int x = 40; x < 44; ++x) // what is left of an icon
            for (int y = 16; y < 20; ++y)
                actual.setPixel(x, y, qRgb(90, 90, 90));
        const screenshots::Difference difference = screenshots::differenceOf(golden, actual);
        QVERIFY(difference.worst > tolerance);
        QCOMPARE(difference.place, QRect(160, 64, 32, 32));
    }

    void looksAsItDid_data()
    {
        QTest::addColumn<int>("scene");
        QTest::addColumn<ui::Scheme>("scheme");
        QTest::addColumn<Qt::LayoutDirection>("direction");
        const auto scenes = screenshots::scenes();
        for (const Qt::LayoutDirection direction : {Qt::LeftToRight, Qt::RightToLeft})
            for (size_t scene = 0; scene < scenes.size(); ++scene)
                for (const ui::Scheme scheme : {ui::Scheme::Light, ui::Scheme::Dark})
                    QTest::newRow(
                        qPrintable(screenshots::goldenName(scenes[scene], scheme, direction)))
                        << int(scene) << scheme << direction;
    }

    void looksAsItDid()
    {
        QFETCH(int, scene);
        QFETCH(ui::Scheme, scheme);
        QFETCH(Qt::LayoutDirection, direction);
        const screenshots::Scene& shown = screenshots::scenes()[size_t(scene)];
        screenshots::Stage& stage = stageFor(direction);
        stage.theme().setScheme(scheme);

        shown.show(stage);
        screenshots::settle(stage);
        const QImage actual = screenshots::takeGolden(stage);
        const QStringList clipped = tests::clippedTexts(stage.window());
        if (shown.leave)
            shown.leave(stage);

        QCOMPARE(clipped, QStringList());
        if (shown.hasGolden)
            compare(QTest::currentDataTag(), actual);
    }

private:
    // Chosen once: a text that has moved by a letter stays below it, a lost icon does not.
    static constexpr double tolerance = 9;

    screenshots::Stage& stageFor(Qt::LayoutDirection direction)
    {
        if (m_stage && (direction == Qt::RightToLeft) == bool(m_language))
            return *m_stage;
        m_stage.reset();
        m_language.reset();
        if (direction == Qt::RightToLeft)
            m_language = std::make_unique<screenshots::MirroredLanguage>();
        m_stage = std::make_unique<screenshots::Stage>(screenshots::Content::Fixed);
        m_stage->window().resize(screenshots::goldenWindow);
        return *m_stage;
    }

    static void compare(const QString& name, const QImage& actual)
    {
        const QImage golden(QStringLiteral(VIGNETTE_GOLDEN_PICTURES "/%1.png").arg(name));
        QVERIFY2(golden.size() == actual.size(),
            "there is no golden picture of this; ./dev screenshots --golden makes them");
        const screenshots::Difference difference = screenshots::differenceOf(golden, actual);
        if (difference.worst <= tolerance)
            return;
        const QDir folder(QCoreApplication::applicationDirPath() + "/golden-failures/"
            + qEnvironmentVariable("QT_SCALE_FACTOR", "1"));
        folder.mkpath(".");
        golden.save(folder.filePath(name + "-golden.png"));
        actual.save(folder.filePath(name + "-actual.png"));
        screenshots::pictureOfDifference(golden, actual)
            .save(folder.filePath(name + "-difference.png"));
        const QRect& place = difference.place;
        QFAIL(qPrintable(
            QStringLiteral("differs by %1 around (%2, %3); golden, actual and difference: %4")
                .arg(difference.worst)
                .arg(place.center().x())
                .arg(place.center().y())
                .arg(folder.path())));
    }

    std::unique_ptr<screenshots::MirroredLanguage> m_language;
    std::unique_ptr<screenshots::Stage> m_stage;
};

static int runGoldenTest(int argc, char** argv)
{
    screenshots::fixSurroundings();
    QApplication application(argc, argv);
    GoldenTest test;
    return QTest::qExec(&test, argc, argv);
}

TESTS_RUN_BY(GoldenTest, runGoldenTest);
#include "golden_test.moc"
