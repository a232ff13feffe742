#pragma once

#include "tests/benchmarks/ui/figures.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThread>

#include <atomic>
#include <memory>

namespace bench {

/// Measures how long the window's thread leaves what arrives unanswered. A thread of its own knocks
/// five hundred times a second; each knock that is answered is one sample, in milliseconds.
class Watchdog : public QObject {
    Q_OBJECT

public:
    Watchdog();
    ~Watchdog() override;

    /// The answers since start().
    const Samples& blocks() const { return m_blocks; }
    void start() { m_blocks = {}; }

private:
    void knock();

    Samples m_blocks;
    QElapsedTimer m_clock;
    std::atomic<bool> m_isAwaited = false; // a knock has not been answered
    std::atomic<bool> m_ends = false;
    std::unique_ptr<QThread> m_thread;
};

/// Counts the frames of a window.
class FrameCounter : public QObject {
    Q_OBJECT

public:
    explicit FrameCounter(QWidget& window);

    int count() const { return m_count; }

signals:
    void drawn(); ///< a frame, just now

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
    int m_count = 0;
};

/// Lets the window live for a while.
void spin(int milliseconds);

} // namespace bench
