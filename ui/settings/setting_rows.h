#pragma once

#include "services/settings/settings.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <variant>

class QWidget;

namespace services {
class DocumentLibrary;
class InstalledModels;
class Settings;
} // namespace services

namespace ui {

/// The kind of control for a setting, and what SettingRow::words means for it.
enum class SettingKind {
    Switch,
    Number, ///< words: what 0 means, and the unit after a number
    Port, ///< words: what 0 means
    Choice, ///< words: a name for each of the setting's choices
    LongText, ///< words: the text that is shown while it is empty
    Model, ///< words: what an empty path means
    EmbeddingModel, ///< the same
    Reranker, ///< the same
    AnswerChecker, ///< the same
    ScanModel, ///< the same
    DocumentStore, ///< words: what an empty place means
    Device,
    Files, ///< paths of models
    Folders,
    Accent,
    Language,
    Sampler,
    HubAddress,
    ListenAddress,
};

using AnySetting = std::variant<const services::Setting<bool>*, const services::Setting<int>*,
    const services::Setting<QString>*, const services::Setting<QStringList>*>;

/// How a setting is shown on the settings page. All texts are in the user's language.
struct SettingRow {
    QString section; ///< the id of a section, see SettingsPage::showPart()
    AnySetting setting;
    SettingKind kind;
    QString name;
    QString help; ///< one line: what it does, and from when on
    QStringList words; ///< see SettingKind

    QString key() const;
};

/// A row for every setting of services/settings/settings_table.h, in the order of the page. A new
/// setting needs a line there and a row here.
QList<SettingRow> settingRows();

class FormRow;

/// Makes the row with which the user changes a setting: its name, help, control and a button that
/// restores the default. It also shows changes that are made elsewhere. All references but that to
/// the row must outlive it.
FormRow* makeSettingRow(const SettingRow& row, services::Settings& settings,
    services::InstalledModels& installed, const services::DocumentLibrary& library,
    QWidget* parent = nullptr);

/// Calls `show` now, and whenever the setting with this key changes, as long as `control` exists.
void keepShown(QWidget* control, const services::Settings& settings, const QString& key,
    std::function<void()> show);

} // namespace ui
