#include "app/first_paint.h"

#include <QEvent>
#include <QWidget>
#include <QWindow>

namespace app {

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
