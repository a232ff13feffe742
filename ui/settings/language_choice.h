#pragma once

#include "services/settings/setting.h"

#include <QComboBox>

namespace services {
class Settings;
}

namespace ui {

/// Chooses the language of the program; each is named in its own language.
class LanguageChoice : public QComboBox {
    Q_OBJECT

public:
    /// Both references must outlive it.
    LanguageChoice(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

private:
    void offerRestart();
};

} // namespace ui
