#pragma once

#include "engine/generate/job_state.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace engine {

/// Which jobs run. A job starts once its prompt fits into free pages; it takes more as its answer
/// grows. If none is left the youngest running job makes room: it waits at the head of the queue
/// and goes on later where it was, mostly from pages that still hold its tokens. The oldest always
/// gets on, for no job is accepted that could not run alone.
class Scheduler {
public:
    /// `table` must outlive it.
    Scheduler(PageTable& table, int64_t maxBatchSize);

    void enqueue(std::unique_ptr<JobState> job);

    /// Starts every waiting job that fits, in order. One that does not fit is passed over, but at
    /// most four times: then nothing starts before it.
    void startJobs(std::vector<Result>& results);

    /// Gives each job that is ready a place for its next token.
    void growSequences();

    /// Lets go of finished jobs and their pages.
    void retireJobs();

    /// Takes a job out, waiting or active, and releases its pages; null if there is none.
    std::unique_ptr<JobState> remove(int64_t serial);
    std::vector<int64_t> serials() const; ///< of all, active ones first

    std::vector<JobState*> unreadJobs() const; ///< in the order they started
    std::vector<JobState*> readyJobs() const;
    int64_t numJobs() const { return int64_t(m_waiting.size() + m_active.size()); }

    std::string checkInvariants() const; ///< as PageTable's

private:
    bool canOvertake(const std::vector<JobState*>& passedOver) const;
    void makeRoom();

    PageTable& m_table;
    int64_t m_maxBatchSize;
    std::deque<std::unique_ptr<JobState>> m_waiting;
    std::vector<std::unique_ptr<JobState>> m_active; // in the order they started
};

} // namespace engine
