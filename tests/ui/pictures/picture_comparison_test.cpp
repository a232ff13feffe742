#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "ui/chat/prompt_box.h"
#include "ui/pictures/picture_comparison.h"
#include "ui/pictures/picture_viewer.h"
#include "ui/widgets/text_label.h"

#include <QAbstractButton>
#include <QApplication>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>

using services::Picture;
using ui::PictureCanvas;
using ui::PictureComparison;
using ui::PictureViewer;

namespace {

Picture colored(const QString& name, QSize size, QColor color)
{
    QImage image(size, QImage::Format_RGB888);
    image.fill(color);
    return services::makePicture(image, name);
}

} // namespace

// Images side by side, as the viewer opens them.
class PictureComparisonTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_window = std::make_unique<QMainWindow>();
        m_window->resize(1000, 700);
        m_window->show();
        m_viewer = new PictureViewer(m_services->models(), m_window.get());
    }
    void cleanup() { m_window.reset(); }

    void aSingleImageCannotBeCompared()
    {
        m_viewer->open({colored("one.png", {600, 400}, Qt::white)}, 0, {});
        QTest::keyClick(m_viewer->focusWidget(), Qt::Key_C);

        QVERIFY(!m_viewer->findChild<PictureComparison*>());
        for (const QAbstractButton* button : m_viewer->findChildren<QAbstractButton*>())
            QVERIFY(button->text() != "Compare" || !button->isVisible());
    }

    void allShowTheSamePart()
    {
        openTwo();
        const auto canvases = comparison()->canvases();
        QCOMPARE(canvases.size(), 2);
        QVERIFY(canvases[0]->isFitted() && canvases[1]->isFitted());

        canvases[0]->setZoom(4);
        QTest::keyClick(canvases[0], Qt::Key_Right);

        const auto [center, zoom] = canvases[0]->view();
        const auto [otherCenter, otherZoom] = canvases[1]->view();
        QVERIFY(zoom > 1);
        QVERIFY(center.x() > 0.5);
        QCOMPARE(otherZoom, zoom);
        QCOMPARE(otherCenter, center);
        QTest::keyClick(canvases[1], Qt::Key_0);
        QVERIFY(canvases[0]->isFitted());
    }

    void differencesAreMarkedAndTakenBack()
    {
        openTwo();
        const auto canvases = comparison()->canvases();
        const auto saysShare = [this] {
            const auto labels = comparison()->findChildren<ui::TextLabel*>();
            return std::ranges::any_of(
                labels, [](const auto* label) { return label->text().contains("100.0 %"); });
        };
        canvases[0]->setZoom(4);
        const auto zoom = canvases[0]->view().zoom;
        QTest::keyClick(canvases[0], Qt::Key_D);

        QTRY_VERIFY(saysShare());
        QCOMPARE(canvases[0]->view().zoom, zoom);
        QCOMPARE(canvases[1]->view().zoom, zoom);
        QVERIFY(canvases[1]->picture().pixelColor(5, 5) != QColor(Qt::black));
        QCOMPARE(canvases[0]->picture().pixelColor(5, 5), QColor(Qt::white));
        QTest::keyClick(canvases[0], Qt::Key_D);
        QVERIFY(!saysShare());
        QCOMPARE(canvases[1]->picture().pixelColor(5, 5), QColor(Qt::black));
    }

    void enterAsksAboutThese()
    {
        openTwo();
        QSignalSpy chosen(m_viewer, &PictureViewer::picturesChosen);
        QTest::keyClick(comparison()->canvases().first(), Qt::Key_Return);

        QCOMPARE(chosen.size(), 1);
        const auto pictures = chosen.first()[0].value<QList<Picture>>();
        QCOMPARE(pictures.size(), 2);
        QCOMPARE(pictures[1].name, QString("two.png"));
        QVERIFY(!m_viewer->isVisible());
    }

    void escapeLeadsBackToTheImage()
    {
        openTwo();
        QTest::keyClick(comparison()->canvases().first(), Qt::Key_Escape);

        QVERIFY(!comparison()->isVisible());
        QVERIFY(m_viewer->isVisible());
        QTest::keyClick(m_viewer->focusWidget(), Qt::Key_Escape);
        QVERIFY(!m_viewer->isVisible());
    }

    void everythingHasANameAndIsReachedByTab()
    {
        openTwo();
        QSet<QWidget*> reached;
        for (int step = 0; step < 20; ++step) {
            QWidget* focused = m_window->focusWidget();
            QVERIFY(comparison()->isAncestorOf(focused));
            const auto* button = qobject_cast<QAbstractButton*>(focused);
            QVERIFY(!focused->accessibleName().isEmpty() || (button && !button->text().isEmpty()));
            reached << focused;
            QTest::keyClick(focused, Qt::Key_Tab);
        }
        for (QWidget* button : comparison()->findChildren<QAbstractButton*>())
            QVERIFY(reached.contains(button));
        for (QWidget* canvas : comparison()->canvases())
            QVERIFY(reached.contains(canvas));
    }

    void atMostFourAreShown()
    {
        QList<Picture> many;
        for (int i = 0; i < 7; ++i)
            many << colored(QString::number(i), {60, 40}, Qt::red);
        m_viewer->open(many, 6, {});
        QTest::keyClick(m_viewer->focusWidget(), Qt::Key_C);

        QCOMPARE(comparison()->canvases().size(), 4);
        QCOMPARE(comparison()->canvases().last()->accessibleName(), QString("6"));
    }

private:
    void openTwo()
    {
        m_viewer->open(
            {colored("one.png", {600, 400}, Qt::white), colored("two.png", {300, 200}, Qt::black)},
            0, {});
        QTest::keyClick(m_viewer->focusWidget(), Qt::Key_C);
        QVERIFY(comparison() && comparison()->isVisible());
    }

    PictureComparison* comparison() const { return m_viewer->findChild<PictureComparison*>(); }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<QMainWindow> m_window;
    PictureViewer* m_viewer = nullptr; // of the window
};

TESTS(PictureComparisonTest, QApplication);
#include "picture_comparison_test.moc"
