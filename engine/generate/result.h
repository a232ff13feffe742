#pragma once

#include "engine/text/token.h"
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

enum class EosReason { StopToken, StopString, MaxNewTokens, EndFilter, Error, Cancelled };

/// What one call of Generator::iterate has to tell of one job.
struct Result {
    int64_t serial = 0;
    std::string identifier;
    Stage stage = Stage::Streaming;
    bool eos = false; ///< true for stage Eos only

    // Prefill
    int64_t currentProgress = 0, maxProgress = 0; ///< tokens whose keys and values exist

    // Streaming
    std::string text;
    TokenIds tokenIds;

    // Eos
    EosReason eosReason = EosReason::StopToken;
    TokenId eosToken = -1; ///< StopToken: which
    std::string eosString; ///< StopString: which
    std::optional<kernels::ErrorKind> errorKind; ///< Error
    std::string error; ///< Error: a sentence
    std::string fullCompletion;
    int64_t newTokens = 0, promptTokens = 0;
    int64_t cachedPages = 0, cachedTokens = 0; ///< of the prompt, not computed again
    double secondsEnqueued = 0, secondsPrefill = 0, secondsGenerate = 0;
};

} // namespace engine
