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

/// How far a run is and how long it will take, and the button that starts and pauses it.
class CaptionProgress : public QWidget {
    Q_OBJECT

public:
    /// The models must outlive it.
    explicit CaptionProgress(services::ModelPool& models, QWidget* parent = nullptr);

    void setRun(services::CaptionRun* run); ///< null: nothing to show
    void setStartable(bool isStartable); ///< the task is one that can be run

signals:
    void started(); ///< before the run is

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

/// "About 3 minutes left"
QString timeLeftText(double seconds);

} // namespace ui
