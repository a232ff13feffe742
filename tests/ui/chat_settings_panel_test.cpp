#include "services/generation/answer_settings.h"
#include "services/settings/settings.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/chat_settings_panel.h"
#include "ui/commands/command_list.h"
#include "ui/settings/sampler_editor.h"
#include "ui/widgets/marked_slider.h"
#include "ui/window/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QTest>

using tests::buttonSaying;
using tests::keepPicture;

/// The panel of one chat's settings in the real window.
class ChatSettingsPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_services->theme().setScheme(ui::Scheme::Dark);
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->resize(1120, 1000);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_window->newChat();
        m_window->commands().find("chat.settings")->trigger();
        m_panel = m_window->findChild<ui::ChatSettingsPanel*>();
        QVERIFY(m_panel && m_panel->isVisible());
    }

    void cleanup()
    {
        m_window.reset();
        m_services->theme().setScheme(ui::Scheme::Light);
        m_services.reset();
    }

    void whatTheModelAnswersWithByItselfIsMarkedAndResetTo()
    {
        services::AnswerSettings own = services::defaultSettings();
        own.temperature = 0.5f;
        services::setModelDefaults(m_services->settings(), {}, {.generation = own});
        QTRY_COMPARE(slider()->mark(), std::optional(10)); // of 0.05 each
        QCOMPARE(temperature()->value(), 0.5);

        temperature()->setValue(1.5);
        QCOMPARE(m_window->conversation()->settings().generation->temperature, std::optional(1.5f));
        QTRY_VERIFY(tests::button(m_panel, "Reset to default"));
        m_services->theme().setScheme(ui::Scheme::Light);
        QCoreApplication::processEvents();
        keepPicture(*m_window, "sampling-light.png");
        tests::button(m_panel, "Reset to default")->click();

        QCOMPARE(temperature()->value(), 0.5);
        QVERIFY(!tests::button(m_panel, "Reset to default"));
    }

    void theSettingsOfAChatBecomeThoseOfItsModel()
    {
        QVERIFY(!buttonSaying(*m_panel, "Use as model defaults")->isEnabled());
        temperature()->setValue(0.8);
        keepPicture(*m_window, "sampling-dark.png");
        QAbstractButton* makeDefault = buttonSaying(*m_panel, "Use as model defaults");
        QVERIFY(makeDefault->isEnabled());

        makeDefault->click();

        QCOMPARE(services::defaultAnswerSettings(m_services->settings(), {}).temperature,
            std::optional(0.8f));
        QVERIFY(!m_window->conversation()->settings().generation); // it has them from the model
        QCOMPARE(temperature()->value(), 0.8);
        QVERIFY(!makeDefault->isEnabled());
    }

private:
    QDoubleSpinBox* temperature() const
    {
        for (auto* each : m_panel->findChildren<QDoubleSpinBox*>())
            if (each->accessibleName() == "Temperature")
                return each;
        return nullptr;
    }

    ui::MarkedSlider* slider() const
    {
        for (auto* each : m_panel->findChildren<ui::MarkedSlider*>())
            if (each->accessibleName() == "Temperature slider")
                return each;
        return nullptr;
    }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
    ui::ChatSettingsPanel* m_panel = nullptr;
};

TESTS(ChatSettingsPanelTest, QApplication);
#include "chat_settings_panel_test.moc"
