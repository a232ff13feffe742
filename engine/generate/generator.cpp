#include "engine/generate/generator.h"

#include "base/error.h"
#include "engine/cache/cache_file.h"
#include "engine/cache/paged_cache.h"
#include "engine/filters/token_trie.h"
#include "engine/generate/background_masks.h"
#include "engine/generate/job.h"
#include "engine/generate/job_state.h"
#include "engine/generate/result.h"
#include "engine/generate/speculator.h"
#include "engine/models/decoder_pass.h"
#include "engine/models/image_positions.h"
#include "engine/models/model.h"
#include "engine/sampling/sampling_pool.h"
#include "engine/tokenizers/tokenizer.h"
#include "kernels/logit_math.h"

#include <algorithm>
#include <utility>

namespace engine {

using base::Error;
using base::ErrorKind;

namespace {

#ifdef NDEBUG
constexpr bool checksEachStep = false;
#else
constexpr bool checksEachStep = true;
#endif

// Rows of logits that are on the host at a time: each has as many numbers as the vocabulary.
constexpr int64_t maxPromptLogitRows = 64;

size_t numRows(const JobState& job)
{
    return size_t(job.windowSize()) * job.sequences().size();
}

// The number of rows of jobs that want all logits.
size_t numWholeRows(std::span<JobState* const> jobs)
{
    size_t rows = 0;
    for (const JobState* job : jobs)
        rows += job->top().count == 0 ? numRows(*job) : 0;
    return rows;
}

// Partial softmax sums per row; 0 when sampling is greedy.
size_t numWeights(const TopLogits& top)
{
    return top.temperature > 0 ? size_t(kernels::weightBlockCount(top.among)) : 0;
}

// True if only the last token keeps an image from being it.
bool endsWithImage(const Job& job)
{
    const auto does
        = [](const TokenIds& ids) { return ids.size() >= 2 && isImageId(ids[ids.size() - 2]); };
    return does(job.ids) || does(job.negativeIds);
}

// Takes the first ones away from the others.
template <typename T>
std::span<const T> takeFirst(std::span<const T>& all, size_t count)
{
    const std::span<const T> first = all.first(count);
    all = all.subspan(count);
    return first;
}

} // namespace

Generator::Generator(Model& model, PagedCache& cache, const Tokenizer& tokenizer, Options options)
    : m_model(model)
    , m_cache(cache)
    , m_tokenizer(tokenizer)
    , m_options(checkedOptions(options, model.config().contextLength))
    , m_table(cache.numPages(), cache.keepsStates() ? PageCut::Nowhere : PageCut::Anywhere)
    , m_scheduler(m_table, m_options)
    , m_readingBudget(m_options)
    , m_speculator(std::make_unique<Speculator>(model, cache, m_options))
    , m_samplingPool(std::make_unique<SamplingPool>(SamplingPool::Options{
          .maxThreads = m_options.maxSamplingThreads, .minJobs = m_options.minSamplingThreads}))
    , m_backgroundMasks(std::make_unique<BackgroundMasks>(m_options.maxSamplingThreads))
{
    checkReach(model.config(), m_options.maxSeqLen);
}

Generator::~Generator() = default;

int64_t Generator::enqueue(Job job)
{
    const ModelConfig& config = m_model.config();
    checkJob(job,
        {.vocabulary = config.vocabulary,
            .hidden = config.hidden,
            .maxSeqLen = m_options.maxSeqLen,
            .pages = numPages(),
            .sequences = m_options.maxBatchSize,
            .seesWholeImages = m_model.seesWholeImages()});
    job.maxNewTokens = maxAnswerLength(job);
    if (m_model.seesWholeImages() && endsWithImage(job))
        job.healTokens = false;
    if (needsDefaults(job.sampling))
        takeDefaults(job.sampling, samplingDefaults());
    const JobSurroundings surroundings{
        m_tokenizer, config, root(), job.healTokens ? tokenTrie() : nullptr};
    JobDraft draft = m_speculator->draftFor(job.mayDraft, !job.images.empty());
    m_scheduler.enqueue(
        std::make_unique<JobState>(std::move(job), m_nextSerial, surroundings, std::move(draft)));
    return m_nextSerial++;
}

int64_t Generator::maxAnswerLength(const Job& job) const
{
    const auto longest = int64_t(std::max(job.ids.size(), job.negativeIds.size()));
    return std::max<int64_t>(1, std::min(job.maxNewTokens, m_options.maxSeqLen - longest));
}

std::vector<int64_t> Generator::enqueue(std::vector<Job> jobs)
{
    std::vector<int64_t> serials;
    try {
        for (Job& job : jobs)
            serials.push_back(enqueue(std::move(job)));
    } catch (const std::exception&) {
        for (const int64_t serial : serials)
            m_scheduler.remove(serial);
        throw;
    }
    return serials;
}

std::vector<Result> Generator::iterate()
{
    cancelStoppedJobs();
    std::vector<Result> results = std::exchange(m_unreported, {});
    m_scheduler.startJobs(results);
    readPrompts(results);
    m_scheduler.growSequences();
    const std::vector<JobState*> ready = m_scheduler.readyJobs();
    draft(ready);
    if (!ready.empty() && m_model.mayReadWhileDecoding())
        chooseCompanion(results);
    decode(ready, results);
    m_scheduler.retireJobs();
    if (m_scheduler.numJobs() == 0)
        defragment();
    if (checksEachStep)
        CHECK(checkInvariants().empty());
    return results;
}

int64_t Generator::numRemainingJobs() const
{
    return m_scheduler.numJobs() + int64_t(m_unreported.size());
}

void Generator::cancel(int64_t serial)
{
    if (const std::unique_ptr<JobState> job = m_scheduler.remove(serial))
        m_unreported.push_back(job->cancel());
}

void Generator::clearQueue()
{
    for (const int64_t serial : m_scheduler.serials())
        cancel(serial);
}

void Generator::cancelStoppedJobs()
{
    for (const int64_t serial : m_scheduler.stoppedJobs())
        cancel(serial);
}

void Generator::readPrompts(std::vector<Result>& results)
{
    const bool haveCompany = isAwaited() && m_model.mayReadWhileDecoding(); // see chooseCompanion()
    m_readingBudget.beginStep();
    for (JobState* job : m_scheduler.unreadJobs()) {
        if (haveCompany && !job->wantsPromptLogits())
            continue;
        if (!mayReadOn())
            return;
        try {
            takeTurn(*job, results);
        } catch (const std::exception& error) {
            results.push_back(job->fail(error));
        }
    }
}

// True if some job waits for the end of the step to get its next token.
bool Generator::isAwaited() const
{
    return !m_scheduler.readyJobs().empty();
}

bool Generator::mayReadOn() const
{
    return !isAwaited() || !m_readingBudget.isSpent();
}

// Reads this job's prompt until its turn ends or its share of the step's time budget is used up.
void Generator::takeTurn(JobState& job, std::vector<Result>& results)
{
    for (JobSequence& sequence : job.sequences()) {
        while (sequence.unread() > 0 && mayReadOn()) {
            if (read(nextChunk(job, sequence), results))
                return;
        }
    }
}

// A pass for a few tokens takes nearly all its time to fetch the weights, so the next chunk of a
// prompt goes along with the tokens that are decoded.
void Generator::chooseCompanion(std::vector<Result>& results)
{
    m_readingBudget.beginStep();
    for (JobState* job : m_scheduler.unreadJobs()) {
        if (job->wantsPromptLogits())
            continue; // the pass would return its logits among those of the others
        try {
            for (JobSequence& sequence : job->sequences()) {
                const Chunk chunk = nextChunk(*job, sequence);
                if (chunk.begin == chunk.end)
                    continue;
                m_companion = chunk;
                return;
            }
        } catch (const std::exception& error) {
            results.push_back(job->fail(error));
        }
    }
}

Generator::Chunk Generator::nextChunk(JobState& job, JobSequence& sequence)
{
    reuse(job, sequence);
    return {&job, &sequence, sequence.pages.filled, chunkEnd(job, sequence)};
}

// True if the turn has ended.
bool Generator::read(const Chunk& chunk, std::vector<Result>& results)
{
    if (chunk.begin == chunk.end)
        return false;
    const BatchEntry entry = begin(chunk);
    const int64_t layers = std::max<int64_t>(m_model.config().layers, 1);
    int64_t layer = 0;
    const auto betweenLayers = [&chunk, &layer, layers] {
        const int64_t done = std::min(layer++, layers);
        chunk.job->tellReading((chunk.end - chunk.begin) * done / layers);
        return chunk.job->isStopRequested();
    };
    const std::span<const float> logits = m_model.forward({&entry, 1}, m_cache, betweenLayers);
    if (entry.logitRows > 0)
        chunk.job->reportPromptLogits(chunk.begin, logits);
    return finish(chunk, results);
}

BatchEntry Generator::begin(const Chunk& chunk)
{
    m_readingBudget.beginChunk();
    m_table.beginWriting(chunk.sequence->pages, chunk.end);
    return chunk.job->unreadTokens(*chunk.sequence, chunk.end - chunk.begin);
}

// Ends a chunk after its pass and returns true if the turn has ended. A turn ends at the end of a
// page, so that jobs that begin alike can share what the first of them has read without looking for
// it in the middle of another's turn.
bool Generator::finish(const Chunk& chunk, std::vector<Result>& results)
{
    const int64_t tokens = chunk.end - chunk.begin, turn = m_options.maxChunkSize;
    m_table.append(chunk.sequence->pages, chunk.sequence->keys, tokens);
    m_speculator->readPrompt(*chunk.job, tokens);
    m_model.cacheDevices().back()->synchronize();
    m_readingBudget.endChunk(chunk.begin, tokens);
    chunk.job->reportProgress(results);
    const bool isOver = chunk.end / turn > chunk.begin / turn;
    if (isOver)
        m_scheduler.endTurn(*chunk.job);
    return isOver;
}

// Retries the chunk alone after a batched pass failed, so that the error is charged to the right
// job.
void Generator::readAlone(const Chunk& chunk, std::vector<Result>& results)
{
    try {
        m_table.truncate(chunk.sequence->pages, chunk.begin);
        read(nextChunk(*chunk.job, *chunk.sequence), results);
    } catch (const std::exception& error) {
        results.push_back(chunk.job->fail(error));
    }
}

// Short chunks may end inside a page, but none inside an image that is seen whole.
int64_t Generator::chunkEnd(const JobState& job, const JobSequence& sequence) const
{
    const int64_t begin = sequence.pages.filled, turn = m_options.maxChunkSize;
    int64_t tokens = isAwaited() ? m_readingBudget.tokens(begin) : turn;
    if (job.wantsPromptLogits())
        tokens = std::min(tokens, maxPromptLogitRows);
    int64_t end = begin + tokens;
    if (end / pageSize > begin / pageSize)
        end = end / pageSize * pageSize;
    end = std::min({end, (begin / turn + 1) * turn, begin + sequence.unread()});
    return m_model.seesWholeImages() ? endBetweenImages(sequence.ids, job.images(), begin, end)
                                     : end;
}

// Takes over what any job has computed of the same prompt: pages to share, then parts to copy.
void Generator::reuse(JobState& job, JobSequence& sequence)
{
    while (sequence.unread() > 0) {
        job.countCached(m_table.shareFinished(sequence.pages, sequence.keys));
        const auto partial = m_table.findPartial(sequence.pages, sequence.keys);
        if (!partial)
            break;
        const int64_t filled = sequence.pages.filled;
        const int32_t page = sequence.pages.pages[size_t(filled / pageSize)];
        m_table.beginWriting(sequence.pages, filled + partial->tokens);
        m_cache.copyPage(partial->page, page, partial->tokens);
        m_speculator->copyPage(partial->page, page, partial->tokens);
        m_table.append(sequence.pages, sequence.keys, partial->tokens);
        job.countCached(partial->tokens);
    }
}

void Generator::draft(std::span<JobState* const> jobs)
{
    std::vector<int64_t> counts;
    for (JobState* job : jobs) {
        const int64_t wanted = std::min(job->draft().wanted(), job->remaining() - 1);
        counts.push_back(wanted > 0 ? m_scheduler.roomForDraft(*job, wanted) : 0);
    }
    m_speculator->propose(jobs, counts);
}

void Generator::decode(std::span<JobState* const> jobs, std::vector<Result>& results)
{
    if (jobs.empty())
        return;
    try {
        chooseTokens(jobs, forward(jobs, results));
    } catch (const std::exception& error) {
        m_backgroundMasks->wait();
        if (const auto companion = std::exchange(m_companion, {})) {
            readAlone(*companion, results);
            return decodeAgain(jobs, results);
        }
        if (jobs.size() == 1)
            return results.push_back(jobs.front()->fail(error));
        for (JobState* const& job : jobs) // one by one, to learn whose error it is
            decodeAgain({&job, 1}, results);
        return;
    }
    for (JobState* job : jobs) {
        for (Result& result : job->takeResults()) {
            if (result.errorKind == ErrorKind::DeviceLost)
                tellOverflow(result, *job, m_cache);
            results.push_back(std::move(result));
        }
        settle(*job);
    }
}

// Repeats the pass of jobs after it failed and the states that it was writing were lost.
void Generator::decodeAgain(std::span<JobState* const> jobs, std::vector<Result>& results)
{
    std::vector<JobState*> ready;
    for (JobState* job : jobs) {
        try {
            for (JobSequence& sequence : job->sequences())
                readAgain(*job, sequence, results);
            ready.push_back(job);
        } catch (const std::exception& error) {
            results.push_back(job->fail(error));
        }
    }
    decode(ready, results);
}

void Generator::readAgain(JobState& job, JobSequence& sequence, std::vector<Result>& results)
{
    m_table.truncate(sequence.pages, sequence.pages.filled);
    const int64_t filled = sequence.pages.filled;
    read({&job, &sequence, filled, filled + sequence.unread()}, results);
}

// One pass for all jobs. It is given up only if all of them are.
std::span<const float> Generator::forward(
    std::span<JobState* const> jobs, std::vector<Result>& results)
{
    const int64_t findable = m_model.findsTopLogits() ? m_model.config().vocabulary : 0;
    std::vector<BatchEntry> batch;
    for (JobState* job : jobs) {
        for (JobSequence& sequence : job->sequences())
            m_table.beginWriting(
                sequence.pages, int64_t(sequence.ids.size()) - 1 + job->windowSize());
        job->addWindow(batch, findable);
    }
    if (m_options.backgroundFilters)
        m_backgroundMasks->start(jobs);
    if (m_companion)
        batch.push_back(begin(*m_companion));
    const auto isGivenUp = [jobs] {
        return std::ranges::all_of(jobs, [](const auto* job) { return job->isStopRequested(); });
    };
    const std::span<const float> logits = m_model.forward(batch, m_cache, isGivenUp);
    if (const auto companion = std::exchange(m_companion, {})) {
        try {
            finish(*companion, results);
        } catch (const std::exception& error) { // of the draft model
            results.push_back(companion->job->fail(error));
        }
    }
    return logits;
}

void Generator::chooseTokens(std::span<JobState* const> jobs, std::span<const float> logits)
{
    m_backgroundMasks->wait();
    const size_t width = logits.size() / std::max<size_t>(numWholeRows(jobs), 1);
    std::span<const Candidate> highest = m_model.topLogits();
    std::span<const float> weights = m_model.topWeights();
    std::vector<Share> shares;
    int64_t row = 0;
    for (JobState* job : jobs) {
        const size_t rows = numRows(*job), count = size_t(job->top().count);
        const Logits own{.all = takeFirst(logits, count == 0 ? rows * width : 0),
            .highest = takeFirst(highest, rows * count),
            .weights = takeFirst(weights, rows * numWeights(job->top()))};
        shares.push_back({job, own, row});
        row += int64_t(rows);
    }
    m_samplingPool->forEach(int64_t(shares.size()), [&](int64_t index) {
        const Share& share = shares[size_t(index)];
        share.job->decode(share.logits);
    });
    chooseUndecided(shares);
}

// Fetches all logits of a row if the highest ones did not decide; the next row may need it, too.
void Generator::chooseUndecided(std::span<const Share> shares)
{
    for (auto undecided = fetchUndecided(shares); !undecided.empty();
         undecided = fetchUndecided(shares))
        m_samplingPool->forEach(int64_t(undecided.size()), [&](int64_t index) {
            Undecided& one = undecided[size_t(index)];
            one.share.logits.all = one.row;
            one.share.job->decode(one.share.logits);
        });
}

std::vector<Generator::Undecided> Generator::fetchUndecided(std::span<const Share> shares)
{
    std::vector<Undecided> undecided;
    for (const Share& share : shares) {
        const std::optional<int64_t> row = share.job->undecidedRow();
        if (!row)
            continue;
        try {
            const auto logits = m_model.fetchLogits(share.firstRow + *row);
            undecided.push_back({share, {logits.begin(), logits.end()}});
        } catch (const std::exception& error) {
            share.job->giveUp(error);
        }
    }
    return undecided;
}

// Brings the page table up to what the job has decoded or taken back.
void Generator::settle(JobState& job)
{
    for (JobSequence& sequence : job.sequences())
        settle(sequence);
}

// States were kept after what the last pass knew for certain.
void Generator::settle(JobSequence& sequence)
{
    const int64_t filled = sequence.pages.filled, end = int64_t(sequence.ids.size()) - 1;
    const int64_t kept = m_cache.keepsStates() ? filled + sequence.again + 1 : end;
    sequence.again = std::max<int64_t>(end - kept, 0);
    if (kept < filled || kept > end)
        m_table.truncate(sequence.pages, end);
    else
        m_table.append(sequence.pages, sequence.keys, kept - filled);
}

// The table says already that the pages have moved. If they cannot, what they hold is lost.
void Generator::defragment()
{
    const std::vector<PageMove> moves = m_table.defragment();
    try {
        m_cache.movePages(moves);
        m_speculator->movePages(moves);
    } catch (const std::exception&) {
        m_table.forgetUnused();
    }
}

PageHash Generator::root() const
{
    FingerprintMaker root;
    root.add(m_model.identity());
    root.add(m_model.adapterIdentity());
    return root.value();
}

std::shared_ptr<const TokenTrie> Generator::tokenTrie()
{
    if (!m_trie)
        m_trie = TokenTrie::build(m_tokenizer);
    return m_trie;
}

const SamplingDefaults& Generator::samplingDefaults()
{
    if (!m_samplingDefaults)
        m_samplingDefaults = readSamplingDefaults(m_tokenizer);
    return *m_samplingDefaults;
}

void Generator::setLoras(std::vector<AdapterUse> adapters)
{
    if (numRemainingJobs() > 0)
        throw Error(ErrorKind::BadRequest,
            "Adapters can only be changed while no jobs are running; running jobs: "
                + std::to_string(numRemainingJobs()) + ".");
    m_model.setAdapters(std::move(adapters));
}

int64_t Generator::saveCache(const std::filesystem::path& file, std::span<const TokenId> ids,
    std::span<const ImageEmbeddingPtr> images)
{
    return saveCache(
        file, contentKeys(ids, images, ropeFactors(m_model.config(), int64_t(ids.size()))));
}

int64_t Generator::saveCache(const std::filesystem::path& file, std::span<const ContentKey> keys,
    const std::function<bool()>& isGivenUp)
{
    PagedCache* const cache = &m_cache;
    return saveCacheFile(file, {&cache, 1}, m_table, root(), keys, isGivenUp);
}

int64_t Generator::restoreCache(const std::filesystem::path& file, std::vector<ContentKey>* keys)
{
    PagedCache* const cache = &m_cache;
    return restoreCacheFile(file, {&cache, 1}, m_table, root(), keys);
}

std::vector<ContentKey> Generator::promptKeys(const Job& job) const
{
    const int64_t reach = int64_t(job.ids.size()) + maxAnswerLength(job);
    return contentKeys(job.ids, job.images, ropeFactors(m_model.config(), reach));
}

int64_t Generator::cachedTokens(std::span<const ContentKey> keys) const
{
    return m_table.findBeginning(root(), keys).tokens;
}

int64_t Generator::savedBytes(int64_t tokens) const
{
    return tokens / pageSize * m_cache.pageBytes() + m_cache.pageBytes(tokens % pageSize);
}

} // namespace engine
