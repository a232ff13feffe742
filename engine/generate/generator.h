#pragma once

#include "engine/generate/generator_options.h"
#include "engine/generate/job.h"
#include "engine/generate/result.h"
#include "engine/generate/scheduler.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
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

/// Runs any number of jobs at once over one model and one paged cache, with continuous batching (Yu
/// et al., "Orca", 2022), chunked prefill, shared prefixes and speculation. Belongs to one thread.
/// Model, cache, tokenizer and draft model must outlive it. README.md in this folder tells the life
/// of a job.
///
///     while (generator.numRemainingJobs() > 0)
///         for (const Result& result : generator.iterate())
///             show(result);
class Generator {
public:
    using Options = GeneratorOptions;

    /// Throws Error{BadRequest} if an option is out of range, and Error{Unsupported} if the model
    /// cannot hold sequences of maxSeqLen tokens, see checkReach().
    Generator(Model& model, PagedCache& cache, const Tokenizer& tokenizer, Options options);
    ~Generator();
    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;

    /// Queues a job and returns its serial number, which is counted from 0. Throws
    /// Error{BadRequest}, with the numbers, if the job can never run here; nothing is queued then.
    int64_t enqueue(Job job);
    /// Queues all jobs or, if one is rejected, none.
    std::vector<int64_t> enqueue(std::vector<Job> jobs);

    /// Does one step: starts the jobs that fit, reads a part of the prompts, and decodes one token,
    /// or several with drafts, for every job whose prompt has been read. Reads no longer than
    /// GeneratorOptions::maxReadingTime if there is such a job. An error inside a job ends that job
    /// with a result and does not throw.
    std::vector<Result> iterate();

    /// The number of jobs that wait or run, or that have results which iterate() has not returned
    /// yet. At 0, everything has been reported.
    int64_t numRemainingJobs() const;

    /// Ends a job: the next iterate() returns its last result with the reason Cancelled. Does
    /// nothing if the job is unknown or has ended.
    void cancel(int64_t serial);
    void clearQueue(); ///< cancels all jobs

    /// The answer of generate() to one prompt.
    struct Completion {
        std::string text; ///< the answer, after the prompt unless `completionOnly`
        Result last; ///< the result of stage Eos
    };
    struct Prompt {
        std::string text = {};
        /// The images whose aliases are in the texts, see image_prompt.h.
        std::vector<ImageEmbeddingPtr> images = {};
        std::string negativeText = {}; ///< the negative prompt of guidance; empty: no guidance
        Job job = {}; ///< all settings of the job; its ids and images are those of this prompt
        bool encodeSpecialTokens = false; ///< whether "<|im_end|>" in the text becomes that token
        bool addBos = false;
        bool completionOnly = false;
    };

    /// Runs prompts to their ends, together with whatever else is in the queue; the results of
    /// other jobs come with the next iterate(). `abort`, which any thread may use, ends the prompts
    /// early with the reason Cancelled. If it is given, it replaces Job::stop.
    std::vector<Completion> generate(
        const std::vector<Prompt>& prompts, const std::stop_token& abort = {});
    Completion generate(const Prompt& prompt, const std::stop_token& abort = {});

    /// Sets the adapters for all later jobs in place of the present ones; empty: the model alone.
    /// Throws Error{BadRequest} while jobs remain.
    void setLoras(std::vector<AdapterUse> adapters);

    /// Generates a few tokens, so that the first job does not wait for memory and recordings.
    /// Forgets what the cache holds. Throws Error{BadRequest} while jobs remain.
    void warmUp();

    /// These write what the cache holds of the beginning of `ids`, or of their content keys, to a
    /// file, and restore it for later jobs. All return the number of tokens. The cache of a draft
    /// model is not in the file; the draft model reads the tokens again. Parameters and errors are
    /// those of saveCacheFile() and restoreCacheFile(). Ids stand for a sequence that ends with
    /// them; for one that may have become longer than the original context of LongRope, use keys.
    int64_t saveCache(const std::filesystem::path& file, std::span<const TokenId> ids,
        std::span<const ImageEmbeddingPtr> images);
    int64_t saveCache(const std::filesystem::path& file, std::span<const ContentKey> keys,
        const std::function<bool()>& isGivenUp = {});
    int64_t restoreCache(
        const std::filesystem::path& file, std::vector<ContentKey>* keys = nullptr);

    /// The content keys that the prompt of this job has here.
    std::vector<ContentKey> promptKeys(const Job& job) const;

    /// The number of tokens that the cache holds of the beginning of `keys`.
    int64_t cachedTokens(std::span<const ContentKey> keys) const;
    int64_t savedBytes(int64_t tokens) const; ///< the size of so many tokens in such a file

    /// Identifies what the content of the cache depends on: the model and its present adapters.
    PageHash root() const;

    int64_t numPages() const { return m_table.numPages(); }
    int64_t numFreePages() const { return m_table.numFree(); } ///< pages that no job uses

    /// The jobs that wait, with the number of pages that each needs to start, so that a user can be
    /// called with the reason why a job waits.
    std::vector<Scheduler::Waiting> waitingJobs() const { return m_scheduler.waitingJobs(); }

    /// Checks what must always hold between two calls. Returns an empty text, or what is wrong.
    /// Slow; debug builds call it after each iterate().
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
    // The part of a prompt that a pass reads.
    struct Chunk {
        JobState* job;
        JobSequence* sequence;
        int64_t begin, end;
    };

    void cancelStoppedJobs();
    void readPrompts(std::vector<Result>& results);
    bool isAwaited() const;
    bool mayReadOn() const;
    void takeTurn(JobState& job, std::vector<Result>& results);
    void chooseCompanion(std::vector<Result>& results);
    Chunk nextChunk(JobState& job, JobSequence& sequence);
    bool read(const Chunk& chunk, std::vector<Result>& results);
    void readAlone(const Chunk& chunk, std::vector<Result>& results);
    void readAgain(JobState& job, JobSequence& sequence, std::vector<Result>& results);
    void decodeAgain(std::span<JobState* const> jobs, std::vector<Result>& results);
    BatchEntry begin(const Chunk& chunk);
    bool finish(const Chunk& chunk, std::vector<Result>& results);
    int64_t chunkEnd(const JobState& job, const JobSequence& sequence) const;
    void reuse(JobState& job, JobSequence& sequence);
    void draft(std::span<JobState* const> jobs);
    void decode(std::span<JobState* const> jobs, std::vector<Result>& results);
    std::span<const float> forward(std::span<JobState* const> jobs, std::vector<Result>& results);
    void chooseTokens(std::span<JobState* const> jobs, std::span<const float> logits);
    void chooseUndecided(std::span<const Share> shares);
    std::vector<Undecided> fetchUndecided(std::span<const Share> shares);
    void settle(JobState& job);
    void settle(JobSequence& sequence);
    void defragment();
    std::shared_ptr<const TokenTrie> tokenTrie();
    const SamplingDefaults& samplingDefaults();
    int64_t maxAnswerLength(const Job& job) const;
    Job jobFrom(const Prompt& prompt) const;

    Model& m_model;
    PagedCache& m_cache;
    const Tokenizer& m_tokenizer;
    Options m_options;
    PageTable m_table;
    Scheduler m_scheduler;
    ReadingBudget m_readingBudget;
    std::optional<Chunk> m_companion; // that is read in the pass which decodes
    std::unique_ptr<Speculator> m_speculator;
    std::unique_ptr<SamplingPool> m_samplingPool;
    std::unique_ptr<BackgroundMasks> m_backgroundMasks;
    std::shared_ptr<const TokenTrie> m_trie; // made when a job heals its first token
    std::optional<SamplingDefaults> m_samplingDefaults; // made when a job needs them
    std::vector<Result> m_unreported; // for the next iterate
    int64_t m_nextSerial = 0;
};

} // namespace engine
