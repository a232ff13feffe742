#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QFile>
#include <QScreen>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

/// The window on a screen that is smaller than it would like: VIGNETTE_TEST_SCREEN, or 1366 × 768.
class FirstWindowTest : public QObject {
    Q_OBJECT

private slots:
    void theFirstOneHasRoomForItsTitleBar()
    {
        ui::MainWindow window(m_services, m_services.theme());

        const QSize room = screen().size() - QSize(0, titleBar);
        QVERIFY(window.width() <= room.width());
        QVERIFY(window.height() <= room.height());
        QVERIFY(window.width() >= std::min(room.width(), 1120)); // and no smaller than it has to be
        QVERIFY(window.height() >= std::min(room.height() - 20, 700));
    }

    void oneOfALargerScreenIsMadeToFit()
    {
        ui::MainWindow window(m_services, m_services.theme());
        window.setGeometry(300, 200, 1500, 1000);

        window.fitIntoScreen();

        QVERIFY(screen().adjusted(0, titleBar, 0, 0).contains(window.geometry()));
    }

    void oneThatFitsStaysWhereItIs()
    {
        ui::MainWindow window(m_services, m_services.theme());
        const QRect place(40, 60, 500, 420);
        window.setGeometry(place);

        window.fitIntoScreen();

        QCOMPARE(window.geometry(), place);
    }

    void oneBelowALowTitleBarStaysThere_data()
    {
        QTest::addColumn<int>("known");
        QTest::addColumn<bool>("stays");
        QTest::newRow("known") << 22 << true;
        QTest::newRow("unknown") << 0 << false;
        QTest::newRow("out of a damaged file") << -700 << false;
        QTest::newRow("out of another") << 1'000'000 << false;
    }
    void oneBelowALowTitleBarStaysThere()
    {
        QFETCH(int, known);
        QFETCH(bool, stays);
        ui::MainWindow window(m_services, m_services.theme());
        const QRect place(40, 22, 500, 420);
        window.setGeometry(place);

        window.fitIntoScreen(known);

        QCOMPARE(window.geometry() == place, stays);
        QCOMPARE(window.size(), place.size());
    }

    void theScreenIsTheOneThatIsTested()
    {
        const QByteArray name = qgetenv("VIGNETTE_TEST_SCREEN");
        QCOMPARE(screen().width(), name.isEmpty() ? 1366 : name.split('x')[0].toInt());
    }

private:
    static constexpr int titleBar = 30; // pixels, of a usual desktop

    QRect screen() const { return QGuiApplication::primaryScreen()->availableGeometry(); }

    tests::TestServices m_services;
};

namespace {

// Qt's platform for tests has the screens that a file describes.
int runOnScreen(int argc, char** argv)
{
    const QByteArray wanted = qgetenv("VIGNETTE_TEST_SCREEN");
    const QByteArrayList size = (wanted.isEmpty() ? QByteArray("1366x768") : wanted).split('x');
    const QTemporaryDir folder;
    QFile file(folder.filePath("screens.json"));
    if (!file.open(QIODevice::WriteOnly))
        return 1;
    file.write(R"({"screens": [{"name": "one", "x": 0, "y": 0, "width": )" + size[0]
        + R"(, "height": )" + size[1] + R"(, "logicalDpi": 96, "dpr": 1}]})");
    file.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + file.fileName().toUtf8());
    return tests::runTests<FirstWindowTest, QApplication>(argc, argv);
}

} // namespace

TESTS_RUN_BY(FirstWindowTest, runOnScreen);
#include "first_window_test.moc"
