#pragma once

#include "services/settings/setting.h"

#include <QWidget>

class QButtonGroup;

namespace services {
class Settings;
}

namespace ui {

/// The accents as coloured dots, of which one is chosen. Arrow keys go from one to the next.
class AccentChoice : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
    AccentChoice(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

private:
    QButtonGroup* m_dots;
};

} // namespace ui
