#pragma once

#include "engine/cache/page_table.h"
#include "engine/config/model_config.h"
#include "engine/generate/answer_text.h"
#include "engine/generate/generator_options.h"
#include "engine/generate/job.h"
#include "engine/generate/ngram_draft.h"
#include "engine/generate/result.h"
#include "engine/generate/token_chooser.h"
#include "engine/models/image_embedding.h"
#include "engine/models/model.h"
#include "engine/tokenizers/tokenizer.h"

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

/// The tokens of a job, and the pages of their keys and values. A job has one sequence; with
/// guidance it has a second one for the negative prompt, and both get the same answer.
///
/// The next token is always computed from the last id, so everything before the last id must have
/// been read.
struct JobSequence {
    TokenIds ids; ///< prompt and answer
    std::vector<ContentKey> keys; ///< one for each id
    PageSequence pages;
    int64_t reach = 0; ///< the most ids that it may come to have
    /// How many of the ids before the last were guesses when they were read, so that no state is
    /// kept after them: the next pass reads them once more, along with the last one.
    int64_t again = 0;

    int64_t unread() const { return int64_t(ids.size()) - 1 - again - pages.filled; }
};

/// The factors by which LongRope turns a sequence, see takesLongFactors().
enum class RopeFactors { Short, Long };
RopeFactors ropeFactors(const ModelConfig& config, int64_t reach);

/// The keys by which PageTable knows each position: for a token its id, for a row of an image a
/// number made from the content of the image and the index of the row. So the same image is found
/// again whatever ids its rows were given. The first key of a sequence with long factors is another
/// one than with short ones, so that neither finds the pages of the other.
std::vector<ContentKey> contentKeys(std::span<const TokenId> ids,
    std::span<const ImageEmbeddingPtr> images, RopeFactors factors = RopeFactors::Short);

/// What speculation knows about one job: its text for n-grams, and how well earlier guesses went.
class JobDraft {
public:
    enum class Kind { None, Model, Ngram };

    JobDraft(Kind kind, const GeneratorOptions& options);

    Kind kind() const { return m_kind; }

    /// The number of tokens to guess for the next pass.
    int64_t wanted() const;

    /// What the job's own text suggests, at most `count` tokens. Used only for n-grams.
    TokenIds propose(int64_t count) const;

    /// Follow the tokens of the job, the prompt first, as they arrive and are taken back.
    void extend(std::span<const TokenId> ids);
    void truncate(int64_t tokens);

    /// Reports a pass. Drafted tokens that were never checked, because the answer ended or was
    /// taken back, count as rejected.
    void observe(int64_t drafted, int64_t accepted);

    int64_t accepted() const { return m_accepted; } ///< tokens accepted since the job began
    int64_t rejected() const { return m_rejected; }

private:
    Kind m_kind;
    int64_t m_max;
    bool m_adapts;
    DraftLength m_length;
    std::optional<NgramDraft> m_ngram;
    int64_t m_accepted = 0, m_rejected = 0;
};

/// What a job needs of its generator.
struct JobSurroundings {
    const Tokenizer& tokenizer; ///< must outlive the job
    const ModelConfig& config; ///< of the model
    PageHash root; ///< see PageSequence::root
    std::shared_ptr<const TokenTrie> trie; ///< of the tokenizer; null if no job heals tokens
};

/// A job from the queue to its last result: its sequences and its own sampler, draft and text. It
/// makes the results; the scheduler decides when it runs.
class JobState {
public:
    JobState(Job job, int64_t serial, const JobSurroundings& surroundings, JobDraft draft);
    JobState(const JobState&) = delete;
    JobState& operator=(const JobState&) = delete;

    int64_t serial() const { return m_serial; }
    int64_t maxSkips() const { return m_job.maxSkips; }
    int64_t skips = 0; ///< how often later jobs were started before it
    int64_t turn = 0; ///< to read its prompt: the lowest is next

    std::span<JobSequence> sequences() { return m_sequences; }
    std::span<const JobSequence> sequences() const { return m_sequences; }
    std::span<const ImageEmbeddingPtr> images() const { return m_job.images; }
    JobDraft& draft() { return m_draft; }
    bool hasConstraints() const { return m_chooser.hasConstraints(); }

    bool isUnread() const; ///< some tokens before the last have no keys and values yet
    bool isReady() const { return !m_isFinished && !isUnread(); } ///< can be decoded
    bool isFinished() const { return m_isFinished; }
    bool wantsPromptLogits() const { return m_job.onPromptLogits != nullptr; }
    bool isStopRequested() const { return m_job.stop.stop_requested(); }

    /// The number of tokens that may still be chosen.
    int64_t remaining() const { return m_job.maxNewTokens - m_newTokens; }

    /// The next `tokens` unread tokens of a sequence, for a batch. Valid until a token is chosen.
    BatchEntry unreadTokens(const JobSequence& sequence, int64_t tokens) const;

    void countCached(int64_t tokens); ///< counts tokens of the prompt that were found in the cache

    /// Adds the results that are due: Started the first time only, Prefill while the prompt is
    /// read.
    void start(std::vector<Result>& results);
    void reportProgress(std::vector<Result>& results) const;
    /// Job::onPromptLogits, for the tokens of a chunk from `first` on.
    void reportPromptLogits(int64_t first, std::span<const float> logits) const;
    void tellReading(int64_t tokens) const; ///< Job::onReading, with so many that are under way

    /// Sets what may follow the last token; the next pass checks it.
    void setDraft(TokenIds draft);

    /// Adds to the batch of the next pass the last token and the draft of each sequence, with
    /// logits wanted for all of them. If the model can find the highest logits by itself
    /// (Model::findsTopLogits()), it is asked for no more of them than the job needs, among its
    /// `findable` tokens; otherwise `findable` is 0.
    void addWindow(std::vector<BatchEntry>& batch, int64_t findable);
    const TopLogits& top() const { return m_top; } ///< what the last addWindow() requested
    /// Tokens of one sequence in the window, of each of which the next one is wanted; those that
    /// are read again are before them.
    int64_t windowSize() const { return 1 + int64_t(m_drafted.size()); }

    /// Chooses the tokens that follow from the logits of the window, which have sequences ·
    /// windowSize() rows; continues as long as the model agrees with the draft. Touches nothing but
    /// this job, so several jobs may decode at the same time. An error ends the job and does not
    /// throw.
    void decode(const Logits& logits);

    /// The row of the window for which the highest logits were too few to choose a token. To
    /// continue, decode() must be called with the same logits and, as Logits::all, all logits of
    /// this row.
    std::optional<int64_t> undecidedRow() const { return m_undecidedRow; }

    void giveUp(const std::exception& error); ///< ends the job if that row cannot be had
    std::vector<Result> takeResults() { return std::exchange(m_results, {}); }

    void prepareMask() { m_chooser.prepare(); } ///< see TokenChooser::prepare()

    /// Makes the last result at once. Its reason is Cancelled if the error says so.
    Result fail(const std::exception& error);
    Result cancel();

private:
    using Clock = std::chrono::steady_clock;

    void heal(const JobSurroundings& surroundings);
    int64_t sequenceRotaryOffset(const JobSequence& sequence) const;
    Logits logitsRow(const Logits& logits, size_t row, size_t rows);
    Logits topOfRow(const Logits& logits, size_t row, size_t rows) const;
    std::span<const float> mixedRow(std::span<const float> logits, size_t row, size_t rows);
    void decodeWindow(const Logits& logits);
    bool mayStop() const;
    bool take(AnswerToken token);
    void accept(TokenId id);
    void takeBack(const std::vector<AnswerToken>& tokens);
    std::optional<EosReason> reasonToEnd() const; // except for stop tokens
    void report(AnswerText::Step step);
    bool isStopToken(TokenId id) const;

    // The fields of a result that list tokens; the last two are filled only on request.
    struct TokenLists {
        TokenIds& ids;
        std::vector<float>& probabilities;
        std::vector<std::vector<TokenProbability>>& top;
    };

    std::pair<int64_t, int64_t> progress() const;
    Result makeResult(Stage stage) const;
    void addShown(Result& result, AnswerText::Piece piece) const;
    void addHeld(Result& last) const;
    void tell(const TokenLists& lists, AnswerToken token) const;
    Result finish(EosReason reason);

    const Job m_job;
    const int64_t m_serial;
    const Tokenizer& m_tokenizer;
    std::vector<JobSequence> m_sequences; // the prompt's; with guidance the negative prompt's
    TokenChooser m_chooser;
    AnswerText m_text;
    JobDraft m_draft;
    TokenIds m_drafted; // to be checked by the next pass
    std::vector<TokenIds> m_windows; // of each sequence all that a pass reads
    TopLogits m_top; // all that is wanted of the window's rows
    std::optional<int64_t> m_undecidedRow;
    std::vector<float> m_mixed; // logits with guidance
    std::vector<Result> m_results; // of the pass

    int64_t m_promptTokens;
    int64_t m_newTokens = 0; // a healed token does not count
    int64_t m_cachedTokens = 0;
    std::optional<EosReason> m_reason; // the answer is complete
    std::optional<AnswerToken> m_stopToken; // … with this token, which is not part of its text
    bool m_isFinished = false; // … and its last result made
    Clock::time_point m_enqueued;
    std::optional<Clock::time_point> m_started, m_firstToken;
};

} // namespace engine
