#include "tests/support/test_program.h"
#include "tests/ui/keep_picture.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/capture/photo_dialog.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/widgets/text_label.h"
#include "ui/window/pages.h"

#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QTest>

using tests::keepPicture;

namespace {

// Cameras that see one color each.
class FakeCamera : public ui::Camera {
public:
    explicit FakeCamera(const QStringList& names)
        : list(names)
    {
    }

    QStringList names() const override { return list; }
    void start(int index) override { running = index; }
    void stop() override { running = -1; }
    void take() override { emit taken(view(QSize(640, 480))); }

    void show() { emit seen(view(QSize(320, 240))); }
    QImage view(QSize size) const
    {
        QImage image(size, QImage::Format_RGB32);
        image.fill(running == 0 ? Qt::green : Qt::blue);
        return image;
    }

    QStringList list;
    int running = -1;
};

} // namespace

// A photo of a camera becomes a part of the message.
class PhotoDialogTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->resize(1000, 700);
        m_window->show();
    }
    void cleanup() { m_window.reset(); }

    void aPhotoIsTakenAndTakenAgainAndAttached()
    {
        m_window->showPage(ui::page_id::settings);
        FakeCamera* camera = open({"Built-in"});
        QCOMPARE(camera->running, 0);
        QVERIFY(!button("Take photo")->isEnabled()); // it sees nothing yet
        QVERIFY(!dialog()->findChild<QComboBox*>()->isVisible());
        camera->show();
        QTRY_VERIFY(button("Take photo")->isEnabled());
        keepPicture(*dialog(), "photo-preview.png");

        button("Take photo")->click();
        QCOMPARE(camera->running, -1);
        QVERIFY(button("Use photo")->isVisible());
        keepPicture(*dialog(), "photo-taken.png");
        button("Retake")->click();
        QCOMPARE(camera->running, 0);
        QVERIFY(!button("Use photo"));
        camera->show();
        button("Take photo")->click();
        button("Use photo")->click();

        QTRY_COMPARE(m_window->promptBox()->pictures().size(), 1);
        const services::Picture photo = m_window->promptBox()->pictures().first();
        QCOMPARE(photo.image.size(), QSize(640, 480));
        QCOMPARE(photo.image.pixelColor(9, 9), QColor(Qt::green));
        QTRY_VERIFY(!dialog());
        QCOMPARE(m_window->currentPage(), QString(ui::page_id::chat));
        QCOMPARE(m_window->focusWidget(), m_window->promptBox()->edit());
    }

    void oneOfSeveralCamerasIsChosen()
    {
        FakeCamera* camera = open({"Built-in", "Document camera"});
        auto* choice = dialog()->findChild<QComboBox*>();
        QVERIFY(choice->isVisible());
        QCOMPARE(choice->accessibleName(), QString("Camera"));

        choice->setCurrentIndex(1);
        QCOMPARE(camera->running, 1);

        camera->list.removeFirst(); // the one that runs stays
        emit camera->namesChanged();
        QCOMPARE(choice->currentText(), QString("Document camera"));
        QVERIFY(!choice->isVisible());
    }

    void withoutACameraOneMessageSaysSo()
    {
        FakeCamera* camera = open({});
        QVERIFY(!text("No camera was found.").isEmpty());
        QCOMPARE(camera->running, -1);

        camera->list << "Built-in";
        emit camera->namesChanged(); // it starts by itself
        QCOMPARE(camera->running, 0);
        QVERIFY(text("No camera was found.").isEmpty());

        emit camera->failed("Permission denied");
        QVERIFY(!text("The camera can't be used: Permission denied.").isEmpty());
        QCOMPARE(camera->running, -1);
        button("Retry")->click();
        QCOMPARE(camera->running, 0);

        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
        QVERIFY(m_window->promptBox()->pictures().isEmpty());
    }

    void theCommandIsThereIfCamerasCanBeUsed()
    {
        QCOMPARE(m_window->commands().find("message.photo") != nullptr, ui::canUseCameras());
    }

private:
    FakeCamera* open(const QStringList& names)
    {
        auto camera = std::make_unique<FakeCamera>(names);
        FakeCamera* kept = camera.get();
        m_window->takePhoto(std::move(camera));
        return kept;
    }
    ui::PhotoDialog* dialog() const { return m_window->findChild<ui::PhotoDialog*>(); }
    QAbstractButton* button(const QString& name) const
    {
        return tests::buttonSaying(*dialog(), name);
    }
    QString text(const QString& beginning) const
    {
        for (const auto* label : dialog()->findChildren<ui::TextLabel*>())
            if (label->text().startsWith(beginning))
                return label->text();
        return {};
    }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(PhotoDialogTest, QApplication);

#include "photo_dialog_test.moc"
