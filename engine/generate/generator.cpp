#include "engine/generate/generator.h"

#include "engine/cache/paged_cache.h"
#include "engine/generate/check_job.h"
#include "engine/models/model.h"
#include "engine/text/tokenizer.h"
#include "kernels/error.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

Generator::Options withDefaults(Generator::Options options, const ModelConfig& config)
{
    if (options.maxBatchSize < 0 || options.maxSeqLen < 0)
        throw Error(ErrorKind::BadRequest, "The limits of a generator cannot be negative.");
    if (options.maxChunkSize <= 0 || options.maxChunkSize % pageSize != 0)
        throw Error(ErrorKind::BadRequest,
            "Prompts are read in chunks of a multiple of 256 tokens, not of "
                + std::to_string(options.maxChunkSize) + ".");
    if (options.maxBatchSize == 0)
        options.maxBatchSize = 256;
    if (options.maxSeqLen == 0)
        options.maxSeqLen = config.contextLength;
    return options;
}

} // namespace

Generator::Generator(Model& model, PagedCache& cache, const Tokenizer& tokenizer, Options options)
    : m_model(model)
    , m_cache(cache)
    , m_tokenizer(tokenizer)
    , m_options(withDefaults(options, model.config()))
    , m_table(cache.numPages())
    , m_scheduler(m_table, m_options.maxBatchSize)
{
}

int64_t Generator::enqueue(Job job)
{
    const ModelConfig& config = m_model.config();
    checkJob(job, {config.vocabulary, config.hidden, m_options.maxSeqLen, numPages()});
    job.maxNewTokens = std::min(job.maxNewTokens, m_options.maxSeqLen - int64_t(job.ids.size()));
    m_scheduler.enqueue(std::make_unique<JobState>(std::move(job), m_nextSerial, m_tokenizer));
    return m_nextSerial++;
}

std::vector<Result> Generator::iterate()
{
    std::vector<Result> results = std::exchange(m_cancelled, {});
    m_scheduler.startJobs(results);
    readPrompts(results);
    m_scheduler.growSequences();
    decode(m_scheduler.readyJobs(), results);
    m_scheduler.retireJobs();
    return results;
}

int64_t Generator::numRemainingJobs() const
{
    return m_scheduler.numJobs() + int64_t(m_cancelled.size());
}

void Generator::cancel(int64_t serial)
{
    if (const std::unique_ptr<JobState> job = m_scheduler.remove(serial))
        m_cancelled.push_back(job->cancel());
}

void Generator::clearQueue()
{
    for (const int64_t serial : m_scheduler.serials())
        cancel(serial);
}

void Generator::readPrompts(std::vector<Result>& results)
{
    for (JobState* job : m_scheduler.unreadJobs()) {
        try {
            readChunk(*job, results);
        } catch (const std::exception& error) {
            results.push_back(job->fail(error));
        }
    }
}

// A chunk ends at the end of a page, so that the next one can begin with pages of others.
void Generator::readChunk(JobState& job, std::vector<Result>& results)
{
    reuse(job);
    const int64_t filled = job.sequence().filled;
    const int64_t chunkEnd = (filled + m_options.maxChunkSize) / pageSize * pageSize;
    const int64_t tokens = std::min(chunkEnd - filled, job.unread());
    if (tokens == 0)
        return;
    const BatchEntry entry = job.nextTokens(tokens, 0);
    m_model.forward({&entry, 1}, m_cache);
    m_table.append(job.sequence(), job.keys(), tokens);
    job.reportProgress(results);
}

// Takes over what any job has computed of the same prompt.
void Generator::reuse(JobState& job)
{
    const int64_t pages = m_table.shareFinished(job.sequence(), job.keys());
    job.countCached(pages, pages * pageSize);
    const auto partial = m_table.findPartial(job.sequence(), job.keys());
    if (!partial)
        return;
    const auto place = size_t(job.sequence().filled / pageSize);
    m_cache.copyPage(partial->page, job.sequence().pages[place], partial->tokens);
    m_table.append(job.sequence(), job.keys(), partial->tokens);
    job.countCached(0, partial->tokens);
}

void Generator::decode(std::span<JobState* const> jobs, std::vector<Result>& results)
{
    if (jobs.empty())
        return;
    try {
        const std::span<const float> logits = forward(jobs);
        const size_t width = logits.size() / jobs.size();
        for (size_t i = 0; i < jobs.size(); ++i)
            choose(*jobs[i], logits.subspan(i * width, width), results);
    } catch (const std::exception& error) {
        if (jobs.size() == 1)
            return results.push_back(jobs.front()->fail(error));
        for (JobState* const& job : jobs) // one by one, to learn whose error it is
            decode({&job, 1}, results);
    }
}

std::span<const float> Generator::forward(std::span<JobState* const> jobs)
{
    std::vector<BatchEntry> batch;
    batch.reserve(jobs.size());
    for (const JobState* job : jobs)
        batch.push_back(job->nextTokens(1, 1));
    return m_model.forward(batch, m_cache);
}

void Generator::choose(JobState& job, std::span<const float> logits, std::vector<Result>& results)
{
    try {
        m_table.append(job.sequence(), job.keys(), 1);
        job.choose(logits, results);
    } catch (const std::exception& error) {
        results.push_back(job.fail(error));
    }
}

} // namespace engine
