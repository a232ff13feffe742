#include "engine/generate/scheduler.h"

#include "engine/cache/paged_cache.h"

#include <algorithm>
#include <utility>

namespace engine {

namespace {

constexpr int64_t maxSkips = 4;

template <typename Jobs>
std::unique_ptr<JobState> takeFrom(Jobs& jobs, int64_t serial)
{
    const auto found = std::ranges::find_if(
        jobs, [serial](const auto& candidate) { return candidate->serial() == serial; });
    if (found == jobs.end())
        return nullptr;
    std::unique_ptr<JobState> job = std::move(*found);
    jobs.erase(found);
    return job;
}

template <typename Condition>
std::vector<JobState*> jobsThat(
    const std::vector<std::unique_ptr<JobState>>& jobs, const Condition& condition)
{
    std::vector<JobState*> chosen;
    for (const auto& job : jobs)
        if (condition(*job))
            chosen.push_back(job.get());
    return chosen;
}

} // namespace

Scheduler::Scheduler(PageTable& table, int64_t maxBatchSize)
    : m_table(table)
    , m_maxBatchSize(maxBatchSize)
{
}

void Scheduler::enqueue(std::unique_ptr<JobState> job)
{
    m_waiting.push_back(std::move(job));
}

void Scheduler::startJobs(std::vector<Result>& results)
{
    std::vector<JobState*> passedOver;
    for (auto next = m_waiting.begin(); next != m_waiting.end();) {
        const bool isFull = int64_t(m_active.size()) >= m_maxBatchSize || m_table.numFree() == 0;
        if (isFull || !canOvertake(passedOver))
            return;
        JobState& job = **next;
        if (!m_table.open(job.sequence(), job.keys())) {
            passedOver.push_back(&job);
            ++next;
            continue;
        }
        for (JobState* earlier : passedOver)
            ++earlier->skips;
        job.countCached(job.sequence().filled / pageSize, job.sequence().filled);
        job.start(results);
        m_active.push_back(std::move(*next));
        next = m_waiting.erase(next);
    }
}

bool Scheduler::canOvertake(const std::vector<JobState*>& passedOver) const
{
    return std::ranges::none_of(
        passedOver, [](const JobState* job) { return job->skips >= maxSkips; });
}

void Scheduler::growSequences()
{
    for (size_t i = 0; i < m_active.size(); ++i) {
        const JobState& job = *m_active[i];
        while (i < m_active.size() && job.isReady()
            && !m_table.grow(m_active[i]->sequence(), job.sequence().filled + 1))
            makeRoom();
    }
}

// The job that makes room is never one before the job in need, at most that job itself.
void Scheduler::makeRoom()
{
    JobState& youngest = *m_active.back();
    m_table.release(youngest.sequence());
    if (!youngest.isFinished()) {
        youngest.skips = maxSkips;
        m_waiting.push_front(std::move(m_active.back()));
    }
    m_active.pop_back();
}

void Scheduler::retireJobs()
{
    for (const auto& job : m_active)
        if (job->isFinished())
            m_table.release(job->sequence());
    std::erase_if(m_active, [](const auto& job) { return job->isFinished(); });
}

std::unique_ptr<JobState> Scheduler::remove(int64_t serial)
{
    if (std::unique_ptr<JobState> waiting = takeFrom(m_waiting, serial))
        return waiting;
    std::unique_ptr<JobState> active = takeFrom(m_active, serial);
    if (active)
        m_table.release(active->sequence());
    return active;
}

std::vector<int64_t> Scheduler::serials() const
{
    std::vector<int64_t> serials;
    for (const auto& job : m_active)
        serials.push_back(job->serial());
    for (const auto& job : m_waiting)
        serials.push_back(job->serial());
    return serials;
}

std::vector<JobState*> Scheduler::unreadJobs() const
{
    return jobsThat(m_active, [](const JobState& job) { return job.unread() > 0; });
}

std::vector<JobState*> Scheduler::readyJobs() const
{
    return jobsThat(m_active, [](const JobState& job) { return job.isReady(); });
}

std::string Scheduler::checkInvariants() const
{
    std::vector<PageTable::Held> held;
    for (const auto& job : m_active)
        held.push_back({&std::as_const(*job).sequence(), job->keys()});
    return m_table.checkInvariants(held);
}

} // namespace engine
