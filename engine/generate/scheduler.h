#pragma once

#include "engine/generate/generator_options.h"
#include "engine/generate/job_state.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace engine {

/// Which jobs run. A job starts once its pages are free: with Reservation::Full all it may ever
/// need, with Grow those of its prompt; then it takes more as its answer grows, and if none is left
/// the youngest running job makes room: it waits at the head of the queue and goes on later where
/// it was, mostly from pages that still hold its tokens. The oldest always gets on, for no job is
/// accepted that could not run alone.
class Scheduler {
public:
    /// `table` must outlive it.
    Scheduler(PageTable& table, const GeneratorOptions& options);

    void enqueue(std::unique_ptr<JobState> job);

    /// Starts every waiting job that fits, in order. One that does not fit is passed over, but at
    /// most maxSkips times: then nothing starts before it.
    void startJobs(std::vector<Result>& results);

    /// Gives each job that is ready a place for its next token.
    void growSequences();

    /// How many more tokens than the next one have a place, at most `wanted`; takes free pages for
    /// them.
    int64_t roomForDraft(JobState& job, int64_t wanted);

    /// Lets go of finished jobs and their pages.
    void retireJobs();

    /// Takes a job out, waiting or active, and releases its pages; null if there is none.
    std::unique_ptr<JobState> remove(int64_t serial);
    std::vector<int64_t> serials() const; ///< of all, active ones first
    std::vector<int64_t> stoppedJobs() const; ///< serials of those that were asked to stop

    std::vector<JobState*> unreadJobs() const; ///< in the order they started
    std::vector<JobState*> readyJobs() const;
    int64_t numJobs() const { return int64_t(m_waiting.size() + m_active.size()); }

    struct Waiting {
        int64_t serial = 0;
        int64_t pagesNeeded = 0; ///< to start, if it found none of them in the cache
    };
    std::vector<Waiting> waitingJobs() const;

    std::string checkInvariants() const; ///< as PageTable's

private:
    bool tryOpen(JobState& job);
    bool canOvertake(const std::vector<JobState*>& passedOver) const;
    bool grow(JobState& job);
    void makeRoom();
    void release(JobState& job);
    int64_t numActiveSequences() const;

    PageTable& m_table;
    int64_t m_maxSequences, m_maxJobs; // active ones
    Reservation m_reservation;
    std::deque<std::unique_ptr<JobState>> m_waiting;
    std::vector<std::unique_ptr<JobState>> m_active; // in the order they started
};

} // namespace engine
