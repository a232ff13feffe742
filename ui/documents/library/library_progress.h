#pragma once

#include "services/documents/library/document_library.h"

#include <QElapsedTimer>
#include <QList>
#include <QTimer>
#include <QWidget>

#include <optional>

class QProgressBar;
class QPushButton;

namespace ui {

class Announcer;
class ElidedLabel;
class TextLabel;

/// Shows what a library is doing, how much of it is done and how long the rest will take, with a button
/// that pauses and resumes it.
class LibraryProgress : public QWidget {
    Q_OBJECT

public:
    /// The library must outlive it.
    explicit LibraryProgress(services::DocumentLibrary& library, QWidget* parent = nullptr);

    QString text() const; ///< that is shown

private:
    void update();
    void updateButton();
    void measure();
    std::optional<double> secondsLeft() const;
    QString restText() const;

    struct Moment {
        qint64 milliseconds = 0;
        qint64 done = 0;
    };

    services::DocumentLibrary& m_library;
    QPushButton* m_button;
    QProgressBar* m_bar;
    ElidedLabel* m_text;
    TextLabel* m_left;
    Announcer* m_announcer;
    QTimer m_timer; // gathers changes
    QElapsedTimer m_clock;
    QList<Moment> m_moments; // of the phase, the last few seconds
    services::LibraryProgress::Phase m_phase = services::LibraryProgress::Phase::Resting;
    bool m_wasWorking = false;
};

} // namespace ui
