#include "services/server/answers/request_gate.h"

#include "services/server/protocol/api_error.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>

namespace services::server {

namespace {

constexpr std::chrono::milliseconds askEvery(25); // whether a client is still there

} // namespace

struct RequestGate::State {
    std::mutex mutex; // guards what follows
    std::condition_variable changed;
    std::list<int> waiting = {}; // how many slots each needs
    int taken = 0;
};

RequestGate::RequestGate(int places, int mostWaiting)
    : m_places(places)
    , m_mostWaiting(mostWaiting)
    , m_state(std::make_shared<State>())
{
}

std::optional<RequestGate::Pass> RequestGate::enter(
    int answers, const std::function<bool()>& isGone)
{
    const int needed = std::min(answers, m_places);
    State& state = *m_state;
    std::unique_lock lock(state.mutex);
    if (int(state.waiting.size()) >= m_mostWaiting) {
        ApiError error(429, "rate_limit_error", "Too many requests are waiting. Try again later.",
            {}, "rate_limit_exceeded");
        error.retryAfter = 1;
        throw error;
    }
    const auto self = state.waiting.insert(state.waiting.end(), needed);
    const auto isTurn
        = [&] { return self == state.waiting.begin() && state.taken + needed <= m_places; };
    while (!state.changed.wait_for(lock, askEvery, isTurn)) {
        lock.unlock();
        const bool hasLeft = isGone();
        lock.lock();
        if (!hasLeft)
            continue;
        state.waiting.erase(self);
        state.changed.notify_all();
        return std::nullopt;
    }
    state.waiting.erase(self);
    state.taken += needed;
    state.changed.notify_all(); // there may be slots for the next, too
    return std::optional<Pass>(std::in_place, m_state, needed);
}

RequestGate::Pass::~Pass()
{
    if (!m_state)
        return;
    const std::lock_guard lock(m_state->mutex);
    m_state->taken -= m_places;
    m_state->changed.notify_all();
}

RequestGate::Use RequestGate::use() const
{
    const std::lock_guard lock(m_state->mutex);
    return {m_state->taken, int(m_state->waiting.size())};
}

} // namespace services::server
