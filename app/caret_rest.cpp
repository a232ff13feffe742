#include "app/caret_rest.h"

#include <QApplication>
#include <QEvent>

using namespace std::chrono_literals;

namespace app {

CaretRest::CaretRest(QObject* parent)
    : QObject(parent)
    , m_flashTime(QApplication::cursorFlashTime())
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(10s);
    connect(&m_patience, &QTimer::timeout, this, [] { QApplication::setCursorFlashTime(0); });
    m_patience.start();
    qApp->installEventFilter(this);
}

bool CaretRest::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress
        || event->type() == QEvent::WindowActivate)
        wake();
    return false;
}

void CaretRest::wake()
{
    if (!m_patience.isActive())
        QApplication::setCursorFlashTime(m_flashTime);
    m_patience.start();
}

} // namespace app
