#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QProgressBar;
class QPushButton;

namespace services {
class CaptionRun;
class ModelPool;
} // namespace services

namespace ui {

class Announcer;
class TextLabel;

/// Shows how many images of a run are described and how long the others will take, with a button
/// that starts and pauses the run.
class CaptionProgress : public QWidget {
    Q_OBJECT

public:
    /// The models must outlive it.
    explicit CaptionProgress(services::ModelPool& models, QWidget* parent = nullptr);

    void setRun(services::CaptionRun* run); ///< null: there is nothing to show
    void setStartable(bool isStartable); ///< whether the task of the run can be started

signals:
    void started(); ///< sent before the run is started

private:
    void scheduleUpdate();
    void update();
    void updateButton();
    QString stateText() const;
    void startOrPause();

    services::ModelPool& m_models;
    QPointer<services::CaptionRun> m_run;
    QPushButton* m_button;
    QProgressBar* m_bar;
    TextLabel* m_count;
    TextLabel* m_state;
    Announcer* m_announcer;
    QTimer m_timer; // gathers changes
    bool m_isStartable = true;
    bool m_wasRunning = false;
};

} // namespace ui
