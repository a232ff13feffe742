#pragma once

#include "services/settings/setting.h"

#include <QWidget>

class QLineEdit;

namespace services {
class Settings;
}

namespace ui {

class TextLabel;

/// An address that is a setting. What can be none is not taken, and said to be none. Derived classes know
/// what it is the address of.
class AddressEdit : public QWidget {
    Q_OBJECT

protected:
    /// Both references must outlive it. `name` is for screen readers.
    AddressEdit(services::Settings& settings, const services::Setting<QString>& setting,
        const QString& name, Qt::InputMethodHints hints, QWidget* parent);

    virtual bool isAddress(const QString& text) const = 0;
    /// What is said of a text that is none; %1 is the setting's first value, %2 the one that stays.
    virtual QString problem() const = 0;

private:
    void take();

    services::Settings& m_settings;
    const services::Setting<QString>& m_setting;
    QLineEdit* m_text;
    TextLabel* m_problem;
};

} // namespace ui
