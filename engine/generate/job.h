#pragma once

#include "engine/filters/filter.h"
#include "engine/models/image_embedding.h"
#include "engine/sampling/sampler_settings.h"
#include "engine/tokenizers/token.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace engine {

/// One request: a prompt and how to go on from it. A value; the generator keeps its own copy, so
/// one object may be enqueued any number of times.
struct Job {
    TokenIds ids; ///< the prompt, at least one; image ids must be rows of `images`
    std::vector<ImageEmbeddingPtr> images;
    std::string identifier; ///< the caller's own mark, returned with each result

    // ---- how long ----
    int64_t maxNewTokens = 512; ///< at least 1; the stop token counts
    int64_t minNewTokens = 0; ///< stop tokens cannot be chosen before
    std::vector<TokenId> stopTokens;
    std::vector<std::string> stopStrings; ///< may span tokens; never part of the text

    // ---- which tokens ----
    SamplerSettings sampling;
    std::optional<uint64_t> seed; ///< none: a different one each time

    /// Classifier-free guidance: a second prompt, and how far to move away from what it would give:
    /// guidance · log p(prompt) + (1 − guidance) · log p(negative prompt). Empty: none.
    TokenIds negativeIds;
    float guidance = 1;

    /// Takes the prompt's last token back and lets the model choose it again, among those that
    /// begin with the same text. Left alone are prompts of one token and last tokens that are not
    /// ordinary text.
    bool healTokens = false;

    /// Never part of the text, in whatever case: where one appears the answer is taken back to its
    /// first token and goes on another way.
    std::vector<std::string> bannedStrings;

    std::vector<ConstraintPtr> constraints; ///< the text keeps all of them
    bool preferEos = false; ///< ends as soon as the constraints allow it

    // ---- what to tell ----
    bool decodeSpecialTokens = true; ///< their spelling is part of the text
    bool returnProbabilities = false; ///< of the chosen tokens
    int returnTopTokens = 0; ///< so many of the likeliest at each place
    bool returnLogits = false; ///< as the model gave them, guidance mixed in, before all else

    // ---- when ----
    int64_t maxSkips = 4; ///< later jobs that may start before this one while it does not fit
    bool mayDraft = true; ///< false: no speculation for this job; the answer is the same
    std::stop_token stop; ///< ends the job, between two layers; may be set from any thread
};

} // namespace engine
