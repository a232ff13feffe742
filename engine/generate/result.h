#pragma once

#include "base/error.h"
#include "engine/cache/page_pool.h"
#include "engine/tokenizers/tokenizer.h"

#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace engine {

class JobState;
class PagedCache;

/// What a result reports.
enum class Stage {
    Started, ///< the job has become active; reported once
    Prefill, ///< the prompt was read further, see currentProgress
    Streaming, ///< text, token ids, or a string that was taken back
    Eos, ///< the summary, the last result of a job
};

/// Why an answer ended.
enum class EosReason {
    StopToken,
    StopString,
    MaxNewTokens,
    EndFilter, ///< the constraints allow nothing to follow
    Error,
    Cancelled,
};

struct TokenProbability {
    TokenId id = 0;
    float probability = 0; ///< in the distribution from which the token was drawn
};

/// What one call of Generator::iterate() reports about one job.
struct Result {
    int64_t serial = 0;
    std::string identifier;
    Stage stage = Stage::Streaming;
    bool eos = false; ///< true for stage Eos only

    // ---- Prefill ----
    /// Tokens of the prompt that have been read, and all.
    int64_t currentProgress = 0, maxProgress = 0;

    // ---- Streaming ----
    std::string text;
    TokenIds tokenIds; ///< the tokens whose text is complete, without stop tokens
    std::vector<float> tokenProbabilities; ///< one for each of tokenIds, if requested
    /// One list for each of tokenIds, if requested, likeliest first.
    std::vector<std::vector<TokenProbability>> topTokens;
    std::vector<std::vector<float>> logits; ///< [tokenIds][vocabulary], if requested

    /// Set if a banned string was about to appear: the text and the tokens that were taken back.
    std::string suppressedText;
    TokenIds suppressedTokens;

    // ---- Eos ----
    EosReason eosReason = EosReason::StopToken;
    TokenId eosToken = -1; ///< for StopToken: the token
    std::string eosString; ///< for StopString: the string; for StopToken: the spelling of the token
    std::string heldText; ///< for StopString: the string and what follows it in its last token
    TokenIds heldTokens; ///< the tokens of the stop string, or the stop token
    std::vector<float> heldProbabilities; ///< one for each of heldTokens, if requested
    std::vector<std::vector<TokenProbability>> heldTopTokens; ///< likewise
    std::vector<std::vector<float>> heldLogits; ///< likewise
    std::optional<base::ErrorKind> errorKind; ///< for Error, if it is known
    std::string error; ///< for Error: a message
    std::string fullCompletion;
    std::vector<ContentKey>
        contentKeys; ///< of prompt and answer, see contentKeys(); empty if the job never ran
    int64_t newTokens = 0, promptTokens = 0;
    /// The part of the prompt that was found in the cache and not computed again.
    int64_t cachedPages = 0, cachedTokens = 0;
    int64_t acceptedDraftTokens = 0, rejectedDraftTokens = 0;
    double secondsEnqueued = 0, secondsPrefill = 0, secondsGenerate = 0;
};

/// Writes into a last result why its job failed: the kind of error, if it is known, and a message.
void tellError(Result& result, const std::exception& error);

/// Gives a job whose model computed invalid numbers the cause, if it is that the cache could not
/// hold the job's keys or values. Must be called before the job's pages are released.
void tellOverflow(Result& last, const JobState& job, const PagedCache& cache);

} // namespace engine
