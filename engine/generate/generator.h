#pragma once

#include "engine/generate/job.h"
#include "engine/generate/result.h"
#include "engine/generate/scheduler.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace engine {

class Model;
class PagedCache;
class Tokenizer;

/// Runs any number of jobs at once over one model and one paged cache: continuous batching, chunked
/// prefill, prefix sharing. Belongs to one thread; model, cache and tokenizer must outlive it.
///
///     while (generator.numRemainingJobs() > 0)
///         for (const Result& result : generator.iterate())
///             show(result);
class Generator {
public:
    struct Options {
        int64_t maxBatchSize = 0; ///< sequences decoded together; 0: 256
        /// Prompt + answer of one job, tokens; 0: the model's context. An answer that reaches it
        /// ends with MaxNewTokens.
        int64_t maxSeqLen = 0;
        int64_t maxChunkSize = 512; ///< prompt tokens of a job per iterate; a multiple of 256
    };

    /// Throws Error{BadRequest} if an option is not what it must be.
    Generator(Model& model, PagedCache& cache, const Tokenizer& tokenizer, Options options);
    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;

    /// Takes a job into the queue and returns its serial number, counted from 0. Throws
    /// Error{BadRequest} with the numbers if it can never run here; nothing is queued then.
    int64_t enqueue(Job job);

    /// One step: starts what fits, moves each prompt on by a chunk, decodes one token for every job
    /// whose prompt is read. An error inside a job ends that job with a result, not the call.
    std::vector<Result> iterate();

    int64_t numRemainingJobs() const; ///< waiting and active

    /// Ends a job; the next iterate returns its last result, reason Cancelled. A job that is
    /// unknown or finished is left alone.
    void cancel(int64_t serial);
    void clearQueue(); ///< the same for all

    int64_t numPages() const { return m_table.numPages(); }
    int64_t numFreePages() const { return m_table.numFree(); } ///< used by no job

    /// Checks what must always hold between calls. Returns an empty text, or what is wrong.
    std::string checkInvariants() const { return m_scheduler.checkInvariants(); }

private:
    void readPrompts(std::vector<Result>& results);
    void readChunk(JobState& job, std::vector<Result>& results);
    void reuse(JobState& job);
    void decode(std::span<JobState* const> jobs, std::vector<Result>& results);
    std::span<const float> forward(std::span<JobState* const> jobs);
    void choose(JobState& job, std::span<const float> logits, std::vector<Result>& results);

    Model& m_model;
    PagedCache& m_cache;
    const Tokenizer& m_tokenizer;
    Options m_options;
    PageTable m_table;
    Scheduler m_scheduler;
    std::vector<Result> m_cancelled; // not yet returned
    int64_t m_nextSerial = 0;
};

} // namespace engine
