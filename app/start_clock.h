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

} // namespace app
