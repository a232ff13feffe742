#include "services/downloads/speed_meter.h"

namespace services {

namespace {

constexpr std::chrono::seconds window{8};
constexpr std::chrono::milliseconds least{500}; // that say something

} // namespace

void SpeedMeter::add(Time now, qint64 done)
{
    m_samples << Sample{now, done};
    while (m_samples.size() > 2 && now - m_samples[1].time >= window)
        m_samples.removeFirst();
}

double SpeedMeter::bytesPerSecond() const
{
    if (m_samples.size() < 2 || m_samples.last().time - m_samples.first().time < least)
        return 0;
    const std::chrono::duration<double> time = m_samples.last().time - m_samples.first().time;
    return double(m_samples.last().done - m_samples.first().done) / time.count();
}

} // namespace services
