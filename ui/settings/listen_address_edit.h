#pragma once

#include "services/settings/setting.h"

#include <QWidget>

class QLineEdit;

namespace services {
class Settings;
}

namespace ui {

class TextLabel;

/// The address on which the program's server listens. What can be none is not taken, and said to be
/// none.
class ListenAddressEdit : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
    ListenAddressEdit(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

private:
    void take();

    services::Settings& m_settings;
    const services::Setting<QString>& m_setting;
    QLineEdit* m_text;
    TextLabel* m_problem;
};

} // namespace ui
