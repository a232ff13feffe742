#include "engine/generate/async_generator.h"

#include "engine/generate/generator.h"
#include "engine/generate/result.h"

#include <stdexcept>
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

// The result of a job that the generator could not number yet, or of which it lost track.
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

using base::Error;
using base::ErrorKind;

namespace {

constexpr const char* noModel = "No model is loaded.";

} // namespace

AsyncGenerator::AsyncGenerator(std::unique_ptr<Generator> generator)
    : m_generator(std::move(generator))
    , m_whyNone(noModel)
{
}

AsyncGenerator::AsyncGenerator()
    : AsyncGenerator(nullptr)
{
}

AsyncGenerator::~AsyncGenerator()
{
    close();
}

void AsyncGenerator::start()
{
    m_thread = std::jthread([this] { run(); });
}

void AsyncGenerator::run(const std::function<void()>& atEnd)
{
    while (waitForTurn()) {
        for (const auto& work : take(m_work))
            if (!isClosed())
                work();
        for (Arrival& arrival : take(m_arrivals))
            admit(arrival);
        step();
    }
    take(m_work);
    take(m_arrivals);
    if (atEnd)
        atEnd();
    m_generator.reset();
}

AsyncJob AsyncGenerator::enqueue(Job job, ResultListener listener)
{
    const auto channel
        = std::make_shared<AsyncChannel>(job.identifier, job.stop, std::move(listener));
    job.stop = channel->stopToken();
    Arrival arrival{std::move(job), AsyncSender(channel)}; // if not taken in it says Cancelled
    const std::lock_guard lock(m_mutex);
    if (!m_isClosed)
        m_arrivals.push_back(std::move(arrival));
    m_changed.notify_all();
    return AsyncJob(channel);
}

void AsyncGenerator::post(std::function<void()> work)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isClosed)
        m_work.push_back(std::move(work));
    m_changed.notify_all();
}

void AsyncGenerator::close()
{
    const std::lock_guard lock(m_mutex);
    m_isClosed = true;
    for (auto& [serial, sender] : m_running)
        sender->requestStop();
    m_changed.notify_all();
}

bool AsyncGenerator::isClosed() const
{
    const std::lock_guard lock(m_mutex);
    return m_isClosed;
}

bool AsyncGenerator::isAwaited() const
{
    const std::lock_guard lock(m_mutex);
    return !m_work.empty() || !m_arrivals.empty();
}

void AsyncGenerator::setGenerator(std::unique_ptr<Generator> generator)
{
    take(m_running);
    m_generator = std::move(generator);
    m_whyNone = noModel;
}

// Waits for something to do. False once the generator is closed and its last job has ended.
bool AsyncGenerator::waitForTurn()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] {
        return m_isClosed || !m_running.empty() || !m_work.empty() || !m_arrivals.empty();
    });
    return !m_isClosed || !m_running.empty();
}

void AsyncGenerator::admit(Arrival& arrival)
{
    try {
        if (!m_generator)
            throw Error(ErrorKind::BadRequest, m_whyNone);
        const int64_t serial = m_generator->enqueue(std::move(arrival.job));
        const std::lock_guard lock(m_mutex);
        if (m_isClosed)
            arrival.sender->requestStop();
        m_running.emplace(serial, std::move(arrival.sender));
    } catch (const std::exception& error) {
        arrival.sender.fail(error);
    }
}

void AsyncGenerator::step()
{
    if (m_running.empty())
        return;
    std::vector<Result> results;
    try {
        results = m_generator->iterate();
    } catch (const std::exception& error) {
        return failAll(error);
    } catch (...) {
        return failAll(std::runtime_error("An unknown error ended this answer."));
    }
    for (Result& result : results)
        deliver(std::move(result));
    if (m_generator->numRemainingJobs() == 0)
        take(m_running); // nobody may wait for a job that is not there
}

void AsyncGenerator::deliver(Result result)
{
    const auto found = m_running.find(result.serial);
    if (found == m_running.end())
        return;
    if (!result.eos)
        return found->second->push(std::move(result));
    std::unique_lock lock(m_mutex);
    auto ended = m_running.extract(found);
    lock.unlock();
    ended.mapped()->push(std::move(result));
}

void AsyncGenerator::failAll(const std::exception& error)
{
    clean();
    for (auto& [serial, sender] : take(m_running))
        sender.fail(error);
}

// What a failed step leaves behind must not reach later jobs.
void AsyncGenerator::clean()
{
    try {
        m_generator->clearQueue();
        m_generator->iterate();
    } catch (...) {
        m_generator.reset();
        m_whyNone = "The generator stopped after an error. Load the model again.";
    }
}

// Jobs that are dropped tell their listeners, which may call anything here: so without the lock.
template <typename Things>
Things AsyncGenerator::take(Things& things)
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(things, {});
}

} // namespace engine
