#pragma once

#include "services/models/model_id.h"
#include "services/remote/end_point_trial.h"
#include "services/remote/offered_model.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace services {
class EndPoints;
class InstalledModels;
} // namespace services

namespace ui {

class TextLabel;

/// A model that an end point offers, with buttons that put it into the list of models, take it out, and
/// test what it is able to.
class OfferedModelRow : public QWidget {
    Q_OBJECT

public:
    /// Both references must outlive it.
    OfferedModelRow(services::EndPoints& endPoints, services::InstalledModels& installed,
        const QString& address, const services::OfferedModel& model, QWidget* parent = nullptr);

    const services::ModelId& model() const { return m_model; }
    void test();

signals:
    void said(const QString& sentence); ///< to be announced

private:
    void layOut(const services::OfferedModel& model);
    void toggle();
    void showState();
    void showLine(const services::EndPointTrial::Line& line);

    services::EndPoints& m_endPoints;
    services::InstalledModels& m_installed;
    const QString m_address, m_name;
    const services::ModelId m_model;
    QPushButton* m_use;
    QPushButton* m_test;
    QVBoxLayout* m_lines; // what the last test has found
};

} // namespace ui
