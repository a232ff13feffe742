#pragma once

#include "services/background.h"
#include "services/models/model_id_text.h"
#include "services/remote/offered_model.h"
#include "services/remote/provider_trial.h"
#include "ui/widgets/line_edits.h"

#include <QList>
#include <QString>
#include <QWidget>

class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace services {
class Providers;
class InstalledModels;
} // namespace services

namespace ui {

class TextLabel;

/// Takes the key for a remote server and says where it is kept.
class KeyEdit : public SecretEdit {
    Q_OBJECT

public:
    /// The remote servers must outlive it.
    KeyEdit(services::Providers& providers, const QString& address, QWidget* parent = nullptr);

protected:
    void keepSecret(const QByteArray& secret) override;
    void forgetSecret() override;
    bool canForget() const override;
    QString message() const override;

private:
    services::Providers& m_providers;
    const QString m_address;
};

/// A model that a remote server offers, with buttons that put it into the list of models, take it
/// out, and test what it is able to.
class OfferedModelRow : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
    OfferedModelRow(services::Providers& providers, services::InstalledModels& installed,
        const QString& address, const services::OfferedModel& model, QWidget* parent = nullptr);

    const services::ModelId& model() const { return m_model; }
    void test();

signals:
    void announced(const QString& message); ///< for screen readers

private:
    void layOut(const services::OfferedModel& model);
    void toggle();
    void showState();
    void showLine(const services::ProviderTrial::Line& line);

    services::Providers& m_providers;
    services::InstalledModels& m_installed;
    const QString m_address, m_name;
    const services::ModelId m_model;
    QPushButton* m_use;
    QPushButton* m_test;
    QVBoxLayout* m_lines; // what the last test has found
};

/// A remote server: how data travels there, its key, how many requests it bears, and the
/// models that it offers, as soon as somebody asks for them.
class ProviderCard : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
    ProviderCard(services::Providers& providers, services::InstalledModels& installed,
        const QString& address, QWidget* parent = nullptr);

    const QString& address() const { return m_address; }
    void look(); ///< asks which models it offers

signals:
    void announced(const QString& message); ///< for screen readers

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void layOut();
    QWidget* makeAtOnce();
    void remove();
    void showFound(const services::Outcome<QList<services::OfferedModel>>& found);
    void showModels(const QList<services::OfferedModel>& models);
    void clearModels();

    services::Providers& m_providers;
    services::InstalledModels& m_installed;
    const QString m_address;
    QPushButton* m_look;
    TextLabel* m_state;
    QVBoxLayout* m_models;
};

} // namespace ui
