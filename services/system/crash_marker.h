#pragma once

#include <QString>

namespace services {

/// A file that is there, and locked, while the program runs: a start that finds it without the
/// lock knows that the one before was killed, crashed or lost its power.
class CrashMarker {
public:
    /// Leaves the file in this folder. If another program has it, it stays that one's.
    explicit CrashMarker(const QString& folder);
    ~CrashMarker(); ///< takes it away

    CrashMarker(const CrashMarker&) = delete;
    CrashMarker& operator=(const CrashMarker&) = delete;

    /// Whether the program did not end as it should last time.
    bool previousEndedBadly() const { return m_previousEndedBadly; }

private:
    const QByteArray m_path;
    int m_file = -1; // −1: it could not be made, or is another's
    bool m_previousEndedBadly = false;
};

} // namespace services
