#include "engine/generate/async_job.h"

#include <utility>

namespace engine {

AsyncJob::AsyncJob(std::shared_ptr<AsyncChannel> channel)
    : m_channel(std::move(channel))
{
}

AsyncJob& AsyncJob::operator=(AsyncJob&& other) noexcept
{
    AsyncJob taken(std::move(other));
    std::swap(m_channel, taken.m_channel);
    return *this; // and the job that stood here goes, as with any handle
}

AsyncJob::~AsyncJob()
{
    if (m_channel)
        m_channel->abandon();
}

std::optional<Result> AsyncJob::next()
{
    return m_channel->take(std::nullopt);
}

std::optional<Result> AsyncJob::nextWithin(std::chrono::milliseconds patience)
{
    return m_channel->take(AsyncChannel::Clock::now() + patience);
}

std::optional<Result> AsyncJob::tryNext()
{
    return nextWithin(std::chrono::milliseconds(0));
}

bool AsyncJob::isFinished() const
{
    return m_channel->isDrained();
}

void AsyncJob::cancel()
{
    m_channel->requestStop();
}

} // namespace engine
