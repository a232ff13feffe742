#pragma once

#include "services/models/devices.h"
#include "services/settings/setting.h"

#include <QWidget>

class QComboBox;

namespace services {
class Settings;
}

namespace ui {

class TextLabel;

/// The devices that models can be computed with; below, why one of them cannot be used.
class DeviceChoice : public QWidget {
    Q_OBJECT

public:
    /// Both must outlive it.
    DeviceChoice(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

    QComboBox* combo() const { return m_combo; }

private:
    void showDevices(const QList<services::Device>& devices);
    void showChosen();

    services::Settings& m_settings;
    const services::Setting<QString>& m_setting;
    QComboBox* m_combo;
    TextLabel* m_problems;
};

} // namespace ui
