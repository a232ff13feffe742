#pragma once

#include <QString>

namespace services {

/// A file that exists, and is locked, while the program runs. A start that finds it unlocked knows
/// that the previous run was killed, crashed or lost its power.
class CrashMarker {
public:
    /// Makes the file in this folder. Leaves it alone if another running program has locked it.
    explicit CrashMarker(const QString& folder);
    ~CrashMarker(); ///< deletes the file

    CrashMarker(const CrashMarker&) = delete;
    CrashMarker& operator=(const CrashMarker&) = delete;

    /// True if the previous run did not end properly.
    bool previousEndedBadly() const { return m_previousEndedBadly; }

private:
    const QByteArray m_path;
    int m_file = -1; // −1: it could not be made, or is another's
    bool m_previousEndedBadly = false;
};

} // namespace services
