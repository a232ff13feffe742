#pragma once

#include <QList>

#include <chrono>

namespace services {

/// How fast something has gone on during the last seconds.
class SpeedMeter {
public:
    using Time = std::chrono::steady_clock::time_point;

    void add(Time now, qint64 done); ///< `done` in bytes, since the beginning of the file

    double bytesPerSecond() const; ///< 0: not known yet

private:
    struct Sample {
        Time time;
        qint64 done;
    };

    QList<Sample> m_samples; // the oldest first
};

} // namespace services
