#pragma once

#include "services/background.h"
#include "services/remote/offered_model.h"

#include <QList>
#include <QString>
#include <QWidget>

class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace services {
class EndPoints;
class InstalledModels;
} // namespace services

namespace ui {

class OfferedModelRow;
class TextLabel;

/// An end point: how what is sent travels there, its key, how many requests it bears, and the models
/// that it offers, as soon as somebody asks for them.
class EndPointCard : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
    EndPointCard(services::EndPoints& endPoints, services::InstalledModels& installed,
        const QString& address, QWidget* parent = nullptr);

    const QString& address() const { return m_address; }
    void look(); ///< asks which models it offers

signals:
    void said(const QString& sentence); ///< to be announced

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void layOut();
    QWidget* makeAtOnce();
    void remove();
    void showFound(const services::Outcome<QList<services::OfferedModel>>& found);
    void showModels(const QList<services::OfferedModel>& models);
    void clearModels();

    services::EndPoints& m_endPoints;
    services::InstalledModels& m_installed;
    const QString m_address;
    QPushButton* m_look;
    TextLabel* m_state;
    QVBoxLayout* m_models;
};

} // namespace ui
