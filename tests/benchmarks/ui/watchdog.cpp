#include "tests/benchmarks/ui/watchdog.h"

#include <QApplication>
#include <QEvent>
#include <QEventLoop>
#include <QTimer>
#include <QWidget>

namespace bench {

namespace {

constexpr unsigned long knockMicroseconds = 2000;

} // namespace

Watchdog::Watchdog()
{
    m_clock.start();
    m_thread.reset(QThread::create([this] {
        while (!m_ends) {
            QThread::usleep(knockMicroseconds);
            knock();
        }
    }));
    m_thread->start(QThread::TimeCriticalPriority);
}

Watchdog::~Watchdog()
{
    m_ends = true;
    m_thread->wait();
}

// One at a time: a long block is one long answer, not many.
void Watchdog::knock()
{
    if (m_isAwaited.exchange(true))
        return;
    const qint64 begin = m_clock.nsecsElapsed();
    QMetaObject::invokeMethod(
        this,
        [this, begin] {
            m_blocks.add(double(m_clock.nsecsElapsed() - begin) / 1e6);
            m_isAwaited = false;
        },
        Qt::QueuedConnection);
}

FrameCounter::FrameCounter(QWidget& window)
    : m_window(window)
{
    qApp->installEventFilter(this);
}

// A window is drawn again once for any number of widgets: Qt asks it for that by UpdateRequest.
bool FrameCounter::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window && event->type() == QEvent::UpdateRequest) {
        ++m_count;
        QMetaObject::invokeMethod(this, &FrameCounter::drawn, Qt::QueuedConnection);
    }
    return false;
}

void spin(int milliseconds)
{
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

} // namespace bench
