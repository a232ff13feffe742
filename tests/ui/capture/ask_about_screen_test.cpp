#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/fake_portal.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/widgets/undo_bar.h"
#include "ui/window/pages.h"

#include <QAction>
#include <QApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <memory>

using services::CaptureArea;
using ui::AskIn;

// An image of the screen becomes a part of the message.
class AskAboutScreenTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!m_portal.start())
            QSKIP("dbus-daemon is not installed");
        m_portal.setPresent(true);
    }

    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->show();
        m_window->activateWindow();
        QImage image(40, 30, QImage::Format_RGB888);
        image.fill(Qt::green);
        const QString file = m_folder.filePath("shot.png");
        QVERIFY(image.save(file));
        m_portal.respond = [file](auto&&...) {
            return tests::FakePortal::Response{0, {{"uri", QUrl::fromLocalFile(file).toString()}}};
        };
        m_portal.calls.clear();
    }
    void cleanup() { m_window.reset(); }

    void theImageLandsInTheCurrentChatWithTheCursorInTheBox()
    {
        services::Conversation* before = m_window->conversation();
        m_window->promptBox()->edit()->setPlainText("What is");
        m_window->showPage(ui::page_id::settings);

        m_window->commands().find("screen.region")->trigger();

        QTRY_COMPARE(m_window->promptBox()->pictures().size(), 1);
        QCOMPARE(
            m_window->promptBox()->pictures().first().image.pixelColor(1, 1), QColor(Qt::green));
        QCOMPARE(m_window->conversation(), before);
        QCOMPARE(m_window->promptBox()->text(), QString("What is"));
        QCOMPARE(m_window->currentPage(), QString(ui::page_id::chat));
        QVERIFY(m_window->isVisible());
        QTRY_VERIFY(m_window->promptBox()->edit()->hasFocus());
    }

    void fromOutsideItLandsInANewChat()
    {
        services::Conversation* before = m_window->conversation();
        before->appendUserMessage({"Earlier"});

        m_window->askAboutScreen(CaptureArea::Screen, AskIn::NewChat);

        QTRY_COMPARE(m_window->promptBox()->pictures().size(), 1);
        QVERIFY(m_window->conversation() != before);
        QVERIFY(m_window->conversation()->isEmpty());
    }

    void theWindowIsOutOfTheWayMeanwhile()
    {
        QTRY_VERIFY(m_window->isActiveWindow());
        bool wasVisible = true;
        const auto respond = m_portal.respond;
        m_portal.respond = [&](const QString& method, const QVariantList& arguments) {
            wasVisible = m_window->isVisible();
            return respond(method, arguments);
        };

        m_window->askAboutScreen(CaptureArea::Region, AskIn::CurrentChat);

        QTRY_COMPARE(m_window->promptBox()->pictures().size(), 1);
        QVERIFY(!wasVisible);
        QVERIFY(m_window->isVisible());
    }

    // The program may have been started for the screenshot.
    void theWindowIsOutOfTheWayBeforeItIsActive()
    {
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->show();
        QVERIFY(!m_window->isActiveWindow());

        m_window->askAboutScreen(CaptureArea::Screen, AskIn::NewChat);

        QVERIFY(!m_window->isVisible());
        QTRY_COMPARE(m_window->promptBox()->pictures().size(), 1);
        QVERIFY(m_window->isVisible());
    }

    void cancellingBringsTheWindowBackAsItWas()
    {
        QTRY_VERIFY(m_window->isActiveWindow());
        m_portal.respond = [](auto&&...) { return tests::FakePortal::Response{1}; };

        m_window->askAboutScreen(CaptureArea::Region, AskIn::NewChat);
        QTRY_VERIFY(!m_window->isVisible());

        QTRY_VERIFY(m_window->isVisible());
        QVERIFY(m_window->promptBox()->isEmpty());
        QVERIFY(m_window->findChildren<ui::Notice*>().isEmpty());
    }

    void aRefusalIsSaidAboveTheBox()
    {
        m_portal.respond = [](auto&&...) { return tests::FakePortal::Response{2}; };

        m_window->askAboutScreen(CaptureArea::Region, AskIn::NewChat);

        QTRY_COMPARE(m_window->findChildren<ui::Notice*>().size(), 1);
        QVERIFY(m_window->isVisible());
        QVERIFY(m_window->promptBox()->isEmpty());
    }

private:
    tests::FakePortal m_portal;
    QTemporaryDir m_folder;
    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(AskAboutScreenTest, QApplication);
#include "ask_about_screen_test.moc"
