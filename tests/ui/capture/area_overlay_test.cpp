#include "tests/support/test_program.h"
#include "ui/capture/area_overlay.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using services::CaptureArea;
using ui::AreaOverlay;

namespace {

// Every pixel says where it is.
QImage positions()
{
    QImage image(800, 600, QImage::Format_RGB32);
    for (int y = 0; y < 600; ++y)
        for (int x = 0; x < 800; ++x)
            image.setPixelColor(x, y, QColor(x % 256, y % 256, (x / 256) * 16 + y / 256));
    return image;
}

const QRect upper(100, 120, 300, 200);
const QRect lower(50, 60, 600, 500);

} // namespace

// The choice of an area where the desktop has no dialog for it.
class AreaOverlayTest : public QObject {
    Q_OBJECT

private slots:
    void init() { open(CaptureArea::Region); }
    void cleanup() { m_overlay.reset(); }

    void draggingTakesThePixelsUnderIt()
    {
        drag({200, 100}, {100, 50});

        QCOMPARE(m_chosen->size(), 1);
        const QImage part = m_chosen->first()[0].value<QImage>();
        QCOMPARE(part.size(), QSize(101, 51));
        QCOMPARE(part.pixelColor(0, 0), positions().pixelColor(100, 50));
        QCOMPARE(part.pixelColor(100, 50), positions().pixelColor(200, 100));
    }

    void aClickTakesTheUppermostWindow()
    {
        QTest::mouseClick(m_overlay.get(), Qt::LeftButton, {}, {150, 150});

        QCOMPARE(m_chosen->size(), 1);
        QCOMPARE(m_chosen->first()[0].value<QImage>(), positions().copy(upper));
    }

    void aClickOnNothingTakesNothing()
    {
        QTest::mouseClick(m_overlay.get(), Qt::LeftButton, {}, {5, 5});

        QCOMPARE(m_chosen->size() + m_cancelled->size(), 0);
    }

    void enterTakesTheWholeScreen()
    {
        QTest::keyClick(m_overlay.get(), Qt::Key_Return);

        QCOMPARE(m_chosen->size(), 1);
        QCOMPARE(m_chosen->first()[0].value<QImage>(), positions());
    }

    void keysMarkMoveAndResize()
    {
        QTest::keyClick(m_overlay.get(), Qt::Key_Right);
        QVERIFY(m_overlay->isMarking());
        const QRect first = m_overlay->region();
        QVERIFY(positions().rect().contains(first) && first != positions().rect());
        QTest::keyClick(m_overlay.get(), Qt::Key_Left);
        QVERIFY(m_overlay->region().left() < first.left());
        QCOMPARE(m_overlay->region().size(), first.size());
        QTest::keyClick(m_overlay.get(), Qt::Key_Down, Qt::ShiftModifier);
        QVERIFY(m_overlay->region().height() > first.height());
        const QRect wanted = m_overlay->region();
        QTest::keyClick(m_overlay.get(), Qt::Key_Enter);

        QCOMPARE(m_chosen->first()[0].value<QImage>(), positions().copy(wanted));
    }

    void tabGoesFromWindowToWindowAndBack()
    {
        QTest::keyClick(m_overlay.get(), Qt::Key_Tab);
        QCOMPARE(m_overlay->region(), upper);
        QTest::keyClick(m_overlay.get(), Qt::Key_Tab);
        QCOMPARE(m_overlay->region(), lower);
        QTest::keyClick(m_overlay.get(), Qt::Key_Backtab, Qt::ShiftModifier);
        QCOMPARE(m_overlay->region(), upper);
        QVERIFY(m_overlay->accessibleDescription().contains("300"));
    }

    void forAWindowTheUppermostIsMarked()
    {
        open(CaptureArea::Window);

        QCOMPARE(m_overlay->region(), upper);
    }

    void escapeCancels()
    {
        QTest::keyClick(m_overlay.get(), Qt::Key_Escape);

        QCOMPARE(m_cancelled->size(), 1);
        QCOMPARE(m_chosen->size(), 0);
    }

    // Whatever the desktop says of windows.
    void withoutWindowsTabDoesNothing()
    {
        m_overlay = std::make_unique<AreaOverlay>(
            services::ScreenImage{positions(), nullptr, {}}, CaptureArea::Window);
        QTest::keyClick(m_overlay.get(), Qt::Key_Tab);
        QVERIFY(!m_overlay->isMarking());
    }

private:
    void open(CaptureArea area)
    {
        m_overlay = std::make_unique<AreaOverlay>(
            services::ScreenImage{positions(), nullptr, {upper, lower}}, area);
        m_overlay->setAttribute(Qt::WA_DeleteOnClose, false);
        m_overlay->resize(positions().size());
        m_overlay->show();
        m_chosen = std::make_unique<QSignalSpy>(m_overlay.get(), &AreaOverlay::chosen);
        m_cancelled = std::make_unique<QSignalSpy>(m_overlay.get(), &AreaOverlay::cancelled);
    }

    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(m_overlay.get(), Qt::LeftButton, {}, from);
        QTest::mouseMove(m_overlay.get(), (from + to) / 2);
        QTest::mouseRelease(m_overlay.get(), Qt::LeftButton, {}, to);
    }

    std::unique_ptr<AreaOverlay> m_overlay;
    std::unique_ptr<QSignalSpy> m_chosen, m_cancelled;
};

TESTS(AreaOverlayTest, QApplication);
#include "area_overlay_test.moc"
