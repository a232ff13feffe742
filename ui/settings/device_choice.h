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

/// Chooses the device that models are computed on; says below why a device cannot be used.
class DeviceChoice : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
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
