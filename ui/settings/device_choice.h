#pragma once

#include "services/models/devices.h"

#include <QWidget>

class QComboBox;

namespace ui {

class TextLabel;

/// Chooses a device that models are computed on; says below why a device cannot be used.
class DeviceChoice : public QWidget {
    Q_OBJECT

public:
    /// `none` is the first entry, which chooses no device; empty: there is no such entry.
    explicit DeviceChoice(const QString& none = {}, QWidget* parent = nullptr);

    QComboBox* combo() const { return m_combo; }
    void setDevice(const QString& name); ///< says nothing; empty: none

signals:
    void chosen(const QString& name); ///< by the user

private:
    void showDevices(const QList<services::Device>& devices);
    void showChosen();

    const QString m_none;
    QString m_device;
    QComboBox* m_combo;
    TextLabel* m_problems;
};

} // namespace ui
