#pragma once

#include "engine/generate/generator_options.h"
#include "engine/generate/job.h"
#include "engine/generate/result.h"
#include "engine/generate/scheduler.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace engine {

struct AdapterUse;
class BackgroundMasks;
class Model;
class PagedCache;
class SamplingPool;
class Speculator;
class Tokenizer;

/// Runs any number of jobs at once over one model and one paged cache: continuous batching, chunked
/// prefill, prefix sharing, speculation. Belongs to one thread; model, cache, tokenizer and draft
/// model must outlive it. README.md in this folder tells the life of a job.
///
///     while (generator.numRemainingJobs() > 0)
///         for (const Result& result : generator.iterate())
///             show(result);
class Generator {
public:
    using Options = GeneratorOptions;

    /// Throws Error{BadRequest} if an option is not what it must be.
    Generator(Model& model, PagedCache& cache, const Tokenizer& tokenizer, Options options);
    ~Generator();
    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;

    /// Takes a job into the queue and returns its serial number, counted from 0. Throws
    /// Error{BadRequest} with the numbers if it can never run here; nothing is queued then.
    int64_t enqueue(Job job);
    std::vector<int64_t> enqueue(std::vector<Job> jobs); ///< all of them or, if one throws, none

    /// One step: starts what fits, moves each prompt on by a chunk, decodes one token or, with
    /// drafts, several for every job whose prompt is read. An error inside a job ends that job with
    /// a result, not the call.
    std::vector<Result> iterate();

    /// Jobs that wait or run, and results that iterate has still to return. 0: all is told.
    int64_t numRemainingJobs() const;

    /// Ends a job; the next iterate returns its last result, reason Cancelled. A job that is
    /// unknown or finished is left alone.
    void cancel(int64_t serial);
    void clearQueue(); ///< the same for all

    /// What generate() makes of a text.
    struct Completion {
        std::string text; ///< the answer, after the prompt unless `completionOnly`
        Result last; ///< of stage Eos
    };
    struct Prompt {
        std::string text = {};
        std::string negativeText = {}; ///< for guidance; empty: none
        Job job = {}; ///< all but its ids
        bool encodeSpecialTokens = false; ///< "<|im_end|>" in the text is that token
        bool addBos = false;
        bool completionOnly = false;
    };

    /// Runs prompts to their ends, beside whatever else is in the queue, whose results come with
    /// the next iterate. `abort`, from any thread, ends them early, reason Cancelled; where it is
    /// given, it takes the place of Job::stop.
    std::vector<Completion> generate(
        const std::vector<Prompt>& prompts, const std::stop_token& abort = {});
    Completion generate(const Prompt& prompt, const std::stop_token& abort = {});

    /// Adapters for all jobs from now on, in place of those set before; none: the model alone.
    /// Throws Error{BadRequest} while jobs remain.
    void setLoras(std::vector<AdapterUse> adapters);

    /// Generates a few tokens, so that the first job finds everything in memory. Forgets what the
    /// cache holds. Throws Error{BadRequest} while jobs remain.
    void warmUp();

    /// Writes what the cache holds of the beginning of `ids`, or of their content keys, to a file,
    /// and brings it back for the jobs to come. All return the number of tokens. A draft model's
    /// cache is not in the file: it reads again. Parameters and errors are those of saveCacheFile()
    /// and restoreCacheFile().
    int64_t saveCache(const std::filesystem::path& file, std::span<const TokenId> ids,
        std::span<const ImageEmbeddingPtr> images);
    int64_t saveCache(const std::filesystem::path& file, std::span<const ContentKey> keys,
        const std::function<bool()>& isGivenUp = {});
    int64_t restoreCache(
        const std::filesystem::path& file, std::vector<ContentKey>* keys = nullptr);

    /// How many tokens the cache holds of the beginning of this.
    int64_t cachedTokens(std::span<const ContentKey> keys) const;
    int64_t cacheBytesPerToken() const; ///< in such a file

    /// What the content of the cache depends on: the model and the adapters at work.
    PageHash root() const;

    int64_t numPages() const { return m_table.numPages(); }
    int64_t numFreePages() const { return m_table.numFree(); } ///< used by no job

    /// The jobs that wait, and the pages each of them needs to start; for people who wonder why.
    std::vector<Scheduler::Waiting> waitingJobs() const { return m_scheduler.waitingJobs(); }

    /// Checks what must always hold between calls. Returns an empty text, or what is wrong. Slow;
    /// debug builds do so after each iterate.
    std::string checkInvariants() const { return m_scheduler.checkInvariants(); }

private:
    // What a job gets of a pass.
    struct Share {
        JobState* job;
        Logits logits;
        int64_t firstRow; // among those of the pass
    };
    struct Undecided {
        Share share;
        std::vector<float> row; // all of the logits
    };

    void cancelStoppedJobs();
    void readPrompts(std::vector<Result>& results);
    void readChunk(JobState& job, JobSequence& sequence, std::vector<Result>& results);
    void reuse(JobState& job, JobSequence& sequence);
    void draft(std::span<JobState* const> jobs);
    void decode(std::span<JobState* const> jobs, std::vector<Result>& results);
    std::span<const float> forward(std::span<JobState* const> jobs);
    void chooseTokens(std::span<JobState* const> jobs, std::span<const float> logits);
    void chooseUndecided(std::span<const Share> shares);
    std::vector<Undecided> fetchUndecided(std::span<const Share> shares);
    void settle(JobState& job);
    void defragment();
    std::shared_ptr<const TokenTrie> tokenTrie();
    Job jobFrom(const Prompt& prompt) const;

    Model& m_model;
    PagedCache& m_cache;
    const Tokenizer& m_tokenizer;
    Options m_options;
    PageTable m_table;
    Scheduler m_scheduler;
    std::unique_ptr<Speculator> m_speculator;
    std::unique_ptr<SamplingPool> m_samplingPool;
    std::unique_ptr<BackgroundMasks> m_backgroundMasks;
    std::shared_ptr<const TokenTrie> m_trie; // made when a job heals its first token
    std::vector<Result> m_unreported; // for the next iterate
    int64_t m_nextSerial = 0;
};

} // namespace engine
