#include "engine/generate/job_state.h"

#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/generate/result.h"
#include "engine/models/image_positions.h"
#include "engine/sampling/sampler.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>
#include <utility>

namespace engine {

namespace {

// No token id has these.
constexpr ContentKey imageBit = ContentKey(1) << 63;
constexpr ContentKey longFactorsBit = ContentKey(1) << 62;

ContentKey rowKey(const ImageEmbedding& image, TokenId id)
{
    std::array<ContentKey, 5> words{};
    std::memcpy(words.data(), image.contentHash.data(), image.contentHash.size());
    words[4] = ContentKey(id - image.firstId);
    return hashPage({}, words).low | imageBit;
}

} // namespace

RopeFactors ropeFactors(const ModelConfig& config, int64_t reach)
{
    const bool isLong = takesLongFactors(config.ropeScaling, config.contextLength, reach);
    return isLong ? RopeFactors::Long : RopeFactors::Short;
}

std::vector<ContentKey> contentKeys(
    std::span<const TokenId> ids, std::span<const ImageEmbeddingPtr> images, RopeFactors factors)
{
    std::vector<ContentKey> keys;
    keys.reserve(ids.size());
    for (const TokenId id : ids) {
        const auto image = std::ranges::find_if(images, [id](const ImageEmbeddingPtr& candidate) {
            return id >= candidate->firstId && id - candidate->firstId < candidate->count();
        });
        keys.push_back(image == images.end() ? ContentKey(id) : rowKey(**image, id));
    }
    if (factors == RopeFactors::Long && !keys.empty())
        keys.front() ^= longFactorsBit;
    return keys;
}

JobDraft::JobDraft(Kind kind, const GeneratorOptions& options)
    : m_kind(kind)
    , m_max(options.numDraftTokens)
    , m_adapts(options.adaptDraftLength)
    , m_length(options.numDraftTokens)
{
    if (kind == Kind::Ngram)
        m_ngram.emplace(NgramDraft::Options{.maxNgram = options.maxNgram});
}

int64_t JobDraft::wanted() const
{
    if (m_kind == Kind::None)
        return 0;
    return m_adapts ? m_length.next() : m_max;
}

TokenIds JobDraft::propose(int64_t count) const
{
    return m_ngram ? m_ngram->propose(count) : TokenIds();
}

void JobDraft::extend(std::span<const TokenId> ids)
{
    if (m_ngram)
        m_ngram->extend(ids);
}

void JobDraft::truncate(int64_t tokens)
{
    if (m_ngram)
        m_ngram->truncate(tokens);
}

void JobDraft::observe(int64_t drafted, int64_t accepted)
{
    if (m_kind == Kind::None)
        return;
    m_length.observe(drafted, accepted);
    m_accepted += accepted;
    m_rejected += drafted - accepted;
}

using base::Error;
using base::ErrorKind;

namespace {

// A prompt whose logits are wanted is read whole: no other job has a root of this serial number.
PageHash makeRoot(const Job& job, int64_t serial, const JobSurroundings& surroundings)
{
    const ContentKey own = ContentKey(serial) | imageBit | longFactorsBit;
    return job.onPromptLogits ? hashPage(surroundings.root, {&own, 1}) : surroundings.root;
}

std::vector<JobSequence> makeSequences(
    const Job& job, PageHash root, const JobSurroundings& surroundings)
{
    std::vector<JobSequence> sequences;
    for (const TokenIds* ids : {&job.ids, &job.negativeIds}) {
        const int64_t reach = int64_t(ids->size()) + job.maxNewTokens;
        const RopeFactors factors = ropeFactors(surroundings.config, reach);
        if (!ids->empty())
            sequences.push_back({.ids = *ids,
                .keys = contentKeys(*ids, job.images, factors),
                .pages = {.root = root},
                .reach = reach});
    }
    return sequences;
}

// A negative prompt may end otherwise: what it ends with is not what is chosen again.
void takeLastBack(JobSequence& sequence, TokenId last)
{
    if (sequence.ids.back() != last)
        return;
    sequence.ids.pop_back();
    sequence.keys.pop_back();
}

AnswerText::Rules makeRules(const Job& job)
{
    return {.specials = job.decodeSpecialTokens ? TextStream::SpecialTokens::Show
                                                : TextStream::SpecialTokens::Hide,
        .shownSpecials = job.shownSpecials,
        .stopStrings = job.stopStrings,
        .bannedStrings = job.bannedStrings};
}

} // namespace

JobState::JobState(Job job, int64_t serial, const JobSurroundings& surroundings, JobDraft draft)
    : m_job(std::move(job))
    , m_serial(serial)
    , m_tokenizer(surroundings.tokenizer)
    , m_sequences(makeSequences(m_job, makeRoot(m_job, serial, surroundings), surroundings))
    , m_chooser(m_job, m_tokenizer)
    , m_text(m_tokenizer, makeRules(m_job))
    , m_draft(std::move(draft))
    , m_promptTokens(int64_t(m_job.ids.size()))
    , m_enqueued(Clock::now())
{
    if (m_job.healTokens)
        heal(surroundings);
    m_draft.extend(m_sequences.front().ids);
    setDraft({});
}

// The last token of the prompt becomes the first one to choose.
void JobState::heal(const JobSurroundings& surroundings)
{
    const TokenId last = m_job.ids.back();
    if (isImageId(last) || m_tokenizer.isSpecial(last))
        return;
    if (std::ranges::any_of(m_sequences, [](const auto& it) { return it.ids.size() < 2; }))
        return;
    const std::string bytes = m_tokenizer.bytes(last);
    if (bytes.empty())
        return; // every token begins with nothing
    m_chooser.heal(bytes, *surroundings.trie);
    m_text.skip(bytes.size());
    m_newTokens = -1;
    for (JobSequence& sequence : m_sequences)
        takeLastBack(sequence, last);
}

bool JobState::isUnread() const
{
    return std::ranges::any_of(m_sequences, [](const auto& it) { return it.unread() > 0; });
}

BatchEntry JobState::unreadTokens(const JobSequence& sequence, int64_t tokens) const
{
    const int64_t filled = sequence.pages.filled;
    return {.ids = std::span(sequence.ids).subspan(size_t(filled), size_t(tokens)),
        .past = filled,
        .pages = sequence.pages.pages,
        .images = m_job.images,
        .logitRows = wantsPromptLogits() && &sequence == m_sequences.data() ? tokens : 0,
        .rotaryOffset = sequenceRotaryOffset(sequence),
        .reach = sequence.reach};
}

void JobState::countCached(int64_t tokens)
{
    if (!m_firstToken) // later ones are read again after the job had to make room
        m_cachedTokens += tokens;
}

void JobState::start(std::vector<Result>& results)
{
    if (!m_firstToken)
        m_cachedTokens = 0; // a job that had to make room while it read begins again
    if (m_started)
        return;
    m_started = Clock::now();
    results.push_back(makeResult(Stage::Started));
}

void JobState::reportProgress(std::vector<Result>& results) const
{
    if (m_firstToken)
        return;
    Result result = makeResult(Stage::Prefill);
    std::tie(result.currentProgress, result.maxProgress) = progress();
    results.push_back(std::move(result));
}

void JobState::reportPromptLogits(int64_t first, std::span<const float> logits) const
{
    if (wantsPromptLogits() && !m_firstToken && !logits.empty())
        m_job.onPromptLogits(first, logits);
}

void JobState::tellReading(int64_t tokens) const
{
    if (!m_job.onReading || m_firstToken)
        return;
    const auto [read, all] = progress();
    m_job.onReading(read + tokens, all);
}

// The number of tokens that were read, and of all that are to be read.
std::pair<int64_t, int64_t> JobState::progress() const
{
    int64_t read = 0, all = 0;
    for (const JobSequence& sequence : m_sequences) {
        read += sequence.pages.filled;
        all += int64_t(sequence.ids.size()) - 1;
    }
    return {read, all};
}

void JobState::setDraft(TokenIds draft)
{
    m_drafted = std::move(draft);
}

void JobState::addWindow(std::vector<BatchEntry>& batch, int64_t findable)
{
    m_top = {};
    if (findable > 0 && m_sequences.size() == 1)
        m_top = m_chooser.topNeeded(mayStop(), findable);
    m_windows.clear();
    for (const JobSequence& sequence : m_sequences) {
        TokenIds& window = m_windows.emplace_back(
            sequence.ids.begin() + ptrdiff_t(sequence.pages.filled), sequence.ids.end());
        window.insert(window.end(), m_drafted.begin(), m_drafted.end());
    }
    for (size_t i = 0; i < m_sequences.size(); ++i)
        batch.push_back({.ids = m_windows[i],
            .past = m_sequences[i].pages.filled,
            .pages = m_sequences[i].pages.pages,
            .images = m_job.images,
            .logitRows = windowSize(),
            .top = m_top,
            .rotaryOffset = sequenceRotaryOffset(m_sequences[i]),
            .reach = m_sequences[i].reach,
            .guesses = int64_t(m_drafted.size())});
}

int64_t JobState::sequenceRotaryOffset(const JobSequence& sequence) const
{
    return rotaryOffset(std::span(sequence.ids).first(size_t(sequence.pages.filled)), m_job.images);
}

void JobState::decode(const Logits& logits)
{
    try {
        decodeWindow(logits);
    } catch (const std::exception& error) {
        giveUp(error);
    }
}

void JobState::giveUp(const std::exception& error)
{
    m_undecidedRow.reset();
    m_results.push_back(fail(error));
}

void JobState::decodeWindow(const Logits& logits)
{
    const size_t rows = size_t(windowSize());
    auto agreed = size_t(m_undecidedRow.value_or(0));
    for (size_t row = agreed; row < rows; ++row) {
        std::optional<AnswerToken> token
            = m_chooser.choose(logitsRow(logits, row, rows), m_sequences.front().ids, mayStop());
        if (!token) {
            m_undecidedRow = int64_t(row);
            return;
        }
        m_undecidedRow.reset();
        const bool goesOn = take(std::move(*token));
        const TokenIds& ids = m_sequences.front().ids;
        const bool isAsDrafted = row + 1 < rows && goesOn && ids.back() == m_drafted[row];
        if (!isAsDrafted)
            break;
        ++agreed;
    }
    m_draft.observe(int64_t(rows) - 1, int64_t(agreed));
    setDraft({});
    if (m_reason)
        m_results.push_back(finish(*m_reason));
}

Logits JobState::logitsRow(const Logits& logits, size_t row, size_t rows)
{
    if (m_undecidedRow)
        return {.all = logits.all};
    if (m_top.count == 0)
        return {.all = mixedRow(logits.all, row, rows)};
    return topOfRow(logits, row, rows);
}

Logits JobState::topOfRow(const Logits& logits, size_t row, size_t rows) const
{
    const size_t width = size_t(m_top.count), weights = logits.weights.size() / rows;
    return {.highest = logits.highest.subspan(row * width, width),
        .weights = logits.weights.subspan(row * weights, weights)};
}

// The logits of a row of the window, of both prompts if there is guidance.
std::span<const float> JobState::mixedRow(std::span<const float> logits, size_t row, size_t rows)
{
    const size_t width = logits.size() / (rows * m_sequences.size());
    const auto positive = logits.subspan(row * width, width);
    if (m_sequences.size() == 1)
        return positive;
    m_mixed.resize(width);
    mixGuidance(m_mixed, positive, logits.subspan((rows + row) * width, width), m_job.guidance);
    return m_mixed;
}

bool JobState::mayStop() const
{
    const bool isHealing = m_newTokens < 0;
    return isHealing || m_newTokens >= m_job.minNewTokens;
}

// One token. False if the answer ended with it or was taken back.
bool JobState::take(AnswerToken token)
{
    const bool isHealing = m_newTokens < 0;
    const TokenId id = token.id;
    accept(id);
    if (!isHealing && isStopToken(id)) {
        m_reason = EosReason::StopToken;
        m_stopToken = std::move(token);
        report({});
        return false;
    }
    m_chooser.accept(id);
    AnswerText::Step step = m_text.push(std::move(token));
    const bool isTakenBack = !step.suppressed.empty();
    if (isTakenBack)
        takeBack(step.suppressed);
    m_chooser.settle(int64_t(m_sequences.front().ids.size() - m_text.numHeldTokens()));
    if (!isTakenBack)
        m_reason = reasonToEnd();
    report(std::move(step));
    return !isTakenBack && !m_reason;
}

void JobState::accept(TokenId id)
{
    for (JobSequence& sequence : m_sequences) {
        sequence.ids.push_back(id);
        sequence.keys.push_back(ContentKey(id));
    }
    m_draft.extend({&id, 1});
    ++m_newTokens;
    if (!m_firstToken)
        m_firstToken = Clock::now();
}

void JobState::takeBack(const std::vector<AnswerToken>& tokens)
{
    for (JobSequence& sequence : m_sequences) {
        sequence.ids.resize(sequence.ids.size() - tokens.size());
        sequence.keys.resize(sequence.ids.size());
    }
    const auto length = int64_t(m_sequences.front().ids.size());
    m_draft.truncate(length);
    m_chooser.takeBack(tokens, length);
    m_newTokens -= int64_t(tokens.size());
}

void JobState::report(AnswerText::Step step)
{
    Result result = makeResult(Stage::Streaming);
    result.suppressedText = std::move(step.suppressedText);
    for (const AnswerToken& token : step.suppressed)
        result.suppressedTokens.push_back(token.id);
    addShown(result, std::move(step.shown));
    if (m_reason)
        addShown(result, m_text.finish());
    m_results.push_back(std::move(result));
}

std::optional<EosReason> JobState::reasonToEnd() const
{
    if (m_text.stopString())
        return EosReason::StopString;
    if (m_chooser.mustEnd())
        return EosReason::EndFilter;
    if (m_newTokens >= m_job.maxNewTokens)
        return EosReason::MaxNewTokens;
    return std::nullopt;
}

bool JobState::isStopToken(TokenId id) const
{
    return std::ranges::find(m_job.stopTokens, id) != m_job.stopTokens.end();
}

Result JobState::fail(const std::exception& error)
{
    const auto* known = dynamic_cast<const Error*>(&error);
    if (known && known->kind() == ErrorKind::Cancelled && isStopRequested())
        return cancel();
    Result result = finish(EosReason::Error);
    tellError(result, error);
    return result;
}

Result JobState::cancel()
{
    return finish(EosReason::Cancelled);
}

Result JobState::makeResult(Stage stage) const
{
    Result result;
    result.serial = m_serial;
    result.identifier = m_job.identifier;
    result.stage = stage;
    return result;
}

void JobState::addShown(Result& result, AnswerText::Piece piece) const
{
    result.text += piece.text;
    for (AnswerToken& token : piece.tokens) {
        if (m_job.returnLogits)
            result.logits.push_back(std::move(token.logits));
        tell({result.tokenIds, result.tokenProbabilities, result.topTokens}, std::move(token));
    }
}

void JobState::tell(const TokenLists& lists, AnswerToken token) const
{
    lists.ids.push_back(token.id);
    if (m_job.returnProbabilities)
        lists.probabilities.push_back(token.probability);
    if (m_job.returnTopTokens > 0)
        lists.top.push_back(std::move(token.top));
}

// What ended the answer is never shown.
void JobState::addHeld(Result& last) const
{
    std::vector<AnswerToken> held;
    if (last.eosReason == EosReason::StopToken)
        held = {*m_stopToken};
    if (last.eosReason == EosReason::StopString)
        held = m_text.heldTokens();
    for (AnswerToken& token : held) {
        if (m_job.returnLogits)
            last.heldLogits.push_back(std::move(token.logits));
        tell({last.heldTokens, last.heldProbabilities, last.heldTopTokens}, std::move(token));
    }
}

Result JobState::finish(EosReason reason)
{
    using Seconds = std::chrono::duration<double>;
    const Clock::time_point now = Clock::now();
    const Clock::time_point started = m_started.value_or(now);
    const Clock::time_point firstToken = m_firstToken.value_or(now);

    Result result = makeResult(Stage::Eos);
    result.eos = true;
    result.eosReason = reason;
    if (reason == EosReason::StopToken) {
        result.eosToken = m_stopToken->id;
        result.eosString = m_tokenizer.piece(result.eosToken);
    }
    if (reason == EosReason::StopString) {
        result.eosString = *m_text.stopString();
        result.heldText = m_text.heldText();
    }
    addHeld(result);
    result.fullCompletion = m_text.whole();
    result.contentKeys = m_sequences.front().keys;
    result.newTokens = std::max(m_newTokens, int64_t(0));
    result.promptTokens = m_promptTokens;
    result.cachedTokens = m_cachedTokens / int64_t(m_sequences.size());
    result.cachedPages = result.cachedTokens / pageSize;
    result.acceptedDraftTokens = m_draft.accepted();
    result.rejectedDraftTokens = m_draft.rejected();
    result.secondsEnqueued = Seconds(started - m_enqueued).count();
    result.secondsPrefill = Seconds(firstToken - started).count();
    result.secondsGenerate = Seconds(now - firstToken).count();
    m_isFinished = true;
    return result;
}

} // namespace engine
