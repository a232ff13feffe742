#pragma once

#include "services/settings/settings.h"
#include "ui/widgets/line_edits.h"

#include <QWidget>

class QLineEdit;

namespace services {
class Settings;
class TokenKeeper;
} // namespace services

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

/// The address of a hub of models.
class HubAddressEdit : public AddressEdit {
    Q_OBJECT

public:
    /// Both references must outlive it.
    HubAddressEdit(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

protected:
    bool isAddress(const QString& text) const override;
    QString problem() const override;
};

/// The address on which the program's server listens.
class ListenAddressEdit : public AddressEdit {
    Q_OBJECT

public:
    /// Both references must outlive it.
    ListenAddressEdit(services::Settings& settings, const services::Setting<QString>& setting,
        QWidget* parent = nullptr);

protected:
    bool isAddress(const QString& text) const override;
    QString problem() const override;
};

/// The user's token for the hub of models: takes one and says where it is kept.
class TokenEdit : public SecretEdit {
    Q_OBJECT

public:
    /// The keeper must outlive it.
    explicit TokenEdit(services::TokenKeeper& tokens, QWidget* parent = nullptr);

protected:
    void keepSecret(const QByteArray& secret) override;
    void forgetSecret() override;
    bool canForget() const override;
    QString message() const override;

private:
    services::TokenKeeper& m_tokens;
};

} // namespace ui
