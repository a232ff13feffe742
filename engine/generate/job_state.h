#pragma once

#include "engine/cache/page_table.h"
#include "engine/generate/answer_text.h"
#include "engine/generate/job.h"
#include "engine/generate/result.h"
#include "engine/models/model.h"
#include "engine/sampling/sampler.h"

#include <chrono>
#include <cstdint>
#include <exception>
#include <span>
#include <string>
#include <vector>

namespace engine {

/// A job from the queue to its last result: its tokens so far, its pages, its own sampler and text.
/// It makes the results; when it may run is the scheduler's business.
///
/// The next token always comes from the last id: everything before it must have been read.
class JobState {
public:
    /// `tokenizer` must outlive it.
    JobState(Job job, int64_t serial, const Tokenizer& tokenizer);

    int64_t serial() const { return m_serial; }
    std::span<const ContentKey> keys() const { return m_keys; }
    PageSequence& sequence() { return m_sequence; }
    const PageSequence& sequence() const { return m_sequence; }

    int64_t unread() const; ///< tokens to read before the last
    bool isReady() const { return !m_isFinished && unread() == 0; } ///< to decode
    bool isFinished() const { return m_isFinished; }

    int64_t skips = 0; ///< how often later jobs were started before it

    /// The next `count` tokens for the model. Valid until a token is accepted.
    BatchEntry nextTokens(int64_t count, int64_t logitRows) const;

    void countCached(int64_t pages, int64_t tokens); ///< found, not computed

    /// What is due: Started the first time only, Prefill while the prompt is read.
    void start(std::vector<Result>& results);
    void reportProgress(std::vector<Result>& results) const;

    /// Chooses the token that follows and reports it, and the end if it is one.
    void choose(std::span<const float> logits, std::vector<Result>& results);

    /// The last result, out of turn.
    Result fail(const std::exception& error);
    Result cancel();

private:
    using Clock = std::chrono::steady_clock;

    Result makeResult(Stage stage) const;
    Result finish(EosReason reason);
    bool isStopToken(TokenId id) const;
    void accept(TokenId id);
    std::optional<EosReason> reasonToEnd() const;

    Job m_job; // job.ids grows with the answer
    int64_t m_serial;
    std::vector<ContentKey> m_keys; // one per id
    PageSequence m_sequence;
    Sampler m_sampler;
    AnswerText m_text;

    int64_t m_promptTokens;
    int64_t m_newTokens = 0;
    int64_t m_cachedPages = 0, m_cachedTokens = 0;
    bool m_isFinished = false;
    Clock::time_point m_enqueued;
    std::optional<Clock::time_point> m_started, m_firstToken;
};

} // namespace engine
