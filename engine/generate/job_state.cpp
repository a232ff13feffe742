#include "engine/generate/job_state.h"

#include "engine/generate/content_keys.h"
#include "kernels/error.h"

#include <algorithm>
#include <new>
#include <utility>

namespace engine {

using kernels::Error;
using kernels::ErrorKind;

namespace {

std::optional<ErrorKind> kindOf(const std::exception& error)
{
    if (const auto* known = dynamic_cast<const Error*>(&error))
        return known->kind();
    if (dynamic_cast<const std::bad_alloc*>(&error))
        return ErrorKind::OutOfMemory;
    return std::nullopt;
}

std::string sentenceOf(const std::exception& error)
{
    if (dynamic_cast<const std::bad_alloc*>(&error))
        return "There is not enough memory to go on with this answer.";
    return error.what();
}

} // namespace

JobState::JobState(Job job, int64_t serial, const Tokenizer& tokenizer)
    : m_job(std::move(job))
    , m_serial(serial)
    , m_keys(contentKeys(m_job.ids, m_job.images))
    , m_sampler(m_job.sampling, m_job.seed ? *m_job.seed : freshSeed())
    , m_text(tokenizer,
          m_job.decodeSpecialTokens ? TextStream::SpecialTokens::Show
                                    : TextStream::SpecialTokens::Hide,
          m_job.stopStrings)
    , m_promptTokens(int64_t(m_job.ids.size()))
    , m_enqueued(Clock::now())
{
}

int64_t JobState::unread() const
{
    return int64_t(m_job.ids.size()) - 1 - m_sequence.filled;
}

BatchEntry JobState::nextTokens(int64_t count, int64_t logitRows) const
{
    const std::span<const TokenId> ids = m_job.ids;
    return {ids.subspan(size_t(m_sequence.filled), size_t(count)), m_sequence.filled,
        m_sequence.pages, m_job.images, logitRows};
}

void JobState::countCached(int64_t pages, int64_t tokens)
{
    if (m_newTokens > 0)
        return; // read again after it had to make room for others
    m_cachedPages += pages;
    m_cachedTokens += tokens;
}

void JobState::start(std::vector<Result>& results)
{
    if (m_started)
        return;
    m_started = Clock::now();
    results.push_back(makeResult(Stage::Started));
}

void JobState::reportProgress(std::vector<Result>& results) const
{
    if (m_newTokens > 0)
        return;
    Result result = makeResult(Stage::Prefill);
    result.currentProgress = m_sequence.filled;
    result.maxProgress = m_promptTokens - 1;
    results.push_back(std::move(result));
}

void JobState::choose(std::span<const float> logits, std::vector<Result>& results)
{
    const bool mayStop = m_newTokens >= m_job.minNewTokens;
    const std::span<const TokenId> stopTokens = m_job.stopTokens;
    const auto banned = mayStop ? std::span<const TokenId>() : stopTokens;
    accept(m_sampler.sample(logits, banned, m_job.ids));

    const TokenId id = m_job.ids.back();
    AnswerText::Piece piece = isStopToken(id) ? AnswerText::Piece() : m_text.push(id);
    const std::optional<EosReason> reason = reasonToEnd();
    if (reason) {
        AnswerText::Piece held = m_text.finish();
        piece.text += held.text;
        piece.ids.insert(piece.ids.end(), held.ids.begin(), held.ids.end());
    }
    Result& streamed = results.emplace_back(makeResult(Stage::Streaming));
    streamed.text = std::move(piece.text);
    streamed.tokenIds = std::move(piece.ids);
    if (reason)
        results.push_back(finish(*reason));
}

Result JobState::fail(const std::exception& error)
{
    Result result = finish(EosReason::Error);
    result.errorKind = kindOf(error);
    result.error = sentenceOf(error);
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

Result JobState::finish(EosReason reason)
{
    using Seconds = std::chrono::duration<double>;
    const Clock::time_point now = Clock::now();
    const Clock::time_point started = m_started.value_or(now);
    const Clock::time_point firstToken = m_firstToken.value_or(now);

    Result result = makeResult(Stage::Eos);
    result.eos = true;
    result.eosReason = reason;
    if (reason == EosReason::StopToken)
        result.eosToken = m_job.ids.back();
    if (reason == EosReason::StopString)
        result.eosString = *m_text.stopString();
    result.fullCompletion = m_text.whole();
    result.newTokens = m_newTokens;
    result.promptTokens = m_promptTokens;
    result.cachedPages = m_cachedPages;
    result.cachedTokens = m_cachedTokens;
    result.secondsEnqueued = Seconds(started - m_enqueued).count();
    result.secondsPrefill = Seconds(firstToken - started).count();
    result.secondsGenerate = Seconds(now - firstToken).count();
    m_isFinished = true;
    return result;
}

bool JobState::isStopToken(TokenId id) const
{
    return std::ranges::find(m_job.stopTokens, id) != m_job.stopTokens.end();
}

void JobState::accept(TokenId id)
{
    m_job.ids.push_back(id);
    m_keys.push_back(ContentKey(id));
    ++m_newTokens;
    if (!m_firstToken)
        m_firstToken = Clock::now();
}

std::optional<EosReason> JobState::reasonToEnd() const
{
    if (isStopToken(m_job.ids.back()))
        return EosReason::StopToken;
    if (m_text.stopString())
        return EosReason::StopString;
    if (m_newTokens >= m_job.maxNewTokens)
        return EosReason::MaxNewTokens;
    return std::nullopt;
}

} // namespace engine
