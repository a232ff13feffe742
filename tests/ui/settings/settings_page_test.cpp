#include "services/conversations/conversation_list.h"
#include "services/settings/settings_table.h"
#include "services/system/paths.h"
#include "services/system/session.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "ui/commands/command_list.h"
#include "ui/settings/address_edit.h"
#include "ui/settings/sampler_editor.h"
#include "ui/settings/setting_choices.h"
#include "ui/settings/setting_rows.h"
#include "ui/settings/settings_page.h"
#include "ui/settings/stored_models_dialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_bar.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/line_edits.h"
#include "ui/window/pages.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

namespace keys = services::settings;

using ui::FormRow;
using ui::SettingKind;
using ui::SettingRow;

class SettingsPageTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        ui::keepThemeAsSet(m_services->theme(), settings());
        m_window = std::make_unique<QMainWindow>();
        m_commands = std::make_unique<ui::CommandList>(settings(), *m_window);
        m_commands->add("chat.new", "Conversation", "New chat", {QKeySequence("Ctrl+N")}, [] {});
        m_page = ui::makeSettingsPage(*m_services, *m_commands);
        m_window->setCentralWidget(m_page);
        m_window->resize(1000, 700);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_commands.reset();
        m_services.reset();
    }

    void aNewLanguageOffersToStartAgain()
    {
        ui::LanguageChoice choice(settings(), keys::language);
        choice.setCurrentIndex(choice.findData("en"));
        emit choice.activated(choice.currentIndex());
        QCOMPARE(settings().get(keys::language), "en");
        auto* box = choice.findChild<QMessageBox*>();
        QVERIFY(box);

        for (QAbstractButton* each : box->buttons())
            if (each->text() == "Restart now")
                QTimer::singleShot(0, each, &QAbstractButton::click);

        QCOMPARE(QCoreApplication::exec(), services::restartExitCode);
    }

    // Nobody can add a line to the table and forget its row.
    void everySettingOfTheTableHasARow()
    {
        QFile header("../services/settings/settings_table.h");
        QVERIFY(header.open(QIODevice::ReadOnly));
        QStringList inTable;
        static const QRegularExpression declaration("Setting<\\w+> \\w+\\{\\s*\"([^\"]+)");
        auto matches = declaration.globalMatch(QString::fromUtf8(header.readAll()));
        while (matches.hasNext())
            inTable << matches.next().captured(1);

        QStringList onPage;
        for (const SettingRow& row : ui::settingRows())
            onPage << row.key();

        QVERIFY(inTable.size() > 20);
        inTable.sort();
        onPage.sort();
        QCOMPARE(onPage, inTable);
    }

    void everyRowNamesAndExplainsItsControl_data() { addRowPerSetting(); }
    void everyRowNamesAndExplainsItsControl()
    {
        QFETCH(int, index);
        const SettingRow row = ui::settingRows()[index];

        const FormRow* form = formOf(row);

        QVERIFY(form);
        QVERIFY(!row.name.isEmpty() && !row.help.isEmpty());
        QCOMPARE(form->control()->accessibleName(), row.name);
        QCOMPARE(form->control()->accessibleDescription(), row.help);
        QWidget* focus = form->control();
        while (focus->focusProxy())
            focus = focus->focusProxy();
        const bool isGroup = row.kind == SettingKind::Sampler;
        QVERIFY(isGroup || focus->focusPolicy() & Qt::TabFocus);
    }

    void everyControlWritesItsKeyAndGoesBack_data() { addRowPerSetting(); }
    void everyControlWritesItsKeyAndGoesBack()
    {
        QFETCH(int, index);
        const SettingRow row = ui::settingRows()[index];
        m_page->showPart(row.section);
        FormRow* form = formOf(row);
        auto* reset = button(form, "Reset to default", row.name);
        QVERIFY(reset);
        QVERIFY(!reset->isVisible());

        operate(row, form->control());
        if (QTest::currentTestFailed())
            return;

        QVERIFY(!isFallback(row));
        QVERIFY(reset->isVisible());
        QTest::mouseClick(reset, Qt::LeftButton);
        QVERIFY(isFallback(row));
        QVERIFY(!reset->isVisible());
    }

    void aChangeMadeElsewhereIsShown()
    {
        settings().set(keys::fontSize, 14);
        settings().set(keys::reducedMotion, true);
        settings().set(keys::density, QString("compact"));

        QCOMPARE(control<QSpinBox>(keys::fontSize.key)->value(), 14);
        QVERIFY(control<ui::Switch>(keys::reducedMotion.key)->isChecked());
        QCOMPARE(control<QComboBox>(keys::density.key)->currentData().toString(), "compact");
    }

    void whatIsSearchedForIsFoundInAllSections()
    {
        QTest::keyClicks(m_page->searchField(), "next time a model is loaded");

        QVERIFY(formOf(rowOf(keys::threads.key))->isVisible());
        QVERIFY(formOf(rowOf(keys::draftModel.key))->isVisible());
        QVERIFY(!formOf(rowOf(keys::scheme.key))->isVisible());

        m_page->searchField()->clear();
        QTest::keyClicks(m_page->searchField(), "DENS");
        QVERIFY(formOf(rowOf(keys::density.key))->isVisible());
        QVERIFY(!formOf(rowOf(keys::threads.key))->isVisible());

        QTest::keyClick(m_page->searchField(), Qt::Key_Escape);
        QVERIFY(formOf(rowOf(keys::threads.key))->isVisible()); // the first section again
        QVERIFY(!formOf(rowOf(keys::density.key))->isVisible());
    }

    void sectionsAreWalkedByKeyboard()
    {
        auto* list = m_page->findChild<QListWidget*>();
        list->setFocus();

        for (int i = 0; i < 6; ++i)
            QTest::keyClick(list, Qt::Key_Down);

        QVERIFY(formOf(rowOf(keys::scheme.key))->isVisible());
        QVERIFY(!formOf(rowOf(keys::threads.key))->isVisible());
    }

    void aNarrowPageHasAComboInsteadOfTheList()
    {
        m_window->resize(640, 480);
        QTRY_VERIFY(!m_page->findChild<QListWidget*>()->isVisible());
        auto* combo = comboOfSections();
        QVERIFY(combo->isVisible());

        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_Down);

        QVERIFY(formOf(rowOf(keys::systemPrompt.key))->isVisible());
    }

    void nothingIsCutOffInASmallWindow_data()
    {
        QTest::addColumn<int>("points");
        QTest::newRow("usual text") << 0;
        QTest::newRow("large text") << 21;
    }
    void nothingIsCutOffInASmallWindow()
    {
        QFETCH(int, points);
        settings().set(keys::fontSize, points);
        m_window->resize(640, 480);

        auto* area = m_page->findChild<QScrollArea*>();
        for (const ui::SettingsSection* section : m_page->sections()) {
            m_page->showPart(section->id());
            QTRY_VERIFY2(
                area->widget()->width() <= area->viewport()->width(), qPrintable(section->id()));
        }
    }

    void theWheelTurnsThePageNotTheValue()
    {
        m_page->showPart("appearance");
        auto* size = control<QSpinBox>(keys::fontSize.key);
        m_page->searchField()->setFocus();
        const QPointF place = size->rect().center();

        QWheelEvent wheel(place, size->mapToGlobal(place), {0, 120}, {0, 120}, Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(size, &wheel);
        QVERIFY(settings().isFallback(keys::fontSize));

        size->setFocus();
        QWheelEvent focused(place, size->mapToGlobal(place), {0, 120}, {0, 120}, Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(size, &focused);
        QVERIFY(!settings().isFallback(keys::fontSize));
    }

    void presetsSetManyNumbersAtOnce()
    {
        m_page->showPart("answers");
        auto* editor = m_page->findChild<ui::SamplerEditor*>();
        QTest::mouseClick(button(editor, "Balanced"), Qt::LeftButton);
        const auto kept = [this] {
            return services::answerSettingsFrom(
                QJsonDocument::fromJson(settings().get(keys::sampler).toUtf8()).object());
        };
        QCOMPARE(kept().temperature, std::optional(0.7f));
        QCOMPARE(kept().topK, std::optional(40));
        QVERIFY(button(editor, "Balanced")->isChecked());

        auto* temperature = editor->findChild<QDoubleSpinBox*>();
        temperature->setValue(1.5);
        QCOMPARE(kept().temperature, std::optional(1.5f));
        QVERIFY(!button(editor, "Balanced")->isChecked());

        QTest::mouseClick(button(editor, "Precise"), Qt::LeftButton);
        QCOMPARE(kept(), services::defaultSettings());
        QVERIFY(!settings().isFallback(keys::sampler)); // it was chosen
        editor->setValue(services::usualAnswerSettings());
        temperature->setValue(1.5);
        temperature->setValue(0.7);
        QVERIFY(settings().isFallback(keys::sampler));
    }

    void numbersHaveTheLimitsOfTheApi()
    {
        m_page->showPart("answers");
        auto* editor = m_page->findChild<ui::SamplerEditor*>();
        for (const services::AnswerField& field : services::answerFields()) {
            if (!field.label)
                continue;
            std::visit(
                [&](const auto& value) {
                    using Value = typename std::decay_t<decltype(value)>::Type;
                    if constexpr (std::is_same_v<Value, float>)
                        checkLimits(named<QDoubleSpinBox>(editor, field.label), value);
                    else if constexpr (std::is_same_v<Value, int> || std::is_same_v<Value, int64_t>)
                        checkLimits(named<QSpinBox>(editor, field.label), value);
                    else
                        QFAIL(field.label);
                },
                field.value);
        }
    }

    void everythingBelowMoreIsKept()
    {
        m_page->showPart("answers");
        auto* editor = m_page->findChild<ui::SamplerEditor*>();
        services::AnswerSettings settings = services::usualAnswerSettings();
        settings.dryMultiplier = 0.8f;
        settings.xtcProbability = 0.5f;
        settings.xtcThreshold = 0.2f;
        settings.guidance = 2.0f;

        for (const auto& [name, value] : {std::pair{"DRY multiplier", 0.8},
                 {"XTC probability", 0.5}, {"XTC threshold", 0.2}, {"Guidance scale", 2.0}})
            named<QDoubleSpinBox>(editor, name)->setValue(value);
        named<QPlainTextEdit>(editor, "Banned phrases")->setPlainText("Sure!\nAs an AI");
        named<QPlainTextEdit>(editor, "Negative prompt")->setPlainText("You are wordy.");
        named<QAbstractButton>(editor, "Token healing")->click();
        auto* thinking = named<QComboBox>(editor, "Reasoning");
        thinking->setCurrentIndex(2);
        emit thinking->activated(2);

        settings.bannedPhrases = {"Sure!", "As an AI"};
        settings.negativePrompt = "You are wordy.";
        settings.continuesWords = true;
        settings.thinks = false;
        QCOMPARE(
            services::answerSettingsFrom(
                QJsonDocument::fromJson(this->settings().get(keys::sampler).toUtf8()).object()),
            settings);
        QTest::mouseClick(button(editor, "Balanced"), Qt::LeftButton);
        QCOMPARE(editor->value().bannedPhrases, settings.bannedPhrases);
        QCOMPARE(editor->value().dryMultiplier, services::defaultSettings().dryMultiplier);
    }

    void reasoningIsWhatTheModelOffers()
    {
        ui::SamplerEditor editor;
        auto* reasoning = named<QComboBox>(&editor, "Reasoning");
        const auto offered = [reasoning] {
            QStringList texts;
            for (int index = 0; index < reasoning->count(); ++index)
                texts << reasoning->itemText(index);
            return texts.join(' ');
        };
        QCOMPARE(offered(), QString("Default On Off Low Medium High"));

        reasoning->setCurrentIndex(4);
        emit reasoning->activated(4);
        QCOMPARE(editor.value().reasoningEffort, std::optional<std::string>("medium"));
        QCOMPARE(editor.value().thinks, std::optional<bool>());

        editor.offerReasoning(runtime::ReasoningChoices{.canBeOff = true, .efforts = {"high"}});
        QCOMPARE(offered(), QString("Default On Off Medium High"));
        QCOMPARE(reasoning->currentText(), QString("Medium"));
        reasoning->setCurrentIndex(2);
        emit reasoning->activated(2);
        QCOMPARE(editor.value().thinks, std::optional(false));
        QCOMPARE(editor.value().reasoningEffort, std::optional<std::string>(""));
        QCOMPARE(offered(), QString("Default On Off High"));
        editor.offerReasoning(runtime::ReasoningChoices());
        QCOMPARE(offered(), QString("Default Off"));
    }

    void aSchemaThatIsNoneIsNotTaken()
    {
        m_page->showPart("answers");
        auto* editor = m_page->findChild<ui::SamplerEditor*>();
        auto* schema = named<QPlainTextEdit>(editor, "JSON schema");
        QVERIFY(schema);

        schema->setPlainText(R"({"type": "object"})");
        QCOMPARE(editor->value().schema.value_or(""), std::string(R"({"type": "object"})"));
        schema->setPlainText("{\"type\": ");

        QCOMPARE(editor->value().schema.value_or(""), std::string(R"({"type": "object"})"));
        QVERIFY(shows("Invalid JSON"));
        schema->setPlainText(R"({"type": "no such type"})"); // JSON, but no schema
        QTRY_VERIFY(shows("type"));
        schema->clear();
        QVERIFY(settings().isFallback(keys::sampler));
    }

    void aDeviceThatIsNotHereIsNamedWithTheReason() { QTRY_VERIFY(shows("unavailable")); }

    void anAddressThatIsNoneIsNotTaken()
    {
        auto* text = formOf(rowOf(keys::hubAddress.key))->findChild<QLineEdit*>();
        text->setText("ftp://mirror.example");
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY(settings().isFallback(keys::hubAddress));
        QVERIFY(shows("isn't a valid model hub URL"));

        text->setText("https://mirror.example");
        QTest::keyClick(text, Qt::Key_Return);

        QCOMPARE(settings().get(keys::hubAddress), "https://mirror.example");
        QVERIFY(!shows("isn't a valid model hub URL"));
    }

    void aTokenIsKeptSaidAndForgotten()
    {
        qunsetenv("HF_TOKEN");
        auto* edit = m_page->findChild<ui::TokenEdit*>();
        auto* text = edit->findChild<QLineEdit*>();
        QVERIFY(shows("No access token saved."));
        QVERIFY(!button(edit, "Save the access token")->isEnabled()
            && !button(edit, "Remove the access token")->isEnabled());

        text->setText("two words");
        QTest::mouseClick(button(edit, "Save the access token"), Qt::LeftButton);
        QVERIFY(shows("This token isn't valid"));
        text->setText("hf_secret");
        QTest::mouseClick(button(edit, "Save the access token"), Qt::LeftButton);

        QTRY_VERIFY(shows("in your keyring"));
        QCOMPARE(m_services->keyring().secrets.begin()->second, QByteArray("hf_secret"));
        QVERIFY(text->text().isEmpty());
        QTest::mouseClick(button(edit, "Remove the access token"), Qt::LeftButton);
        QTRY_VERIFY(shows("No access token saved."));
    }

    void withoutAKeyringTheTokenIsSaidToBeKeptForThisRun()
    {
        qunsetenv("HF_TOKEN");
        m_services->keyring().mood = tests::MadeUpKeyring::Mood::Refuses;
        auto* text = m_page->findChild<ui::TokenEdit*>()->findChild<QLineEdit*>();
        text->setText("hf_secret");
        QTest::keyClick(text, Qt::Key_Return);
        QTRY_VERIFY(shows("until you quit: your keyring couldn't store it"));
    }

    void privacyNamesWhatIsKeptOfReadConversationsAndWhereItIsTurnedOff()
    {
        m_page->showPart("privacy");
        QVERIFY(shows("prompt cache"));
        QVERIFY(shows("under Storage"));

        m_page->showPart("storage");

        FormRow* form = formOf(rowOf(keys::keptContextGigabytes.key));
        QVERIFY(form->isVisible());
        QVERIFY(shows("“None” turns it off and deletes it."));
        QVERIFY(shows("/contexts"));
    }

    void privacyNamesTheMachinesThatWereContacted()
    {
        m_page->showPart("privacy");
        QVERIFY(shows("None so far"));

        m_services->hosts().add("hub.example.org");

        QVERIFY(shows("hub.example.org, last on "));
        QVERIFY(!shows("None so far"));
    }

    void storageSaysWhatIsTakenAndFreesIt()
    {
        QFile file(services::paths::cacheFolder() + "/left-over");
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray(300'000, 'x')) > 0);
        file.close();
        m_page->showPart("storage");
        QTRY_VERIFY(shows("300 kB"));

        QTest::mouseClick(button(m_page, "Delete: Cache (safe to delete)"), Qt::LeftButton);
        const auto* box = m_page->findChild<QMessageBox*>();
        QVERIFY(box && file.exists());
        for (QAbstractButton* each : box->buttons())
            if (each->text().remove(u'&') == "Delete")
                each->click();

        QVERIFY(!file.exists());
        QTRY_VERIFY(!shows("300 kB"));
    }

    void downloadedModelsAreDeletedFromStorage()
    {
        const auto write = [this](const QString& name, qint64 bytes) {
            const QString path = m_services->file("models/some/model/" + name);
            QDir().mkpath(QFileInfo(path).path());
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.resize(bytes) ? path : QString();
        };
        const QString gone = write("Gone-Q8_0.gguf", 2'000'000);
        const QString vision = write("mmproj-Gone-Q8_0.gguf", 1'000'000);
        const QString half = write("Kept-Q4_0.gguf.part", 1'000'000);
        QVERIFY(!gone.isEmpty() && !vision.isEmpty() && !half.isEmpty());
        m_page->showPart("storage");
        QTRY_VERIFY2(shows("4 MB"), qPrintable(shownText()));

        button(m_page, "Delete: Models")->setFocus();
        QTest::keyClick(button(m_page, "Delete: Models"), Qt::Key_Space);
        auto* dialog = m_page->findChild<ui::StoredModelsDialog*>();
        QVERIFY(dialog);
        QTRY_COMPARE(dialog->list()->count(), 2);
        QVERIFY(!dialog->deleteButton()->isEnabled());
        QCOMPARE(dialog->list()->item(0)->text(), "Gone-Q8_0 · 3 MB");
        QCOMPARE(dialog->list()->item(1)->text(), "Kept-Q4_0 · 1 MB");
        dialog->list()->setFocus();
        QTest::keyClick(dialog->list(), Qt::Key_Space);
        QCOMPARE(dialog->deleteButton()->text(), "Delete files (3 MB)");
        dialog->deleteButton()->click();

        QTRY_VERIFY(!QFile::exists(gone) && !QFile::exists(vision));
        QVERIFY(QFile::exists(half));
        QTRY_VERIFY(shows("1 MB"));
    }

    void theDocumentIndexIsDeletedFromStorage()
    {
        services::DocumentLibrary& library = m_services->documents();
        const QString text = m_services->file("note.txt");
        QFile file(text);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("The lamp blinks twice.") > 0);
        file.close();
        library.start();
        library.add({text});
        QTRY_VERIFY_WITH_TIMEOUT(library.counts().files == 1 && library.isResting(), 60'000);
        m_page->showPart("storage");

        QTest::mouseClick(button(m_page, "Delete: Document index"), Qt::LeftButton);
        const auto* box = m_page->findChild<QMessageBox*>();
        QVERIFY(box && box->text().contains("Your files aren't deleted"));
        for (QAbstractButton* each : box->buttons())
            if (each->text().remove(u'&') == "Delete")
                each->click();

        QVERIFY(library.roots().isEmpty());
        QVERIFY(QFile::exists(text));
        const auto isErased = [&] {
            QFile store(library.privateStore());
            return store.open(QIODevice::ReadOnly) && !store.readAll().contains("blinks twice");
        };
        QTRY_VERIFY(isErased());
    }

    void diagnosticsAreCopied()
    {
        m_page->showPart("system");

        QTest::mouseClick(button(m_page, "Diagnostics"), Qt::LeftButton);

        QVERIFY(QGuiApplication::clipboard()->text().contains("Qt"));
    }

private:
    services::Settings& settings() { return m_services->settings(); }

    static void addRowPerSetting()
    {
        QTest::addColumn<int>("index");
        const QList<SettingRow> rows = ui::settingRows();
        for (int i = 0; i < rows.size(); ++i)
            QTest::newRow(qPrintable(rows[i].key())) << i;
    }

    static SettingRow rowOf(const QString& key)
    {
        for (const SettingRow& row : ui::settingRows())
            if (row.key() == key)
                return row;
        return {};
    }

    FormRow* formOf(const SettingRow& row) const { return m_page->findChild<FormRow*>(row.key()); }

    template <typename Control>
    Control* control(const QString& key) const
    {
        return qobject_cast<Control*>(formOf(rowOf(key))->control());
    }

    bool isFallback(const SettingRow& row)
    {
        return std::visit(
            [this](const auto* setting) { return settings().isFallback(*setting); }, row.setting);
    }

    template <typename Value>
    static void checkLimits(auto* control, const services::FieldValue<Value>& field)
    {
        QVERIFY(control);
        QCOMPARE(float(control->minimum()), float(field.min));
        QCOMPARE(float(control->maximum()), float(field.max));
    }

    template <typename Control>
    static Control* named(const QWidget* within, const QString& name)
    {
        for (Control* each : within->findChildren<Control*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    static QAbstractButton* button(
        const QWidget* within, const QString& name, const QString& description = {})
    {
        for (QAbstractButton* each : within->findChildren<QAbstractButton*>())
            if (each->accessibleName() == name
                && (description.isEmpty() || each->accessibleDescription() == description))
                return each;
        return nullptr;
    }

    bool shows(const QString& text) const
    {
        for (const QLabel* label : m_page->findChildren<QLabel*>())
            if (label->text().contains(text) && !label->isHidden())
                return true;
        return false;
    }

    QString shownText() const
    {
        QStringList texts;
        for (const QLabel* label : m_page->findChildren<QLabel*>())
            if (label->isVisible())
                texts << label->text();
        return texts.join(u'\n');
    }

    QComboBox* comboOfSections() const
    {
        for (QComboBox* each : m_page->findChildren<QComboBox*>())
            if (each->accessibleName() == "Section")
                return each;
        return nullptr;
    }

    // Operates a control as a user would, each kind in its own way.
    void operate(const SettingRow& row, QWidget* control)
    {
        switch (row.kind) {
        case SettingKind::Switch:
            return QTest::mouseClick(control, Qt::LeftButton);
        case SettingKind::Number:
        case SettingKind::Port:
            control->setFocus();
            return QTest::keyClick(control, Qt::Key_Up);
        case SettingKind::LongText:
            return QTest::keyClicks(control, "Be brief.");
        case SettingKind::Accent:
            return QTest::mouseClick(button(control, "Teal"), Qt::LeftButton);
        case SettingKind::Sampler:
            return QTest::mouseClick(button(control, "Creative"), Qt::LeftButton);
        case SettingKind::Choice:
        case SettingKind::Language:
            control->setFocus();
            QTest::keyClick(control, Qt::Key_Down);
            if (isFallback(row)) // it was the last one
                QTest::keyClick(control, Qt::Key_Up);
            return;
        case SettingKind::HubAddress: {
            auto* text = control->findChild<QLineEdit*>();
            text->setText("https://mirror.example");
            return QTest::keyClick(text, Qt::Key_Return);
        }
        default: // needs models or devices that are not here: as another page would set it
            return std::visit([this](const auto* setting) { setOther(*setting); }, row.setting);
        }
    }

    void setOther(const services::Setting<QString>& setting)
    {
        settings().set(setting, QString("x"));
    }
    void setOther(const services::Setting<QStringList>& setting)
    {
        settings().set(setting, {m_services->file("models")});
    }
    template <typename T>
    void setOther(const services::Setting<T>&)
    {
        QFAIL("only texts and lists are set elsewhere");
    }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<QMainWindow> m_window;
    std::unique_ptr<ui::CommandList> m_commands;
    ui::SettingsPage* m_page = nullptr;
};

TESTS(SettingsPageTest, QApplication);
#include "settings_page_test.moc"
