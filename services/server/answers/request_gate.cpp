#include "services/server/answers/request_gate.h"

#include "services/server/protocol/api_error.h"

#include <algorithm>
#include <chrono>

namespace services::server {

namespace {

constexpr std::chrono::milliseconds askEvery(25); // whether a client is still there

} // namespace

RequestGate::RequestGate(int places, int mostWaiting)
    : m_places(places)
    , m_mostWaiting(mostWaiting)
{
}

std::optional<RequestGate::Pass> RequestGate::enter(
    int answers, const std::function<bool()>& isGone)
{
    const int needed = std::min(answers, m_places);
    std::unique_lock lock(m_mutex);
    if (int(m_waiting.size()) >= m_mostWaiting) {
        ApiError error(429, "rate_limit_error", "Too many requests wait for this server.", {},
            "rate_limit_exceeded");
        error.retryAfter = 1;
        throw error;
    }
    const auto self = m_waiting.insert(m_waiting.end(), needed);
    const auto isTurn = [&] { return self == m_waiting.begin() && m_taken + needed <= m_places; };
    while (!m_changed.wait_for(lock, askEvery, isTurn)) {
        lock.unlock();
        const bool hasLeft = isGone();
        lock.lock();
        if (!hasLeft)
            continue;
        m_waiting.erase(self);
        m_changed.notify_all();
        return std::nullopt;
    }
    m_waiting.erase(self);
    m_taken += needed;
    m_changed.notify_all(); // there may be places for the next, too
    return std::optional<Pass>(std::in_place, *this, needed);
}

void RequestGate::leave(int places)
{
    const std::lock_guard lock(m_mutex);
    m_taken -= places;
    m_changed.notify_all();
}

RequestGate::Use RequestGate::use() const
{
    const std::lock_guard lock(m_mutex);
    return {m_taken, int(m_waiting.size())};
}

} // namespace services::server
