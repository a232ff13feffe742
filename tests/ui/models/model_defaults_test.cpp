#include "services/generation/answer_settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/models/models_support.h"
#include "tests/ui/test_services.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/message_commands.h"
#include "ui/models/model_card.h"
#include "ui/models/model_defaults_editor.h"
#include "ui/models/models_page.h"
#include "ui/settings/sampler_editor.h"
#include "ui/settings/setting_choices.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>

using services::ModelState;
using tests::modelPatience;
using ui::ModelCard;
using ui::ModelDefaultsEditor;

/// What is set for one model, on its card.
class ModelDefaultsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_world = std::make_unique<tests::ModelsWorld>();
        m_world->pool.setOwnOptions(
            [this](const services::ModelId& model, services::LoadOptions& options) {
                services::applyDefaults(services::modelDefaults(m_world->settings, model), options);
            });
        m_page = std::make_unique<ui::ModelsPage>(
            m_world->pool, m_world->installed, m_world->settings, m_world->downloads);
        m_page->resize(720, 900);
        m_page->show();
        QTRY_VERIFY_WITH_TIMEOUT(m_world->hasLooked() && card(), modelPatience);
    }

    void cleanup()
    {
        m_page.reset();
        m_world.reset();
    }

    void theCardOpensAndClosesThemByKeyboard()
    {
        ui::IconButton* button = card()->settingsButton();
        QVERIFY2(button->accessibleName().contains("Built-in model"),
            qPrintable(button->accessibleName()));
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        QTRY_VERIFY(editor() && editor()->isVisible()); // the layout shows it
        const QComboBox& devices = *editor()->device()->combo();
        QTRY_VERIFY_WITH_TIMEOUT(devices.count() > 1, modelPatience);
        QTRY_VERIFY(devices.height() >= devices.sizeHint().height());
        const auto* schema = editor()->sampler()->findChild<ui::LinesEdit*>();
        QTRY_VERIFY(schema->height() >= schema->sizeHint().height()); // nothing is squeezed
        tests::keepPicture(*m_page, "model-defaults.png");

        QTest::keyClick(button, Qt::Key_Space);
        QVERIFY(!editor());
    }

    void aContextIsNeededAtOnceAndUsedAtTheNextLoad()
    {
        card()->settingsButton()->click();
        load();
        const qint64 before = m_world->pool.registry().state({}).summary.contextTokens;
        QVERIFY(!isShown("Reload the model"));
        QTRY_VERIFY(isShown("Memory: "));
        const QString taken = textWith("Memory: ");

        editor()->context()->setValue(512);

        QCOMPARE(own().contextTokens, std::optional(512));
        QTRY_VERIFY(isShown("Reload the model"));
        QVERIFY2(m_page->findChild<ui::Announcer*>()->text().contains("Reload the model"),
            qPrintable(m_page->findChild<ui::Announcer*>()->text()));
        QCOMPARE(textWith("Memory: "), taken); // as it was loaded
        card()->loadAgainButton()->setFocus();
        tests::keepPicture(*m_page, "model-outdated.png");
        QCOMPARE(m_world->pool.registry().state({}).summary.contextTokens, before);
        QVERIFY(before != 512);
        card()->loadAgainButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_world->pool.registry().state({}).summary.contextTokens == 512, modelPatience);
        QTRY_VERIFY(!isShown("Reload the model"));
        QVERIFY(card()->loadAgainButton()->isHidden());
        QCOMPARE(m_page->focusWidget(), card()->loadButton());
        QTRY_VERIFY(textWith("Memory: ") != taken);
    }

    void whatItNeedsIsToldForItsOwnContext()
    {
        card()->settingsButton()->click();

        editor()->context()->setValue(512);

        QTRY_VERIFY_WITH_TIMEOUT(isShown("with a context of 512 tokens"), modelPatience);
    }

    void noMoreContextThanItWasTrainedFor()
    {
        card()->settingsButton()->click();

        QCOMPARE(editor()->context()->maximum(), 2048);
        QCOMPARE(editor()->context()->text(), QString("Default"));
    }

    void aDeviceOfItsOwnIsKept()
    {
        card()->settingsButton()->click();
        QComboBox& combo = *editor()->device()->combo();
        QCOMPARE(combo.currentText(), QString("Default"));
        QTRY_VERIFY_WITH_TIMEOUT(combo.findData("cpu") > 0, modelPatience);

        combo.setCurrentIndex(combo.findData("cpu"));
        emit combo.activated(combo.currentIndex());
        QCOMPARE(own().device, std::optional(QString("cpu")));

        combo.setCurrentIndex(0);
        emit combo.activated(0);
        QVERIFY(!own().device);
    }

    void howItAnswersIsKeptAndGivenUp()
    {
        card()->settingsButton()->click();
        QDoubleSpinBox* temperature = editor()->sampler()->findChild<QDoubleSpinBox*>();
        QVERIFY(temperature);

        temperature->setValue(0.5);

        QVERIFY(own().generation);
        QCOMPARE(services::defaultAnswerSettings(m_world->settings, {}).temperature,
            std::optional(0.5F));
        QCOMPARE(services::defaultAnswerSettings(
                     m_world->settings, services::ModelId::fromText("/other"))
                     .temperature,
            std::optional(0.7F));

        editor()->resetButton()->click();
        QVERIFY(own() == services::ModelDefaults());
        QCOMPARE(temperature->value(), 0.0);
        QVERIFY(!editor()->resetButton()->isEnabled());
    }

    // Otherwise an answer that failed on a GPU would fail there again.
    void theProcessorTakesOverFromItsOwnDevice()
    {
        tests::TestServices all;
        services::setModelDefaults(
            all.settings(), {}, {.contextTokens = 512, .device = QString("cuda:0")});
        ui::MainWindow window(all, all.theme());

        emit window.chatPage()->findChild<ui::MessageCommands*>()->cpuRequested();

        QCOMPARE(all.settings().get(services::settings::device), QString("cpu"));
        const services::ModelDefaults left = services::modelDefaults(all.settings(), {});
        QVERIFY(left == services::ModelDefaults{.contextTokens = 512});
    }

private:
    ModelCard* card() const { return m_page->card({}); }
    ModelDefaultsEditor* editor() const
    {
        return static_cast<ModelDefaultsEditor*>(card()->editor());
    }
    services::ModelDefaults own() const { return services::modelDefaults(m_world->settings, {}); }

    void load()
    {
        m_world->pool.registry().load({});
        QTRY_COMPARE_WITH_TIMEOUT(
            m_world->pool.registry().state({}).stage, ModelState::Stage::Ready, modelPatience);
    }

    // The message on the card that has these words.
    QString textWith(const QString& words) const
    {
        for (const QLabel* label : card()->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(words))
                return label->text();
        return {};
    }

    bool isShown(const QString& words) const { return !textWith(words).isEmpty(); }

    std::unique_ptr<tests::ModelsWorld> m_world;
    std::unique_ptr<ui::ModelsPage> m_page;
};

TESTS(ModelDefaultsTest, QApplication);
#include "model_defaults_test.moc"
