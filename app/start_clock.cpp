#include "app/start_clock.h"

#include <QAbstractEventDispatcher>
#include <QEvent>
#include <QWidget>
#include <QWindow>

#include <cstdio>
#include <ctime>

namespace app {

namespace {

qint64 now()
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

StartClock* StartClock::make(QWidget& promptBox, QObject* parent)
{
    bool isNumber = false;
    const qint64 startedAt = qgetenv("VIGNETTE_STARTED_AT").toLongLong(&isNumber);
    return isNumber ? new StartClock(promptBox, startedAt, parent) : nullptr;
}

StartClock::StartClock(QWidget& promptBox, qint64 startedAt, QObject* parent)
    : QObject(parent)
    , m_promptBox(promptBox)
    , m_startedAt(startedAt)
{
}

void StartClock::onPainted()
{
    print("first_paint_ms");
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::aboutToBlock, this,
        [this] {
            if (m_promptBox.window()->focusWidget() != &m_promptBox)
                return;
            QAbstractEventDispatcher::instance()->disconnect(this);
            print("accepts_keys_ms");
        });
}

void StartClock::print(const char* what) const
{
    std::printf("{\"%s\": %.1f}\n", what, double(now() - m_startedAt) / 1e6);
    std::fflush(stdout);
}

FirstPaint::FirstPaint(QWidget& window, QObject* parent)
    : QObject(parent)
{
    window.windowHandle()->installEventFilter(this);
}

// The window paints while it handles this event; what is queued now comes right after.
bool FirstPaint::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Expose && static_cast<QWindow*>(watched)->isExposed()) {
        watched->removeEventFilter(this);
        QMetaObject::invokeMethod(this, &FirstPaint::painted, Qt::QueuedConnection);
    }
    return false;
}

} // namespace app
