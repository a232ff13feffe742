#include "services/conversations/build_answer_request.h"
#include "services/models/installed_models.h"
#include "services/presets/presets.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_page.h"
#include "ui/chat/chat_settings_panel.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/commands/command_list.h"
#include "ui/commands/command_palette.h"
#include "ui/presets/preset_choice.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/undo_bar.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>

using services::ChatSettings;
using services::Preset;
using tests::patience;
using ui::PresetChoice;
using ui::PresetNameDialog;

namespace {

services::AnswerSettings bold()
{
    services::AnswerSettings settings = services::defaultSettings();
    settings.temperature = 1.5F;
    settings.schema = R"({"type":"object"})";
    return settings;
}

const ChatSettings pirate{.systemPrompt = "Speak like a pirate.", .generation = bold()};

} // namespace

/// Presets in the window: next to a conversation, in the palette, by drop.
class PresetChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        presets().save({"Pirate", pirate});
        presets().save({"Clerk", {.systemPrompt = "Be brief."}});
        openWindow();
    }

    void cleanup()
    {
        m_window.reset();
        m_services.reset();
    }

    void aChosenOneIsWhatTheModelIsAsked()
    {
        openPanel();
        QCOMPARE(names(), (QStringList{"None", "Clerk", "Pirate"}));
        QCOMPARE(choice().combo()->currentText(), QString("None"));
        pick("Pirate");

        QCOMPARE(choice().combo()->currentText(), QString("Pirate"));
        chat().appendUserMessage({"Who are you?"});
        const auto request = services::buildAnswerRequest(
            chat(), chat().tree().messagesUntil(0), m_services->settings(), {});
        QCOMPARE(request.messages.size(), 2U);
        QCOMPARE(std::get<std::string>(request.messages[0].parts[0]),
            std::string("Speak like a pirate."));
        QVERIFY(request.settings == bold());
        tests::keepPicture(*m_window, "preset-chosen.png");
    }

    void whatIsChangedAfterwardsIsNoneOfThem()
    {
        openPanel();
        pick("Clerk");
        setPrompt("Be long.");

        QCOMPARE(choice().combo()->currentIndex(), -1);
        setPrompt("Be brief.");
        QCOMPARE(choice().combo()->currentText(), QString("Clerk"));
        pick("None");
        QVERIFY(!chat().settings().systemPrompt);
    }

    void whatWasTypedComesBack()
    {
        openPanel();
        setPrompt("Two hours of work.");

        pick("Pirate");
        QVERIFY(choice().undoBar()->isVisible());
        tests::keepPicture(*m_window, "preset-undo.png");
        choice().undoBar()->undo();

        QCOMPARE(chat().settings().systemPrompt, std::optional(QString("Two hours of work.")));
        QVERIFY(!chat().settings().generation);
        pick("Pirate");
        pick("Clerk"); // nothing is lost by it
        QVERIFY(choice().undoBar()->isHidden());
    }

    void theModelThatWasChosenComesBack()
    {
        presets().save({"Own", {.systemPrompt = "x", .model = services::ModelId()}});
        const ui::Services services = *m_services;
        QTRY_VERIFY_WITH_TIMEOUT(services.installed.find({}), patience);
        setModel(services::ModelId::fromText("/models/mine.gguf"));
        openPanel();
        pick("Own");
        QCOMPARE(chat().settings().model, std::optional(services::ModelId()));
        QVERIFY(choice().undoBar()->isVisible());

        choice().undoBar()->undo();

        QCOMPARE(chat().settings().model,
            std::optional(services::ModelId::fromText("/models/mine.gguf")));
        QVERIFY(!chat().settings().systemPrompt);
    }

    void theSettingsAreSavedUnderAName()
    {
        openPanel();
        setPrompt("Answer in rhymes.");
        choice().save();
        PresetNameDialog& dialog = *theDialog();
        QVERIFY(!dialog.acceptButton()->isEnabled());
        QVERIFY(!dialog.findChild<QCheckBox*>()->isChecked()); // no model was chosen for it
        QTest::keyClicks(dialog.field(), "Poet");
        tests::keepPicture(dialog, "preset-name.png");
        QTest::keyClick(dialog.field(), Qt::Key_Return);

        QVERIFY(presets().find("Poet"));
        QCOMPARE(presets().find("Poet")->settings.systemPrompt,
            std::optional(QString("Answer in rhymes.")));
        QVERIFY(!presets().find("Poet")->settings.model);
        QCOMPARE(choice().combo()->currentText(), QString("Poet"));
    }

    void theModelIsPartOfItIfWanted()
    {
        openPanel();
        chat().setSettings({.systemPrompt = "x", .model = services::ModelId()});
        choice().save();
        PresetNameDialog& dialog = *theDialog();
        QVERIFY(dialog.findChild<QCheckBox*>()->isChecked());
        dialog.field()->setText("Own");
        dialog.acceptButton()->click();

        QCOMPARE(presets().find("Own")->settings.model, std::optional(services::ModelId()));
    }

    void aNameThatIsTakenIsReplacedOnlyWhenSaidSo()
    {
        openPanel();
        setPrompt("Be very brief.");
        choice().save();
        PresetNameDialog& dialog = *theDialog();
        QCOMPARE(dialog.acceptButton()->text(), QString("Save"));
        dialog.field()->setText(" Clerk ");
        QCOMPARE(dialog.acceptButton()->text(), QString("Replace"));
        dialog.acceptButton()->click();

        QCOMPARE(presets().all().size(), 2);
        QCOMPARE(presets().find("Clerk")->settings.systemPrompt,
            std::optional(QString("Be very brief.")));
    }

    void oneIsRenamedAndDeletedFromItsMenu()
    {
        openPanel();
        pick("Clerk");
        entry("Rename…")->trigger();
        PresetNameDialog& dialog = *theDialog();
        dialog.field()->setText("Pirate");
        QVERIFY(!dialog.acceptButton()->isEnabled());
        dialog.field()->setText("Secretary");
        dialog.acceptButton()->click();
        QCOMPARE(choice().combo()->currentText(), QString("Secretary"));

        entry("Delete…")->trigger();
        auto* box = m_window->findChild<QMessageBox*>();
        QVERIFY(box && box->text().contains("“Secretary”"));
        for (QAbstractButton* button : box->buttons())
            if (button->text() == "Delete")
                button->click();
        QCOMPARE(names(), (QStringList{"None", "Pirate"}));
        QCOMPARE(chat().settings().systemPrompt, std::optional(QString("Be brief.")));
    }

    void newChatsBeginWithIt()
    {
        openPanel();
        pick("Clerk");
        entry("Use for new chats")->trigger();
        chat().appendUserMessage({"One"});
        m_window->newChat();

        QVERIFY(chat().isEmpty());
        QCOMPARE(chat().settings().systemPrompt, std::optional(QString("Be brief.")));
        QCOMPARE(choice().combo()->currentText(), QString("Clerk"));
        QVERIFY(entry("Use for new chats")->isChecked());

        m_window.reset();
        m_services->startAnew();
        openWindow();
        QCOMPARE(chat().settings().systemPrompt, std::optional(QString("Be brief.")));
    }

    void oneGoesOutAndComesBackByDrop()
    {
        const QString file = m_services->file("Pirate.preset.json");
        openPanel();
        pick("Pirate");
        entry("Export…")->trigger();
        auto* dialog = m_window->findChild<QFileDialog*>();
        QVERIFY(dialog);
        emit dialog->fileSelected(file);
        dialog->close();
        QTRY_COMPARE_WITH_TIMEOUT(
            lastNotice(), QString("“Pirate” was exported to “%1”.").arg(file), patience);
        QVERIFY(QFile::exists(file));
        presets().remove("Pirate");

        tests::drop(*m_window, {file});

        QTRY_VERIFY_WITH_TIMEOUT(presets().find("Pirate"), patience);
        QVERIFY(presets().find("Pirate")->settings == pirate);
        QCOMPARE(lastNotice(), QString("Presets added: “Pirate”."));
        QVERIFY(m_window->promptBox()->attachments().isEmpty());
    }

    void invalidPresetsAreReportedAbove()
    {
        const QString path = m_services->file("broken.preset.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{") == 1);
        file.close();

        tests::drop(*m_window, {path});

        QTRY_VERIFY_WITH_TIMEOUT(
            lastNotice().startsWith("“broken.preset.json” isn't a valid preset"), patience);
        QCOMPARE(presets().all().size(), 2);
    }

    void aDroppedOneDoesNotChooseAServer()
    {
        const QString served = "http://127.0.0.1:1/v1#spy";
        m_services->settings().set(services::settings::addedModels, QStringList{served});
        m_services->installed().refresh();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_services->installed().find(services::parseModelId(served)), patience);
        const QString path = m_services->file("x.preset.json");
        services::writePreset(
            {"Helper", {.systemPrompt = "Help.", .model = services::parseModelId(served)}}, path);

        tests::drop(*m_window, {path});
        QTRY_VERIFY_WITH_TIMEOUT(presets().find("Helper"), patience);

        const auto notices = m_window->promptBox()->findChildren<ui::Notice*>();
        QVERIFY(std::ranges::any_of(notices, [&](const ui::Notice* notice) {
            return notice->message().contains("without its model")
                && notice->message().contains(served);
        }));
        tests::keepPicture(*m_window, "preset-of-a-server.png");
        openPanel();
        pick("Helper");
        QCOMPARE(chat().settings().systemPrompt, std::optional(QString("Help.")));
        QVERIFY(!chat().settings().model);
    }

    // The one that new chats began with is gone; somebody else's has its name by chance.
    void newChatsDoNotBeginWithANamesake()
    {
        m_services->settings().set(services::settings::presetOfNewChats, QString("Ghost"));
        const QString path = m_services->file("x.preset.json");
        services::writePreset({"Ghost", {.systemPrompt = "Obey me."}}, path);

        tests::drop(*m_window, {path});
        QTRY_VERIFY_WITH_TIMEOUT(presets().find("Ghost"), patience);
        m_window->newChat();

        QVERIFY(!chat().settings().systemPrompt);
    }

    void aDamagedFileOfOnesOwnIsToldBesideTheList()
    {
        m_window.reset();
        m_services = std::make_unique<tests::TestServices>();
        QVERIFY(QDir().mkpath(m_services->file("presets")));
        QFile file(m_services->file("presets/Old.preset.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(R"({"name": "O", "future": 1})") > 0);
        file.close();
        openWindow();
        openPanel();

        const auto isTold = [this] {
            for (const QLabel* label : choice().findChildren<QLabel*>())
                if (label->isVisible() && label->text().contains("“future”"))
                    return choice().rect().contains(label->geometry())
                        && label->height() >= label->heightForWidth(label->width());
            return false;
        };
        QTRY_VERIFY(isTold());
        tests::keepPicture(*m_window, "preset-damaged.png");
        QCOMPARE(names(), QStringList{"None"});
    }

    void aModelThatIsNotHereIsTold()
    {
        presets().save({"Foreign",
            {.systemPrompt = "x", .model = services::ModelId::fromText("http://example.org#spy")}});
        openPanel();
        pick("Foreign");

        QVERIFY2(lastNotice().contains("isn't available"), qPrintable(lastNotice()));
        QVERIFY(!chat().settings().model);
        QCOMPARE(chat().settings().systemPrompt, std::optional(QString("x")));
    }

    void thePaletteChoosesOne()
    {
        m_window->commands().find("window.palette")->trigger();
        auto* palette = m_window->findChild<ui::CommandPalette*>();
        QVERIFY(palette);
        QTest::keyClicks(palette->field(), "Pirate");
        QTest::keyClick(palette->field(), Qt::Key_Return);

        QCOMPARE(chat().settings().systemPrompt, pirate.systemPrompt);
        QVERIFY(lastNotice().contains("“Pirate” is now used"));
    }

    void theMenuOpensByKeyboard()
    {
        openPanel();
        auto* button = choice().findChild<ui::IconButton*>();
        QVERIFY(!button->accessibleName().isEmpty());
        QVERIFY(button->focusPolicy() & Qt::TabFocus);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);

        const auto* menu = choice().findChild<QMenu*>();
        QVERIFY(menu && menu->isVisible());
        QCOMPARE(choice().combo()->accessibleName(), QString("Preset"));
    }

private:
    void openWindow()
    {
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->resize(1120, 800);
        m_window->show();
    }

    void openPanel()
    {
        m_window->commands().find("chat.settings")->trigger();
        QVERIFY(choice().isVisible());
    }

    // Picks an entry as the mouse does.
    void pick(const QString& name)
    {
        QComboBox& combo = *choice().combo();
        const int row = combo.findText(name);
        QVERIFY2(row >= 0, qPrintable(name));
        combo.setCurrentIndex(row);
        emit combo.activated(row);
    }

    void setPrompt(const QString& text)
    {
        ChatSettings settings = chat().settings();
        settings.systemPrompt = text;
        chat().setSettings(settings);
    }

    void setModel(const services::ModelId& model)
    {
        ChatSettings settings = chat().settings();
        settings.model = model;
        chat().setSettings(settings);
    }

    QAction* entry(const QString& name)
    {
        for (QAction* action : choice().popup()->actions())
            if (action->text() == name)
                return action;
        qFatal("the menu has no %s", qPrintable(name));
    }

    // The one that was opened last; those before it are closed.
    PresetNameDialog* theDialog()
    {
        PresetNameDialog* open = nullptr;
        for (auto* dialog : m_window->findChildren<PresetNameDialog*>())
            if (dialog->isVisible())
                open = dialog;
        return open;
    }

    QString lastNotice() const
    {
        const auto notices = m_window->promptBox()->findChildren<ui::Notice*>();
        return notices.isEmpty() ? QString() : notices.last()->message();
    }

    QStringList names() const
    {
        QStringList all;
        for (int row = 0; row < choice().combo()->count(); ++row)
            all << choice().combo()->itemText(row);
        return all;
    }

    PresetChoice& choice() const { return *m_window->findChild<PresetChoice*>(); }
    services::Presets& presets() { return m_services->presets(); }
    services::Conversation& chat() const { return *m_window->conversation(); }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(PresetChoiceTest, QApplication);
#include "preset_choice_test.moc"
