#pragma once

#include "services/settings/setting.h"

#include <QWidget>

class QButtonGroup;

namespace services {
class Settings;
}

namespace ui {

/// The accents as coloured dots, one of them chosen. Arrow keys go from one to the next.
class AccentChoice : public QWidget {
    Q_OBJECT

public:
    /// Both must outlive it.
    AccentChoice(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

private:
    QButtonGroup* m_dots;
};

} // namespace ui
