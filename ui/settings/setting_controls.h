#pragma once

#include "ui/settings/setting_rows.h"

#include <functional>

class QWidget;

namespace services {
class DocumentLibrary;
class InstalledModels;
class Settings;
} // namespace services

namespace ui {

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
