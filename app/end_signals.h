#pragma once

#include <QSocketNotifier>

#include <memory>

namespace app {

/// Lets the program end in the same way as by its menu when the system asks for it: by SIGTERM (the
/// session ends), SIGINT (Ctrl+C in a terminal) or SIGHUP (that terminal is closed). At most one
/// object may exist at a time.
class EndSignals {
public:
    EndSignals();
    ~EndSignals(); ///< restores what the signals did before

private:
    int m_pipe[2];
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace app
