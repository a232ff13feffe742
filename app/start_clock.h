#pragma once

#include <QObject>

class QWidget;

namespace app {

/// Prints to stdout how long the start took, for benchmarks. Measured from the start of the process
/// at $VIGNETTE_STARTED_AT (nanoseconds of CLOCK_MONOTONIC), it prints {"first_paint_ms": …} and,
/// when all work of the start is done and the prompt box has the keyboard, {"accepts_keys_ms": …}.
class StartClock : public QObject {
    Q_OBJECT

public:
    /// Returns null if the environment variable is not set.
    static StartClock* make(QWidget& promptBox, QObject* parent);

    void onPainted();

private:
    StartClock(QWidget& promptBox, qint64 startedAt, QObject* parent);
    void print(const char* what) const;

    QWidget& m_promptBox;
    qint64 m_startedAt; // nanoseconds
};

/// Reports that a window has been painted for the first time, so that work that the first image
/// does not need can be done after it.
class FirstPaint : public QObject {
    Q_OBJECT

public:
    /// The window must be visible already and must outlive this object.
    explicit FirstPaint(QWidget& window, QObject* parent = nullptr);

signals:
    void painted(); ///< sent once

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace app
