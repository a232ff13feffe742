#pragma once

#include <QSocketNotifier>

#include <memory>

namespace app {

/// Ends the program as its menu would when the system asks for it: SIGTERM (the session ends),
/// SIGINT (Ctrl+C in a terminal), SIGHUP (that terminal is closed). There is one at a time.
class EndSignals {
public:
    EndSignals();
    ~EndSignals(); ///< the signals act as before

private:
    int m_pipe[2];
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace app
