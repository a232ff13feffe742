#pragma once

#include "ui/services.h"
#include "ui/settings/setting_rows.h"

#include <functional>

class QWidget;

namespace ui {

class FormRow;

/// What the user changes a setting with: its name, help, control and the way back to its default.
/// It shows the setting also when it is changed elsewhere. The services must outlive it.
FormRow* makeSettingRow(const SettingRow& row, const Services& services, QWidget* parent = nullptr);

/// Calls `show` now and whenever the setting of this key changes, while `control` lives.
void keepShown(QWidget* control, const services::Settings& settings, const QString& key,
    std::function<void()> show);

} // namespace ui
