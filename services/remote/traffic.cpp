#include "services/remote/traffic.h"

#include <algorithm>
#include <utility>

namespace services {

Traffic::Traffic(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &Traffic::startSome);
}

void Traffic::setMost(int most)
{
    if (most != m_most)
        m_room = most;
    m_most = most;
    startSome();
}

void Traffic::enter(QObject* who, Place place, Start start)
{
    if (place == Place::First)
        m_waiting.push_front({who, std::move(start)});
    else
        m_waiting.push_back({who, std::move(start)});
    startSome();
}

void Traffic::leave(QObject* who)
{
    std::erase_if(m_waiting, [who](const Waiting& waiting) { return waiting.who == who; });
    if (m_open.removeOne(who))
        startSome();
}

void Traffic::noteServed()
{
    m_room = std::min<double>(m_most, m_room + 1 / m_room);
    startSome();
}

// Those that were sent before do not count again: half of what is open is enough.
void Traffic::noteTooBusy(std::chrono::milliseconds wait)
{
    m_room = std::max(1.0, std::min(m_room, double(std::max<qsizetype>(m_open.size(), 1))) / 2);
    m_pause.start(std::max(m_pause.remainingTimeAsDuration(), wait));
}

void Traffic::startSome()
{
    while (!m_pause.isActive() && !m_waiting.empty() && m_open.size() < room()) {
        Waiting next = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_open << next.who;
        next.start();
    }
}

} // namespace services
