#include "ui/settings/setting_controls.h"

#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/settings/address_edit.h"
#include "ui/settings/document_store_edit.h"
#include "ui/settings/sampler_editor.h"
#include "ui/settings/setting_choices.h"
#include "ui/widgets/choice_bar.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/line_edits.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <QSpinBox>

namespace ui {

namespace {

using services::Setting;
using services::Settings;

constexpr int longTextLines = 5;

template <typename T>
const Setting<T>& typedSetting(const SettingRow& row)
{
    return *std::get<const Setting<T>*>(row.setting);
}

QWidget* makeSwitch(const SettingRow& row, Settings& settings)
{
    const Setting<bool>& setting = typedSetting<bool>(row);
    auto* control = new Switch(row.name);
    QObject::connect(control, &Switch::toggled, control,
        [&settings, &setting](bool isOn) { settings.set(setting, isOn); });
    keepShown(control, settings, row.key(), [control, &settings, &setting] {
        const QSignalBlocker blocker(control);
        control->setChecked(settings.get(setting));
    });
    return control;
}

// A step that is felt, whatever the range.
int singleStep(const Setting<int>& setting)
{
    const int range = setting.most - setting.least;
    return range > 1'000'000 ? 1024 : (range > 10'000 ? 500 : 1);
}

QSpinBox* makeSpinBox(const SettingRow& row, Settings& settings)
{
    const Setting<int>& setting = typedSetting<int>(row);
    auto* control = new QSpinBox;
    control->setRange(setting.least, setting.most);
    control->setKeyboardTracking(false);
    control->setSpecialValueText(row.words.value(0)); // instead of 0, the least
    QObject::connect(control, &QSpinBox::valueChanged, control,
        [&settings, &setting](int value) { settings.set(setting, value); });
    keepShown(control, settings, row.key(), [control, &settings, &setting] {
        const QSignalBlocker blocker(control);
        control->setValue(settings.get(setting));
    });
    return control;
}

QWidget* makeNumber(const SettingRow& row, Settings& settings)
{
    QSpinBox* control = makeSpinBox(row, settings);
    control->setSingleStep(singleStep(typedSetting<int>(row)));
    control->setGroupSeparatorShown(true);
    control->setSuffix(row.words.value(1));
    return control;
}

QWidget* makeChoice(const SettingRow& row, Settings& settings)
{
    const Setting<QString>& setting = typedSetting<QString>(row);
    auto* control = new QComboBox;
    for (qsizetype i = 0; i < setting.choices.size(); ++i)
        control->addItem(row.words.value(i), setting.choices[i]);
    QObject::connect(control, &QComboBox::activated, control, [control, &settings, &setting] {
        settings.set(setting, control->currentData().toString());
    });
    keepShown(control, settings, row.key(), [control, &settings, &setting] {
        control->setCurrentIndex(control->findData(settings.get(setting)));
    });
    return control;
}

QWidget* makeLongText(const SettingRow& row, Settings& settings)
{
    const Setting<QString>& setting = typedSetting<QString>(row);
    auto* control = new LinesEdit(longTextLines, row.words.value(0));
    QObject::connect(control, &QPlainTextEdit::textChanged, control,
        [control, &settings, &setting] { settings.set(setting, control->toPlainText()); });
    keepShown(control, settings, row.key(), [control, &settings, &setting] {
        if (control->toPlainText() == settings.get(setting))
            return; // it was typed here
        const QSignalBlocker blocker(control);
        control->setPlainText(settings.get(setting));
    });
    return control;
}

QWidget* makeDevice(const SettingRow& row, Settings& settings)
{
    const Setting<QString>& setting = typedSetting<QString>(row);
    auto* control = new DeviceChoice;
    QObject::connect(control, &DeviceChoice::chosen, control,
        [&settings, &setting](const QString& name) { settings.set(setting, name); });
    keepShown(control, settings, row.key(),
        [control, &settings, &setting] { control->setDevice(settings.get(setting)); });
    return control;
}

QWidget* makeControl(const SettingRow& row, Settings& settings,
    services::InstalledModels& installed, const services::DocumentLibrary& library)
{
    switch (row.kind) {
    case SettingKind::Switch:
        return makeSwitch(row, settings);
    case SettingKind::Number:
        return makeNumber(row, settings);
    case SettingKind::Port:
        return makeSpinBox(row, settings);
    case SettingKind::Choice:
        return makeChoice(row, settings);
    case SettingKind::LongText:
        return makeLongText(row, settings);
    case SettingKind::Model:
        return new ModelChoice(settings, typedSetting<QString>(row), installed, row.words.value(0),
            ModelChoice::Offered::Answering);
    case SettingKind::EmbeddingModel:
        return new ModelChoice(settings, typedSetting<QString>(row), installed, row.words.value(0),
            ModelChoice::Offered::Embedding);
    case SettingKind::DocumentStore:
        return new DocumentStoreEdit(
            settings, typedSetting<QString>(row), library, row.words.value(0));
    case SettingKind::Device:
        return makeDevice(row, settings);
    case SettingKind::Files:
        return new PathList(
            settings, typedSetting<QStringList>(row), installed, PathList::Kind::Models);
    case SettingKind::Folders:
        return new PathList(
            settings, typedSetting<QStringList>(row), installed, PathList::Kind::Folders);
    case SettingKind::Accent:
        return new AccentChoice(settings, typedSetting<QString>(row));
    case SettingKind::Language:
        return new LanguageChoice(settings, typedSetting<QString>(row));
    case SettingKind::Sampler:
        return new SamplerSetting(settings, typedSetting<QString>(row));
    case SettingKind::HubAddress:
        return new HubAddressEdit(settings, typedSetting<QString>(row));
    case SettingKind::ListenAddress:
        return new ListenAddressEdit(settings, typedSetting<QString>(row));
    }
    return nullptr;
}

// Those that need the whole width.
bool isLarge(SettingKind kind)
{
    return kind == SettingKind::LongText || kind == SettingKind::Files
        || kind == SettingKind::Folders || kind == SettingKind::Sampler
        || kind == SettingKind::HubAddress || kind == SettingKind::ListenAddress
        || kind == SettingKind::DocumentStore;
}

} // namespace

FormRow* makeSettingRow(const SettingRow& row, Settings& settings,
    services::InstalledModels& installed, const services::DocumentLibrary& library, QWidget* parent)
{
    auto* form = new FormRow(row.name, row.help, makeControl(row, settings, installed, library),
        isLarge(row.kind) ? FormRow::Place::Below : FormRow::Place::Beside, parent);
    form->setObjectName(row.key());
    std::visit(
        [form, &settings, &row](const auto* setting) {
            QObject::connect(form, &FormRow::resetRequested, form,
                [&settings, setting] { settings.reset(*setting); });
            keepShown(form, settings, row.key(), [form, &settings, setting] {
                form->setResettable(!settings.isFallback(*setting));
            });
        },
        row.setting);
    return form;
}

void keepShown(QWidget* control, const services::Settings& settings, const QString& key,
    std::function<void()> show)
{
    show();
    QObject::connect(&settings, &services::Settings::changed, control,
        [key, show = std::move(show)](const QString& changed) {
            if (changed == key)
                show();
        });
}

} // namespace ui
