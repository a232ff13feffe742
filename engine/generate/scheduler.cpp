#include "engine/generate/scheduler.h"

#include "engine/cache/paged_cache.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace engine {

namespace {

constexpr ReadingBudget::Seconds unknown(std::numeric_limits<double>::infinity());

// 0 within the first page, one more for each doubling.
int doublings(int64_t depth)
{
    return int(std::bit_width(uint64_t(depth / pageSize)));
}

} // namespace

ReadingBudget::ReadingBudget(const GeneratorOptions& options)
    : m_now(options.now)
    , m_limit(options.maxReadingTime)
    , m_maxTokens(options.maxChunkSize)
{
    m_perToken.fill(unknown);
}

void ReadingBudget::beginStep()
{
    m_stepBegin = m_now();
    m_hasRead = false;
}

bool ReadingBudget::isSpent() const
{
    return m_hasRead && m_limit.count() > 0 && left() <= m_limit / 2;
}

ReadingBudget::Seconds ReadingBudget::left() const
{
    return m_limit - Seconds(m_now() - m_stepBegin);
}

int64_t ReadingBudget::tokens(int64_t depth) const
{
    if (m_limit.count() == 0)
        return m_maxTokens;
    const double enough = left() / perToken(depth);
    if (!(enough > double(minTokens)))
        return minTokens;
    return enough < double(m_maxTokens) ? int64_t(enough) : m_maxTokens;
}

// Estimates the time per token. At twice the depth a token takes at most twice as long, at a
// smaller one no longer.
ReadingBudget::Seconds ReadingBudget::perToken(int64_t depth) const
{
    const int wanted = doublings(depth);
    Seconds estimate = unknown;
    for (int known = 0; known < int(m_perToken.size()); ++known)
        estimate = std::min(
            estimate, m_perToken[size_t(known)] * std::ldexp(1.0, std::max(0, wanted - known)));
    return estimate;
}

void ReadingBudget::beginChunk()
{
    m_chunkBegin = m_now();
}

// The mean of what was known and what is new follows a machine that becomes busy, and no single
// hiccup. A few tokens say nothing: a pass takes its time for one, too.
void ReadingBudget::endChunk(int64_t depth, int64_t tokens)
{
    m_hasRead = true;
    if (tokens < minTokens)
        return;
    const Seconds measured = Seconds(m_now() - m_chunkBegin) / double(tokens);
    Seconds& known = m_perToken[size_t(doublings(depth + tokens / 2))];
    known = std::isfinite(known.count()) ? (known + measured) / 2 : measured;
}

namespace {

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

// Tokens a job needs a position for when it starts, per sequence.
int64_t tokensToStart(const JobState& job, const JobSequence& sequence, Reservation reservation)
{
    const auto known = int64_t(sequence.ids.size());
    return reservation == Reservation::Full ? known + job.remaining() : known;
}

} // namespace

Scheduler::Scheduler(PageTable& table, const GeneratorOptions& options)
    : m_table(table)
    , m_maxSequences(options.maxBatchSize)
    , m_maxJobs(options.paged ? options.maxBatchSize : 1)
    , m_reservation(options.reservation)
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
        if (m_table.numFree() == 0 || !canOvertake(passedOver))
            return;
        JobState& job = **next;
        if (!tryOpen(job)) {
            passedOver.push_back(&job);
            ++next;
            continue;
        }
        for (JobState* earlier : passedOver)
            ++earlier->skips;
        job.start(results);
        endTurn(job);
        for (const JobSequence& sequence : job.sequences())
            job.countCached(sequence.pages.filled);
        m_active.push_back(std::move(*next));
        next = m_waiting.erase(next);
    }
}

bool Scheduler::tryOpen(JobState& job)
{
    if (int64_t(m_active.size()) >= m_maxJobs
        || numActiveSequences() + int64_t(job.sequences().size()) > m_maxSequences)
        return false;
    for (JobSequence& sequence : job.sequences()) {
        if (!m_table.open(
                sequence.pages, sequence.keys, tokensToStart(job, sequence, m_reservation))) {
            release(job);
            return false;
        }
    }
    return true;
}

bool Scheduler::canOvertake(const std::vector<JobState*>& passedOver) const
{
    return std::ranges::none_of(
        passedOver, [](const JobState* job) { return job->skips >= job->maxSkips(); });
}

void Scheduler::growSequences()
{
    for (size_t i = 0; i < m_active.size(); ++i) {
        while (i < m_active.size() && m_active[i]->isReady() && !grow(*m_active[i]))
            makeRoom();
    }
}

// A position for the next token of every sequence.
bool Scheduler::grow(JobState& job)
{
    return std::ranges::all_of(job.sequences(), [this](JobSequence& sequence) {
        return m_table.grow(sequence.pages, int64_t(sequence.ids.size()));
    });
}

int64_t Scheduler::roomForDraft(JobState& job, int64_t wanted)
{
    int64_t room = wanted;
    for (JobSequence& sequence : job.sequences()) {
        const auto next = int64_t(sequence.ids.size());
        if (!m_table.grow(sequence.pages, next + wanted))
            room = std::min(room, int64_t(sequence.pages.pages.size()) * pageSize - next);
    }
    return room;
}

// The job that makes room is never one before the job in need, at most that job itself.
void Scheduler::makeRoom()
{
    JobState& youngest = *m_active.back();
    release(youngest);
    if (!youngest.isFinished()) {
        youngest.skips = youngest.maxSkips();
        m_waiting.push_front(std::move(m_active.back()));
    }
    m_active.pop_back();
}

void Scheduler::retireJobs()
{
    for (const auto& job : m_active)
        if (job->isFinished())
            release(*job);
    std::erase_if(m_active, [](const auto& job) { return job->isFinished(); });
}

std::unique_ptr<JobState> Scheduler::remove(int64_t serial)
{
    if (std::unique_ptr<JobState> waiting = takeFrom(m_waiting, serial))
        return waiting;
    std::unique_ptr<JobState> active = takeFrom(m_active, serial);
    if (active)
        release(*active);
    return active;
}

void Scheduler::release(JobState& job)
{
    for (JobSequence& sequence : job.sequences())
        m_table.release(sequence.pages);
}

int64_t Scheduler::numActiveSequences() const
{
    int64_t sequences = 0;
    for (const auto& job : m_active)
        sequences += int64_t(job->sequences().size());
    return sequences;
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

std::vector<int64_t> Scheduler::stoppedJobs() const
{
    std::vector<int64_t> serials;
    for (const auto& job : m_active)
        if (job->isStopRequested())
            serials.push_back(job->serial());
    for (const auto& job : m_waiting)
        if (job->isStopRequested())
            serials.push_back(job->serial());
    return serials;
}

std::vector<Scheduler::Waiting> Scheduler::waitingJobs() const
{
    std::vector<Waiting> waiting;
    for (const auto& job : m_waiting) {
        int64_t pages = 0;
        for (const JobSequence& sequence : job->sequences())
            pages += pagesFor(tokensToStart(*job, sequence, m_reservation));
        waiting.push_back({job->serial(), pages});
    }
    return waiting;
}

std::vector<JobState*> Scheduler::unreadJobs() const
{
    std::vector<JobState*> unread = jobsThat(
        m_active, [](const JobState& job) { return job.isUnread() && !job.isFinished(); });
    std::ranges::sort(unread, {}, &JobState::turn);
    return unread;
}

std::vector<JobState*> Scheduler::readyJobs() const
{
    return jobsThat(m_active, [](const JobState& job) { return job.isReady(); });
}

std::string Scheduler::checkInvariants() const
{
    std::vector<PageTable::Held> held;
    for (const auto& job : m_active)
        for (const JobSequence& sequence : job->sequences())
            held.push_back({&sequence.pages, sequence.keys});
    return m_table.checkInvariants(held);
}

} // namespace engine
