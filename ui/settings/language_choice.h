#pragma once

#include "services/settings/setting.h"

#include <QComboBox>

namespace services {
class Settings;
}

namespace ui {

/// The languages that the program speaks, each in its own words.
class LanguageChoice : public QComboBox {
    Q_OBJECT

public:
    /// Both must outlive it.
    LanguageChoice(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);
};

} // namespace ui
