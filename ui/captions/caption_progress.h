#pragma once

#include <QPointer>
#include <QProgressBar>
#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QPushButton;

namespace services {
class CaptionRun;
class ModelPool;
} // namespace services

namespace ui {

class Announcer;
class TextLabel;

/// Shows what part of a run is described and, in another color, what part has failed.
class CaptionBar : public QProgressBar {
public:
    using QProgressBar::QProgressBar;

    /// The value of the bar is the number of images that are described.
    void setCounts(int described, int failed, int all);
    int failed() const { return m_failed; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_failed = 0;
};

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

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void scheduleUpdate();
    void update();
    void updateButton();
    QString stateText() const;
    void startOrPause();
    void arrange();

    services::ModelPool& m_models;
    QPointer<services::CaptionRun> m_run;
    QPushButton* m_button;
    CaptionBar* m_bar;
    QBoxLayout* m_texts;
    TextLabel* m_count;
    TextLabel* m_state;
    Announcer* m_announcer;
    QTimer m_timer; // gathers changes
    bool m_isStartable = true;
    bool m_wasRunning = false;
};

} // namespace ui
