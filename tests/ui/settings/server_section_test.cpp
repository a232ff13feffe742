#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/commands/command_list.h"
#include "ui/server/server_state.h"
#include "ui/settings/settings_page.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/line_edits.h"
#include "ui/window/pages.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QSpinBox>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QUrl>

namespace keys = services::settings;

using services::ProgramServer;
using tests::button;
using tests::patience;
using Stage = ProgramServer::Stage;

// The server's part of the settings page, as a user works with it.
class ServerSectionTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        ui::keepThemeAsSet(m_services->theme(), settings());
        settings().set(keys::serverPort, 0);
        m_services->server().start();
        m_window = std::make_unique<QMainWindow>();
        m_commands = std::make_unique<ui::CommandList>(settings(), *m_window);
        m_page = ui::makeSettingsPage(*m_services, *m_commands);
        m_window->setCentralWidget(m_page);
        m_window->resize(1000, 800);
        m_window->show();
        m_page->showPart("server");
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_commands.reset();
        m_services.reset();
    }

    void theSwitchStartsItAndItsAddressIsShown()
    {
        QVERIFY(shows("Off"));
        QVERIFY(!button(m_page, "Copy command")->isEnabled());

        switchOn();

        QTRY_VERIFY_WITH_TIMEOUT(shows(server().address() + "/v1"), patience);
        QCOMPARE(server().stage(), Stage::Running);
        QVERIFY(shows("0 client(s) connected · 0 answer(s) in progress"));
        QVERIFY(announcer()->text().contains(server().address()));
    }

    void aClientIsCounted()
    {
        switchOn();
        QTRY_COMPARE_WITH_TIMEOUT(server().stage(), Stage::Running, patience);

        QTcpSocket client;
        client.connectToHost("127.0.0.1", quint16(QUrl(server().address()).port()));

        QTRY_VERIFY(shows("1 client(s) connected"));
        client.disconnectFromHost();
        QTRY_VERIFY(shows("0 client(s) connected"));
    }

    void theCommandIsCopied()
    {
        switchOn();
        QTRY_COMPARE_WITH_TIMEOUT(server().stage(), Stage::Running, patience);
        auto* view = m_page->findChild<ui::ExampleCommandView*>();
        const QString command = view->findChild<ui::LinesEdit*>()->toPlainText();
        QVERIFY(command.startsWith("curl " + server().address()));

        QTest::mouseClick(button(m_page, "Copy command"), Qt::LeftButton);

        QCOMPARE(QGuiApplication::clipboard()->text(), command);
        QVERIFY(tests::buttonSaying(*view, "Copied"));
        QTRY_VERIFY(tests::buttonSaying(*view, "Copy"));
    }

    void aTakenPortIsShownAsAnError()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        settings().set(keys::serverPort, int(other.serverPort()));

        switchOn();

        QTRY_VERIFY_WITH_TIMEOUT(shows("Address already in use"), patience);
        QVERIFY(announcer()->text().contains("Address already in use"));
        tests::keepPicture(*m_window, "server-port-taken.png");
    }

    void otherComputersAskForAKeyWhichIsNeverShown()
    {
        settings().set(keys::serverHost, QString("0.0.0.0"));
        switchOn();
        QTRY_VERIFY_WITH_TIMEOUT(shows("an API key is required"), patience);
        auto* edit = m_page->findChild<ui::ServerKeyEdit*>()->findChild<QLineEdit*>();
        QCOMPARE(edit->echoMode(), QLineEdit::Password);

        edit->setText("a-key-of-mine");
        QTest::keyClick(edit, Qt::Key_Return);

        QTRY_COMPARE_WITH_TIMEOUT(server().stage(), Stage::Running, patience);
        QTRY_VERIFY(shows("The API key is stored in your keyring"));
        QVERIFY(edit->text().isEmpty());
        QVERIFY(!shows("a-key-of-mine"));
        QVERIFY(!server().exampleCommand().contains("a-key-of-mine"));
    }

    void invalidAddressesAreNotTaken()
    {
        QLineEdit* text = nullptr;
        for (QLineEdit* each : m_page->findChildren<QLineEdit*>())
            if (each->accessibleName() == "Listen address")
                text = each;
        QVERIFY(text);
        text->setText("example.org");
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY(shows("This isn't a valid address of this computer"));
        QCOMPARE(settings().get(keys::serverHost), "127.0.0.1");

        text->setText("::1");
        QTest::keyClick(text, Qt::Key_Return);

        QCOMPARE(settings().get(keys::serverHost), "::1");
        QVERIFY(!shows("This isn't a valid address of this computer"));
    }

private:
    services::Settings& settings() { return m_services->settings(); }
    ProgramServer& server() { return m_services->server(); }
    ui::Announcer* announcer() const
    {
        return m_page->findChild<ui::ServerState*>()->findChild<ui::Announcer*>();
    }
    void switchOn()
    {
        QTest::mouseClick(button(m_page, "Local API server"), Qt::LeftButton);
        QVERIFY(settings().get(keys::serverIsOn));
    }
    bool shows(const QString& words) const
    {
        for (QLabel* label : m_page->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(words))
                return true;
        return false;
    }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<QMainWindow> m_window;
    std::unique_ptr<ui::CommandList> m_commands;
    ui::SettingsPage* m_page = nullptr;
};

TESTS(ServerSectionTest, QApplication);
#include "server_section_test.moc"
