#pragma once

#include "engine/tokenizers/token.h"
#include "kernels/error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace engine {

enum class Stage {
    Started, ///< once, in the call that makes the job active
    Prefill, ///< the prompt moved on: see progress
    Streaming, ///< text, token ids, or neither
    Eos, ///< the last result of a job: the summary
};

enum class EosReason {
    StopToken,
    StopString,
    MaxNewTokens,
    EndFilter, ///< the constraints let nothing follow
    Error,
    Cancelled,
};

struct TokenProbability {
    TokenId id = 0;
    float probability = 0; ///< in the distribution the token was drawn from
};

/// What one call of Generator::iterate has to tell of one job.
struct Result {
    int64_t serial = 0;
    std::string identifier;
    Stage stage = Stage::Streaming;
    bool eos = false; ///< true for stage Eos only

    // ---- Prefill ----
    int64_t currentProgress = 0, maxProgress = 0; ///< tokens whose keys and values exist

    // ---- Streaming ----
    std::string text;
    TokenIds tokenIds; ///< those whose text is complete; without stop tokens
    std::vector<float> tokenProbabilities; ///< one for each of tokenIds, if asked for
    std::vector<std::vector<TokenProbability>> topTokens; ///< likewise, likeliest first
    std::vector<std::vector<float>> logits; ///< likewise, [tokens][vocabulary]

    /// A banned string was about to appear: what was taken back.
    std::string suppressedText;
    TokenIds suppressedTokens;

    // ---- Eos ----
    EosReason eosReason = EosReason::StopToken;
    TokenId eosToken = -1; ///< StopToken: which
    std::string eosString; ///< StopString: which; StopToken: how the token is spelled
    std::string heldText; ///< StopString: the string and what came after it in the same token
    TokenIds heldTokens; ///< of the stop string, or the stop token
    std::optional<kernels::ErrorKind> errorKind; ///< Error
    std::string error; ///< Error: a sentence
    std::string fullCompletion;
    int64_t newTokens = 0, promptTokens = 0;
    int64_t cachedPages = 0, cachedTokens = 0; ///< of the prompt, not computed again
    int64_t acceptedDraftTokens = 0, rejectedDraftTokens = 0;
    double secondsEnqueued = 0, secondsPrefill = 0, secondsGenerate = 0;
};

} // namespace engine
