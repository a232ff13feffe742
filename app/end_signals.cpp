#include "app/end_signals.h"

#include <QCoreApplication>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace app {

namespace {

constexpr int ends[] = {SIGTERM, SIGINT, SIGHUP};

// A signal handler may do little more than write; the event loop reads at the other end.
int writingEnd = -1;

void onSignal(int)
{
    const int interrupted = errno; // whatever was under way may still look at it
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(writingEnd, &byte, 1);
    errno = interrupted;
}

} // namespace

EndSignals::EndSignals()
{
    if (::pipe2(m_pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
        m_pipe[0] = m_pipe[1] = -1;
        return;
    }
    m_notifier = std::make_unique<QSocketNotifier>(m_pipe[0], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this] {
        m_notifier->setEnabled(false);
        QCoreApplication::quit();
    });
    writingEnd = m_pipe[1];
    for (const int number : ends)
        std::signal(number, onSignal);
}

EndSignals::~EndSignals()
{
    if (!m_notifier)
        return;
    for (const int number : ends)
        std::signal(number, SIG_DFL);
    m_notifier.reset();
    ::close(m_pipe[0]);
    ::close(m_pipe[1]);
}

} // namespace app
