#pragma once

#include <QObject>

class QWidget;

namespace app {

/// Says on stdout how long the start took, for benchmarks: after the start of the process at
/// $VIGNETTE_STARTED_AT (nanoseconds of CLOCK_MONOTONIC), a line {"first_paint_ms": …} and, when
/// nothing is left to be done and the keyboard is where the user writes, {"accepts_keys_ms": …}.
class StartClock : public QObject {
    Q_OBJECT

public:
    /// Null if the environment does not ask for it.
    static StartClock* make(QWidget& promptBox, QObject* parent);

    void onPainted();

private:
    StartClock(QWidget& promptBox, qint64 startedAt, QObject* parent);
    void print(const char* what) const;

    QWidget& m_promptBox;
    qint64 m_startedAt; // nanoseconds
};

} // namespace app
