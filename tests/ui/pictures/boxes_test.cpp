#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "ui/pictures/boxes_panel.h"
#include "ui/pictures/picture_canvas.h"
#include "ui/pictures/picture_viewer.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QListWidget>
#include <QMainWindow>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using services::Picture;
using ui::BoxesPanel;
using ui::PictureViewer;

namespace {

constexpr auto twoBoxes = "[{\"bbox_2d\": [100, 100, 500, 500], \"label\": \"cat\"}, "
                          "{\"bbox_2d\": [0, 0, 50, 50], \"label\": \"<b>sign</b>\"}]";

} // namespace

// The boxes of an answer over its image.
class BoxesTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_window = std::make_unique<QMainWindow>();
        m_window->resize(1000, 700);
        m_window->show();
        m_viewer = new PictureViewer(m_services->models(), m_window.get());
        QImage image(400, 200, QImage::Format_RGB888);
        image.fill(Qt::white);
        m_pictures
            = {services::makePicture(image, "one.png"), services::makePicture(image, "two.png")};
    }
    void cleanup() { m_window.reset(); }

    void boxesAreListedAndDrawn()
    {
        m_viewer->openWithBoxes(m_pictures, 0, {}, "Qwen3-VL", twoBoxes, {});

        QVERIFY(panel()->isVisible());
        QCOMPARE(list()->count(), 2);
        QCOMPARE(list()->item(0)->text(), QString("1. cat"));
        QCOMPARE(panel()->rects().first(), QRect(40, 20, 160, 80));
        QVERIFY(list()->item(0)->data(Qt::AccessibleTextRole).toString().contains("160"));
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        list()->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(list()->item(0)->isSelected()); // as it is the one that stands out
        const QImage drawn = seen();
        list()->setCurrentRow(1);
        QVERIFY(seen() != drawn); // the chosen one stands out
        QTest::keyClick(list(), Qt::Key_B);
        QVERIFY(!panel()->isVisible());
    }

    void withoutBoxesNothingIsOffered()
    {
        m_viewer->openWithBoxes(m_pictures, 0, {}, "Qwen3-VL", "There is no cat.", {});

        QVERIFY(!panel()->isVisible());
        QTest::keyClick(m_viewer->findChild<ui::PictureCanvas*>(), Qt::Key_B);
        QVERIFY(!panel()->isVisible());
    }

    void anotherImageHasNoneOfThem()
    {
        m_viewer->openWithBoxes(m_pictures, 0, {}, "Qwen3-VL", twoBoxes, {});
        QTest::keyClick(m_viewer->findChild<ui::PictureCanvas*>(), Qt::Key_PageDown);

        QVERIFY(!panel()->isVisible());
        QVERIFY(panel()->isEmpty());
    }

    void boxesAreExported()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("boxes.json");
        m_viewer->openWithBoxes(m_pictures, 0, {}, "Qwen3-VL", twoBoxes, {});
        for (QAbstractButton* button : panel()->findChildren<QAbstractButton*>())
            if (button->text().contains("JSON"))
                button->click();
        auto* dialog = m_window->findChild<QFileDialog*>();
        QVERIFY(dialog);
        emit dialog->fileSelected(path);

        QTRY_VERIFY(QFile::exists(path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray boxes = QJsonDocument::fromJson(file.readAll()).array();
        QCOMPARE(boxes.size(), 2);
        QCOMPARE(boxes[0]["bbox_2d"].toArray(), QJsonArray({40, 20, 200, 100}));
        dialog->close();
    }

private:
    BoxesPanel* panel() const { return m_viewer->findChild<BoxesPanel*>(); }
    QListWidget* list() const { return panel()->findChild<QListWidget*>(); }
    QImage seen() const { return m_viewer->findChild<ui::PictureCanvas*>()->grab().toImage(); }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<QMainWindow> m_window;
    QList<Picture> m_pictures;
    PictureViewer* m_viewer = nullptr; // of the window
};

TESTS(BoxesTest, QApplication);
#include "boxes_test.moc"
