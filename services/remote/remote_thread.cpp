#include "services/remote/remote_thread.h"

#include <algorithm>
#include <utility>

namespace services {

Traffic::Traffic(QObject* parent)
    : QObject(parent)
{
    m_pause.setSingleShot(true);
    m_pause.setTimerType(Qt::PreciseTimer); // a coarse one may have more left than it was started with
    connect(&m_pause, &QTimer::timeout, this, &Traffic::startSome);
}

void Traffic::setMax(int max)
{
    if (max != m_max)
        m_room = max;
    m_max = max;
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
    m_room = std::min<double>(m_max, m_room + 1 / m_room);
    startSome();
}

// Those that were sent before do not count again: half of what is open is enough.
void Traffic::noteTooBusy(std::chrono::milliseconds wait, const QString& said)
{
    m_said = said;
    m_room = std::max(1.0, std::min(m_room, double(std::max<qsizetype>(m_open.size(), 1))) / 2);
    m_pause.start(std::max(m_pause.remainingTimeAsDuration(), wait));
}

std::chrono::milliseconds Traffic::pauseLeft() const
{
    return std::max(m_pause.remainingTimeAsDuration(), std::chrono::milliseconds::zero());
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

namespace {

constexpr int requestsOfNetwork = 6; // that QNetworkAccessManager sends to one host at a time

} // namespace

RemoteThread::RemoteThread(QObject* parent)
    : QObject(parent)
    , m_here(new QObject)
{
    m_thread.setObjectName(QStringLiteral("remote"));
    m_here->moveToThread(&m_thread);
    m_thread.start();
}

RemoteThread::~RemoteThread()
{
    post([this] { // what lives on the thread ends there
        m_traffic.clear();
        m_ways.clear();
        m_here->deleteLater();
        m_thread.quit();
    });
    m_thread.wait();
}

void RemoteThread::post(std::function<void()> work)
{
    QMetaObject::invokeMethod(m_here, std::move(work), Qt::QueuedConnection);
}

Traffic& RemoteThread::trafficTo(const QString& address)
{
    std::unique_ptr<Traffic>& traffic = m_traffic[address];
    if (!traffic)
        traffic = std::make_unique<Traffic>();
    return *traffic;
}

NetworkPlace RemoteThread::takeNetwork()
{
    const auto hasRoom
        = [](const std::unique_ptr<Way>& way) { return way->requests < requestsOfNetwork; };
    const auto found = std::ranges::find_if(m_ways, hasRoom);
    if (found != m_ways.end())
        return NetworkPlace(**found);
    auto way = std::make_unique<Way>();
    way->network = std::make_unique<Network>(nullptr, Network::Proxy::ForOtherComputers);
    connect(way->network.get(), &Network::contacted, this, &RemoteThread::contacted,
        Qt::DirectConnection);
    m_ways.push_back(std::move(way));
    return NetworkPlace(*m_ways.back());
}

NetworkPlace::NetworkPlace(RemoteThread::Way& way)
    : m_way(&way)
{
    ++way.requests;
}

NetworkPlace::NetworkPlace(NetworkPlace&& other) noexcept
    : m_way(std::exchange(other.m_way, nullptr))
{
}

NetworkPlace::~NetworkPlace()
{
    if (m_way)
        --m_way->requests;
}

} // namespace services
