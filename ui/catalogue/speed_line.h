#pragma once

#include "services/models/load_options.h"
#include "services/models/model_description.h"

#include <QWidget>

class QProgressBar;
class QPushButton;

namespace services {
class Planner;
}

namespace ui {

class Announcer;
class TextLabel;

/// How fast a model will be on this computer, as far as the computer has been measured, and a button
/// that measures it.
class SpeedLine : public QWidget {
    Q_OBJECT

public:
    /// The planner must outlive it.
    explicit SpeedLine(services::Planner& planner, QWidget* parent = nullptr);

    void setModel(const services::ModelDescription& model, const services::LoadOptions& options);

    QPushButton* measureButton() const { return m_measure; } ///< measures, or stops that
    QString text() const;

private:
    void showSpeed();
    void measureOrStop();

    services::Planner& m_planner;
    services::ModelDescription m_model;
    services::LoadOptions m_options;
    QString m_failure; // of the last measuring
    bool m_wasMeasuring = false;
    TextLabel* m_text;
    QProgressBar* m_progress;
    QPushButton* m_measure;
    Announcer* m_announcer;
};

} // namespace ui
