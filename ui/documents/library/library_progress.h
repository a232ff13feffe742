#pragma once

#include "services/documents/library/document_library.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QList>
#include <QStringList>
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

/// Asks whether to add files and folders on this computer that were added to a shared store elsewhere:
/// shows their whole paths, and who can then find what they say. "Do not add" is the default. Deletes
/// itself when it is closed; `accepted` means that they are to be added. Everything is plain text.
class AddHereQuestion : public QDialog {
    Q_OBJECT

public:
    /// `store` is a file or the URL of a database, whose password is not shown.
    AddHereQuestion(const QStringList& paths, const QString& store, QWidget* parent = nullptr);
};

} // namespace ui
