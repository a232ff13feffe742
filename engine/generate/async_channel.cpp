#include "engine/generate/async_channel.h"

#include "engine/generate/job_error.h"

#include <utility>

namespace engine {

AsyncChannel::AsyncChannel(std::string identifier, std::stop_token stop, ResultListener listener)
    : m_identifier(std::move(identifier))
    , m_listener(std::move(listener))
    , m_forward(std::move(stop), Forward{m_stop})
{
}

void AsyncChannel::push(Result result)
{
    const std::lock_guard lock(m_mutex);
    if (m_hasEnded)
        return;
    m_hasEnded = result.eos;
    if (m_listener && !m_isAbandoned)
        m_listener(result);
    if (!m_listener && !m_isAbandoned)
        m_results.push_back(std::move(result));
    m_changed.notify_all();
}

bool AsyncChannel::hasEnded() const
{
    const std::lock_guard lock(m_mutex);
    return m_hasEnded;
}

std::optional<Result> AsyncChannel::take(std::optional<Clock::time_point> until)
{
    std::unique_lock lock(m_mutex);
    const auto canGoOn = [this] { return !m_results.empty() || m_hasEnded; };
    if (until)
        m_changed.wait_until(lock, *until, canGoOn);
    else
        m_changed.wait(lock, canGoOn);
    if (m_results.empty())
        return std::nullopt;
    std::optional<Result> result = std::move(m_results.front());
    m_results.pop_front();
    return result;
}

bool AsyncChannel::isDrained() const
{
    const std::lock_guard lock(m_mutex);
    return m_hasEnded && m_results.empty();
}

void AsyncChannel::abandon()
{
    requestStop();
    const std::lock_guard lock(m_mutex); // waits for the listener
    m_isAbandoned = true;
    m_results.clear();
}

AsyncSender::AsyncSender(std::shared_ptr<AsyncChannel> channel)
    : m_channel(std::move(channel))
{
}

AsyncSender::~AsyncSender()
{
    if (!m_channel || m_channel->hasEnded())
        return;
    m_channel->requestStop();
    m_channel->push(lastResult(EosReason::Cancelled));
}

void AsyncSender::fail(const std::exception& error)
{
    Result result = lastResult(EosReason::Error);
    tellError(result, error);
    m_channel->requestStop();
    m_channel->push(std::move(result));
}

// Of a job that the generator did not get to number, or of which it lost track.
Result AsyncSender::lastResult(EosReason reason) const
{
    Result result;
    result.serial = -1;
    result.identifier = m_channel->identifier();
    result.stage = Stage::Eos;
    result.eos = true;
    result.eosReason = reason;
    return result;
}

} // namespace engine
