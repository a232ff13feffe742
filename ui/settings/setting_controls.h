#pragma once

#include "ui/services.h"
#include "ui/settings/setting_rows.h"

#include <functional>

class QWidget;

namespace ui {

class FormRow;

/// Makes the row with which the user changes a setting: its name, help, control and a button that
/// restores the default. It also shows changes that are made elsewhere. The services must outlive
/// it.
FormRow* makeSettingRow(const SettingRow& row, const Services& services, QWidget* parent = nullptr);

/// Calls `show` now, and whenever the setting with this key changes, as long as `control` exists.
void keepShown(QWidget* control, const services::Settings& settings, const QString& key,
    std::function<void()> show);

} // namespace ui
