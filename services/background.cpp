#include "services/background.h"

#include <QCoreApplication>

namespace services {

// Nothing continues in them when the application object is gone, as in Qt's own pool.
QThreadPool& backgroundThreads()
{
    static QThreadPool threads;
    static const bool isAwaited = [] {
        qAddPostRoutine([] { threads.waitForDone(); });
        return true;
    }();
    Q_UNUSED(isAwaited)
    return threads;
}

} // namespace services
