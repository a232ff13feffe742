#pragma once

#include "engine/generate/generator_options.h"
#include "engine/generate/job_state.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace engine {

/// How much of the prompts a step reads while answers are being written: who waits for the next
/// token of an answer waits for the reading, too, so that has a limit of time. What the limit means
/// in tokens is learned from every chunk, for a token takes longer the more are before it and the
/// more the machine has to do. Only the sizes of chunks depend on it, never an answer.
class ReadingBudget {
public:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    static constexpr int64_t minTokens = 8; ///< of a chunk, unless its page or prompt ends before

    /// Uses GeneratorOptions::maxReadingTime, maxChunkSize and now.
    explicit ReadingBudget(const GeneratorOptions& options);

    void beginStep();

    /// True when another chunk is not worth its pass: half of the time or more is over. False
    /// before the first chunk of a step, so that reading always continues.
    bool isSpent() const;

    /// The number of tokens that the rest of the time is enough for, behind `depth` tokens of the
    /// same prompt: at least `minTokens`, which it also is before anything was read; at most
    /// maxChunkSize.
    int64_t tokens(int64_t depth) const;

    void beginChunk();
    void endChunk(int64_t depth, int64_t tokens); ///< has been read behind `depth` others

private:
    Seconds left() const;
    Seconds perToken(int64_t depth) const;

    const std::function<Clock::time_point()> m_now;
    const Seconds m_limit; // of a step
    const int64_t m_maxTokens; // of a chunk
    Clock::time_point m_stepBegin, m_chunkBegin;
    bool m_hasRead = false; // in this step
    std::array<Seconds, 64> m_perToken; // at each doubling of the depth; not finite: never read
};

/// Decides which jobs run. A job starts when its pages are free: with Reservation::Full all that it
/// may ever need, with Grow those of its prompt. In the second case it takes more pages while its
/// answer grows. If none is left, the youngest running job makes room: it waits at the head of the
/// queue and continues later, mostly from pages that still hold its tokens. The oldest job always
/// makes progress, because no job is accepted that could not run alone.
class Scheduler {
public:
    /// `table` must outlive the scheduler.
    Scheduler(PageTable& table, const GeneratorOptions& options);

    void enqueue(std::unique_ptr<JobState> job);

    /// Starts every waiting job that fits, in their order. A job that does not fit is passed over
    /// at most maxSkips times; after that nothing starts before it.
    void startJobs(std::vector<Result>& results);

    /// Gives each ready job room for its next token; jobs may have to wait again for that.
    void growSequences();

    /// Takes free pages for up to `wanted` more tokens than the next one, and returns for how many
    /// there is room.
    int64_t roomForDraft(JobState& job, int64_t wanted);

    /// Removes finished jobs and releases their pages.
    void retireJobs();

    /// Removes a job, waiting or active, releases its pages and returns it; null if there is none
    /// of that serial number.
    std::unique_ptr<JobState> remove(int64_t serial);
    std::vector<int64_t> serials() const; ///< of all jobs, active ones first
    /// The serial numbers of the jobs that were asked to stop.
    std::vector<int64_t> stoppedJobs() const;

    /// The jobs whose prompts are being read, in the order of their turns: a job that starts, and
    /// one whose turn has ended, comes after all others.
    std::vector<JobState*> unreadJobs() const;
    void endTurn(JobState& job) { job.turn = ++m_turns; }

    std::vector<JobState*> readyJobs() const;
    int64_t numJobs() const { return int64_t(m_waiting.size() + m_active.size()); }

    struct Waiting {
        int64_t serial = 0;
        int64_t pagesNeeded = 0; ///< to start, if the cache holds none of its content
    };
    std::vector<Waiting> waitingJobs() const;

    std::string checkInvariants() const; ///< see PageTable::checkInvariants()

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
    int64_t m_turns = 0; // given so far
    std::deque<std::unique_ptr<JobState>> m_waiting;
    std::vector<std::unique_ptr<JobState>> m_active; // in the order they started
};

} // namespace engine
