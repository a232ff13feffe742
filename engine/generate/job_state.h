#pragma once

#include "engine/generate/answer_text.h"
#include "engine/generate/job.h"
#include "engine/generate/job_draft.h"
#include "engine/generate/job_sequence.h"
#include "engine/generate/result.h"
#include "engine/generate/token_chooser.h"
#include "engine/models/model.h"

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace engine {

class TokenTrie;

/// What a job takes from its generator.
struct JobSurroundings {
    const Tokenizer& tokenizer; ///< must outlive the job
    PageHash root; ///< see PageSequence
    std::shared_ptr<const TokenTrie> trie; ///< of the tokenizer; null where no job heals tokens
};

/// A job from the queue to its last result: its sequences, its own sampler, draft and text. It
/// makes the results; when it may run is the scheduler's business.
class JobState {
public:
    JobState(Job job, int64_t serial, const JobSurroundings& surroundings, JobDraft draft);
    JobState(const JobState&) = delete;
    JobState& operator=(const JobState&) = delete;

    int64_t serial() const { return m_serial; }
    int64_t maxSkips() const { return m_job.maxSkips; }
    int64_t skips = 0; ///< how often later jobs were started before it

    std::span<JobSequence> sequences() { return m_sequences; }
    std::span<const JobSequence> sequences() const { return m_sequences; }
    JobDraft& draft() { return m_draft; }
    bool hasConstraints() const { return m_chooser.hasConstraints(); }

    bool isUnread() const; ///< some tokens before the last have no keys and values
    bool isReady() const { return !m_isFinished && !isUnread(); } ///< to decode
    bool isFinished() const { return m_isFinished; }
    bool isStopRequested() const { return m_job.stop.stop_requested(); }

    /// Tokens that may still be chosen.
    int64_t remaining() const { return m_job.maxNewTokens - m_newTokens; }

    /// The next `tokens` unread tokens of a sequence. Valid until a token is chosen.
    BatchEntry unreadTokens(const JobSequence& sequence, int64_t tokens) const;

    void countCached(int64_t tokens); ///< of the prompt, found and not computed

    /// What is due: Started the first time only, Prefill while the prompt is read.
    void start(std::vector<Result>& results);
    void reportProgress(std::vector<Result>& results) const;

    /// What may follow the last token; the next pass checks it.
    void setDraft(TokenIds draft);

    /// The next pass: for each sequence the last token and the draft, logits wanted of all.
    /// Where the model finds the highest (Model::findsTopLogits()) no more of them than the job
    /// needs, among its `findable` tokens; 0 where it does not.
    void addWindow(std::vector<BatchEntry>& batch, int64_t findable);
    const TopLogits& top() const { return m_top; } ///< what the last addWindow has asked for
    int64_t windowSize() const { return 1 + int64_t(m_drafted.size()); } ///< tokens of a sequence

    /// Chooses the tokens that follow, from the logits of the window, sequences · windowSize()
    /// rows: goes on as long as the model says what the draft said. Touches nothing but the job, so
    /// jobs may decode at the same time. An error ends the job, not the call.
    void decode(const Logits& logits);

    /// The row of the window for which its highest logits were too few. To go on, decode() wants
    /// the same again and, as Logits::all, all of this row.
    std::optional<int64_t> undecidedRow() const { return m_undecidedRow; }

    void giveUp(const std::exception& error); ///< where there is no such row to be had
    std::vector<Result> takeResults() { return std::exchange(m_results, {}); }

    void prepareMask() { m_chooser.prepare(); } ///< see TokenChooser::prepare

    /// The last result, out of turn: Cancelled where the error says so.
    Result fail(const std::exception& error);
    Result cancel();

private:
    using Clock = std::chrono::steady_clock;

    void heal(const JobSurroundings& surroundings);
    Logits rowOf(const Logits& logits, size_t row, size_t rows);
    Logits topOfRow(const Logits& logits, size_t row, size_t rows) const;
    std::span<const float> mixedRow(std::span<const float> logits, size_t row, size_t rows);
    void decodeWindow(const Logits& logits);
    bool mayStop() const;
    bool take(AnswerToken token);
    void accept(TokenId id);
    void takeBack(const std::vector<AnswerToken>& tokens);
    std::optional<EosReason> reasonToEnd() const; // but for stop tokens
    void report(AnswerText::Step step);
    bool isStopToken(TokenId id) const;

    Result makeResult(Stage stage) const;
    void addShown(Result& result, AnswerText::Piece piece) const;
    Result finish(EosReason reason);

    const Job m_job;
    const int64_t m_serial;
    const Tokenizer& m_tokenizer;
    std::vector<JobSequence> m_sequences; // the prompt's; with guidance the negative prompt's
    TokenChooser m_chooser;
    AnswerText m_text;
    JobDraft m_draft;
    TokenIds m_drafted; // to be checked by the next pass
    std::vector<TokenIds> m_windows; // of each sequence its last token, then the draft
    TopLogits m_top; // all that is wanted of the window's rows
    std::optional<int64_t> m_undecidedRow;
    std::vector<float> m_mixed; // logits with guidance
    std::vector<Result> m_results; // of the pass

    int64_t m_promptTokens;
    int64_t m_newTokens = 0; // a healed token does not count
    int64_t m_cachedTokens = 0;
    std::optional<EosReason> m_reason; // the answer is complete
    bool m_isFinished = false; // … and its last result made
    Clock::time_point m_enqueued;
    std::optional<Clock::time_point> m_started, m_firstToken;
};

} // namespace engine
